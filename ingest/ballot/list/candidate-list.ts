// Any office's list of candidates: a table with one candidacy a line. A form says which columns have the contest, the name and the rest.

import type { z } from 'zod'
import { groupBy } from '../../../data/core/group-by.ts'
import { findPrimarySystem, isAllPartyPrimary } from '../../../data/reference/elections.ts'
import { findNear } from '../../../data/schema/edit-distance.ts'
import {
  ELECTION_TYPES,
  type ElectionType,
  type MeasureAnswer,
  type StateCode,
} from '../../../data/schema/vocabulary.ts'
import type { Issue } from '../../../data/store/source-read.ts'
import { parseWrittenDay } from '../../read/field-value.ts'
import {
  type FetchedFile,
  type ReadContext,
  type Sink,
  SourceError,
  type Transcript,
  unexpected,
} from '../../read/source.ts'
import { readTranscript } from '../../read/transcript.ts'
import { type Candidacy, writeCandidacies } from '../candidacies.ts'
import { countyId, countyNames, type DivisionIndex, indexDivisions } from '../division.ts'
import { ELECTION_WORDS, missedDay } from '../election-days.ts'
import type { At, ListedElection } from '../listed.ts'
import { isTally, isWriteInLine, leaveOutWriteIn } from '../no-candidate.ts'
import { type OfficeRule, placeOffice } from '../office-rule.ts'
import { readOfficeTable } from '../office-table.ts'
import { matesInReadingOrder, partyOf } from '../printed-name.ts'
import { NAME_MAX } from '../write.ts'
import { COUNTY, columnsOf, findEmpty, type Line, readListFile, textOf } from './list-file.ts'
import type { listKeys, Standing } from './list-form.ts'
import { type FindTitle, type ReadTitle, titleFinder } from './title.ts'

export interface ListForm
  extends Omit<z.output<z.ZodObject<typeof listKeys>>, 'states' | 'years' | 'dates' | 'offices'> {
  state: StateCode
  /** The office table; without it, the general rules for returns read the contests. `text` is null if its file is not there. */
  offices?: { name: string; text: string | null } | undefined
  /** Columns with personal data. Nothing but the columns of the form is kept; these must be in the file. */
  personal?: readonly string[] | undefined
}
type ListElection = ListForm['election']

/**
 * Keeps the columns of the form alone. Throws SourceError for a file that lacks one of them, or one of `personal`.
 * @param more columns that code reads, beside those of the form
 */
export function listTranscript(form: ListForm, more: readonly string[] = []): Transcript {
  const columns = [...columnsOf(form), ...more]
  const all = [...new Set([...columns, ...(form.personal ?? [])])]
  return {
    columns,
    version: 1,
    async *read(file, sink) {
      for await (const { line, record } of readListFile(file, form, { columns: all, allowExtra: true }, sink))
        yield { line, record: Object.fromEntries(columns.map((column) => [column, record[column] ?? ''])) }
    },
  }
}

/** The columns of the file that the form does not read. Throws SourceError as the transcript does. */
export async function readHeader(file: FetchedFile, form: ListForm): Promise<string[]> {
  const unused: string[] = []
  const issue = ({ code, field }: Issue): void => {
    if (code === 'unknown-column' && field !== null) unused.push(field)
  }
  for await (const _ of readListFile(file, form, { columns: columnsOf(form), allowExtra: false }, { issue })) break
  return unused
}

