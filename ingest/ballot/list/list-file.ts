// The file of a candidate list: delimited text, a workbook, JSON or a table of a web page, as lines of named columns.

import type { z } from 'zod'
import { type CsvOptions, readCsv } from '../../read/csv.ts'
import { htmlTables, htmlText, readHtml } from '../../read/html.ts'
import { findItemLines, isObject, readJson } from '../../read/json.ts'
import { type ColumnOptions, type SourceLine, toRecords } from '../../read/records.ts'
import { type FetchedFile, type Sink, SourceError } from '../../read/source.ts'
import { decodeText, guessEncoding } from '../../read/text.ts'
import { readXlsx } from '../../read/xlsx.ts'
import { isZip } from '../../read/zip.ts'
import type { listKeys } from './list-form.ts'

/** The keys of an entry that say how its file is read. */
type Keys = z.output<z.ZodObject<typeof listKeys>>
type FileShape = Pick<Keys, 'format' | 'delimiter' | 'quotes' | 'header' | 'sheet' | 'rows'>
export type ListFormat = FileShape['format']

export type Line = Readonly<Record<string, string>>

/** A line of a list, with its number in the file. */
export interface ListRow {
  line: number | null
  record: Line
}

// The columns of a form, and templates of them.

/** The columns that a form reads, each once. */
export function columnsOf({
  columns,
  election,
  expect = {},
  county,
}: Pick<Keys, 'columns'> & Partial<Pick<Keys, 'election' | 'expect' | 'county'>>): string[] {
  const { contest, name, ...others } = columns
  const more = [...Object.values(others), election?.date_column, election?.type_column, ...Object.keys(expect)]
  const titled = namesIn(contest).filter((name) => name !== COUNTY || county === undefined)
  return [...new Set([...titled, ...namesIn(name), ...more.filter((name) => name !== undefined)])]
}

/** In the template of a contest, stands for the county of all lines. */
export const COUNTY = 'county'

/** `{Office} {District}` → Office, District; a text without braces is a column. */
function namesIn(template: string): string[] {
  const names = [...template.matchAll(/\{([^{}]+)\}/g)].flatMap(([, name]) => name ?? [])
  return names.length === 0 ? [template] : names
}

/** `{Office}[ {District}]`: the part in brackets goes if a column of it is empty. */
export function textOf(template: string, line: Line): string {
  const cell = (name: string): string => (line[name] ?? '').trim()
  const text = template.includes('{')
    ? template
        .replace(/\[([^[\]]*)\]/g, (part, inner: string) =>
          !inner.includes('{') ? part : namesIn(inner).some((name) => cell(name) === '') ? '' : inner,
        )
        .replace(/\{([^{}]+)\}/g, (_, name: string) => cell(name))
    : cell(template)
  return text.replace(/\s+/g, ' ').trim()
}

/** The first column outside brackets that is empty, of a text that joins several. */
export function findEmpty(template: string, line: Line): string | undefined {
  const needed = template.includes('{')
    ? namesIn(template.replace(/\[[^[\]]*\]/g, (part) => (part.includes('{') ? '' : part)))
    : []
  return needed.find((name) => line[name] !== undefined && line[name]?.trim() === '')
}

// The file.

type Lines = AsyncGenerator<{ line: number; record: Line }>

const TITLE_FIRST = 'if that line is a title, write header with the first text of the line that names the columns'

/**
 * Throws SourceError for a file of another format, one that lacks a column, and one without a line after its header.
 * @param allowExtra false: each column of the file that is not among `columns` gives an issue `unknown-column`
 */
export async function* readListFile(
  file: FetchedFile,
  shape: FileShape,
  { columns, allowExtra }: { columns: readonly string[]; allowExtra: boolean },
  sink: Pick<Sink, 'issue'>,
): Lines {
  requireFormat(file, shape.format)
  let isEmpty = true
  const heard: Pick<Sink, 'issue'> = {
    issue(issue) {
      if (issue.code !== 'unknown-column') isEmpty = false
      sink.issue(issue)
    },
  }
  for await (const line of parseLines(
    file,
    shape,
    { columns, allowExtra, discreet: true, advice: shape.header === undefined ? TITLE_FIRST : undefined },
    heard,
  )) {
    isEmpty = false
    yield line
  }
  if (isEmpty)
    throw new SourceError('has a header and no line after it, expected a candidate on each line', { file: file.name })
}

