// The ballots of the District of Columbia, from its certified results: contests and their named choices.

import { z } from 'zod'
import { groupBy } from '../../../../data/core/group-by.ts'
import type { ContestRow } from '../../../../data/core/rows.ts'
import { novemberElection } from '../../../../data/reference/elections.ts'
import { DC_PARTIES } from '../../../../data/reference/party-labels.ts'
import { stateOf } from '../../../../data/schema/states.ts'
import { LEVELS, type MeasureAnswer } from '../../../../data/schema/vocabulary.ts'
import { findSmd } from '../../../boundary/dc.ts'
import { readCsv, readOwnTable } from '../../../read/csv.ts'
import { encoder, parseMonthDayYear } from '../../../read/field-value.ts'
import {
  type FetchedFile,
  type ReadContext,
  type Sink,
  type Source,
  SourceError,
  type YearlySource,
} from '../../../read/source.ts'
import { readXlsx } from '../../../read/xlsx.ts'
import type { ListedContest } from '../../listed.ts'
import { isTally } from '../../printed-name.ts'
import { writeBallot } from '../../write.ts'

// Candidates who withdrew after the ballot was printed. A withdrawal applies to one contest, not to the person.

const WITHDRAWAL_COLUMNS = ['ANC-SMD', 'Name', 'Date of Withdrawal'] as const

/** `<division id> <name>` of each withdrawn candidate, from the Board's list of filings for the commissions. */
async function readWithdrawn(file: FetchedFile, sink: Pick<Sink, 'issue'>): Promise<Set<string>> {
  const withdrawn = new Set<string>()
  for await (const { line, record } of readXlsx(file, { columns: WITHDRAWAL_COLUMNS, allowExtra: true }, sink)) {
    if (record['Date of Withdrawal'].trim() === '') continue
    const value = record['ANC-SMD'].trim()
    const smd = findSmd(value)
    if (smd) withdrawn.add(`${smd.ocd_id} ${record.Name.trim()}`)
    else {
      const message = `got ANC-SMD "${value.slice(0, 40)}", expected one such as 1A01; the line is left out`
      sink.issue({ file: file.name, line, field: 'ANC-SMD', code: 'bad-value', value, message, severity: 'refused' })
    }
  }
  return withdrawn
}

const COLUMNS = ['ElectionDate', 'ElectionName', 'ContestNumber', 'ContestName', 'Candidate', 'Party'] as const
const encodeParty = encoder({ field: 'Party', known: DC_PARTIES })

interface Contest {
  date: string
  number: number
  name: string
  line: number
  /** Keyed by printed line, in file order. */
  candidates: Map<string, { name: string; party: string | null; line: number }>
}

/** The first file holds the results. An optional second file lists the candidates who withdrew, by district. */
async function readDc(files: readonly FetchedFile[], _context: ReadContext, sink: Sink): Promise<void> {
  const [results, filed] = files
  if (!results) return
  const withdrawn = filed ? await readWithdrawn(filed, sink) : new Set<string>()
  for (const [date, contests] of groupBy(readContests(results, sink), (contest) => contest.date))
    writeBallot(
      { state: 'DC', date, type: 'general', words: 'General Election' },
      { file: results.name, line: contests[0]?.line ?? null },
      contests.map((contest) => toListed(contest, results, withdrawn)),
      sink,
    )
}

/** @param withdrawn `<division id> <name>` of each withdrawn candidate */
function toListed(contest: Contest, { name: file, url }: FetchedFile, withdrawn: ReadonlySet<string>): ListedContest {
  const at = { file, line: contest.line }
  const parsed = parseDcContest(contest.name)
  if (!parsed) throw new SourceError(`got ContestName "${contest.name.slice(0, 100)}", expected a known office`, at)
  const { ocd_id, district_type, district_level, district_name, within_ocd_id, nonpartisan, ...office } = parsed
  const measure = office.measure_code !== null
  return {
    ...office,
    at,
    kind: measure ? 'measure' : 'candidate',
    ballot_order: contest.number,
    division: { ocd_id, district_type, district_level, district_name, within_ocd_id, unmatched: null },
    source_url: url,
    details: { ...(nonpartisan ? { nonpartisan } : {}), ...(measure ? { measure_type: 'initiative' } : {}) },
    choices: [...contest.candidates.values()].map(({ name, party, line }) => ({
      at: { file, line },
      label: name,
      ...(measure ? { answer: answerOf(name, { file, line }) } : {}),
      party,
      withdrawn: withdrawn.has(`${ocd_id} ${name}`),
    })),
  }
}

