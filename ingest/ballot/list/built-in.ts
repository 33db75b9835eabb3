// The lists of the states: each folder of `../states/` has a list.yaml, in the form of an operator's lists, and offices.csv. Code beside them
// says what a table cannot.

import type { StateCode } from '../../../data/schema/vocabulary.ts'
import { readProjectFile } from '../../../data/store/paths.ts'
import {
  type FetchedFile,
  type Sink,
  type Source,
  type SourceFile,
  type SourceReader,
  unexpected,
  type YearlySource,
} from '../../read/source.ts'
import { readTranscript } from '../../read/transcript.ts'
import { type Problem, parseForm, refuseProblems } from '../../read/yaml-form.ts'
import { type Candidacy, type CandidacyLayout, writeCandidacies } from '../candidacies.ts'
import { type DivisionIndex, indexDivisions } from '../division.ts'
import { lawfulDay } from '../election-days.ts'
import { findOffice, type OfficeRule } from '../office-rule.ts'
import { type CustomOffices, loadOffices } from '../office-table.ts'
import { answerOf, type ListForm, type ListLine, listTranscript, toChoice, toListLine } from './candidate-list.ts'
import { columnsOf, type Line, type ListRow, readListFile } from './list-file.ts'
import { type BuiltInList, builtInLists, fillElection } from './list-form.ts'

/** A candidacy with its line. */
export interface ListedCandidacy extends Candidacy {
  record: Line
}

interface Reading {
  form: ListForm
  index: DivisionIndex
  sink: Sink
  /** The write-in candidates that are reported. */
  written: Set<string>
}

/** What the form of a list cannot say. */
export interface ListReader extends Pick<CandidacyLayout, 'complete' | 'winners_only'> {
  /** Columns that it reads beside those of the form. */
  columns?: readonly string[]
  /** Of an office table, the functions of its rows. */
  offices?: CustomOffices
  /** The text that the office table matches. */
  contest?: (record: Line, index: DivisionIndex) => string
  /** The lines of a file that is no table. */
  lines?: (file: FetchedFile, sink: Sink, files: readonly FetchedFile[]) => Iterable<ListRow>
  /** Replaces the candidacies of all lines. */
  candidacies?: (read: readonly ListedCandidacy[], reading: Reading) => Iterable<Candidacy>
  /** What each file declares beside its address and its mirror, such as how it is recognized. */
  file?: (file: SourceFile, form: ListForm) => Partial<SourceFile>
  source?: Partial<Pick<Source, 'filesStandAlone'>>
  /** Reads the files by itself: list.yaml then only says where they are and what they hold. */
  read?: SourceReader<'divisions'>
}

interface StateLists {
  fixed: readonly Source[]
  yearly: YearlySource
}

/**
 * The lists of a state. Throws FormError and SourceError, with file and line, for a wrong list.yaml or office table.
 * @param readers by the names that list.yaml has for them
 */
export function loadLists(state: StateCode, readers: Readonly<Record<string, ListReader>> = {}): StateLists {
  const name = `ingest/ballot/states/${state.toLowerCase()}/list.yaml`
  return toLists({ name, bytes: readProjectFile(...name.split('/')) }, state, readers)
}

export function toLists(
  file: { name: string; bytes: Uint8Array },
  state: StateCode,
  readers: Readonly<Record<string, ListReader>> = {},
): StateLists {
  const parsed = parseForm(file, builtInLists)
  const { lists } = parsed.form
  refuseProblems(parsed, findProblems(lists, state, readers))
  const made = lists.map((entry) => {
    const reader = entry.reader === undefined ? {} : (readers[entry.reader] ?? {})
    const offices = reader.read ? [] : loadOffices(state, reader.offices, entry.offices)
    return { entry, of: (date: string | undefined) => toSource(entry, date, { state, reader, offices }) }
  })
  const yearly = made.flatMap(({ entry: { years, election }, of }) =>
    years === undefined || Array.isArray(years)
      ? []
      : {
          ...years,
          of: (year: number) =>
            ({ ...of(lawfulDay(state, election.type, year)), living: true, awaited: true }) as const,
        },
  )
  const firsts = yearly.map(({ from }) => from)
  return {
    fixed: made.flatMap(({ entry: { years, dates, election }, of }) =>
      years ? [] : (dates ?? [election.date]).map(of),
    ),
    yearly: {
      first: Math.min(...firsts),
      of: (year) => yearly.flatMap(({ from, every, of }) => ((year - from) % every === 0 ? [of(year)] : [])),
    },
  }
}

