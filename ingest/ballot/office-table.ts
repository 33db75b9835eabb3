// The office table of a candidate list: CSV, one row a kind of contest, in ballot order. A row's pattern matches a contest as its source
// names it; its other cells say which office that is and whose voters elect it.
//
// pattern      a regular expression for the whole text, in any letter case; $1 to $9 are its groups. Digits lose leading zeros.
// office       a word of data/reference/offices.csv, or custom:<name> for a function of the reader
// title        as a ballot prints it. Default: the usual one. `Judge[, Seat $2]`: the part in brackets goes if its group is empty.
// area         whose voters elect it: state, cd:$1, county:$1, county:$1/district:$2, place:$1/ward:$2, school:$1, circuit_court:$1, …
// part         what follows the area's name in the name of its part; after "=", the whole name; or the name of a numbered district that has one
// seat         tells contests of one office and area apart; of a measure, its code
// votes        choices that a voter may mark. Default: 1, or what the list says
// details      words, or word=text, separated by ";": nonpartisan, elected_at_large, retention, measure_type=bond
// source       the law or page behind the row
// short_title  optional. Default: the title
// level        optional. Default: the usual one of the office
// order        optional. `same`: beside the row above, so that contests of both are sorted by their area

import { CsvError, parse } from 'csv-parse/sync'
import { z } from 'zod'
import { type ContestDetails, contestDetails } from '../../data/schema/contest.ts'
import { findSimilar } from '../../data/schema/edit-distance.ts'
import { LEVELS, type StateCode } from '../../data/schema/vocabulary.ts'
import { readProjectFile } from '../../data/store/paths.ts'
import { readOwnTable } from '../read/csv.ts'
import { SourceError } from '../read/source.ts'
import { type AreaPart, type ContestArea, isNumberedWord, isPartWord } from './division.ts'
import { president, stateHouse, stateSenate, usHouse, usSenate, withSeats } from './office.ts'
import type { ListedOffice, OfficeRule } from './office-rule.ts'
import { officeTitle } from './office-rules/office-text.ts'
import { readable } from './printed-name.ts'

const COLUMNS = ['pattern', 'office', 'title', 'area', 'part', 'seat', 'votes', 'details', 'source'] as const
const OPTIONAL = ['short_title', 'level', 'order'] as const
type Cells = Record<(typeof COLUMNS)[number] | (typeof OPTIONAL)[number], string>

/** The groups of a pattern, from 1; '' for a group that matched nothing. */
type Groups = readonly string[]

/** What a table cannot say: a function for each row whose office is `custom:<name>`. */
export type CustomOffices = Readonly<Record<string, (...groups: string[]) => ListedOffice>>

/** Where a cell stands, for messages. */
interface Place {
  file: string
  line: number
}

/** The rules of a built-in list, from `ingest/ballot/states/<state>/<name>`. */
export function loadOffices(state: StateCode, custom: CustomOffices = {}, name = 'offices.csv'): readonly OfficeRule[] {
  const folder = state.toLowerCase()
  const bytes = readProjectFile('ingest', 'ballot', 'states', folder, name)
  return readOfficeTable({ name: `${folder}/${name}`, bytes }, state, custom)
}

const FAULTS_SHOWN = 20