function parseLines(
  file: FetchedFile,
  { format, delimiter, quotes, header, sheet, rows }: FileShape,
  options: ColumnOptions<string>,
  sink: Pick<Sink, 'issue'>,
): Lines | Generator<{ line: number; record: Line }> {
  const encoding = file.encoding ?? guessEncoding(file)
  switch (format) {
    case 'csv':
    case 'tsv': {
      const separator = format === 'tsv' ? '\t' : (delimiter ?? ',')
      return readCsvFrom(
        file,
        header,
        { ...options, looseEnd: true, encoding, delimiter: separator, quotes: quotes !== false },
        sink,
      )
    }
    case 'xlsx':
      return readXlsx(
        file,
        { ...options, ...(sheet !== undefined && { sheet }), ...(header !== undefined && { begins: header }) },
        sink,
      )
    case 'json':
      return toRecords(file.name, jsonLines({ ...file, encoding }, rows), options, sink)
    case 'html':
      return toRecords(file.name, htmlLines(file, options.columns), options, sink)
    default:
      return format satisfies never
  }
}

// A file of another format than its entry says.

/** How files of other formats begin, and what to do about it. */
const BEGINNINGS: readonly [RegExp, ListFormat | null, string][] = [
  [/^ÐÏ/, null, 'is a workbook of an old kind (.xls): save it as .xlsx, and write format: xlsx'],
  [/^%PDF/, null, 'is a PDF: ask the office for the list as CSV or as a workbook'],
  [/^(?:ï»¿)?\s*<(?:!doctype html|html|head|body)\b/i, 'html', 'is a web page'],
  [/^(?:ï»¿)?\s*[{[]\s*["{[]/, 'json', 'is JSON'],
]

const CURES: Readonly<Record<ListFormat, string>> = {
  csv: 'csv',
  tsv: 'tsv',
  xlsx: 'if it is a workbook (.xlsx), write format: xlsx',
  json: 'write format: json',
  html: 'save the file that the page links to, or write format: html if the list is a table of this page',
}

/** Throws SourceError for a file that begins like one of another format. */
export function requireFormat({ name, bytes }: FetchedFile, format: ListFormat): void {
  const start = Buffer.from(bytes.subarray(0, 512)).toString('latin1')
  const [, found, what] = isZip(bytes)
    ? ([null, 'xlsx', 'is a workbook or a zip archive'] as const)
    : (BEGINNINGS.find(([pattern]) => pattern.test(start)) ?? [])
  if (found === format || (format === 'html' && found === undefined)) return
  if (what !== undefined)
    throw new SourceError(`${what}${found == null ? '' : `, expected ${format}: ${CURES[found]}`}`, { file: name })
  if (format === 'xlsx')
    throw new SourceError('is no workbook, expected xlsx: write format: csv if it is text', { file: name })
}

// Delimited text.

function* readCsvFrom(
  file: FetchedFile,
  header: string | undefined,
  options: CsvOptions<string> & { delimiter: string },
  sink: Pick<Sink, 'issue'>,
): Generator<{ line: number; record: Line }> {
  const { rest, before } = cutBefore(file, header)
  requireDelimiter(rest, options)
  for (const { line, record } of readCsv(rest, options, sink)) yield { line: line + before, record }
}

/** The file from its header on, and the number of lines before it. */
function cutBefore(file: FetchedFile, header: string | undefined): { rest: FetchedFile; before: number } {
  if (header === undefined) return { rest: file, before: 0 }
  const lines = Buffer.from(file.bytes).toString('latin1').split('\n')
  const wanted = Buffer.from(header).toString('latin1')
  const before = lines.findIndex((line) => line.replace(/^(?:ï»¿)?"?/, '').startsWith(wanted))
  if (before < 0)
    throw new SourceError(`has no line that begins with "${header}", expected its header`, { file: file.name })
  const skipped = lines.slice(0, before).reduce((sum, line) => sum + line.length + 1, 0)
  return { rest: { ...file, bytes: file.bytes.subarray(skipped) }, before }
}

const DELIMITERS: readonly [string, string][] = [
  [',', '","'],
  [';', '";"'],
  ['\t', '"\\t" (write format: tsv)'],
  ['|', '"|"'],
]

/** A header that is one column by the delimiter of the entry and has all columns by another one. */
function requireDelimiter(
  { name, bytes }: FetchedFile,
  { delimiter, columns }: { delimiter: string; columns: readonly string[] },
): void {
  const text = Buffer.from(bytes.subarray(0, 10_000))
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart()
  const first = text.split(/[\r\n]/)[0] ?? ''
  if (first.includes(delimiter)) return
  const named = (by: string): string[] => first.split(by).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'))
  // Only a line of the wanted columns is quoted: another may be of a person.
  const other = DELIMITERS.find(([by]) => by !== delimiter && columns.every((column) => named(by).includes(column)))
  if (other && columns.length > 1)
    throw new SourceError(
      `one column found, named "${first.replaceAll('\t', '⇥').slice(0, 100)}": is the delimiter ${other[1]}?`,
      { file: name, line: 1 },
    )
}

// JSON.

/** A row's columns are its keys; of an object within it, the keys joined by a dot: `name.last`. `{Office}` of the path is any key. */
function jsonLines(file: FetchedFile, path: string | undefined): SourceLine[] {
  const lists = listsAt(readJson(file), path === undefined ? [] : path.split('.'), { file: file.name, path })
  const text = decodeText(file, file.encoding)
  const items = lists.flatMap(({ keys, named, rows }) => {
    const lines =
      keys.length === 0 ? findItemLines(`{"":${text}}`).get('') : findItemLines(text, keys.length).get(keys.join('\t'))
    return rows.map((row: unknown, at) => ({
      line: lines?.[at] ?? 1,
      row: isObject(row) ? new Map([...named, ...flatten(row)]) : undefined,
    }))
  })
  const names = [...new Set(items.flatMap(({ row }) => (row ? [...row.keys()] : [])))]
  return [
    { line: 1, fields: names },
    ...items.map(
      ({ line, row }): SourceLine =>
        row
          ? { line, fields: names.map((name) => row.get(name) ?? '') }
          : { line, fields: [], broken: { code: 'no-object', message: 'got a row that is no object with keys' } },
    ),
  ]
}

interface JsonList {
  keys: readonly string[]
  /** The keys that stand for a column. */
  named: readonly (readonly [string, string])[]
  rows: readonly unknown[]
}

function listsAt(
  value: unknown,
  steps: readonly string[],
  { file, path }: { file: string; path: string | undefined },
  keys: readonly string[] = [],
  named: JsonList['named'] = [],
): JsonList[] {
  const [step, ...rest] = steps
  if (step === undefined) {
    if (Array.isArray(value)) return [{ keys, named, rows: value }]
    throw new SourceError(
      `got ${isObject(value) ? `an object with the keys ${Object.keys(value).slice(0, 10).join(', ')}` : 'no list'}${path === undefined ? '' : ` at ${keys.join('.')}`}, expected a list of rows: write rows with the keys that lead to it`,
      { file },
    )
  }
  const [, column] = /^\{(.+)\}$/.exec(step) ?? []
  if (!isObject(value) || (column === undefined && !Object.hasOwn(value, step)))
    throw new SourceError(`has no "${[...keys, step].join('.')}", expected the path of its rows (rows: ${path})`, {
      file,
    })
  return (column === undefined ? [step] : Object.keys(value)).flatMap((key) =>
    listsAt(value[key], rest, { file, path }, [...keys, key], column === undefined ? named : [...named, [column, key]]),
  )
}

/** Lists within a row are no columns. */
function flatten(row: Readonly<Record<string, unknown>>, before = ''): Map<string, string> {
  const texts = new Map<string, string>()
  for (const [key, value] of Object.entries(row)) {
    if (isObject(value)) for (const [name, text] of flatten(value, `${before}${key}.`)) texts.set(name, text)
    else if (!Array.isArray(value)) texts.set(before + key, value === null ? '' : String(value))
  }
  return texts
}

// A table of a web page.

/** The rows of all tables that have the columns. */
function htmlLines(file: FetchedFile, columns: readonly string[]): SourceLine[] {
  const tables = htmlTables(readHtml(file)).map((table) => {
    const rows = table.rows.map(({ line, cells }) => ({ line, fields: cells.map(htmlText) }))
    const [first, ...others] = rows
    return table.columns.length > 0
      ? { names: table.columns, line: table.line, rows }
      : { names: first?.fields ?? [], line: table.line, rows: others }
  })
  const [wanted, ...more] = tables.filter(({ names }) => columns.every((column) => names.includes(column)))
  if (!wanted) {
    const lacking = tables.map(({ names, line }) => ({ line, columns: columns.filter((one) => !names.includes(one)) }))
    const [near] = lacking.sort((a, b) => a.columns.length - b.columns.length)
    const listed = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ')
    const hint =
      near && near.columns.length < columns.length
        ? `; the nearest, in line ${near.line}, lacks ${listed(near.columns)}`
        : ''
    throw new SourceError(`has ${tables.length} tables and none with the columns ${listed(columns)}${hint}`, {
      file: file.name,
    })
  }
  const same = more.filter(({ names }) => names.join('\t') === wanted.names.join('\t'))
  return [{ line: wanted.line, fields: wanted.names }, ...[wanted, ...same].flatMap(({ rows }) => rows)]
}
