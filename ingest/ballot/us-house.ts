// The candidates of the regular elections to the United States House of Representatives, one a line, as a study of them collected them
// from the returns. It names year, state and district alone.

import { groupBy } from '../../data/core/group-by.ts'
import {
  hasNominees,
  hasOneSeat,
  houseElectionDay,
  NOT_ON_HOUSE_BALLOT,
  UNOPPOSED_OFF_BALLOT,
} from '../../data/reference/elections.ts'
import { HOUSE_PARTIES } from '../../data/reference/party-labels.ts'
import { STATE_CODES, type StateCode } from '../../data/schema/vocabulary.ts'
import { readCsv } from '../read/csv.ts'
import { encoder } from '../read/field-value.ts'
import { type FetchedFile, type ReadContext, type Sink, type Source, unexpected } from '../read/source.ts'
import { type Candidacy, writeCandidacies } from './candidacies.ts'
import { generalElection } from './election-days.ts'
import type { At } from './listed.ts'
import { leaveOutMisplacedName, leaveOutWriteIn } from './no-candidate.ts'
import { usHouse } from './office.ts'
import type { OfficeRule } from './office-rule.ts'

const TERRITORIES: readonly StateCode[] = ['AS', 'DC', 'GU', 'MP', 'PR', 'VI']
const STATES = STATE_CODES.filter((code) => !TERRITORIES.includes(code))

export const houseSources: readonly Source[] = [
  {
    id: 'us-house-2000-2024',
    publisher: 'Mark Rieke, 2026-war',
    url: 'https://github.com/markjrieke/2026-war',
    licence: 'CC-BY-4.0',
    vintage: '2000-2024',
    published_on: '2025-08-02',
    states: STATES,
    files: [
      {
        url: 'https://raw.githubusercontent.com/markjrieke/2026-war/392f32b/data/candidate_filters.csv',
        mirror: 'ballots/us_house_2000_2024/candidate_filters.csv',
      },
    ],
    personal: [],
    family: 'public',
    lists: { basis: 'returns', kinds: ['candidate'], levels: ['federal'], whole_in: [] },
    needs: ['divisions'],
    read: readHouse,
  },
]

/** The rules match a district's number. */
const OFFICES: readonly OfficeRule[] = [{ pattern: /^(\d+|at-large)$/, office: (district) => usHouse(district) }]

/** `exclusions` is about the study's own model, and `seat` repeats the district. */
const COLUMNS = ['cycle', 'state', 'district', 'party', 'candidate'] as const

interface HouseLine {
  at: At
  state: StateCode
  year: number
  district: string
  party: string
  name: string
}

/**
 * The first year whose names were compared with the precinct returns of 229 districts: none was missing or written in. Of earlier years
 * the list lacks some candidates of small parties, and names some whom voters wrote.
 */
const CHECKED_FROM = 2024

const WRITE_IN = 'W'
const MAIN_PARTIES: readonly string[] = ['DEM', 'DFL', 'REP']
/** No party nominates these. */
const NO_NOMINEES: readonly string[] = ['IND', 'NPA', 'OTH', 'UN', 'UNK']
const encodeParty = encoder({ field: 'party', known: HOUSE_PARTIES })

function readHouse(files: readonly FetchedFile[], context: ReadContext<'divisions'>, sink: Sink): void {
  for (const file of files) {
    const lines = [...readLines(file, sink)]
    reportUnknownParties(lines, sink)
    for (const state of STATES.filter((code) => context.states.has(code))) {
      const own = lines.filter((line) => line.state === state)
      for (const complete of [false, true]) {
        const years = own.filter(({ year }) => year >= CHECKED_FROM === complete)
        if (years.length === 0) continue
        const layout = { state, offices: OFFICES, complete }
        writeCandidacies(layout, candidacies(years, sink), { files: [file], context, sink })
      }
    }
  }
}