/** Problems between the values of the lists. */
function findProblems(
  lists: readonly BuiltInList[],
  state: StateCode,
  readers: Readonly<Record<string, ListReader>>,
): Problem[] {
  return lists.flatMap((entry, at) => {
    const { reader, format, states, election, years, dates, columns, county, files, vintage } = entry
    const days = [election.date, election.date_column, years, dates].filter((day) => day !== undefined).length
    const problem = (key: string, got: string, expected: string) => ({ path: ['lists', at, key], got, expected })
    const known = Object.keys(readers)
    const [twice] = lists.slice(0, at).flatMap((other) => findSharedId(entry, other) ?? [])
    return [
      ...(election.date_column === undefined || vintage !== undefined
        ? []
        : [problem('vintage', 'nothing', 'the year of the file, because each line has its date')]),
      ...(columns.county === undefined || (county === undefined && (!files || Array.isArray(files)))
        ? []
        : [problem(county === undefined ? 'files' : 'county', 'a county', 'none beside columns.county')]),
      ...unfilledOf(entry).map(([key, part]) =>
        problem(
          key,
          part,
          'no braces but {year}, {yy}, {day} and {date}, and of a list with files {file} in url and mirror',
        ),
      ),
      ...(twice === undefined ? [] : [problem('id', twice, 'an id that no other list of the state has')]),
      ...(reader === undefined || known.includes(reader)
        ? []
        : [problem('reader', reader, `a function of the state: ${known.join(', ') || 'it has none'}`)]),
      ...(format !== undefined || readers[reader ?? '']?.lines
        ? []
        : [problem('format', 'nothing', 'a format: no code gives the lines')]),
      ...(states[0] === state ? [] : [problem('states', states.join(), `${state}, the state of the folder`)]),
      ...(days === 1 ? [] : [problem('election', `${days} of them`, 'one of date, date_column, years and dates')]),
      ...(Array.isArray(years) ? [problem('years', 'a list', 'dates, or years such as { from: 2026, every: 2 }')] : []),
      ...(years !== undefined && lawfulDay(state, election.type, 2026) === undefined
        ? [
            problem(
              'years',
              'years',
              `dates: no rule for the day of this ${election.type ?? 'type of'} election is known`,
            ),
          ]
        : []),
    ]
  })
}

/** The beginning of addresses that several lists share. */
const ADDRESSES: Readonly<Record<string, string>> = {
  '{civicmirror}':
    'https://raw.githubusercontent.com/CivicMirror/CivicMirror-API/37994fd13da7a84f5cd089bee09d60fe71c946e3',
}

function withAddress(url: string): string {
  return url.replace(/^\{[^{}]*\}/, (name) => ADDRESSES[name] ?? name)
}

/** The keys in which a part in braces stays, with that part. */
function unfilledOf(entry: BuiltInList): [key: string, part: string][] {
  const { id, page, url, mirror, expect = {}, files, election, vintage = '' } = entry
  const date = election.date_column === undefined ? '2026-11-03' : undefined
  const withFile = (text: string): string => (files === undefined ? text : text.replaceAll('{file}', 'file'))
  const texts = {
    id,
    page,
    url: withFile(withAddress(url)),
    mirror: withFile(mirror),
    expect: Object.values(expect).join(' '),
  }
  return Object.entries(texts).flatMap(([key, text]) => {
    const part = /\{[^{}]*\}/.exec(fillElection(text, vintage, date))?.[0]
    return part === undefined ? [] : [[key, part]]
  })
}

/**
 * An id that sources of both lists have, of one year or one day. A list of fixed days may have the id of a list of years, in place of which
 * it stands.
 */
function findSharedId(one: BuiltInList, other: BuiltInList): string | undefined {
  const [years, others] = [one.years, other.years]
  if (!years && !others) {
    const taken = idsOf(other)
    return idsOf(one).find((id) => taken.includes(id))
  }
  if (!years || !others || Array.isArray(years) || Array.isArray(others)) return undefined
  // Both recur within four years.
  const year = [0, 1, 2, 3]
    .map((after) => Math.max(years.from, others.from) + after)
    .find((year) => [years, others].every(({ from, every }) => (year - from) % every === 0))
  const [id, own] = [one, other].map(({ id }) => fillElection(id, String(year)))
  return year !== undefined && id === own ? id : undefined
}

/** Of a list of fixed days. */
function idsOf({ id, dates, election, vintage = '' }: BuiltInList): string[] {
  return (dates ?? [election.date]).map((date) => fillElection(id, date?.slice(0, 4) ?? vintage, date))
}

