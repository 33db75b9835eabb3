// The parts that the printed answers share: the look, the headings of levels, and how certain a contest or a seat is.

import type { Location } from '../../../data/schema/location.ts'
import type { Level, Match } from '../../../data/schema/vocabulary.ts'
import { indent, widthOf } from './columns.ts'
import type { Style } from './style.ts'

/** How an answer is laid out. */
export interface Look {
  style: Style
  /** Characters in a line. */
  width: number
}

const LEVEL_TITLES: Readonly<Record<Level, string>> = {
  federal: 'Federal',
  state: 'State',
  county: 'County',
  city: 'City and town',
  school: 'Schools',
  special: 'Special districts',
}

/** A heading with a line under it. */
export function levelHeading(level: Level, { style }: Look): string[] {
  const title = LEVEL_TITLES[level]
  return ['', style.heading(title), style.heading('─'.repeat(widthOf(title)))]
}

/** `certain` or `possible`, in a style of its own. */
export function showMatch(match: Match, { style }: Look): string {
  return match === 'certain' ? match : style.caution(match)
}

/** The place, and what `certain` and `possible` mean there. @param what `contests` or `officeholders` */
export function placeLines(
  location: Location,
  { what, title }: { what: 'contests' | 'officeholders'; title: string },
  look: Look,
): string[] {
  const { style, width } = look
  const lines = indent(`${title} ${namePlace(location)}`, width, '').map(style.strong)
  lines.push(...indent(explainMatch(location, what), width, ''))
  if (!location.complete)
    lines.push(...indent(`Not complete: ${what} may be missing or uncertain.`, width, '').map(style.caution))
  return lines
}

function namePlace({ label, kind, state, basis }: Location): string {
  const place = label ?? `this ${kind === 'address' ? 'address' : 'point'} in ${state}`
  return basis === 'county' ? `${place}, by its counties, because its own lines are not held` : place
}

function explainMatch({ exact }: Location, what: 'contests' | 'officeholders'): string {
  if (what === 'contests')
    return exact
      ? 'Certain: the place lies in the district of the contest. Possible: it may, because a border is too near or not held.'
      : 'Certain: every voter of this area votes in the contest. Possible: only some of them do.'
  return exact
    ? 'Certain: the place lies in the district of the seat. Possible: it may, because a border is too near.'
    : 'Certain: the whole area lies in the district of the seat. Possible: only a part of it does.'
}
