// Reads a candidate listing. Groups its lines (one per county and candidate) into contests with their counties.

import type { Issue } from '../../../data/store/source-read.ts'
import { parseMonthDayYear } from '../../read/calendar-date.ts'
import { readCsv } from '../../read/csv.ts'
import type { FetchedFile, Sink } from '../../read/source.ts'

/** The columns that the reader uses. A listing's addresses, telephone numbers and e-mail addresses are never among them. */
const COLUMNS = [
  'election_dt',
  'county_name',
  'contest_name',
  'name_on_ballot',
  'first_name',
  'middle_name',
  'last_name',
  'name_suffix_lbl',
  'party_contest',
  'party_candidate',
  'is_unexpired',
  'has_primary',
  'is_partisan',
  'vote_for',
  'term',
] as const
type Line = Record<(typeof COLUMNS)[number], string>

export interface ListedCandidate {
  name: string
  /** The publisher's code; empty in nonpartisan contests. */
  party: string
  line: number
}

export interface NcContest {
  /** YYYY-MM-DD */
  date: string
  contest_name: string
  /** The publisher's code for the party of a party primary; otherwise empty. */
  party: string
  /** The first line that lists the contest. */
  line: number
  /** In capitals, sorted. */
  counties: string[]
  /** In file order. */
  candidates: ListedCandidate[]
  unexpired: boolean
  /** True if any county says that a primary is held. */
  primary: boolean
  partisan: boolean
  vote_for: number
  /** In years; null if blank. */
  term: number | null
}

interface Group {
  contest: NcContest
  /** Persons by county, to tell a contest's repetition in another county from a second candidate of the same name. */
  persons: Map<string, Set<string>>
  seen: Map<string, ListedCandidate>
}

/** Contests in file order. A line without a required value gives an issue and is left out. */
export function readListing(file: FetchedFile, sink: Pick<Sink, 'issue'>): NcContest[] {
  const groups = new Map<string, Group>()
  // The State Board publishes Windows-1252 in some years. ASCII decodes the same.
  for (const { line, record } of readCsv(
    file,
    { columns: COLUMNS, encoding: 'windows-1252', allowExtra: true },
    sink,
  )) {
    const said = parseLine(record, line, file.name, sink)
    if (!said) continue
    const key = JSON.stringify([said.date, said.contest_name, said.party])
    let group = groups.get(key)
    if (!group) {
      group = { contest: { ...said, line, counties: [], candidates: [] }, persons: new Map(), seen: new Map() }
      groups.set(key, group)
    }
    compare(group.contest, said, line, file.name, sink)
    group.contest.primary ||= said.primary
    addCandidate(group, record, line, file.name, sink)
  }
  for (const group of groups.values()) finish(group, file.name, sink)
  return [...groups.values()].map(({ contest }) => contest)
}

type Said = Omit<NcContest, 'line' | 'counties' | 'candidates'>

function parseLine(record: Line, line: number, file: string, sink: Pick<Sink, 'issue'>): Said | undefined {
  const refuse = (field: keyof Line, expected: string): undefined => {
    const message = `got ${field} "${record[field].slice(0, 60)}", expected ${expected}; the line is left out`
    sink.issue({ file, line, field, code: 'bad-value', value: record[field], message, severity: 'refused' })
  }
  const date = parseMonthDayYear(record.election_dt)
  if (date === undefined) return refuse('election_dt', 'a date MM/DD/YYYY')
  for (const field of ['county_name', 'contest_name', 'name_on_ballot'] as const)
    if (record[field].trim() === '') return refuse(field, 'a name')
  for (const field of ['is_unexpired', 'has_primary', 'is_partisan'] as const)
    if (!/^(TRUE|FALSE)$/.test(record[field])) return refuse(field, 'TRUE or FALSE')
  if (!/^[1-9]\d?$/.test(record.vote_for)) return refuse('vote_for', 'a number from 1 to 99')
  if (!/^\d{0,2}$/.test(record.term)) return refuse('term', 'a number of years')
  return {
    date,
    contest_name: record.contest_name.trim().toUpperCase(),
    party: record.party_contest.trim(),
    unexpired: record.is_unexpired === 'TRUE',
    primary: record.has_primary === 'TRUE',
    partisan: record.is_partisan === 'TRUE',
    vote_for: Number(record.vote_for),
    term: Number(record.term) || null,
  }
}

/** Counties should list a contest with equal values. If they differ, the first line applies. */
function compare(contest: NcContest, said: Said, line: number, file: string, sink: Pick<Sink, 'issue'>): void {
  for (const field of ['unexpired', 'partisan', 'vote_for', 'term'] as const) {
    if (contest[field] === said[field]) continue
    const message = `"${said.contest_name}" has ${field} ${said[field]} on this line and ${contest[field]} on line ${contest.line}; line ${contest.line} applies`
    sink.issue({ ...disagreement(file, line, message), field })
  }
}

function addCandidate(group: Group, record: Line, line: number, file: string, sink: Pick<Sink, 'issue'>): void {
  const county = record.county_name.trim().toUpperCase()
  const { name_on_ballot, party_candidate, first_name, middle_name, last_name, name_suffix_lbl } = record
  const name = name_on_ballot.trim().replace(/\s+/g, ' ')
  const party = party_candidate.trim()
  const person = JSON.stringify([name, party, first_name, middle_name, last_name, name_suffix_lbl])
  const inCounty = group.persons.get(county) ?? new Set()
  if (inCounty.has(person)) {
    const message = `${county} lists a candidate of "${record.contest_name}" twice; the second line is left out`
    sink.issue({ file, line, field: null, code: 'repeated-line', value: null, message, severity: 'ignored' })
    return
  }
  group.persons.set(county, inCounty.add(person))
  if (group.seen.has(person)) return
  const candidate = { name, party, line }
  group.seen.set(person, candidate)
  group.contest.candidates.push(candidate)
}

function finish({ contest, persons, seen }: Group, file: string, sink: Pick<Sink, 'issue'>): void {
  contest.counties = [...persons.keys()].sort()
  for (const [county, inCounty] of persons) {
    if (inCounty.size === seen.size) continue
    const message = `${county} lists ${inCounty.size} candidates of "${contest.contest_name}", all counties together list ${seen.size}; all are kept`
    sink.issue(disagreement(file, contest.line, message))
  }
}

function disagreement(file: string, line: number, message: string): Issue {
  return { file, line, field: null, code: 'counties-disagree', value: null, message, severity: 'mended' }
}