/** Throws SourceError with file, line, column, what it got and what it expected: a line for each fault, up to 20, and the number of the others. */
export function readOfficeTable(
  { name, bytes }: { name: string; bytes: Uint8Array },
  state: StateCode,
  custom: CustomOffices = {},
): readonly OfficeRule[] {
  let rank = -1
  const faults: SourceError[] = []
  const check = <Part>(read: () => Part): Part | undefined => {
    try {
      return read()
    } catch (error) {
      if (!(error instanceof SourceError)) throw error
      faults.push(error)
      return undefined
    }
  }
  const rules = parseRows(name, bytes).flatMap(({ line, width, cells }): OfficeRule[] => {
    const place = { file: name, line }
    if (width.got !== width.expected) {
      faults.push(new SourceError(`got ${width.got} cells, expected ${width.expected}`, place))
      return []
    }
    const pattern = check(() => toPattern(cells.pattern, place))
    check(() => requireOrder(cells.order, place))
    if (cells.order === '' || rank < 0) rank++
    // The office is made of these too, and stops at the first that is wrong.
    for (const [part, cell] of [
      [toVotes, cells.votes],
      [toDetails, cells.details],
    ] as const)
      check(() => part(cell, place))
    const office = check(() => toOffice(cells, { state, custom, place }))
    if (pattern) check(() => requireGroups(cells, pattern, place))
    if (!pattern || !office) return []
    const row = { file: name, line, pattern: cells.pattern, tellsApart: tellsApart(cells) }
    return [{ pattern, rank, row, office: (...groups) => office(groups.map(withoutZeros)) }]
  })
  const [first, ...others] = new Map(faults.map((fault) => [fault.message, fault])).values()
  if (!first) return rules
  const shown = others.slice(0, FAULTS_SHOWN - 1).map(({ message }) => message)
  const more = others.length - shown.length
  throw new SourceError([first.reason, ...shown, ...(more > 0 ? [`and ${more} more`] : [])].join('\n'), first)
}

function requireOrder(order: string, place: Place): void {
  if (order !== '' && order !== 'same') refuse(place, 'order', order, '"same" or nothing')
}

interface Row {
  line: number
  /** The number of its cells, and of the columns. */
  width: { got: number; expected: number }
  cells: Cells
}

function parseRows(file: string, bytes: Uint8Array): Row[] {
  const parsed = parseCells(file, bytes)
  const lines = (parsed as unknown as { info: { lines: number }; record: string[] }[]).map(({ info, record }) => ({
    line: info.lines,
    fields: record.map((field) => field.trim()),
  }))
  const [header, ...rows] = lines
  const known: readonly string[] = [...COLUMNS, ...OPTIONAL]
  const named = header?.fields ?? []
  const missing = COLUMNS.find((column) => !named.includes(column))
  const other = named.find((column) => !known.includes(column))
  if (missing !== undefined)
    throw new SourceError(`has the columns ${named.join(', ') || 'none'}, expected ${COLUMNS.join(', ')}`, {
      file,
      line: 1,
    })
  if (other !== undefined)
    throw new SourceError(`got the column "${other}", expected one of ${known.join(', ')}`, { file, line: 1 })
  if (rows.length === 0) throw new SourceError('has no row, expected one for each kind of contest', { file, line: 1 })
  return rows.map(({ line, fields }) => {
    const cells = Object.fromEntries(known.map((column) => [column, fields[named.indexOf(column)] ?? '']))
    return { line, width: { got: fields.length, expected: named.length }, cells: cells as Cells }
  })
}

function parseCells(file: string, bytes: Uint8Array): unknown {
  try {
    return parse(Buffer.from(bytes), { bom: true, relax_column_count: true, info: true, skip_empty_lines: true })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const line = 'lines' in error && typeof error.lines === 'number' ? error.lines : 1
    throw new SourceError('has a wrong quote, expected a CSV file with commas, and "" for a quote inside quotes', {
      file,
      line,
    })
  }
}

/** Matches the whole text, in any letter case. */
function toPattern(text: string, place: Place): RegExp {
  if (text === '') refuse(place, 'pattern', text, 'a regular expression for the contest as its source names it')
  try {
    return new RegExp(`^(?:${text})$`, 'i')
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^Invalid regular expression: /, '') : ''
    return refuse(place, 'pattern', text, `a regular expression (${reason})`)
  }
}

function refuse(place: Place, column: string, got: string, expected: string): never {
  throw new SourceError(`column ${column}: got "${got.slice(0, 80)}", expected ${expected}`, place)
}

