// FiveThirtyEight's primary files of 2018 and 2022: one line per candidate of one party, one column per endorser; and the contests of these
// lines that no listing has.

import type { ChoiceRow, ContestRow } from '../../data/core/rows.ts'
import { FIVETHIRTYEIGHT_NAMES } from '../../data/reference/candidate-names.ts'
import { findPrimarySystem, isAllPartyPrimary, isPartyRun } from '../../data/reference/elections.ts'
import { FIVETHIRTYEIGHT_COLUMNS, type FiveThirtyEightFile } from '../../data/reference/endorsers.ts'
import { STATES, type UsState } from '../../data/schema/states.ts'
import type { StateCode } from '../../data/schema/vocabulary.ts'
import type { ListedContest, ListedElection } from '../ballot/listed.ts'
import { repeatElection, writeBallot, writeContests } from '../ballot/write.ts'
import { readCsv } from '../read/csv.ts'
import { type Encoder, encoder, isCalendarDate } from '../read/field-value.ts'
import { type FetchedFile, type KnownElection, type Sink, SourceError, type TextEncoding } from '../read/source.ts'

export type PrimaryOffice = 'us-senate' | 'us-house' | 'governor'
type PrimaryParty = 'Democratic' | 'Republican'

export interface EndorsedCandidacy {
  at: { file: string; line: number }
  source_url: string
  state: UsState
  /** The date of the primary, YYYY-MM-DD. */
  date: string
  party: PrimaryParty
  office: PrimaryOffice
  /** `12` or `at-large` for the House; else null. */
  district: string | null
  /** True if the winner serves the rest of a term. */
  special: boolean
  /** True if the file counts votes for the candidate. It counts none, or one, where only one candidate filed. */
  counted: boolean
  name: string
  picks: readonly EndorserPick[]
}

export interface EndorserPick {
  endorser_slug: string
  column: string
  /** True if the endorsement is for the runoff only, and so came after the primary. */
  runoff: boolean
  published_on: string | null
}

type Cell = 'yes' | 'runoff' | 'none'
const CELLS: Readonly<Record<string, Cell>> = {
  Yes: 'yes',
  'Yes (runoff only)': 'runoff',
  No: 'none',
  'No (runoff only)': 'none',
  'N/A': 'none',
  '': 'none',
}

type Line = Readonly<Record<string, string>>
type Said = Omit<EndorsedCandidacy, 'at' | 'source_url' | 'party' | 'name' | 'picks'>

interface Layout {
  columns: readonly string[]
  parse(line: Line, at: EndorsedCandidacy['at'], sink: Sink): Said
}

const OFFICE_CODES: Readonly<Record<string, PrimaryOffice>> = {
  Senator: 'us-senate',
  'Senator (unexpired term)': 'us-senate',
  Representative: 'us-house',
  Governor: 'governor',
}
const encodeOffice = encoder({ field: 'Office', known: OFFICE_CODES })
const encodeOfficeType = encoder({ field: 'Office Type', known: OFFICE_CODES })
const encodeRaceType = encoder({ field: 'Race Type', known: { Regular: false, Special: true, '': false } })
const encodeState = encoder({ field: 'State', known: keyed(({ name }) => name) })
const encodeStateCode = encoder({ field: 'State', known: keyed(({ code }) => code) })

const LAYOUT_2018: Layout = {
  columns: ['Candidate', 'State', 'District', 'Office Type', 'Race Type', 'Race Primary Election Date', 'Primary %'],
  parse(line, at, sink) {
    const office = load(encodeOfficeType, line['Office Type'], at, sink)
    const [, number] = /(?:District (\d+)|At-large District)$/.exec(line.District ?? '') ?? []
    return {
      state: load(encodeStateCode, line.State, at, sink),
      date: parseDate(line['Race Primary Election Date'], 'Race Primary Election Date', at),
      office,
      district: office === 'us-house' ? toDistrict(number ?? line.District ?? '', at) : null,
      special: load(encodeRaceType, line['Race Type'], at, sink),
      counted: !['', '100'].includes(line['Primary %']?.trim() ?? ''),
    }
  },
}

const LAYOUT_2022: Layout = {
  columns: ['Candidate', 'State', 'Primary Date', 'Office', 'District', 'Primary Votes'],
  parse(line, at, sink) {
    const office = load(encodeOffice, line.Office, at, sink)
    return {
      state: load(encodeState, line.State, at, sink),
      date: parseDate(line['Primary Date'], 'Primary Date', at),
      office,
      district: office === 'us-house' ? toDistrict(line.District ?? '', at) : null,
      special: line.Office?.trim() === 'Senator (unexpired term)',
      counted: !['', '1', 'N/A'].includes(line['Primary Votes']?.trim() ?? ''),
    }
  },
}

