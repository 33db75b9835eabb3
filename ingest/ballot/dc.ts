// The District of Columbia's certified results, read for what stood on the ballot: contests and their named choices.

import { DC_PARTIES } from '../../data/reference/party-labels.ts'
import type { ChoiceRow, ContestRow } from '../../data/schema/core.ts'
import type { MeasureAnswer } from '../../data/schema/vocabulary.ts'
import { encoder } from '../encoder.ts'
import { answerKey, candidateKey, contestKey, electionKey } from '../identity.ts'
import { readCsv } from '../read/csv.ts'
import { type FetchedFile, type ReadContext, type Sink, SourceError } from '../source.ts'
import { type DcContest, parseDcContest } from './dc-contest.ts'
import { readWithdrawn } from './dc-withdrawn.ts'
import { longDate } from './long-date.ts'

const COLUMNS = ['ElectionDate', 'ElectionName', 'ContestNumber', 'ContestName', 'Candidate', 'Party'] as const
/** Whole values that are counts, never choices: a person may be called Glover. */
const TALLIES = new Set(['OVER VOTES', 'UNDER VOTES', 'Write-in'])
const encodeParty = encoder({ field: 'Party', known: DC_PARTIES })

interface Contest {
  date: string
  number: number
  name: string
  line: number
  /** By the printed line, in the order of the file. */
  candidates: Map<string, { name: string; party: string | null; line: number }>
}

/** The first file is the results; a second, where there is one, says which candidates withdrew from which district. */
export function readDc(files: readonly FetchedFile[], _context: ReadContext, sink: Sink): void {
  const [results, statuses] = files
  if (!results) return
  const withdrawn = statuses ? readWithdrawn(statuses, sink) : new Set<string>()
  const elections = new Set<string>()
  for (const contest of readContests(results, sink)) {
    const at = { file: results.name, line: contest.line }
    const election_key = electionKey({ state: 'DC', date: contest.date, type: 'general' })
    if (!elections.has(election_key)) sink.row('election', electionRow(election_key, contest.date), at)
    elections.add(election_key)
    const parsed = parseDcContest(contest.name)
    if (!parsed)
      throw new SourceError(
        `got ContestName "${contest.name.slice(0, 100)}", expected an office that the reader knows`,
        at,
      )
    const row = contestRow(contest, parsed, { election_key, source_url: results.url, withdrawn })
    sink.row('contest', row, at)
    const keys = new Set<string>()
    for (const [order, candidate] of [...contest.candidates.values()].entries()) {
      if (parsed.measure_code && answerOf(candidate.name) === null)
        throw new SourceError(`got Candidate "${candidate.name.slice(0, 60)}" of a measure, expected Yes or No first`, {
          file: results.name,
          line: candidate.line,
        })
      const choice = choiceRow(candidate.name, candidate.party, row, withdrawn)
      if (keys.has(choice.choice_key)) choice.choice_key = candidateKey(row.contest_key, candidate.name, String(order))
      keys.add(choice.choice_key)
      sink.row('choice', { ...choice, ballot_order: order + 1 }, { file: results.name, line: candidate.line })
    }
  }
}

/** In ballot order: the Board numbers the contests so. Contests below 1 are turnout. */
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
      throw new SourceError(`contest ${number} is "${name}" here and "${contest.name}" on line ${contest.line}`, at)
    contests.set(number, contest)
    const printed = record.Candidate.trim()
    if (TALLIES.has(printed) || printed === '' || contest.candidates.has(printed)) continue
    const code = record.Party.trim()
    const party = encodeParty(code, at, sink) ?? null
    const label = printed.startsWith(`${code} `) ? printed.slice(code.length + 1).trim() : printed
    contest.candidates.set(printed, { name: label, party, line })
  }
  return [...contests.values()].sort((a, b) => a.number - b.number)
}

/** `11/5/2024 12:00:00 AM` */
function parseDate(text: string, at: { file: string; line: number }): string {
  const [, month, day, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})\b/.exec(text.trim()) ?? []
  if (!month || !day || !year)
    throw new SourceError(`got ElectionDate "${text.slice(0, 40)}", expected a date such as 11/5/2024`, at)
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

function electionRow(election_key: string, date: string) {
  return {
    election_key,
    state: 'DC' as const,
    date,
    type: 'general' as const,
    name: `District of Columbia General Election, ${longDate(date)}`,
    name_es: null,
    short_name: `${date.slice(0, 4)} General Election`,
    primary_system: null,
    info_url: null,
    details: '{}',
  }
}

function contestRow(
  contest: Contest,
  parsed: DcContest,
  { election_key, source_url, withdrawn }: { election_key: string; source_url: string; withdrawn: ReadonlySet<string> },
): ContestRow {
  const { subject, nonpartisan, measure_code, votes_allowed, ...rest } = parsed
  const candidates = contest.candidates.size
  const stands = [...contest.candidates.values()].some(({ name }) => !withdrawn.has(`${rest.ocd_id} ${name}`))
  const person = measure_code === null
  const details = {
    ...(person && stands && candidates <= votes_allowed ? { uncontested: true } : {}),
    ...(nonpartisan ? { nonpartisan } : {}),
    ...(candidates === 0 ? { write_in_only: true } : {}),
    ...(person ? {} : { measure_type: 'initiative' }),
  }
  return {
    ...rest,
    contest_key: contestKey({ election_key, ocd_id: rest.ocd_id, subject }),
    election_key,
    title_es: null,
    short_title_es: null,
    kind: person ? 'candidate' : 'measure',
    vote_method: person ? (votes_allowed > 1 ? 'multi_seat' : 'plurality') : 'yes_no',
    votes_allowed,
    ranks_allowed: null,
    measure_code,
    description: null,
    description_es: null,
    party: null,
    ballot_order: contest.number,
    source_url,
    details: JSON.stringify(details),
    state: 'DC',
  }
}

/** @param withdrawn `<division id> <name>` of those who withdrew. */
function choiceRow(
  label: string,
  party: string | null,
  { contest_key, ocd_id, kind }: ContestRow,
  withdrawn: ReadonlySet<string>,
): ChoiceRow {
  const answer = kind === 'measure' ? answerOf(label) : null
  return {
    choice_key: answer ? answerKey(contest_key, answer) : candidateKey(contest_key, label),
    contest_key,
    label,
    label_es: null,
    measure_answer: answer,
    candidate_name: answer ? null : label,
    party,
    party_label: null,
    option: null,
    withdrawn: withdrawn.has(`${ocd_id} ${label}`),
    ballot_designation: null,
    ballot_order: 0,
  }
}

/** `Yes, to approve` */
function answerOf(label: string): MeasureAnswer | null {
  const [, word] = /^(yes|no)\b/i.exec(label) ?? []
  if (word === undefined) return null
  return word.toLowerCase() === 'yes' ? 'yes' : 'no'
}