/** Undefined, with an issue, for a day or a type that is not known. */
function electionOf({ state, election }: ListForm, record: Line, refuse: Refuse): ListedElection | undefined {
  const { date_column = '', type_column = '', types = {} } = election
  const [day = '', word = ''] = [record[date_column]?.trim(), record[type_column]?.trim()]
  const date = election.date ?? parseWrittenDay(day)
  const type = election.type ?? typeOf(word, types)
  const known = [...Object.keys(types), ...ELECTION_TYPES].join(', ')
  if (date === undefined)
    refuse(date_column, 'unknown-date', day, 'a day such as 2026-11-03, 11/3/2026 or November 3, 2026')
  if (type === undefined) refuse(type_column, 'unknown-election-type', word, `one of ${known}`)
  if (date === undefined || type === undefined) return undefined
  const found = { state, date, type, words: election.name ?? ELECTION_WORDS[type] }
  const isPrimary = /primary$/.test(type) || (type === 'runoff' && /\bprimary\b/i.test(found.words))
  return isPrimary ? { ...found, primary_system: findPrimarySystem(state, date) } : found
}

function typeOf(word: string, types: NonNullable<ListElection['types']>): ElectionType | undefined {
  const plain = word
    .toLowerCase()
    .replace(/ election$/, '')
    .replace(/[ -]+/g, '_')
  return lookUp(types, word) ?? ELECTION_TYPES.find((type) => type === plain)
}

/** Reads the transcript of a list. Throws SourceError for a wrong office table, and for a table that is not there. */
export function readCandidateList(form: ListForm) {
  return (files: readonly FetchedFile[], context: Pick<ReadContext<'divisions'>, 'divisions'>, sink: Sink): void => {
    const index = indexDivisions(form.state, context.divisions)
    const offices = form.offices && readTable(form.offices, form.state)
    const find = titleFinder(offices, index)
    const lines = files.flatMap((file) => toListLines(file, form, sink))
    const list: List = { form, index, find, asked: findQuestions(lines), written: new Set() }
    const read = lines.flatMap((line) => toCandidacy(line, list, sink))
    const own = withoutMerged(read, sink)
    for (const file of files)
      writeCandidacies(
        { state: form.state, offices: [] },
        own.filter(({ at }) => at.file === file.name),
        { files, context, sink: sayingNear(read, sink) },
      )
  }
}

function readTable({ name, text }: NonNullable<ListForm['offices']>, state: StateCode): readonly OfficeRule[] {
  if (text === null)
    throw new SourceError('is not there, expected the office table that sources.yaml names', { file: name })
  return readOfficeTable({ name, bytes: Buffer.from(text) }, state)
}

/** A line of the file in the words of its entry. */
export interface ListLine {
  at: At
  record: Line
  election: ListedElection
  contest: string
  county: string | undefined
  printed: string
}

/** The lines that name a contest. Each other one gives an issue. */
function toListLines(file: FetchedFile, form: ListForm, sink: Sink): ListLine[] {
  const lines = readTranscript(file, { columns: columnsOf(form) }, sink)
  return [...lines].flatMap(({ line, record }) => toListLine({ file: file.name, line }, record, form, sink) ?? [])
}

export function toListLine(at: At, found: Line, form: ListForm, sink: Pick<Sink, 'issue'>): ListLine | undefined {
  const record = form.county === undefined ? found : { [COUNTY]: form.county, ...found }
  const { columns, expect = {} } = form
  const refuse = refuserOf(at, form, sink)
  const other = Object.entries(expect).find(([column, text]) => textOf(column, record) !== text)
  if (other) {
    refuse(other[0], 'other-value', textOf(other[0], record), `"${other[1]}"`)
    return undefined
  }
  const printed = textOf(columns.name, record)
  if (isWriteInLine(printed)) leaveOutWriteIn(printed, at, sink)
  if (isWriteInLine(printed) || isTally(printed)) return undefined
  const empty = findEmpty(columns.contest, record)
  const contest = textOf(columns.contest, record)
  if (contest === '') refuse(columns.contest, 'missing-contest', '', 'the name of a contest')
  else if (empty !== undefined)
    refuse(
      empty,
      'empty-column',
      contest,
      `a text in the column "${empty}" (in ${columns.contest}, write [ {${empty}}] for a part that goes if it is empty)`,
    )
  else {
    const named = columns.county === undefined ? form.county : textOf(columns.county, record) || undefined
    const election = electionOf(form, record, refuse)
    if (election) return { at, record, election, contest, county: named?.replace(/ county$/i, ''), printed }
  }
  return undefined
}

