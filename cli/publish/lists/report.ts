// The report of a tried list: what it gives, what is not understood, and what to do next.

import type { ContestKind } from '../../../data/schema/vocabulary.ts'
import { soundsPersonal } from '../../../ingest/configuration/personal-columns.ts'
import { formatCount, formatNumberOf, formatTable } from '../../output.ts'
import type { Comparison, LastElection } from './compare.ts'

export interface TriedContest {
  title: string
  kind: ContestKind
  ocd_id: string
  district_name: string
  /** Whether the last build holds the boundary of its district, of the plan on the day of the election. */
  boundary: 'held' | 'not held' | 'no such district'
  choices: number
  first_choices: readonly { label: string; party: string | null }[]
}

/** All lines of which one text is the problem: an unknown title, party, status or county. */
export interface Problem {
  code: string
  field: string | null
  value: string | null
  message: string
  lines: number
  first_line: number | null
  /** The row of the office table that is nearest to a title that no row reads. */
  nearest: { line: number; pattern: string } | null
}

export interface Trial {
  id: string
  /** Why the list could not be read; null if it was. */
  stopped: string | null
  /** Columns of the file that the entry does not read; nothing of them is kept. */
  unused: readonly string[]
  /** Sheets of the workbook that no entry of the file reads. */
  unread_sheets: readonly string[]
  /** Of the columns, those that the entry names as personal. */
  personal: readonly string[]
  /** The days of the contests, with the types of their elections: `2026-11-03 general`. */
  elections: readonly string[]
  contests: readonly TriedContest[]
  /** Candidates of each party. */
  parties: Readonly<Record<string, number>>
  /** Words for a party that are not known and stay as printed, with their candidates. */
  own_parties: Readonly<Record<string, number>>
  /** Names of which the letter case is a guess. */
  doubtful_names: readonly { printed: string; served: string }[]
  problems: readonly Problem[]
  /** What is used although something of it was wrong, such as two contests of one key; nothing needs to be done. */
  repaired: readonly Problem[]
  /** Lines that a rule leaves out, such as write-in candidates. */
  left_out: number
  /** The last election of this type before, and the offices that had a contest in it and have none here. */
  last: LastElection | null
  compared: Comparison | null
}

const CONTESTS_SHOWN = 10
const PROBLEMS_SHOWN = 20
const MISSING_SHOWN = 10
const NAMES_SHOWN = 10

/** @param all shows all contests; otherwise the first ten */
export function formatTrial(trial: Trial, all = false): string[] {
  const { id, stopped, unread_sheets, contests, parties, own_parties, left_out } = trial
  if (stopped !== null)
    return [
      `${id} cannot be read: ${stopped}`,
      ...formatSheets(unread_sheets),
      '',
      'Next: correct the entry or the file, and try it again.',
    ]
  const choices = Object.values(parties).reduce((sum, count) => sum + count, 0)
  const measures = contests.filter(({ kind }) => kind !== 'candidate').length
  const own = formatCounts(own_parties)
  return [
    `${id}: ${formatNumberOf(contests.length, 'contest')}, ${formatNumberOf(choices, 'candidate')}${measures > 0 ? `; ${formatNumberOf(measures, 'contest')} of Yes and No` : ''}`,
    ...trial.elections.map(formatElection),
    ...formatColumns(trial),
    ...formatContests(trial, all),
    '',
    `Parties: ${formatCounts(parties) || 'none'}`,
    ...(own === ''
      ? []
      : [
          `Words for a party that are not known and stay as printed: ${own}. If one is an abbreviation, name it in parties.`,
        ]),
    ...(left_out > 0 ? [`Left out by a rule, such as write-in candidates: ${formatNumberOf(left_out, 'line')}`] : []),
    ...formatDoubtful(trial),
    ...formatProblems(trial),
    ...formatRepaired(trial),
    ...formatLast(trial),
    ...formatCompared(trial),
    '',
    nextOf(trial),
    '',
  ]
}

/** `Election: general, Tuesday, 2026-11-03`, and whether few elections are on such a day: a wrong digit leads to another. */
function formatElection(election: string): string {
  const [day = '', type = ''] = election.split(' ')
  const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: 'UTC' }).format(new Date(day))
  const isRare = !['Tuesday', 'Saturday'].includes(weekday)
  return `Election: ${type.replaceAll('_', ' ')}, ${weekday}, ${day}${isRare ? '. Few elections are on such a day: check it' : ''}`
}

function formatCounts(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([word, count]) => `${word} ${formatCount(count)}`)
    .join(', ')
}

function formatColumns({ unused, unread_sheets, personal }: Trial): string[] {
  const unnamed = unused.filter((column) => soundsPersonal(column) && !personal.includes(column))
  return [
    ...(unused.length > 0 ? [`Columns that are not read, so that nothing of them is kept: ${unused.join(', ')}`] : []),
    ...(unnamed.length > 0
      ? [
          `Of these, columns that sound personal: ${unnamed.join(', ')}. Name them in personal: the list is then refused if one gets another name.`,
        ]
      : []),
    ...formatSheets(unread_sheets),
  ]
}

function formatSheets(unread: readonly string[]): string[] {
  return unread.length === 0
    ? []
    : [`Sheets that no entry reads: ${unread.join(', ')}. If one has candidates, add an entry with sheet.`]
}

