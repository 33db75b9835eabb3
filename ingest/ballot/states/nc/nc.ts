// North Carolina's candidate listings: elections, contests, their counties and choices.

import { NC_ELECTION_DAYS, type NcElection } from '../../../../data/reference/elections.ts'
import { NC_PARTIES } from '../../../../data/reference/party-labels.ts'
import type { Issue } from '../../../../data/store/source-read.ts'
import { readCsv } from '../../../read/csv.ts'
import { encoder, parseMonthDayYear } from '../../../read/field-value.ts'
import { electionKey, slug } from '../../../read/identity.ts'
import type { FetchedFile, ReadContext, Sink } from '../../../read/source.ts'
import {
  type ContestDivision,
  countyId,
  type DivisionIndex,
  findDivision,
  indexDivisions,
  isPlace,
} from '../../division.ts'
import type { ListReader } from '../../list/built-in.ts'
import type { ListedChoice, ListedContest, ListedElection } from '../../listed.ts'
import { titleCase } from '../../printed-name.ts'
import { writeBallot } from '../../write.ts'
import { NC_FAMILIES, NC_OFFICE_ORDER, type NcTitle, parseNcTitle } from './title.ts'

type Repair = Pick<Issue, 'code' | 'message'> & Partial<Pick<Issue, 'field' | 'value'>>

/** An issue for a contest that is used after a correction. */
function repaired({ contest_name, line }: NcContest, file: string, repair: Repair): Issue {
  return { file, line, field: 'contest_name', value: contest_name, severity: 'mended', ...repair }
}

// The ballot position of a contest, as a sortable string.

/** Sorts by the State Board's order of offices, then division, seat, full term first, and party. */
function ballotPlace(title: NcTitle, division: ContestDivision, party: string | null, contestName: string): string {
  const office = NC_OFFICE_ORDER.indexOf(title.office)
  return [
    String(NC_FAMILIES.indexOf(title.family)),
    String(office < 0 ? NC_OFFICE_ORDER.length : office),
    division.within_ocd_id ?? division.ocd_id,
    division.ocd_id,
    title.office,
    title.seat ?? '',
    title.unexpired ? '1' : '0',
    party ?? '',
    contestName,
  ]
    .map((part) => part.replace(/\d+/g, (digits) => digits.padStart(6, '0')))
    .join('\t')
}

const encodeParty = encoder({ field: 'party_candidate', known: NC_PARTIES })
const encodeContestParty = encoder({ field: 'party_contest', known: NC_PARTIES })
/** A line of presidential primaries that is not a candidate. */
const NO_PREFERENCE = 'No Preference'

interface Placed {
  contest: ListedContest
  /** Sorts the contests of one election in ballot order. */
  place: string
}

/** Reads every election of the files. An unknown party code stops the source. No contest is left out. */
function readNc(files: readonly FetchedFile[], context: ReadContext<'divisions'>, sink: Sink): void {
  const index = indexDivisions('NC', context.divisions)
  for (const file of files) {
    const all = readListing(file, sink)
    const earlier = earlierWithoutPrimary(all)
    const ballots = new Map<string, { election: ListedElection; line: number; contests: Placed[] }>()
    for (const listed of all) {
      const { election: known, isListed } = electionOf(listed, all, earlier)
      const election: ListedElection = { state: 'NC', date: listed.date, ...known }
      const key = electionKey(election)
      const ballot = ballots.get(key) ?? { election, line: listed.line, contests: [] }
      if (!isListed && ballot.contests.length === 0) {
        const message = `data/reference/elections.ts has no ${listed.date}; read as ${key}`
        const said = { code: 'unlisted-election-day', message, field: 'election_dt', value: listed.date }
        sink.issue(repaired(listed, file.name, said))
      }
      ballot.contests.push(placeContest(listed, file, index, sink))
      ballots.set(key, ballot)
    }
    for (const { election, line, contests } of ballots.values()) {
      const ordered = contests.toSorted((a, b) => (a.place < b.place ? -1 : a.place > b.place ? 1 : 0))
      const listed = ordered.map(({ contest }) => contest)
      writeBallot(election, { file: file.name, line }, listed, sink)
    }
  }
}