type Refuse = (field: string, code: string, value: string, expected: string) => void

/** Throws SourceError for a line of a strict list. */
function refuserOf(at: At, { strict }: Pick<ListForm, 'strict'>, sink: Pick<Sink, 'issue'>): Refuse {
  return (field, code, value, expected) => {
    if (strict) throw unexpected(field, value, expected, at)
    const message = `got "${value.slice(0, 60)}", expected ${expected}; the line is left out`
    sink.issue({ ...at, field, code, value: value.slice(0, 100), message, severity: 'refused' })
  }
}

// Questions, whose choices are answers.

const YES = /^(?:yes|s[ií]|for|in favor|a favor|approved?|accept(?:ed)?|retain(?:ed)?|yes ?[/-] ?s[ií])\W*$/i
const NO = /^(?:no|against|en contra|oppose[ds]?|reject(?:ed)?|(?:do )?not retain(?:ed)?|no ?[/-] ?no)\W*$/i

export function answerOf(printed: string): MeasureAnswer | undefined {
  return YES.test(printed) ? 'yes' : NO.test(printed) ? 'no' : undefined
}

function questionOf({ contest, county, election: { date, type } }: ListLine): string {
  return JSON.stringify([contest, county, date, type])
}

/** The contests all of whose choices are answers. */
function findQuestions(lines: readonly ListLine[]): ReadonlySet<string> {
  const persons = new Set(lines.filter(({ printed }) => answerOf(printed) === undefined).map(questionOf))
  return new Set(lines.map(questionOf).filter((key) => !persons.has(key)))
}

// Titles that differ and give one contest.

interface TitledCandidacy extends Candidacy {
  found: ReadTitle
}

/**
 * Leaves out the contests to which the rules take titles that differ. A row whose pattern writes out what differs says that the titles are
 * one contest; any other may have merged several seats.
 */
function withoutMerged(read: readonly TitledCandidacy[], sink: Pick<Sink, 'issue'>): readonly TitledCandidacy[] {
  const contests = groupBy(read, ({ found: { office, rank }, unexpired = false, party_contest = '', election }) =>
    JSON.stringify([placeOffice(office, rank).place, unexpired, party_contest, election.date, election.type]),
  )
  const merged = new Set<TitledCandidacy>()
  for (const lines of contests.values()) {
    const titles = [...groupBy(lines, ({ contest }) => plainTitle(contest)).values()].flatMap(([first]) => first ?? [])
    if (titles.length < 2 || titles.every(({ found }) => found.row?.tellsApart)) continue
    for (const line of lines) merged.add(line)
    const shown = titles.slice(0, 4).map(({ contest, at }) => `"${contest.slice(0, 60)}" (line ${at.line})`)
    const more = titles.length > shown.length ? ` and ${titles.length - shown.length} more` : ''
    for (const { contest, at, found } of titles) {
      const by = found.row
        ? `row ${found.row.line} of ${found.row.file}, \`${found.row.pattern.slice(0, 80)}\``
        : 'the general rules'
      const message = `got ${shown.join(' and ')}${more} for one contest, "${found.office.title}", by ${by}; expected a row for each, or a group of the title in area or seat; the contest is left out`
      sink.issue({
        ...at,
        field: null,
        code: 'merged-titles',
        value: contest.slice(0, 100),
        message,
        severity: 'refused',
      })
    }
  }
  return read.filter((line) => !merged.has(line))
}

/** Titles that differ in letter case, signs and leading zeros are one. */
export function plainTitle(title: string): string {
  return (title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => word.replace(/^0+(?=\d)/, '')).join(' ')
}

