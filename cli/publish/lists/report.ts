// The report of a tried list: what it gives, what is not understood, and what to do next.

import { soundsPersonal } from '../../../ingest/configuration/personal-columns.ts'
import { formatCount, formatNumberOf, formatTable } from '../../output.ts'

export interface TriedContest {
  title: string
  ocd_id: string
  district_name: string
  /** Whether the last build holds the boundary of its district. */
  boundary: boolean
  choices: number
}

/** All lines of which one text is the problem: an unknown title, party, status or county. */
export interface Problem {
  code: string
  field: string | null
  value: string | null
  message: string
  lines: number
  first_line: number | null
}

export interface Trial {
  id: string
  /** Why the list could not be read; null if it was. */
  stopped: string | null
  /** Columns of the file that the entry does not read; nothing of them is kept. */
  unused: readonly string[]
  contests: readonly TriedContest[]
  /** Candidates of each party. */
  parties: Readonly<Record<string, number>>
  problems: readonly Problem[]
  /** Lines that a rule leaves out, such as write-in candidates. */
  left_out: number
  /** The last election of this type before, and the offices that had a contest in it and have none here. */
  last: { slug: string; offices: number; missing: readonly string[] } | null
}

const CONTESTS_SHOWN = 10
const PROBLEMS_SHOWN = 20
const MISSING_SHOWN = 10

export function formatTrial(trial: Trial): string[] {
  const { id, stopped, contests, parties, left_out } = trial
  if (stopped !== null)
    return [`${id} cannot be read: ${stopped}`, '', 'Next: correct the entry or the file, and try it again.']
  const choices = Object.values(parties).reduce((sum, count) => sum + count, 0)
  return [
    `${id}: ${formatNumberOf(contests.length, 'contest')}, ${formatNumberOf(choices, 'candidate')}`,
    ...formatColumns(trial),
    ...formatContests(trial),
    '',
    `Parties: ${
      Object.entries(parties)
        .map(([party, count]) => `${party} ${formatCount(count)}`)
        .join(', ') || 'none'
    }`,
    ...(left_out > 0 ? [`Left out by a rule, such as write-in candidates: ${formatNumberOf(left_out, 'line')}`] : []),
    ...formatProblems(trial),
    ...formatLast(trial),
    '',
    nextOf(trial),
    '',
  ]
}

function formatColumns({ unused }: Trial): string[] {
  const personal = unused.filter(soundsPersonal)
  return [
    ...(unused.length > 0 ? [`Columns that are not read, so that nothing of them is kept: ${unused.join(', ')}`] : []),
    ...(personal.length > 0 ? [`Of these, columns that sound personal: ${personal.join(', ')}`] : []),
  ]
}

function formatContests({ contests }: Trial): string[] {
  if (contests.length === 0) return []
  const without = contests.filter(({ boundary }) => !boundary).length
  const rows = contests
    .slice(0, CONTESTS_SHOWN)
    .map(({ title, district_name, boundary, choices }) => [title, choices, district_name, boundary ? 'yes' : 'no'])
  return [
    '',
    formatTable({ columns: ['contest', 'candidates', 'district', 'boundary held'], rows }),
    ...(contests.length > CONTESTS_SHOWN
      ? [`and ${formatNumberOf(contests.length - CONTESTS_SHOWN, 'more contest')}`]
      : []),
    ...(without > 0
      ? [`Without a boundary: ${formatNumberOf(without, 'contest')}. A ballot calls them possible.`]
      : []),
  ]
}

function formatProblems({ problems }: Trial): string[] {
  if (problems.length === 0) return ['Not understood: nothing']
  const rows = problems
    .slice(0, PROBLEMS_SHOWN)
    .map(({ code, value, lines, first_line }) => [code, value ?? '', lines, first_line ?? ''])
  const left = problems.length - PROBLEMS_SHOWN
  return [
    '',
    'Not understood:',
    formatTable({ columns: ['problem', 'text', 'lines', 'first line'], rows }),
    ...(left > 0 ? [`and ${formatNumberOf(left, 'more text')}`] : []),
  ]
}

function formatLast({ last }: Trial): string[] {
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
  'unknown-county': ({ value }) => `check the county "${value}"`,
}

/** A row for a table, with what only a person knows in capitals. */
function toRow(title: string): string {
  const pattern = title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\d+/g, '(\\d+)')
  return `${/[",]/.test(pattern) ? `"${pattern.replaceAll('"', '""')}"` : pattern},OFFICE,,AREA,,,,,`
}

function nextOf({ id, problems, contests }: Trial): string {
  const [first] = problems
  if (first)
    return `Next: ${CURES[first.code]?.(first) ?? `${first.message} (line ${first.first_line})`}. Then try it again.`
  if (contests.length === 0) return 'Next: the list gives no contest; check columns and statuses.'
  return `Next: copy the entry ${id} into sources.yaml, and run hustings nightly.`
}