function placeContest(listed: NcContest, file: FetchedFile, index: DivisionIndex, sink: Sink): Placed {
  const at = { file: file.name, line: listed.line }
  const known = parseNcTitle(listed.contest_name, {
    counties: listed.counties,
    isPlace: (name) => isPlace(index, name),
  })
  if (!known) {
    const message = 'the title matches no pattern; the contest is kept as possible anywhere in its counties'
    sink.issue(repaired(listed, file.name, { code: 'unknown-contest-title', message }))
  }
  const title = known ?? untitled(listed)
  if (title.unexpired !== listed.unexpired) {
    const message = `unexpired is ${title.unexpired} by the title and ${listed.unexpired} by is_unexpired; read as unexpired`
    sink.issue(repaired(listed, file.name, { code: 'unexpired-flag-disagrees', message }))
  }
  const division = findDivision(title.area, listed.counties, index)
  const party = listed.party === '' ? null : (encodeContestParty(listed.party, at, sink) ?? null)
  const { term, partisan } = listed
  const contest: ListedContest = {
    at,
    kind: 'candidate',
    title: title.title,
    short_title: title.short_title,
    subject: title.office,
    seat: title.seat,
    party,
    unexpired: title.unexpired || listed.unexpired,
    level: title.level,
    division,
    counties: listed.counties.map((county) => countyId(index, county)),
    votes_allowed: listed.vote_for,
    source_url: file.url,
    details: {
      ...(partisan ? {} : { nonpartisan: true }),
      ...(term === null ? {} : { term: term === 1 ? '1 year' : `${term} years` }),
    },
    choices: listed.candidates.map((candidate) => toChoice(candidate, file.name, sink)),
  }
  return { contest, place: ballotPlace(title, division, party, listed.contest_name) }
}

function toChoice({ name, party, line }: ListedCandidate, file: string, sink: Sink): ListedChoice {
  const at = { file, line }
  const person = name !== NO_PREFERENCE
  return { at, label: name, person, party: party === '' || !person ? null : (encodeParty(party, at, sink) ?? null) }
}

/** The exact area of a contest with an unknown title is unknown: anywhere in the counties that list it. */
function untitled({ contest_name, counties, unexpired }: NcContest): NcTitle {
  const title = titleCase(contest_name)
  const area = { kind: 'special' as const, county: counties[0] ?? null, name: contest_name, word: 'special_district' }
  const office = slug(contest_name)
  return { family: 'unknown', level: 'special', office, seat: null, unexpired, area, title, short_title: title }
}

// Assigns a listed contest to one of the elections on its day.

/** True if the file lists this contest, without a primary, on an earlier day; the contest is then a runoff. */
type Earlier = (contest: NcContest) => boolean

interface NcElectionOf {
  election: NcElection
  /** True if the reference table has the day. */
  isListed: boolean
}

/** @param all every contest of the file */
function electionOf(contest: NcContest, all: readonly NcContest[], earlier: Earlier): NcElectionOf {
  const day = NC_ELECTION_DAYS.find(({ date }) => date === contest.date)
  const [first, second] = day?.elections ?? []
  if (!first) return { election: guess(contest, all), isListed: false }
  if (!second) return { election: first, isListed: true }
  return { election: takesFirst(first, contest, earlier) ? first : second, isListed: true }
}

/**
 * A municipal primary takes contests that have a primary. A second primary takes a party's contests, and runoffs of contests that
 * had no earlier primary. The remaining contests belong to the general election of the same day.
 */
function takesFirst(first: NcElection, contest: NcContest, earlier: Earlier): boolean {
  return first.type === 'primary' ? contest.primary : contest.party !== '' || earlier(contest)
}

function earlierWithoutPrimary(all: readonly NcContest[]): Earlier {
  const dates = new Map<string, string[]>()
  for (const { contest_name, date, primary, party } of all)
    if (!primary && party === '') dates.set(contest_name, [...(dates.get(contest_name) ?? []), date])
  return ({ contest_name, date }) => (dates.get(contest_name) ?? []).some((other) => other < date)
}

function guess(contest: NcContest, all: readonly NcContest[]): NcElection {
  const parties = all.some(({ date, party }) => date === contest.date && party !== '')
  return parties
    ? { type: 'primary', words: 'Primary Election', primary_system: 'semi_closed' }
    : { type: 'general', words: 'Election', primary_system: null }
}

// Reads a candidate listing. Groups its lines (one per county and candidate) into contests with their counties.

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

interface ListedCandidate {
  name: string
  /** The publisher's code; empty in nonpartisan contests. */
  party: string
  line: number
}

interface NcContest {
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
function readListing(file: FetchedFile, sink: Pick<Sink, 'issue'>): NcContest[] {
  const groups = new Map<string, Group>()
  // The State Board publishes Windows-1252 in some years. ASCII decodes the same.
  const options = { columns: COLUMNS, encoding: 'windows-1252', allowExtra: true } as const
  for (const { line, record } of readCsv(file, options, sink)) {
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

export const nc: ListReader = { read: readNc }