const FILES: Readonly<
  Record<FiveThirtyEightFile, { party: PrimaryParty; layout: Layout; encoding: TextEncoding; dates: Line }>
> = {
  'dem-2018': { party: 'Democratic', layout: LAYOUT_2018, encoding: 'utf-8', dates: {} },
  'rep-2018': { party: 'Republican', layout: LAYOUT_2018, encoding: 'windows-1252', dates: {} },
  'dem-2022': { party: 'Democratic', layout: LAYOUT_2022, encoding: 'utf-8', dates: {} },
  'rep-2022': { party: 'Republican', layout: LAYOUT_2022, encoding: 'utf-8', dates: { Trump: 'Trump Date' } },
}

/** Candidacies of the selected states, in file order. An unknown office, state, date or answer stops the source. */
export function readCandidacies(
  file: FetchedFile,
  kind: FiveThirtyEightFile,
  states: ReadonlySet<StateCode>,
  sink: Sink,
): EndorsedCandidacy[] {
  const { party, layout, encoding, dates } = FILES[kind]
  const columns = FIVETHIRTYEIGHT_COLUMNS[kind].map((column) => ({
    ...column,
    encode: encoder({ field: column.column, known: CELLS }),
    date: dates[column.column],
  }))
  const named = [...layout.columns, ...columns.map(({ column }) => column), ...Object.values(dates)]
  const found: EndorsedCandidacy[] = []
  for (const { line, record } of readCsv(file, { columns: named, encoding, allowExtra: true }, sink)) {
    const at = { file: file.name, line }
    const said = layout.parse(record, at, sink)
    if (!states.has(said.state.code)) continue
    const picks: EndorserPick[] = []
    for (const { encode, date, ...column } of columns) {
      const cell = load(encode, record[column.column], at, sink)
      if (cell === 'none') continue
      if ('why' in column) leaveOut(column, at, sink)
      else
        picks.push({
          endorser_slug: column.endorser,
          column: column.column,
          runoff: cell === 'runoff',
          published_on: date === undefined || record[date] === 'N/A' ? null : parseDate(record[date], date, at),
        })
    }
    found.push({ ...said, at, source_url: file.url, party, name: loadName(record.Candidate ?? '', at, sink), picks })
  }
  return found
}

function leaveOut({ column, why }: { column: string; why: string }, at: EndorsedCandidacy['at'], sink: Sink): void {
  const message = `this column has no endorsements: ${why}; left out`
  sink.issue({ ...at, field: column, code: 'not-an-endorsement', value: 'Yes', message, severity: 'ignored' })
}

function loadName(printed: string, at: EndorsedCandidacy['at'], sink: Sink): string {
  const name = printed.trim().replace(/\s+/g, ' ').normalize('NFC')
  if (name === '') throw new SourceError('got no Candidate, expected a name', at)
  const right = FIVETHIRTYEIGHT_NAMES[name]
  if (right === undefined) return name
  const message = `read "${name}" as "${right}"`
  sink.issue({ ...at, field: 'Candidate', code: 'mended-name', value: name, message, severity: 'mended' })
  return right
}

/** `5/17/22` */
function parseDate(text: string | undefined, field: string, at: EndorsedCandidacy['at']): string {
  const [, month, day, year] = /^(\d{1,2})\/(\d{1,2})\/(\d\d)$/.exec(text?.trim() ?? '') ?? []
  const date = `20${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}`
  if (!isCalendarDate(date))
    throw new SourceError(`got ${field} "${text?.slice(0, 40)}", expected a date such as 5/17/22`, at)
  return date
}

function toDistrict(text: string, at: EndorsedCandidacy['at']): string {
  const district = text.trim().toLowerCase()
  if (/^[1-9]\d?$/.test(district)) return district
  if (/\bat-large\b/.test(district)) return 'at-large'
  throw new SourceError(`got District "${text.slice(0, 60)}", expected a number or At-Large`, at)
}

function keyed(key: (state: UsState) => string): Record<string, UsState> {
  return Object.fromEntries(STATES.map((state) => [key(state), state]))
}

/** These tables have no ignored codes, so there is always a value. */
function load<Value>(encode: Encoder<Value>, raw: string | undefined, at: EndorsedCandidacy['at'], sink: Sink): Value {
  const value = encode(raw ?? '', at, sink)
  if (value === undefined) throw new SourceError(`got "${raw?.slice(0, 60)}", which is left out`, at)
  return value
}

// Creates the primary contests in FiveThirtyEight's files that no listing has, with their elections and choices.

/** In ballot order. */
const OFFICES: readonly PrimaryOffice[] = ['us-senate', 'us-house', 'governor']

type Stands = ReadonlyMap<EndorsedCandidacy, { contest: ContestRow; choice: ChoiceRow }>

/** The division that elects the office. */
export function ocdIdOf({ state, district }: Pick<EndorsedCandidacy, 'state' | 'district'>): string {
  return district === null ? state.ocd_id : `${state.ocd_id}/cd:${district}`
}