/** Adds the names that are near to the issue of a place or school district that is not known. */
function sayingNear(read: readonly TitledCandidacy[], sink: Sink): Sink {
  const near = new Map(read.map(({ found: { office, near = [] } }) => [office.title, near]))
  return {
    row: (table, row, at) => sink.row(table, row, at),
    ...(sink.records && { records: (file, count) => sink.records?.(file, count) }),
    issue(issue) {
      const names = /^unmatched-/.test(issue.code) ? (near.get(issue.value ?? '') ?? []) : []
      const message = names.length === 0 ? issue.message : `${issue.message}; names that are near: ${names.join(', ')}`
      sink.issue({ ...issue, message })
    },
  }
}

interface List {
  form: ListForm
  index: DivisionIndex
  find: FindTitle
  asked: ReadonlySet<string>
  /** The write-in candidates that are reported: once for all counties. */
  written: Set<string>
}

function toCandidacy(line: ListLine, { form, index, find, asked, written }: List, sink: Sink): TitledCandidacy[] {
  const { columns } = form
  const { at, election, contest, county, printed } = line
  const refuse = refuserOf(at, form, sink)
  if (county !== undefined && !index.divisions.has(countyId(index, county))) {
    const [near] = findNear(county, countyNames(index), 1)
    const such = near === undefined ? '' : `, such as ${near}`
    refuse(columns.county ?? 'county', 'unknown-county', county, `a county of ${index.state.name}${such}`)
    return []
  }
  const asks = asked.has(questionOf(line))
  const found = find({ contest, county, asks, year: Number(election.date.slice(0, 4)) })
  if ('code' in found) {
    refuse(columns.contest, found.code, contest, found.expected)
    return []
  }
  const day = asks ? undefined : missedDay(election, found.office)
  if (day !== undefined) {
    const { date_column = 'election.date' } = form.election
    const expected = `${day}, the day that law sets for a general election of federal and state officers; a special election has the type special`
    refuse(date_column, 'other-day', election.date, expected)
    return []
  }
  const common = {
    ...{ at, election, contest, found, office: found.office, rank: found.rank, unexpired: found.unexpired ?? false },
    ...(county !== undefined && { counties: [county] }),
  }
  const answer = answerOf(printed)
  if (asks && answer !== undefined) return [{ ...common, name: printed, answer }]
  const isName = answer === undefined
  if (!isName)
    refuse(columns.name, 'answer-among-names', printed, 'the name of a person, as on the other lines of this contest')
  const choice = toChoice(line, { form, written }, sink)
  if (!choice) return []
  const unexpired = common.unexpired || (choice.unexpired ?? false)
  return [{ ...common, ...choice, unexpired, ...(!isName && { unusable: true }) }]
}

const NONE_OF_THESE = /^none of these candidates$/i

/** What a line says of its candidate; undefined, with an issue, for one whom no ballot names. */
export function toChoice(
  { at, record, election, contest, printed }: ListLine,
  { form, written }: Pick<List, 'form' | 'written'>,
  sink: Pick<Sink, 'issue'>,
): Omit<Candidacy, 'at' | 'election' | 'contest'> | undefined {
  const { columns } = form
  const refuse = refuserOf(at, form, sink)
  if (NONE_OF_THESE.test(printed)) return { name: 'None of These Candidates', option: 'none_of_these' }
  const standing = standingOf(form, record)
  const party = partyOfLine(form, record)
  const { status = '', withdrawn = '', id = '' } = columns
  const oneOf = (words: object = {}): string => `one of ${Object.keys(words).join(', ')}`
  const refuseParty = (column = ''): void =>
    refuse(column, 'unknown-party', textOf(column, record), oneOf(form.parties))
  const statuses = form.statuses ? oneOf(form.statuses) : 'a word of statuses, and the entry has none'
  if (standing === undefined) refuse(status, 'unknown-status', textOf(status, record), statuses)
  if (party === undefined) refuseParty(columns.party)
  // A text that is too long for a name is cut and reported as it is printed.
  const isTurned = form.name_order === 'last_first' && printed.length <= NAME_MAX
  const name = isTurned ? matesInReadingOrder(printed) : printed
  if (standing === 'write_in') {
    const key = JSON.stringify([contest, name])
    if (!written.has(key)) leaveOutWriteIn(name, at, sink)
    written.add(key)
  }
  if (standing === 'left_out') {
    const message = 'its status says that no ballot has it; the line is left out'
    const field = columns.status ?? null
    sink.issue({ ...at, field, code: 'off-ballot', value: printed, message, severity: 'ignored' })
  }
  if (standing === 'write_in' || standing === 'left_out') return undefined
  const isPrimary =
    /^(?:primary|special_primary|runoff)$/.test(election.type) && !isAllPartyPrimary(form.state, election.date)
  const nominates = columns.primary === undefined ? party : nominatingParty(form, textOf(columns.primary, record))
  const isLost = isPrimary && columns.primary !== undefined && nominates === undefined
  if (isLost) refuseParty(columns.primary)
  return {
    name,
    ...(party !== undefined && { party, party_label: labelOf(form, record, party) }),
    withdrawn: standing === 'withdrawn' || textOf(withdrawn, record) !== '',
    ...(isPrimary && nominates != null && { party_contest: nominates }),
    ...(form.unexpired && { unexpired: form.unexpired.some((word) => hasWord(contest, word)) }),
    ...(id !== '' && { discriminator: textOf(id, record) }),
    ...votesOf(form, record, refuse),
    ...((standing === undefined || party === undefined || isLost) && { unusable: true }),
  }
}