/** The source of one election. @param date undefined if each line has its own */
function toSource(
  entry: BuiltInList,
  date: string | undefined,
  { state, reader, offices }: { state: StateCode; reader: ListReader; offices: readonly OfficeRule[] },
): Source {
  const year = date?.slice(0, 4) ?? entry.vintage ?? ''
  const fill = (text: string): string => fillElection(text, year, date)
  const { id, publisher, page, licence, url, mirror, files = [''], states, personal = [] } = entry
  const { vintage = year, published_on = '{year}-01-01', keep, basis, contests, levels, complete_in, ...keys } = entry
  const expect = Object.fromEntries(Object.entries(entry.expect ?? {}).map(([column, text]) => [column, fill(text)]))
  const form: ListForm = {
    ...keys,
    ...{
      state,
      expect,
      format: entry.format ?? 'csv',
      offices: undefined,
      election: { ...entry.election, date: date ?? entry.election.date },
    },
  }
  const file = (name: string): SourceFile => {
    const at = {
      url: fill(withAddress(url)).replaceAll('{file}', name.replace(/\.gz$/, '')),
      mirror: fill(mirror).replaceAll('{file}', name),
      ...(keep === undefined && { transcript: listTranscript(form, reader.columns) }),
    }
    return { ...at, ...reader.file?.(at, form) }
  }
  const names = Array.isArray(files) ? files : Object.keys(files)
  const counties = new Map(
    Object.entries(files).map(([name, county]) => [file(name).mirror.replace(/\.gz$/, ''), county]),
  )
  return {
    ...{ id: fill(id), publisher, url: fill(page), licence, vintage, states, personal },
    published_on: fill(published_on),
    ...(entry.seen === false && { seen: false }),
    files: names.map(file),
    family: 'public',
    lists: { ...(basis && { basis }), kinds: contests, ...(levels && { levels }), whole_in: complete_in },
    ...reader.source,
    needs: ['divisions'],
    read:
      reader.read ??
      readLines(form, { reader, offices, kept: keep, counties: Array.isArray(files) ? new Map() : counties }),
  }
}

interface Reads {
  reader: ListReader
  offices: readonly OfficeRule[]
  kept: BuiltInList['keep']
  /** By the names of their files. */
  counties: ReadonlyMap<string, string>
}

function readLines(form: ListForm, { reader, offices, kept, counties }: Reads): SourceReader<'divisions'> {
  const { state } = form
  const { candidacies, complete, winners_only } = reader
  const layout: CandidacyLayout = { state, offices, complete, winners_only }
  const readFiles: SourceReader<'divisions'> = async (files, context, sink) => {
    const index = indexDivisions(state, context.divisions)
    const reading: Reading = { form, index, sink, written: new Set() }
    const formOf = ({ name }: FetchedFile): ListForm => ({ ...form, county: counties.get(name) ?? form.county })
    const read = (file: FetchedFile, { line, record }: ListRow): ListedCandidacy[] => {
      const listed = toListLine({ file: file.name, line }, record, formOf(file), sink)
      return listed ? toCandidacies(listed, { reader, offices, reading }) : []
    }
    function* readByCode(lines: NonNullable<ListReader['lines']>): Generator<ListedCandidacy> {
      for (const file of files) for (const line of lines(file, sink, files)) yield* read(file, line)
    }
    const tables: ListedCandidacy[] = []
    if (!reader.lines)
      for (const file of files)
        for await (const line of rowsOf(file, formOf(file), { reader, kept, sink })) tables.push(...read(file, line))
    const all = reader.lines ? readByCode(reader.lines) : tables
    writeCandidacies(layout, candidacies?.([...all], reading) ?? all, { files, context, sink })
  }
  return async (files, context, sink) => {
    if (reader.source?.filesStandAlone) for (const file of files) await readFiles([file], context, sink)
    else await readFiles(files, context, sink)
  }
}

function rowsOf(
  file: FetchedFile,
  form: ListForm,
  { reader, kept, sink }: Pick<Reads, 'reader' | 'kept'> & { sink: Sink },
): AsyncIterable<ListRow> | Iterable<ListRow> {
  const columns = [...columnsOf(form), ...(reader.columns ?? [])]
  return kept ? readListFile(file, form, { columns, allowExtra: true }, sink) : readTranscript(file, { columns }, sink)
}

/** Of a measure, a line is an answer. */
function toCandidacies(
  line: ListLine,
  { reader, offices, reading }: { reader: ListReader; offices: readonly OfficeRule[]; reading: Reading },
): ListedCandidacy[] {
  const { form, index, sink } = reading
  const { at, record, election, county, printed } = line
  const contest = reader.contest?.(record, index) ?? line.contest
  const found = findOffice(offices, contest)
  const base = {
    ...{ at, record, election, contest },
    ...(found && { office: found.office, rank: found.rank }),
    ...(county !== undefined && { counties: [county] }),
  }
  const isMeasure = found?.office.measure_code !== undefined
  const answer = isMeasure || found?.office.retention ? answerOf(printed) : undefined
  if (answer !== undefined) return [{ ...base, name: printed, answer }]
  if (isMeasure) throw unexpected(form.columns.name, printed, 'Yes or No', at)
  const choice = toChoice({ ...line, contest }, reading, sink)
  return choice ? [{ ...base, ...choice }] : []
}