/** A cell may name a group that its pattern has. */
function requireGroups(cells: Cells, pattern: RegExp, place: Place): void {
  // With an empty alternative it matches, and has all groups.
  const groups = (new RegExp(`${pattern.source}|`).exec('')?.length ?? 1) - 1
  for (const [column, cell] of Object.entries(cells)) {
    if (column === 'pattern' || column === 'source') continue
    const beyond = [...cell.matchAll(/\$(\d)/g)].find(([, number]) => Number(number) < 1 || Number(number) > groups)
    if (beyond)
      refuse(
        place,
        column,
        cell,
        `${groups > 1 ? `$1 to $${groups}` : '$1'}: the pattern has ${groups === 1 ? 'one group' : `${groups} groups`} in parentheses`,
      )
  }
  // Contests whose titles differ by a number alone would be one.
  const { title, area, part, seat, office } = cells
  if (/\$\d/.test(title) && !/\$\d/.test(area + part + seat) && office !== 'measure')
    refuse(
      place,
      'title',
      title,
      'a group of it in area or seat too: contests that differ by their titles alone would be one',
    )
}

/**
 * False if the pattern takes any text outside the groups that tell contests apart: `FTC .*` makes one contest of several seats, but
 * `Sheriff(?: of (.+))?` with the group in the area, and `Mayor|Mayor of Athens`, do not.
 */
