// Any office's list of candidates: a table with one candidacy a line. A form says which columns have the contest, the name and the rest.

import { findPrimarySystem, isAllPartyPrimary } from '../../../data/reference/elections.ts'
import type { ElectionType, StateCode } from '../../../data/schema/vocabulary.ts'
import type { Issue } from '../../../data/store/source-read.ts'
import { type FetchedFile, type ReadContext, type Sink, SourceError, type Transcript } from '../../read/source.ts'
import { readTranscript } from '../../read/transcript.ts'
import { type Candidacy, writeCandidacies } from '../candidacies.ts'
import { type ContestArea, countyId, type DivisionIndex, indexDivisions } from '../division.ts'
import type { At, ListedElection } from '../listed.ts'
import { findOffice, type ListedOffice, type OfficeRule, titleOffices } from '../office.ts'
import { indexCounties } from '../office-rules/county.ts'
import { readOffice } from '../office-rules/read-office.ts'
import { OFFICES, readOfficeTable } from '../office-table.ts'
import { isTally, isWriteInLine, leaveOutWriteIn, matesInReadingOrder, partyOf } from '../printed-name.ts'
import { type FileShape, type Line, readListFile } from './list-file.ts'

/** What a value of the status column says of its line. */
export const STANDINGS = ['stands', 'withdrawn', 'left_out'] as const
export type Standing = (typeof STANDINGS)[number]
export const NAME_ORDERS = ['first_last', 'last_first'] as const

export interface ListForm extends FileShape {
  state: StateCode
  /** `contest` and `name`: a column, or a template of several: `{Office} {District}`. */
  columns: { contest: string; name: string } & {
    [Column in 'county' | 'party' | 'status' | 'votes']?: string | undefined
  }
  /** `last_first`: `Example, Ann`. Default: `first_last`. */
  name_order?: (typeof NAME_ORDERS)[number] | undefined
  /** The county of all lines, where no column has it. */
  county?: string | undefined
  /** The party of each printed word; null for none. Without it, usual words are known, and others stay as printed. */
  parties?: Readonly<Record<string, string | null>> | undefined
  statuses?: Readonly<Record<string, Standing>> | undefined
  election: { date: string; type: ElectionType }
  /** The office table; without it, the general rules for returns read the contests. `text` is null if its file is not there. */
  offices?: { name: string; text: string | null } | undefined
  /** Columns with personal data. Nothing but the columns of the form is kept; these must be in the file. */
  personal?: readonly string[] | undefined
}

/** The columns that a form reads, each once. */
export function columnsOf({ columns }: Pick<ListForm, 'columns'>): string[] {
  const { contest, name, ...others } = columns
  return [
    ...new Set([...namesIn(contest), ...namesIn(name), ...Object.values(others).filter((name) => name !== undefined)]),
  ]
}

/** `{Office} {District}` → Office, District; a text without braces is a column. */
function namesIn(template: string): string[] {
  const names = [...template.matchAll(/\{([^{}]+)\}/g)].flatMap(([, name]) => name ?? [])
  return names.length === 0 ? [template] : names
}

function textOf(template: string, line: Line): string {
  const text = template.includes('{')
    ? template.replace(/\{([^{}]+)\}/g, (_, name: string) => line[name] ?? '')
    : (line[template] ?? '')
  return text.replace(/\s+/g, ' ').trim()
}