function* readLines(file: FetchedFile, sink: Sink): Generator<HouseLine> {
  for (const { line, record } of readCsv(file, { columns: COLUMNS, allowExtra: true }, sink)) {
    const at = { file: file.name, line }
    const { cycle, district, party, candidate } = record
    const refuse = (column: (typeof COLUMNS)[number], expected: string): never => {
      throw unexpected(column, record[column], expected, at)
    }
    const state = STATES.find((code) => code === record.state) ?? refuse('state', 'the code of a state')
    if (!/^20\d[02468]$/.test(cycle)) refuse('cycle', 'an even year')
    if (!/^[1-9]\d?$/.test(district)) refuse('district', 'a number')
    yield { at, state, year: Number(cycle), district, party, name: candidate.trim().replace(/\s+/g, ' ') }
  }
}

function* candidacies(lines: readonly HouseLine[], sink: Sink): Generator<Candidacy> {
  for (const seat of groupBy(lines, ({ year, district }) => `${year} ${district}`).values()) {
    const printed = seat.filter((line) => isPrinted(line, sink))
    const [first] = seat
    if (!first) continue
    const { state, year, district } = first
    // A write-in candidate is an opponent too.
    if (seat.length === 1 && UNOPPOSED_OFF_BALLOT.includes(state)) {
      const message = `nobody else stood in district ${district} of ${state} in ${year}, so no vote was held; the line is left out`
      sink.issue({ ...first.at, field: null, code: 'unopposed', value: first.name, message, severity: 'ignored' })
      continue
    }
    const second = hasNominees(state, year, district) ? secondOfParty(printed) : undefined
    if (second) {
      const message = `the list has two candidates of one party for district ${district} of ${state} in ${year}, of whom the ballot had one; the contest is left out`
      sink.issue({ ...second.at, field: null, code: 'two-nominees', value: second.name, message, severity: 'refused' })
      continue
    }
    // The derived value knows no write-in candidate.
    const opposed = printed.length === 1 && seat.length > 1
    const details = {
      ...(opposed && { uncontested: false }),
      ...(year < CHECKED_FROM &&
        printed.some(({ party }) => !MAIN_PARTIES.includes(party)) && { may_include_write_ins: true }),
    }
    const election = { ...generalElection(state, year), date: houseElectionDay(state, year, district) }
    const contest = hasOneSeat(state, year) ? 'at-large' : district
    for (const { at, name, party: code } of printed) {
      const party = HOUSE_PARTIES[`${state}/${code}`] ?? encodeParty(code, at, sink) ?? null
      yield { at, election, contest, name, party, details }
    }
  }
}

/** Each other gives an issue. */
function isPrinted({ state, year, district, name, party, at }: HouseLine, sink: Sink): boolean {
  const isMisplaced = NOT_ON_HOUSE_BALLOT.has(`${state} ${year} ${district} ${name}`)
  if (isMisplaced) leaveOutMisplacedName(name, at, sink)
  else if (party === WRITE_IN) leaveOutWriteIn(name, at, sink)
  return !isMisplaced && party !== WRITE_IN
}

/** The study lists some who lost a primary, left the race or were written in. */
function secondOfParty(printed: readonly HouseLine[]): HouseLine | undefined {
  return printed.find(
    ({ party }, at) => !NO_NOMINEES.includes(party) && printed.slice(0, at).some((other) => other.party === party),
  )
}

/** Once a code: it stands for none, or for another party in each state. */
function reportUnknownParties(lines: readonly HouseLine[], sink: Sink): void {
  const unknown = lines.filter(
    ({ party, state }) => HOUSE_PARTIES[party] === null && HOUSE_PARTIES[`${state}/${party}`] === undefined,
  )
  for (const [value, [first, ...others]] of groupBy(unknown, ({ party }) => party)) {
    if (!first) continue
    const message = `does not say which party; ${1 + others.length} candidates are served without one`
    sink.issue({ ...first.at, field: 'party', code: 'no-known-party', value, message, severity: 'mended' })
  }
}