function tellsApart({ pattern, area, part, seat, title, office }: Cells): boolean {
  const cells = area + part + seat + (office === 'measure' ? title : '')
  const told = new Set([...cells.matchAll(/\$(\d)/g)].map(([, number]) => Number(number)))
  const open: number[] = []
  let groups = 0
  // An escaped character, a class in brackets, the beginning of a group, or any other character.
  for (const [piece] of pattern.matchAll(/\\.|\[(?:\\.|[^\]\\])*\]|\((?:\?(?:<?[=!]|:))?|./gs)) {
    if (piece.startsWith('(')) open.push(piece === '(' ? ++groups : 0)
    else if (piece === ')') open.pop()
    else if (!open.some((group) => told.has(group)) && (piece === '.' || /^\\[dwDWSpP]|^\[.*[\w^]/s.test(piece)))
      return false
  }
  return true
}

/** `07` → `7`; `0` and words stay. */
function withoutZeros(group: string): string {
  return /^\d+$/.test(group) ? group.replace(/^0+(?=.)/, '') : group
}

/** `District $1[, Place $2]`: each group in its place; a part in brackets goes if one of its groups matched nothing. */
function fill(template: string, groups: Groups, write = (group: string): string => group): string {
  return withoutEmpty(template, groups)
    .replace(/\$(\d)/g, (_, number: string) => write(groups[Number(number) - 1] ?? ''))
    .trim()
}

function withoutEmpty(template: string, groups: Groups): string {
  return template.replace(/\[([^[\]]*)\]/g, (_, part: string) => (hasEmpty(part, groups) ? '' : part))
}

function hasEmpty(text: string, groups: Groups): boolean {
  return [...text.matchAll(/\$(\d)/g)].some(([, number]) => (groups[Number(number) - 1] ?? '') === '')
}

/** Groups in capitals get capitals of a title: `MCDOWELL` → `McDowell`. */
function fillTitle(template: string, groups: Groups): string {
  return fill(template, groups, readable)
}

// The offices.

const officeWord = z.object({
  office: z.string(),
  level: z.enum(LEVELS),
  /** The usual kind of area: state, cd, county, place, … */
  area: z.string(),
  title: z.string(),
  title_es: z.string(),
})
type OfficeWord = z.output<typeof officeWord>

/** The vocabulary of `data/reference/offices.csv`. */
export const OFFICES: ReadonlyMap<string, OfficeWord> = new Map(
  readOwnTable(officeWord, 'data', 'reference', 'offices.csv').map((word) => [word.office, word]),
)

/** Offices with one title and one kind of area in all states. `seats`: a district may have several, each with a contest of its own. */
const SHARED: Readonly<
  Record<string, { area: string; seats?: boolean; of: (state: StateCode, code: string, name?: string) => ListedOffice }>
> = {
  president: { area: 'state', of: () => president },
  us_senate: { area: 'state', of: () => usSenate },
  us_house: { area: 'cd', of: (_, code) => usHouse(code) },
  state_senate: { area: 'sldu', seats: true, of: stateSenate },
  state_house: { area: 'sldl', seats: true, of: stateHouse },
}

type MadeOffice = (groups: Groups) => ListedOffice

function toOffice(
  cells: Cells,
  { state, custom, place }: { state: StateCode; custom: CustomOffices; place: Place },
): MadeOffice {
  const { office } = cells
  if (office.startsWith('custom:')) {
    const make = custom[office.slice('custom:'.length)]
    if (!make)
      return refuse(place, 'office', office, `custom: and one of ${Object.keys(custom).join(', ') || 'no function'}`)
    return (groups) => make(...groups)
  }
  const shared = SHARED[office]
  if (shared) return toShared(cells, shared, { state, place })
  const word = OFFICES.get(office)
  if (!word) return refuse(place, 'office', office, `a word of data/reference/offices.csv${nearest(office)}`)
  return toOwn(cells, word, place)
}

function nearest(office: string): string {
  const words = [...OFFICES.keys()]
  const last =
    office
      .toLowerCase()
      .split(/[^a-z]+/)
      .at(-1) ?? ''
  const similar = findSimilar(office.replace(/[^A-Za-z]+/g, '_'), words) ?? []
  const like = new Set([similar, words.filter((word) => last !== '' && word.split('_').includes(last))].flat())
  return like.size === 0 ? '' : `, such as ${[...like].slice(0, 5).join(', ')}`
}

function toShared(
  cells: Cells,
  { area: expected, seats = false, of }: (typeof SHARED)[string],
  { state, place }: { state: StateCode; place: Place },
): MadeOffice {
  for (const column of ['title', 'short_title', 'level', 'seat'] as const)
    if (cells[column] !== '' && !(seats && column === 'seat'))
      refuse(place, column, cells[column], `nothing: ${cells.office} has one title in all states`)
  const [kind = '', code = ''] = split(cells.area || 'state', ':')
  if (kind !== expected || (expected === 'state') === (code !== ''))
    refuse(place, 'area', cells.area, expected === 'state' ? 'state' : `${expected}:$1, or ${expected}:at-large`)
  const details = toDetails(cells.details, place)
  const votes = toVotes(cells.votes, place)
  return (groups) => {
    const office = of(state, fill(code, groups), cells.part === '' ? undefined : fill(cells.part, groups))
    const named = hasEmpty(withoutEmpty(cells.seat, groups), groups) ? '' : fill(cells.seat, groups)
    const seat = officeTitle(named.replaceAll('-', ' ').toUpperCase())
    return { ...withSeats(office, seat === '' ? [] : [seat]), ...votes(groups), ...details(groups) }
  }
}

function toOwn(cells: Cells, word: OfficeWord, place: Place): MadeOffice {
  const { office, seat, short_title } = cells
  const title = cells.title || word.title
  const isMeasure = office === 'measure'
  const area = toArea(cells, place)
  const level = cells.level === '' ? word.level : LEVELS.find((one) => one === cells.level)
  if (level === undefined) return refuse(place, 'level', cells.level, `one of ${LEVELS.join(', ')}`)
  const details = toDetails(cells.details, place)
  const votes = toVotes(cells.votes, place)
  return (groups) => {
    const [printed, code] = [fillTitle(title, groups), fill(seat, groups)]
    return {
      subject: isMeasure ? code || printed : office.replaceAll('_', '-'),
      level,
      title: printed,
      short_title: short_title === '' ? (isMeasure && code) || printed : fillTitle(short_title, groups),
      area: area(groups),
      ...(isMeasure ? { measure_code: code } : code !== '' && { seat: code }),
      ...votes(groups),
      ...details(groups),
    }
  }
}

function toVotes(cell: string, place: Place): (groups: Groups) => Pick<ListedOffice, 'votes_allowed'> {
  if (cell === '') return () => ({})
  if (!/^(?:[1-9]\d?|\$\d)$/.test(cell)) refuse(place, 'votes', cell, 'a number from 1 to 99, or a group such as $2')
  return (groups) => ({ votes_allowed: Number(fill(cell, groups)) || 1 })
}

/** `nonpartisan; measure_type=referendum; retention` */
function toDetails(cell: string, place: Place): (groups: Groups) => Pick<ListedOffice, 'details' | 'retention'> {
  const words = cell.split(';').flatMap((part) => part.trim() || [])
  const retention = words.includes('retention')
  const pairs = words
    .filter((part) => part !== 'retention')
    .map((part) => {
      const [key = '', value] = split(part, '=')
      return [key, value] as const
    })
  const known = Object.keys(contestDetails.shape)
  const made = (groups: Groups): ContestDetails =>
    Object.fromEntries(pairs.map(([key, value]) => [key, value === undefined ? true : fill(value, groups)]))
  const isKnown = pairs.every(([key]) => known.includes(key))
  if (!isKnown || !contestDetails.safeParse(made([])).success)
    refuse(place, 'details', cell, `words or word=text, separated by ";", of: retention, ${known.join(', ')}`)
  return (groups) => ({
    ...(pairs.length > 0 && { details: made(groups) }),
    ...(retention && { retention: true }),
  })
}

// Areas.

/** `county:$1/district:$2` → `county`, `$1/district:$2`. */
function split(text: string, separator: string): [string, string?] {
  const at = text.indexOf(separator)
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + separator.length)]
}

