// The ballots of the District of Columbia, from its certified results: contests and their named choices.

import { z } from 'zod'
import { groupBy } from '../../../../data/core/group-by.ts'
import { DC_PARTIES } from '../../../../data/reference/party-labels.ts'
import { stateOf } from '../../../../data/schema/states.ts'
import { LEVELS, type MeasureAnswer } from '../../../../data/schema/vocabulary.ts'
import { findSmd } from '../../../boundary/dc.ts'
import { readCsv, readOwnTable } from '../../../read/csv.ts'
import { encoder, parseMonthDayYear } from '../../../read/field-value.ts'
import { type FetchedFile, type ReadContext, type Sink, SourceError, unexpected } from '../../../read/source.ts'
import { readXlsx } from '../../../read/xlsx.ts'
import { type ContestDivision, toDivision } from '../../division.ts'
import { longDate } from '../../election-days.ts'
import type { ListReader } from '../../list/built-in.ts'
import type { ListedContest } from '../../listed.ts'
import { isTally } from '../../no-candidate.ts'
import { numberIn } from '../../office-rules/office-text.ts'
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
  const found = findOffice(contest.name)
  if (!found) throw unexpected('ContestName', contest.name, 'a known office', at)
  const { office, write, code } = found
  const division = divisionOf(office.area, code)
  const subject = write(office.subject)
  const measure = office.measure_type !== ''
  return {
    ...{ at, subject, level: office.level, title: write(office.title), short_title: write(office.short_title) },
    kind: measure ? 'measure' : 'candidate',
    ballot_order: contest.number,
    division,
    votes_allowed: Number(office.votes),
    measure_code: measure ? subject : null,
    source_url: url,
    details: {
      ...(office.nonpartisan === 'yes' && { nonpartisan: true }),
      ...(measure && { measure_type: office.measure_type }),
    },
    choices: [...contest.candidates.values()].map(({ name, party, line }) => ({
      at: { file, line },
      label: name,
      ...(measure ? { answer: answerOf(name, { file, line }) } : {}),
      party,
      withdrawn: withdrawn.has(`${division.ocd_id} ${name}`),
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
      throw unexpected('ContestNumber', record.ContestNumber, 'a whole number', at)
    if (number < 1) continue
    if (record.ElectionName.trim() !== 'General Election')
      throw unexpected('ElectionName', record.ElectionName, '"General Election"', at)
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
  if (date === undefined) throw unexpected('ElectionDate', text, 'a date such as 11/5/2024', at)
  return date
}

/** `Yes, to approve` */
function answerOf(label: string, at: { file: string; line: number }): MeasureAnswer {
  const [, word] = /^(yes|no)\b/i.exec(label) ?? []
  if (word === undefined)
    throw new SourceError(`got Candidate "${label.slice(0, 60)}" for a measure, expected Yes or No first`, at)
  return word.toLowerCase() === 'yes' ? 'yes' : 'no'
}

// The office of a contest title.

const officeRow = z.strictObject({
  /** Of a whole title in capitals; the other cells name its groups. */
  pattern: z
    .string()
    .min(1)
    .transform((text) => new RegExp(`^${text}$`)),
  subject: z.string().min(1),
  level: z.enum(LEVELS),
  /** The type of its district. */
  area: z.enum(['state', 'congressional', 'ward', 'smd']),
  title: z.string().min(1),
  short_title: z.string().min(1),
  votes: z.string().regex(/^[1-9]$/),
  nonpartisan: z.enum(['', 'yes']),
  measure_type: z.enum(['', 'initiative']),
  source: z.string(),
})
type Office = z.output<typeof officeRow>

/**
 * The Mayor, the Council and the commissions govern the District as a city. The Attorney General and the statehood delegation ("shadow"
 * senator and representative, without a seat in Congress) are its state offices.
 */
const OFFICES = readOwnTable(officeRow, 'ingest', 'ballot', 'states', 'dc', 'titles.csv')

interface FoundOffice {
  office: Office
  /** Of its ward or single-member district, as in the title: `2`, `6/8F04`. */
  code: string
  /** Fills the groups of a cell. */
  write(cell: string): string
}

/** Undefined for an unknown office. The patterns drop stray words that some years add to titles. */
function findOffice(contestName: string): FoundOffice | undefined {
  const printed = contestName.toUpperCase().replace(/\s+/g, ' ').trim()
  // `ANC - 8F04 SINGLE MEMBER DISTRICT 04-ANC-8F` → `ANC 6/8F04`
  const smd = /^ANC\b/.test(printed) ? findSmd(printed) : undefined
  const text = smd
    ? `ANC ${smd.name}`
    : printed.replace(/^WARD ([A-Z]+)/, (_, word: string) => `WARD ${numberIn(word)}`)
  const office = OFFICES.find(({ pattern }) => pattern.test(text))
  if (!office) return undefined
  return { office, code: text.split(' ')[1] ?? '', write: (cell) => text.replace(office.pattern, cell) }
}

const { ocd_id: DC, name: DISTRICT } = stateOf('DC')

/** @param code of a ward or a single-member district */
function divisionOf(district_type: Office['area'], code: string): ContestDivision {
  switch (district_type) {
    case 'state':
      return toDivision(district_type, DC, DISTRICT)
    case 'congressional':
      return toDivision(district_type, `${DC}/cd:at-large`, `${DISTRICT} At-Large Congressional District`)
    case 'ward':
      return toDivision(district_type, `${DC}/ward:${code}`, `Ward ${code}`, { within_ocd_id: DC })
    case 'smd': {
      const smd = findSmd(code)
      if (!smd) throw new RangeError(`no single-member district ${code}`)
      const { ocd_id, anc_ocd_id } = smd
      return toDivision(district_type, ocd_id, `Single Member District ${code}`, { within_ocd_id: anc_ocd_id })
    }
    default:
      return district_type satisfies never
  }
}

/** OpenANC keeps the Board's list of September 24, 2024. */
const FILED_2024 =
  'https://raw.githubusercontent.com/devinbrady/openanc/71e87c62f93a7486089d574aa349eefea4daf29b/data/dcboe/excel-clean/'

export const dc: ListReader = {
  read: readDc,
  file({ url, mirror }, { election: { date = '' } }) {
    if (url.endsWith('.xlsx')) return { url: FILED_2024 + url.slice(url.lastIndexOf('/') + 1) }
    // The Board's names have the day in words.
    const named = (text: string): string => text.replace(date, longDate(date).replace(/,? /g, '_'))
    return { url: named(url), mirror: named(mirror) }
  },
}