function hasWord(text: string, word: string): boolean {
  return ` ${plainTitle(text)} `.includes(` ${plainTitle(word)} `)
}

/** Undefined for an unknown word. The longest beginning decides. Without a column, all stand. */
function standingOf({ columns, statuses = {} }: ListForm, record: Line): Standing | undefined {
  if (columns.status === undefined) return 'stands'
  const word = textOf(columns.status, record)
  const begins = Object.entries(statuses)
    .filter(([key]) => key.endsWith('*') && word.toLowerCase().startsWith(key.slice(0, -1).toLowerCase()))
    .sort(([a], [b]) => b.length - a.length)
  return lookUp(statuses, word) ?? begins[0]?.[1]
}

/** Undefined for an unknown word; null for no party. */
function partyOfLine(form: ListForm, record: Line): string | null | undefined {
  return form.columns.party === undefined ? null : toParty(form, textOf(form.columns.party, record))
}

/** A strict list has its own word for no party. */
function toParty({ parties, other_parties, strict }: ListForm, printed: string): string | null | undefined {
  const known = parties && lookUp(parties, printed)
  if (known !== undefined) return known
  if (printed === '') return strict && parties && !other_parties ? undefined : null
  return parties && other_parties === undefined ? undefined : partyOf(printed)
}

/** Undefined for an unknown word; null without a word: a contest without parties. */
function nominatingParty(form: ListForm, printed: string): string | null | undefined {
  const party = toParty(form, printed)
  return party === undefined && printed === '' ? null : party
}

function labelOf({ columns, party_label = 'different' }: ListForm, record: Line, party: string | null): string | null {
  const printed = columns.party === undefined ? '' : textOf(columns.party, record)
  if (printed === '' || party_label === 'none') return null
  return party_label === 'different' && (printed === party || party === null) ? null : printed
}

/** In any letter case. */
function lookUp<Value>(table: Readonly<Record<string, Value>>, word: string): Value | undefined {
  return Object.entries(table).find(([key]) => key.toLowerCase() === word.toLowerCase())?.[1]
}

function votesOf({ columns }: ListForm, record: Line, refuse: Refuse): Pick<Candidacy, 'votes_allowed' | 'unusable'> {
  const votes = columns.votes === undefined ? '' : textOf(columns.votes, record)
  if (votes === '') return {}
  if (/^[1-9]\d?$/.test(votes)) return { votes_allowed: Number(votes) }
  refuse(columns.votes ?? '', 'bad-value', votes, 'a number from 1 to 99')
  return { unusable: true }
}
