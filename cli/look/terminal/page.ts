// The parts that the printed answers share: the look, its styles and width, the headings of levels, and how certain a contest or a seat is.

import type { Location } from '../../../data/schema/location.ts'
import type { Level, Match } from '../../../data/schema/vocabulary.ts'
import { environmentValue } from '../../../data/store/environment.ts'
import { indent, widthOf } from './columns.ts'

/** @setting Most characters in a line of a ballot or another text for people: longer lines are hard to read. */
const TEXT_WIDTH_MAX = 120
/** @setting Fewest characters in a line: a table does not fit into fewer. */
const TEXT_WIDTH_MIN = 40
/** @setting Characters in a line if stdout is no terminal. */
const TEXT_WIDTH_PIPED = 100

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

// The styles of a text. A color has one meaning, and never a party's.

interface Style {
  heading(text: string): string
  /** Less important than the rest. */
  faint(text: string): string
  strong(text: string): string
  /** Uncertain, withdrawn or missing: the words say it, too. */
  caution(text: string): string
}

const styled = (code: number, end: number) => (text: string) =>
  text === '' ? '' : `\u001b[${code}m${text}\u001b[${end}m`
const unstyled = (text: string): string => text

export const PLAIN: Style = { heading: unstyled, faint: unstyled, strong: unstyled, caution: unstyled }

const COLOURED: Style = {
  heading: styled(36, 39),
  faint: styled(2, 22),
  strong: styled(1, 22),
  caution: styled(33, 39),
}

function chooseStyle(coloured: boolean): Style {
  return coloured ? COLOURED : PLAIN
}

interface Screen {
  isTTY?: boolean
  columns?: number
  hasColors?(): boolean
}

/** Color only in a terminal that has it, unless NO_COLOR is set (no-color.org). */
export function chooseLook({ isTTY = false, columns = 0, hasColors }: Screen, noColor: string | undefined): Look {
  const coloured = isTTY && noColor === undefined && (hasColors?.() ?? false)
  // A terminal of unknown size says 0.
  const width = isTTY && columns > 0 ? Math.min(TEXT_WIDTH_MAX, Math.max(TEXT_WIDTH_MIN, columns)) : TEXT_WIDTH_PIPED
  return { style: chooseStyle(coloured), width }
}

export function lookOfStdout(): Look {
  const { isTTY, columns } = process.stdout
  const hasColors = (): boolean => process.stdout.hasColors()
  return chooseLook({ isTTY, columns, hasColors }, environmentValue('NO_COLOR'))
}