/** Sorted by the Board's contest numbers, which follow the ballot. Numbers below 1 are turnout. */
function readContests(file: FetchedFile, sink: Sink): Contest[] {
  const contests = new Map<number, Contest>()
  for (const { line, record } of readCsv(file, { columns: COLUMNS, allowExtra: true }, sink)) {
    const at = { file: file.name, line }
    const number = Number(record.ContestNumber.trim())
    if (!Number.isInteger(number) || record.ContestNumber.trim() === '')
      throw new SourceError(`got ContestNumber "${record.ContestNumber.slice(0, 40)}", expected a whole number`, at)
    if (number < 1) continue
    if (record.ElectionName.trim() !== 'General Election')
      throw new SourceError(`got ElectionName "${record.ElectionName.slice(0, 60)}", expected "General Election"`, at)
    const name = record.ContestName.trim()
    const contest = contests.get(number) ?? {
      date: parseDate(record.ElectionDate, at),
      number,
      name,
      line,
      candidates: new Map(),
    }
    if (contest.name !== name)
      throw new SourceError(
        `contest ${number} is "${name}" on this line and "${contest.name}" on line ${contest.line}`,
        at,
      )
    contests.set(number, contest)
    const printed = record.Candidate.trim()
    if (isTally(printed) || printed === '' || contest.candidates.has(printed)) continue
    const code = record.Party.trim()
    const party = encodeParty(code, at, sink) ?? null
    const label = printed.startsWith(`${code} `) ? printed.slice(code.length + 1).trim() : printed
    contest.candidates.set(printed, { name: label, party, line })
  }
  return [...contests.values()].sort((a, b) => a.number - b.number)
}

/** `11/5/2024 12:00:00 AM` */
function parseDate(text: string, at: { file: string; line: number }): string {
  const date = parseMonthDayYear(text.trim().split(' ', 1)[0] ?? '')
  if (date === undefined)
    throw new SourceError(`got ElectionDate "${text.slice(0, 40)}", expected a date such as 11/5/2024`, at)
  return date
}

/** `Yes, to approve` */
function answerOf(label: string, at: { file: string; line: number }): MeasureAnswer {
  const [, word] = /^(yes|no)\b/i.exec(label) ?? []
  if (word === undefined)
    throw new SourceError(`got Candidate "${label.slice(0, 60)}" for a measure, expected Yes or No first`, at)
  return word.toLowerCase() === 'yes' ? 'yes' : 'no'
}

// Converts a contest title to its office, division and words.

const DC = 'ocd-division/country:us/district:dc'

type Division = Pick<ContestRow, 'ocd_id' | 'district_type' | 'district_level' | 'district_name' | 'within_ocd_id'>

interface DcContest extends Division, Pick<ContestRow, 'title' | 'short_title' | 'level' | 'votes_allowed'> {
  /** The subject of the contest's key. */
  subject: string
  measure_code: string | null
  nonpartisan: boolean
}

const DISTRICT: Division = {
  ocd_id: DC,
  district_type: 'state',
  district_level: 'state',
  district_name: 'District of Columbia',
  within_ocd_id: null,
}
const CONGRESSIONAL: Division = {
  ...DISTRICT,
  ocd_id: `${DC}/cd:at-large`,
  district_type: 'congressional',
  district_level: 'federal',
  district_name: 'District of Columbia At-Large Congressional District',
}
const NUMBERS = ['ONE', 'TWO', 'THREE', 'FOUR', 'FIVE', 'SIX', 'SEVEN', 'EIGHT']

const officeRow = z.strictObject({
  /** How its title begins. */
  begins: z.string().min(1),
  subject: z.string().min(1),
  level: z.enum(LEVELS),
  title: z.string().min(1),
  short_title: z.string().min(1),
  votes: z.string().regex(/^[1-9]$/),
  nonpartisan: z.enum(['', 'yes']),
  source: z.string(),
})
type Office = z.output<typeof officeRow>

/**
 * Offices of the whole District. The Mayor, the Council and the commissions govern it as a city. The Attorney General and the
 * statehood delegation ("shadow" senator and representative, without a seat in Congress) are its state offices.
 */
const OFFICES = readOwnTable(officeRow, 'ingest', 'ballot', 'states', 'dc', 'offices.csv')

/** Undefined for an unknown office. Stray words that some years add to titles are dropped. */
function parseDcContest(contestName: string): DcContest | undefined {
  const text = contestName.toUpperCase().replace(/\s+/g, ' ').trim()
  const office = OFFICES.find(({ begins }) => text.startsWith(begins))
  return office ? ofOffice(office) : (parseWard(text) ?? parseMeasure(text) ?? parseSmd(text))
}