export type Type = 'primary' | 'special_primary'

/**
 * @param candidacies of one election
 * @param held the election, if another source has other contests of it
 */
export function createContests(
  candidacies: readonly EndorsedCandidacy[],
  { type, held }: { type: Type; held: KnownElection | undefined },
  sink: Sink,
): Stands {
  const [first] = candidacies
  if (!first) return new Map()
  const groups = groupByContest(candidacies)
  const ordered = [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group)
  const contests = ordered.map((group) => toContest(group, type))
  const stands = new Map<EndorsedCandidacy, { contest: ContestRow; choice: ChoiceRow }>()
  if (held) repeatElection(held, first.at, sink)
  const written = held
    ? writeContests(held, contests, sink)
    : writeBallot(toElection(type, first), first.at, contests, sink)
  for (const [order, { contest, choices }] of written.entries())
    for (const [place, choice] of choices.entries()) {
      const candidacy = ordered[order]?.[place]
      if (candidacy) stands.set(candidacy, { contest, choice })
    }
  return stands
}

/**
 * The only candidates of their party's primary, for whom the file counts no votes. Many states hold no such primary (New York), others
 * do (Georgia); the file does not say which.
 */
export function findUnopposed(candidacies: readonly EndorsedCandidacy[]): ReadonlySet<EndorsedCandidacy> {
  return new Set(
    [...groupByContest(candidacies).values()].flatMap(([first, ...others]) =>
      others.length > 0 || first.counted || isAllPartyPrimary(first.state.code, first.date) ? [] : [first],
    ),
  )
}

type Group = [EndorsedCandidacy, ...EndorsedCandidacy[]]

function groupByContest(candidacies: readonly EndorsedCandidacy[]): Map<string, Group> {
  const groups = new Map<string, Group>()
  for (const candidacy of candidacies) {
    const place = JSON.stringify(ballotPlace(candidacy))
    const group = groups.get(place)
    if (group) group.push(candidacy)
    else groups.set(place, [candidacy])
  }
  return groups
}

function ballotPlace({ state, date, office, district, special, party }: EndorsedCandidacy): string[] {
  const number = /^\d+$/.test(district ?? '') ? (district ?? '').padStart(2, '0') : (district ?? '')
  const of = isAllPartyPrimary(state.code, date) ? '' : party
  return [String(OFFICES.indexOf(office)), number, String(special), of]
}

function toElection(type: Type, { state, date }: EndorsedCandidacy): ListedElection {
  const partyRun = isPartyRun(state.code, date)
  return {
    state: state.code,
    date,
    type,
    words: partyRun
      ? 'Party Nominating Contests'
      : type === 'special_primary'
        ? 'Special Primary Election'
        : 'Primary Election',
    primary_system: partyRun ? null : findPrimarySystem(state.code, date),
  }
}

export function levelOf(office: PrimaryOffice): 'federal' | 'state' {
  return office === 'governor' ? 'state' : 'federal'
}

/** Converts the candidacies of one contest. */
function toContest(group: Readonly<Group>, type: Type): ListedContest {
  const [first] = group
  const { at, state, date, office, district, special, source_url } = first
  const all = isAllPartyPrimary(state.code, date)
  const unexpired = special && type === 'primary'
  return {
    at,
    kind: 'candidate',
    ...titlesOf(office, district, unexpired),
    subject: office,
    party: all ? null : first.party,
    unexpired,
    level: levelOf(office),
    division: {
      ocd_id: ocdIdOf(first),
      district_type: district === null ? 'state' : 'congressional',
      district_level: district === null ? 'state' : 'federal',
      district_name: districtName(first),
      within_ocd_id: district === null ? null : state.ocd_id,
      unmatched: null,
    },
    source_url,
    // For a primary of all parties, the files have only the candidates of two parties.
    complete: !all,
    details: { source_url },
    choices: group.map(({ name, party, at }) => ({ at, label: name, party })),
  }
}

function districtName({ state, district }: EndorsedCandidacy): string {
  if (district === null) return state.name
  return district === 'at-large' ? 'Congressional District (at Large)' : `Congressional District ${district}`
}

function titlesOf(office: PrimaryOffice, district: string | null, unexpired: boolean) {
  const suffix = unexpired ? ' (Unexpired)' : ''
  switch (office) {
    case 'us-senate':
      return { title: `US Senate${suffix}`, short_title: `US Senate${suffix}` }
    case 'governor':
      return { title: `Governor${suffix}`, short_title: `Governor${suffix}` }
    case 'us-house': {
      const of = district === 'at-large' ? 'At Large' : `District ${district}`
      return { title: `US House of Representatives ${of}${suffix}`, short_title: `US House ${of}${suffix}` }
    }
    default:
      return office satisfies never
  }
}