const AREAS =
  'state, cd:$1, sldu:$1, sldl:$1, county:$1, county:$1/district:$2, place:$1, place:$1/ward:$2, school:$1, school:$1/district:$2, a court such as circuit_court:$1, or another type of district with its name, such as special_district:$1'

function toArea({ area, part, office }: Cells, place: Place): (groups: Groups) => ContestArea {
  const wrong = (): never => refuse(place, 'area', area, AREAS)
  const [base = '', second, ...more] = area.split('/')
  const [kind = '', name] = split(base, ':')
  if (!/^[a-z][a-z_]*$/.test(kind) || name === '' || more.length > 0) return wrong()
  if (kind === 'state') {
    if (name !== undefined || second !== undefined) return wrong()
    return () => ({ kind: 'state' })
  }
  if (name === undefined) return wrong()
  const [word = '', code] = second === undefined ? [] : split(second, ':')
  if (second !== undefined && (!/^[a-z][a-z_]*$/.test(word) || !code)) return wrong()
  if (part !== '' && code === undefined && !isNumberedWord(kind))
    refuse(place, 'part', part, `nothing: the area ${area} of ${office} has no part`)
  const nameOf = (name: string) => (name.startsWith('=') ? { district_name: name.slice(1) } : { follows: name })
  const partOf = (groups: Groups): AreaPart | null =>
    code === undefined || !isPartWord(word)
      ? null
      : {
          word,
          code: fill(code, groups).toLowerCase(),
          name: `${word === 'ward' ? 'Ward' : 'District'} ${fillTitle(code, groups)}`,
          ...(part !== '' && nameOf(fillTitle(part, groups))),
        }
  switch (kind) {
    case 'county':
      if (code !== undefined && !isPartWord(word))
        return (groups) => ({ kind: 'special', county: fill(name, groups), name: fillTitle(code, groups), word })
      return (groups) => ({ kind, county: fill(name, groups), part: partOf(groups) })
    case 'place':
    case 'school': {
      if (code !== undefined && !isPartWord(word)) return wrong()
      return (groups) =>
        kind === 'place'
          ? { kind, place: fillTitle(name, groups), part: partOf(groups) }
          : { kind, school: fill(name, groups), part: partOf(groups) }
    }
    default:
      if (code !== undefined) return wrong()
      if (isNumberedWord(kind))
        return (groups) => ({
          kind: 'numbered',
          word: kind,
          code: fill(name, groups).toLowerCase(),
          ...(part !== '' && { name: fillTitle(part, groups) }),
        })
      return (groups) => ({ kind: 'special', county: null, name: fillTitle(name, groups), word: kind })
  }
}