function ofOffice({ subject, level, title, short_title, votes, nonpartisan }: Office): DcContest {
  return {
    ...(subject === 'delegate' ? CONGRESSIONAL : DISTRICT),
    ...{ subject, level, title, short_title, votes_allowed: Number(votes), measure_code: null },
    nonpartisan: nonpartisan === 'yes',
  }
}

/** `WARD TWO MEMBER OF THE COUNCIL …`, `WARD TWO MEMBER OF THE STATE BOARD OF EDUCATION`. */
function parseWard(text: string): DcContest | undefined {
  const [, word = '', body] = /^WARD ([A-Z]+) MEMBER OF THE (COUNCIL|STATE BOARD OF EDUCATION)/.exec(text) ?? []
  const ward = NUMBERS.indexOf(word) + 1
  if (ward === 0) return undefined
  const council = body === 'COUNCIL'
  return {
    ocd_id: `${DC}/ward:${ward}`,
    district_type: 'ward',
    district_level: 'city',
    district_name: `Ward ${ward}`,
    within_ocd_id: DC,
    subject: council ? 'council' : 'state-board-of-education',
    level: council ? 'city' : 'school',
    title: council
      ? `Ward ${ward} Member of the Council of the District of Columbia`
      : `Ward ${ward} Member of the State Board of Education`,
    short_title: council ? `Council Ward ${ward}` : `State Board of Education Ward ${ward}`,
    votes_allowed: 1,
    measure_code: null,
    nonpartisan: !council,
  }
}

/** `INITIATIVE 83`, `INITIATIVE MEASURE NO. 82`. */
function parseMeasure(text: string): DcContest | undefined {
  const [, number] = /^INITIATIVE (?:MEASURE )?(?:NO\. ?)?(\d+)$/.exec(text) ?? []
  if (number === undefined) return undefined
  const code = `Initiative ${number}`
  return {
    ...DISTRICT,
    subject: code,
    level: 'state',
    title: code,
    short_title: code,
    votes_allowed: 1,
    measure_code: code,
    nonpartisan: false,
  }
}

/** `ANC-6C02`, `ANC - 8F04 SINGLE MEMBER DISTRICT 04-ANC-8F`. */
function parseSmd(text: string): DcContest | undefined {
  const smd = /^ANC\b/.test(text) ? findSmd(text) : undefined
  if (!smd) return undefined
  return {
    ocd_id: smd.ocd_id,
    district_type: 'smd',
    district_level: 'city',
    district_name: `Single Member District ${smd.name}`,
    within_ocd_id: smd.anc_ocd_id,
    subject: 'advisory-neighborhood-commissioner',
    level: 'city',
    title: `Advisory Neighborhood Commissioner, Single Member District ${smd.name}`,
    short_title: `ANC ${smd.name}`,
    votes_allowed: 1,
    measure_code: null,
    nonpartisan: true,
  }
}

// The addresses of the results: the available years, and every other general election.

/** @param day as in the Board's file names, e.g. `November_5_2024` */
function dcResults(year: number, day: string, published_on: string, filed: Source['files'] = []): Source {
  const name = `${day}_General_Election_Certified_Results.csv`
  return {
    id: `dc-results-${year}`,
    publisher: 'District of Columbia Board of Elections',
    url: 'https://electionresults.dcboe.org/',
    licence: 'Public record',
    vintage: String(year),
    published_on,
    states: ['DC'],
    files: [
      { url: `https://electionresults.dcboe.org/Downloads/Reports/${name}`, mirror: `ballots/dc_boe/${name}.gz` },
      ...filed,
    ],
    personal: [],
    family: 'public',
    lists: { basis: 'returns', kinds: ['candidate', 'measure'], whole_in: [stateOf('DC').ocd_id] },
    read: readDc,
  }
}

/** The Board's list of September 24, 2024, of commission candidates and withdrawals; OpenANC keeps the copy. */
const DC_FILED_2024 = {
  url: 'https://raw.githubusercontent.com/devinbrady/openanc/71e87c62f93a7486089d574aa349eefea4daf29b/data/dcboe/excel-clean/dcboe-ballot-2024-09-24.xlsx',
  mirror: 'ballots/dc_boe/dcboe-ballot-2024-09-24.xlsx',
}

export const dcSources: readonly Source[] = [
  dcResults(2022, 'November_8_2022', '2026-07-18'),
  dcResults(2024, 'November_5_2024', '2026-07-18', [DC_FILED_2024]),
]

/** General elections of even years, certified about four weeks after the day. */
export const dcYearly: YearlySource = {
  first: 2022,
  of: (year) => (year % 2 === 0 ? [awaitResults(year)] : []),
}

function awaitResults(year: number): Source {
  const day = Number(novemberElection(year).slice(-2))
  return { ...dcResults(year, `November_${day}_${year}`, `${year}-12-01`), living: true, awaited: true }
}
