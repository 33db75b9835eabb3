// Folds returns to their distinct lines, whatever their precinct, mode and votes. A state has some 500,000 lines and some thousand
// distinct ones, so a line is split by hand, and only a distinct one becomes an object.

import { RAGGED_LINES_MAX } from '../../read/csv.ts'
import { hasColumns } from '../../read/records.ts'
import { type FetchedFile, type Sink, SourceError } from '../../read/source.ts'
import { decodeText, endsLine } from '../../read/text.ts'

/** The columns that say who stood. */
const COLUMNS = [
  ...(['office', 'district', 'candidate', 'party_detailed', 'county_name', 'jurisdiction_name'] as const),
  ...(['magnitude', 'dataverse', 'special', 'stage', 'writein', 'year', 'state_po'] as const),
] as const

export interface Return extends Record<(typeof COLUMNS)[number], string> {
  /** The first line of the file that has these values. */
  line: number
  /** Of all lines that have these values. Only tells printed names from names that voters wrote. */
  votes: number
  /** Lines with these values that have votes: precincts, one for each way of voting. */
  lines: number
  /** Numbers of the precincts of `lines`, which tell those of one county apart; none for an office of the nation. */
  precincts: number[]
}

/**
 * In the order of the file. Throws SourceError for a missing column, bytes that are not UTF-8, a truncated last line and over 10,000 lines
 * with a wrong number of fields. @param absent values of the columns that the file lacks
 */
export function foldReturns(
  file: Pick<FetchedFile, 'name' | 'bytes'>,
  sink: Pick<Sink, 'issue' | 'records'>,
  absent: Partial<Return> = {},
): Return[] {
  const text = decodeText(file)
  const stop = (line: number, message: string): never => {
    throw new SourceError(message, { file: file.name, line })
  }
  const records = splitRecords(text)
  const header: string[] = records.next().value?.fields.map((name) => name.trim()) ?? []
  const missing = COLUMNS.filter((column) => absent[column] === undefined && !header.includes(column))
  if (missing.length > 0) stop(1, `has no column ${missing.join(', ')}; it has ${header.join(', ').slice(0, 300)}`)
  const places = COLUMNS.map((column) => [header.indexOf(column), absent[column] ?? ''] as const)
  const [votesAt, precinctAt] = [header.indexOf('votes'), header.indexOf('precinct')]
  const returns = new Map<string, Return>()
  const precincts = new Map<string, number>()
  let [count, ragged] = [0, 0]
  for (const { line, fields, end } of records) {
    const got = fields.length
    if (got !== header.length) {
      if (end === text.length && !endsLine(file.bytes))
        stop(line, 'the file ends in the middle of this line; it may be truncated')
      if (++ragged > RAGGED_LINES_MAX)
        stop(line, `has more than ${RAGGED_LINES_MAX} lines up to here that do not have ${header.length} fields`)
      const message = `got ${got} fields, expected ${header.length}; the line is left out`
      const issue = { code: 'ragged-line', value: String(got), message, severity: 'refused' } as const
      sink.issue({ file: file.name, line, field: null, ...issue })
      continue
    }
    count++
    const values = places.map(([place, value]) => fields[place]?.trim() ?? value)
    const key = values.join('\u0000')
    const found = returns.get(key) ?? { ...toRecord(values), line, votes: 0, lines: 0, precincts: [] }
    returns.set(key, found)
    const votes = readVotes(fields[votesAt] ?? '')
    if (votes === 0) continue
    found.votes += votes
    found.lines++
    const precinct = fields[precinctAt]
    if (precinct === undefined || FEDERAL.test(found.dataverse)) continue
    const number = precincts.get(precinct) ?? precincts.size
    precincts.set(precinct, number)
    found.precincts.push(number)
  }
  sink.records?.(file.name, count)
  return [...returns.values()]
}

function toRecord(values: readonly string[]): Record<(typeof COLUMNS)[number], string> {
  const record = Object.fromEntries(COLUMNS.map((column, at) => [column, values[at] ?? '']))
  if (!hasColumns(record, COLUMNS)) throw new RangeError(`expected ${COLUMNS.length} values`)
  return record
}

/** PRESIDENT, SENATE or HOUSE; not STATE, LOCAL, or nothing as in the files of 2022. */
const FEDERAL = /^(?:P|SE|H)/

/** 1 for a masked count (`*`), which is small. */
function readVotes(text: string): number {
  return text.startsWith('*') ? 1 : Number(/^-*(\d+)/.exec(text)?.[1] ?? 0)
}

/** Yields the records that are not blank, each with the line on which it begins and the offset of its end. */
function* splitRecords(text: string): Generator<{ line: number; fields: string[]; end: number }, undefined> {
  for (let [line, start] = [1, 0]; start < text.length; ) {
    const { fields, lines, end } = splitRecord(text, start)
    if (fields.length > 1 || fields[0]?.trim() !== '') yield { line, fields, end }
    line += lines
    start = end + 1
  }
}

/** A quoted field may have commas, line ends and doubled quotes. */
function splitRecord(text: string, start: number): { fields: string[]; lines: number; end: number } {
  const fields: string[] = []
  let [lines, lineEnd] = [1, indexFrom(text, '\n', start)]
  for (let at = start; ; at++) {
    const isQuoted = text[at] === '"'
    const closed = isQuoted ? endOfQuoted(text, at) : at
    for (; lineEnd < closed; lines++) lineEnd = indexFrom(text, '\n', lineEnd + 1)
    const end = Math.min(indexFrom(text, ',', closed), lineEnd)
    const quoted = isQuoted ? text.slice(at + 1, closed - 1).replaceAll('""', '"') : ''
    fields.push(quoted + text.slice(closed, end))
    if (end === lineEnd) return { fields, lines, end }
    at = end
  }
}

/** The offset after the closing quote; the end of the text if there is none. */
function endOfQuoted(text: string, start: number): number {
  let at = indexFrom(text, '"', start + 1)
  while (text[at + 1] === '"') at = indexFrom(text, '"', at + 2)
  return Math.min(at + 1, text.length)
}

function indexFrom(text: string, mark: string, start: number): number {
  const at = text.indexOf(mark, start)
  return at < 0 ? text.length : at
}