/** Keeps the columns of the form alone. Throws SourceError for a file that lacks one of them, or one of `personal`. */
export function listTranscript(form: ListForm): Transcript {
  const columns = columnsOf(form)
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

const WORDS: Readonly<Record<ElectionType, string>> = {
  general: 'General Election',
  primary: 'Primary Election',
  special: 'Special Election',
  special_primary: 'Special Primary Election',
  runoff: 'Runoff Election',
  consolidated: 'Consolidated Election',
}

function electionOf({ state, election: { date, type } }: ListForm): ListedElection {
  const election = { state, date, type, words: WORDS[type] }
  return /primary$/.test(type) ? { ...election, primary_system: findPrimarySystem(state, date) } : election
}

/** Reads the transcript of a list. Throws SourceError for a wrong office table, and for a table that is not there. */
export function readCandidateList(form: ListForm) {
  return (files: readonly FetchedFile[], context: Pick<ReadContext<'divisions'>, 'divisions'>, sink: Sink): void => {
    const index = indexDivisions(form.state, context.divisions)
    const offices = form.offices && readTable(form.offices, form.state)
    const list = { form, index, election: electionOf(form), find: officeFinder(offices, index) }
    for (const file of files)
      writeCandidacies({ state: form.state, offices: offices ?? [] }, candidaciesOf(file, list, sink), {
        files,
        context,
        sink,
      })
  }
}

function* candidaciesOf(file: FetchedFile, list: List, sink: Sink): Generator<Candidacy> {
  for (const { line, record } of readTranscript(file, { columns: columnsOf(list.form) }, sink))
    yield* toCandidacy(record, { file: file.name, line }, list, sink)
}

function readTable({ name, text }: NonNullable<ListForm['offices']>, state: StateCode): readonly OfficeRule[] {
  if (text === null)
    throw new SourceError('is not there, expected the office table that sources.yaml names', { file: name })
  return readOfficeTable({ name, bytes: Buffer.from(text) }, state)
}

/** @param county its name, if the line has one */
type FindOffice = (
  contest: string,
  county: string | undefined,
) => { office?: ListedOffice; unexpired?: boolean } | undefined

interface List {
  form: ListForm
  index: DivisionIndex
  election: ListedElection
  find: FindOffice
}

/**
 * By the table. Without one, by the titles that all states share, and by the general rules for local offices as far as they find an area
 * that is published: these rules were made for returns, and give every title some office.
 */
function officeFinder(offices: readonly OfficeRule[] | undefined, index: DivisionIndex): FindOffice {
  // writeCandidacies asks the table again, for the place of the row.
  if (offices)
    return (contest) => {
      const area = findOffice(offices, contest)?.office.area
      if (area) requireCounty(area, contest, index)
      return area && {}
    }
  const shared = titleOffices(index.state)
  const findCounty = indexCounties(index)
  return (contest, county) => {
    const office = findOffice(shared, contest)?.office
    if (office) return { office }
    const reading = readOffice({ office: contest, county: county === undefined ? null : findCounty(county) }, index)
    return reading && isCertain(reading.office, contest, index)
      ? { office: reading.office, unexpired: reading.unexpired }
      : undefined
  }
}

function requireCounty(area: ContestArea, contest: string, index: DivisionIndex): void {
  const county = 'county' in area ? area.county : null
  if (county !== null && !index.divisions.has(countyId(index, county)))
    throw new SourceError(
      `its row for "${contest.slice(0, 60)}" names the county "${county.slice(0, 40)}", expected a county of ${index.state.name}`,
      { file: 'the office table' },
    )
}

/**
 * Of an office that the general rules read. They take a representative without a district for the only one of the state, unknown words
 * without a county for an office of the state, and give an area of its own to what they do not know.
 */
function isCertain({ area, subject }: ListedOffice, contest: string, { state }: DivisionIndex): boolean {
  if (area.kind === 'numbered') return area.code !== 'at-large' || /\bat[ -]large\b/i.test(contest)
  const isWhole = area.kind === 'state' || (area.kind === 'found' && area.division.ocd_id === state.ocd_id)
  if (isWhole) return OFFICES.get(subject.replaceAll('-', '_'))?.area === 'state'
  return area.kind !== 'found' || (area.division.unmatched === null && area.division.ocd_id.startsWith(state.ocd_id))
}

function toCandidacy(record: Line, at: At, { form, index, election, find }: List, sink: Sink): Candidacy[] {
  const { columns } = form
  const refuse = (field: string, code: string, value: string, expected: string): void => {
    const message = `got "${value.slice(0, 60)}", expected ${expected}; the line is left out`
    sink.issue({ ...at, field, code, value: value.slice(0, 100), message, severity: 'refused' })
  }
  const contest = textOf(columns.contest, record)
  const printed = textOf(columns.name, record)
  if (isWriteInLine(printed)) {
    leaveOutWriteIn(printed, at, sink)
    return []
  }
  if (isTally(printed)) return []
  if (contest === '') {
    refuse(columns.contest, 'missing-contest', '', 'the name of a contest')
    return []
  }
  const named = columns.county === undefined ? form.county : textOf(columns.county, record) || undefined
  const county = named?.replace(/ county$/i, '')
  if (county !== undefined && !index.divisions.has(countyId(index, county))) {
    refuse(columns.county ?? 'county', 'unknown-county', county, `a county of ${index.state.name}`)
    return []
  }
  const found = find(contest, county)
  if (!found) {
    refuse(columns.contest, 'unknown-contest-title', contest, 'a contest that a row of the office table matches')
    return []
  }
  const standing = standingOf(form, record)
  const party = partyOfLine(form, record)
  if (standing === undefined)
    refuse(
      columns.status ?? '',
      'unknown-status',
      textOf(columns.status ?? '', record),
      `one of ${Object.keys(form.statuses ?? {}).join(', ')}`,
    )
  if (party === undefined)
    refuse(
      columns.party ?? '',
      'unknown-party',
      textOf(columns.party ?? '', record),
      `one of ${Object.keys(form.parties ?? {}).join(', ')}`,
    )
  if (standing === 'left_out') {
    const message = 'its status says that no ballot has it; the line is left out'
    sink.issue({
      ...at,
      field: columns.status ?? null,
      code: 'off-ballot',
      value: printed,
      message,
      severity: 'ignored',
    })
    return []
  }
  const isPrimary =
    /^(?:primary|special_primary|runoff)$/.test(election.type) && !isAllPartyPrimary(form.state, election.date)
  return [
    {
      at,
      election,
      contest,
      ...found,
      name: form.name_order === 'last_first' ? matesInReadingOrder(printed) : printed,
      ...(party !== undefined && { party, party_label: labelOf(form, record, party) }),
      withdrawn: standing === 'withdrawn',
      ...(isPrimary && party != null && { party_contest: party }),
      ...(county !== undefined && { counties: [county] }),
      ...votesOf(form, record, refuse),
      ...((standing === undefined || party === undefined) && { unusable: true }),
    },
  ]
}

/** Undefined for an unknown word. Without a column, all stand. */
function standingOf({ columns, statuses = {} }: ListForm, record: Line): Standing | undefined {
  if (columns.status === undefined) return 'stands'
  return lookUp(statuses, textOf(columns.status, record)) ?? undefined
}

/** Undefined for an unknown word; null for no party. */
function partyOfLine({ columns, parties }: ListForm, record: Line): string | null | undefined {
  const printed = columns.party === undefined ? '' : textOf(columns.party, record)
  if (parties && lookUp(parties, printed) !== undefined) return lookUp(parties, printed)
  if (printed === '') return null
  return parties ? undefined : partyOf(printed)
}

function labelOf({ columns }: ListForm, record: Line, party: string | null): string | null {
  const printed = columns.party === undefined ? '' : textOf(columns.party, record)
  return printed === '' || printed === party || party === null ? null : printed
}

/** In any letter case. */
function lookUp<Value>(table: Readonly<Record<string, Value>>, word: string): Value | undefined {
  return Object.entries(table).find(([key]) => key.toLowerCase() === word.toLowerCase())?.[1]
}

function votesOf(
  { columns }: ListForm,
  record: Line,
  refuse: (field: string, code: string, value: string, expected: string) => void,
): Pick<Candidacy, 'votes_allowed' | 'unusable'> {
  const votes = columns.votes === undefined ? '' : textOf(columns.votes, record)
  if (votes === '') return {}
  if (/^[1-9]\d?$/.test(votes)) return { votes_allowed: Number(votes) }
  refuse(columns.votes ?? '', 'bad-value', votes, 'a number from 1 to 99')
  return { unusable: true }
}
