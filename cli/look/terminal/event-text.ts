// A change of the feed, in one sentence with what it says and where.

import type { Event } from '../../../data/schema/event.ts'
import { describeEvent, listFacts } from '../../../data/schema/event-sentence.ts'
import { indent } from './columns.ts'
import type { Look } from './page.ts'

export function formatEvent(event: Event, { style, width }: Look): string[] {
  const { type, occurred_at } = event
  const time = `${occurred_at.slice(0, 10)} ${occurred_at.slice(11, 19)} UTC`
  const by = ' '.repeat(4)
  const [first = '', ...rest] = indent(`${time} ${describeEvent(event)}`, width, by, '')
  const paint = type === 'endorsement.deleted' ? style.caution : (text: string) => text
  const told = [first, ...rest].map((line, at) =>
    at === 0 ? `${style.faint(line.slice(0, time.length))}${paint(line.slice(time.length))}` : paint(line),
  )
  return [...told, ...listFacts(event).flatMap((fact) => indent(fact, width, by).map(style.faint))]
}
