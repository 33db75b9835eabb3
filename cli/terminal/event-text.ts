// A change of the feed, in one sentence with what it says and where.

import type { Event } from '../../data/schema/event.ts'
import { indent } from './columns.ts'
import type { Look } from './page.ts'

const WORDS: Readonly<Record<Event['type'], string>> = {
  'endorsement.created': 'endorses',
  'endorsement.updated': 'changed its endorsement of',
  'endorsement.deleted': 'withdrew its endorsement of',
}

export function formatEvent(event: Event, { style, width }: Look): string[] {
  const { type, occurred_at, endorsement, endorser, contest, election, choice } = event
  const rank = endorsement.rank === null ? '' : `, rank ${endorsement.rank}`
  const time = `${occurred_at.slice(0, 10)} ${occurred_at.slice(11, 19)} UTC`
  const sentence = `${endorser.name} (${endorser.category.name}) ${WORDS[type]} ${choice.label}${rank}: ${contest.title}, ${election.name}, ${election.date}`
  const by = ' '.repeat(4)
  const [first = '', ...rest] = indent(`${time} ${sentence}`, width, by, '')
  const paint = type === 'endorsement.deleted' ? style.caution : (text: string) => text
  const told = [first, ...rest].map((line, at) =>
    at === 0 ? `${style.faint(line.slice(0, time.length))}${paint(line.slice(time.length))}` : paint(line),
  )
  return [...told, ...factsOf(event).flatMap((fact) => indent(fact, width, by).map(style.faint))]
}

function factsOf({ endorsement, previous }: Event): string[] {
  const changed = Object.entries(previous ?? {}).map(
    ([name, value]) => `${name.replaceAll('_', ' ')} was: ${value ?? 'none'}`,
  )
  return [endorsement.statement, endorsement.source_url, ...changed]
    .filter((fact) => fact !== null)
    .filter((fact) => fact !== '')
}
