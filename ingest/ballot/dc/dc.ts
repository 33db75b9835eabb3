// Reads the ballot from the District of Columbia's certified results: contests and their named choices.

import { DC_PARTIES } from '../../../data/reference/party-labels.ts'
import type { MeasureAnswer } from '../../../data/schema/vocabulary.ts'
import { findSmd } from '../../boundary/dc-smd.ts'
import { parseMonthDayYear } from '../../read/calendar-date.ts'
import { encoder } from '../../read/code-table.ts'
import { readCsv } from '../../read/csv.ts'
import { type FetchedFile, type ReadContext, type Sink, SourceError } from '../../read/source.ts'
import { readXlsx } from '../../read/xlsx.ts'
import type { ListedContest } from '../listed.ts'
import { isTally } from '../tally.ts'
import { writeBallot } from '../write.ts'
import { parseDcContest } from './contest.ts'

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
export async function readDc(files: readonly FetchedFile[], _context: ReadContext, sink: Sink): Promise<void> {
  const [results, filed] = files
  if (!results) return
  const withdrawn = filed ? await readWithdrawn(filed, sink) : new Set<string>()
  const byDate = new Map<string, Contest[]>()
  for (const contest of readContests(results, sink))
    byDate.set(contest.date, [...(byDate.get(contest.date) ?? []), contest])
  for (const [date, contests] of byDate)
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