function formatContests({ contests }: Trial, all: boolean): string[] {
  if (contests.length === 0) return []
  const without = contests.filter(({ boundary }) => boundary === 'not held').length
  const shown = all ? contests : contests.slice(0, CONTESTS_SHOWN)
  const rows = shown.map(({ title, district_name, boundary, choices, first_choices }) => {
    const names = first_choices.map(({ label, party }) => (party === null ? label : `${label} (${party})`)).join(', ')
    return [title, choices, `${names}${choices > first_choices.length ? ', …' : ''}`, district_name, boundary]
  })
  return [
    '',
    formatTable({ columns: ['contest', 'choices', 'first choices', 'district', 'boundary'], rows }),
    ...(contests.length > shown.length
      ? [`and ${formatNumberOf(contests.length - shown.length, 'more contest')}; --all shows them`]
      : []),
    ...(without > 0
      ? [`Without a boundary: ${formatNumberOf(without, 'contest')}. A ballot calls them possible.`]
      : []),
  ]
}

function formatDoubtful({ doubtful_names }: Trial): string[] {
  if (doubtful_names.length === 0) return []
  const shown = doubtful_names.slice(0, NAMES_SHOWN)
  return [
    '',
    'Names whose letter case is a guess:',
    ...shown.map(({ printed, served }) => `  ${printed === served ? printed : `${printed}: served as ${served}`}`),
    ...(doubtful_names.length > shown.length
      ? [`  and ${formatCount(doubtful_names.length - shown.length)} more`]
      : []),
  ]
}

function formatProblems({ problems }: Trial): string[] {
  if (problems.length === 0) return ['Not understood: nothing']
  return ['', 'Not understood:', ...tableOf(problems)]
}

function formatRepaired({ repaired }: Trial): string[] {
  if (repaired.length === 0) return []
  return ['', 'Repaired, and in use; look at it, but nothing needs to be done:', ...tableOf(repaired)]
}

function tableOf(problems: readonly Problem[]): string[] {
  const shown = problems.slice(0, PROBLEMS_SHOWN)
  const hasNearest = shown.some(({ nearest }) => nearest)
  const rows = shown.map(({ code, value, lines, first_line, nearest }) => [
    ...[code, value ?? '', lines, first_line ?? ''],
    ...(hasNearest ? [nearest ? `row ${nearest.line}, \`${nearest.pattern}\`` : ''] : []),
  ])
  const columns = ['problem', 'text', 'lines', 'first line', ...(hasNearest ? ['nearest'] : [])]
  const left = problems.length - shown.length
  return [
    formatTable({ columns, rows }),
    ...(left > 0 ? [`and ${formatNumberOf(left, 'more text')}`] : []),
    ...shown.flatMap(({ value, message, code }) => (EXPLAINED.includes(code) ? [`${value}: ${message}`] : [])),
  ]
}

/** Problems that their text alone does not explain. */
const EXPLAINED: readonly string[] = [
  ...['merged-titles', 'unknown-district', 'no-such-district', 'other-county', 'empty-column', 'answers-of-office'],
  ...['other-day', 'unmatched-place', 'unmatched-school-district', 'contest-key-taken', 'same-title', 'digit-in-name'],
]

function formatCompared({ compared }: Trial): string[] {
  if (!compared) return []
  const { file, contests, missing_here, missing_there, names_missing_here, names_missing_there } = compared
  const list = (what: string, texts: readonly string[]): string[] => [
    `${what}: ${formatCount(texts.length)}`,
    ...texts.slice(0, MISSING_SHOWN).map((text) => `  ${text}`),
    ...(texts.length > MISSING_SHOWN ? [`  and ${formatCount(texts.length - MISSING_SHOWN)} more`] : []),
  ]
  return [
    '',
    `Against ${file}, with ${formatNumberOf(contests, 'contest')}:`,
    ...list('Contests missing here', missing_here),
    ...list('Contests missing there', missing_there),
    ...list('Names missing here', names_missing_here),
    ...list('Names missing there', names_missing_there),
  ]
}

function formatLast({ last, contests }: Trial): string[] {
  if (contests.length === 0) return []
  if (!last || last.offices === 0) return ['No earlier election of this type is held, so nothing can be compared.']
  const { slug, offices, missing } = last
  const names = missing.slice(0, MISSING_SHOWN).map((office) => `  ${office}`)
  return [
    `${slug} had ${formatNumberOf(offices, 'contest')} of these levels; ${formatCount(missing.length)} of them have none here.`,
    ...names,
    ...(missing.length > names.length ? [`  and ${formatCount(missing.length - names.length)} more`] : []),
  ]
}

/** What the operator can do about the most frequent problem. */
const CURES: Readonly<Record<string, (problem: Problem) => string>> = {
  'unknown-contest-title': ({ value }) => `add a row to the office table for "${value}": ${toRow(value ?? '')}`,
  'unknown-party': ({ value }) => `add "${value}" to parties`,
  'unknown-status': ({ value }) => `add "${value}" to statuses: stands, withdrawn or left_out`,
  'no-such-district': ({ value, message }) => `correct the district of "${value}": ${message}`,
  'unknown-county': ({ value, message }) => `correct the county "${value}": ${message}`,
}

/** A row for a table, with what only a person knows in capitals. */
function toRow(title: string): string {
  const pattern = title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\d+/g, '(\\d+)')
  return `${/[",]/.test(pattern) ? `"${pattern.replaceAll('"', '""')}"` : pattern},OFFICE,,AREA,,,,,`
}

function nextOf({ id, problems, contests }: Trial): string {
  const [first] = problems
  if (first)
    return `Next: ${CURES[first.code]?.(first) ?? `${first.message}${first.first_line === null ? '' : ` (line ${first.first_line})`}`}. Then try it again.`
  if (contests.length === 0) return 'Next: the list gives no contest; check columns and statuses.'
  return `Next: copy the entry ${id} into sources.yaml, and run hustings nightly.`
}
