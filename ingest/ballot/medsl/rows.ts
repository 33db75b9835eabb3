// Folds returns to their distinct lines, whatever their precinct, mode and votes. A state has millions of lines and some thousand distinct
// ones, so bytes are compared and only distinct lines become text.

import { RAGGED_LINES_MAX } from '../../read/csv.ts'
import { type FetchedFile, type Sink, SourceError } from '../../read/source.ts'
import { decodeText, endsLine } from '../../read/text.ts'

const COLUMNS = [
  ...['office', 'district', 'candidate', 'party_detailed', 'county_name', 'jurisdiction_name'],
  ...['magnitude', 'dataverse', 'special', 'stage', 'writein', 'year', 'state_po'],
] as const
type Column =
  | 'office'
  | 'district'
  | 'candidate'
  | 'party_detailed'
  | 'county_name'
  | 'jurisdiction_name'
  | 'magnitude'
  | 'dataverse'
  | 'special'
  | 'stage'
  | 'writein'
  | 'year'
  | 'state_po'
/** They differ from line to line and do not say who stood. */
const LEFT_OUT = new Set(['precinct', 'mode', 'votes', 'readme_check'])
const [QUOTE, COMMA, LF, CR, MINUS, MASK] = [0x22, 0x2c, 10, 13, 0x2d, 0x2a]
const [E, H, P, S] = [0x45, 0x48, 0x50, 0x53]

type Tally = Pick<Return, 'line' | 'votes' | 'lines'> & { precincts: number[] }

export interface Return extends Record<Column, string> {
  /** The first line of the file that has these values. */
  line: number
  /** Of all lines that have these values. Only tells printed names from names that voters wrote. */
  votes: number
  /** Lines with these values that have votes: precincts, one for each way of voting. */
  lines: number
  /** Marks of the precincts of `lines`, which tell those of one county apart; none for an office of the nation. */
  precincts: readonly number[]
}

/**
 * @param keeps the columns whose values matter; others are ''. Fewer columns give fewer distinct lines.
 * Throws SourceError for a missing column, bytes that are not UTF-8, a truncated last line and over 10,000 lines with a wrong number of fields.
 */
export function foldReturns(
  file: Pick<FetchedFile, 'name' | 'bytes'>,
  sink: Pick<Sink, 'issue' | 'records'>,
): Return[] {
  const { bytes } = file
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const start = buffer[0] === 0xef && buffer[1] === 0xbb && buffer[2] === 0xbf ? 3 : 0
  const headerEnd = endOfLine(buffer, start)
  const header = fieldsOf(buffer.toString('utf8', start, headerEnd)).map((name) => name.trim())
  const places = new Map(header.map((name, place) => [name, place]))
  const missing = COLUMNS.filter((column) => !places.has(column))
  if (missing.length > 0)
    throw new SourceError(`has no column ${missing.join(', ')}; it has ${header.join(', ').slice(0, 300)}`, {
      file: file.name,
      line: 1,
    })
  // One slice of a line for each run of columns between those that are left out.
  const skipped = header.map((name) => LEFT_OUT.has(name))
  const votesPlace = places.get('votes') ?? -1
  const precinctPlace = places.get('precinct') ?? -1
  const kindPlace = places.get('dataverse') ?? -1
  const width = header.length
  const ends = new Int32Array(width)
  const distinct = new Map<string, Tally>()
  let [at, line, count, ragged] = [headerEnd, 1, 0, 0]
  const length = buffer.length
  while (at < length) {
    // Past the line end before this line.
    if (buffer[at] === CR) at++
    if (buffer[at] === LF) {
      at++
      line++
    }
    if (at >= length) break
    const begin = at
    const first = line
    let [quoted, fields] = [false, 0]
    for (; at < length; at++) {
      const byte = buffer[at]
      if (byte === QUOTE) quoted = !quoted
      else if (byte === COMMA) {
        if (!quoted) {
          if (fields < width) ends[fields] = at
          fields++
        }
      } else if (byte === LF) {
        if (!quoted) break
        line++
      }
    }
    let end = at
    if (end > begin && buffer[end - 1] === CR) end--
    if (end === begin) continue
    if (fields !== width - 1) {
      ragged++
      tellRagged(file.name, first, fields + 1, width, { ragged, last: at >= length && !endsLine(bytes), sink })
      continue
    }
    ends[fields] = end
    count++
    const key = keyOf(buffer, begin, ends, skipped)
    const startOf = (place: number): number => (place === 0 ? begin : (ends[place - 1] ?? 0) + 1)
    const votes = votesPlace < 0 ? 0 : readVotes(buffer, startOf(votesPlace), ends[votesPlace] ?? 0)
    const tally = distinct.get(key) ?? { line: first, votes: 0, lines: 0, precincts: [] }
    if (tally.line === first) distinct.set(key, tally)
    tally.votes += votes
    if (votes === 0) continue
    tally.lines++
    if (precinctPlace >= 0 && !isFederal(buffer, startOf(kindPlace)))
      tally.precincts.push(markOf(buffer, startOf(precinctPlace), ends[precinctPlace] ?? 0))
  }
  sink.records?.(file.name, count)
  return toReturns(
    distinct,
    header.filter((_, place) => !skipped[place]),
    file.name,
  )
}

function endOfLine(buffer: Buffer, from: number): number {
  const end = buffer.indexOf(LF, from)
  if (end < 0) return buffer.length
  return end > from && buffer[end - 1] === CR ? end - 1 : end
}

/** The line without the columns that are left out, as latin1: one character a byte. */
function keyOf(buffer: Buffer, begin: number, ends: Int32Array, skipped: readonly boolean[]): string {
  let key = ''
  let from = -1
  for (let place = 0; place < skipped.length; place++) {
    const start = place === 0 ? begin : (ends[place - 1] ?? 0) + 1
    if (skipped[place]) {
      if (from >= 0) key += `${buffer.toString('latin1', from, start - 1)},`
      from = -1
    } else if (from < 0) from = start
  }
  return from < 0 ? key.slice(0, -1) : key + buffer.toString('latin1', from, ends[skipped.length - 1] ?? 0)
}

/** 1 for a masked count (`*`), which is small. */
function readVotes(buffer: Buffer, from: number, to: number): number {
  let votes = 0
  if (buffer[from] === MASK) return 1
  for (let at = from; at < to; at++) {
    const digit = (buffer[at] ?? 0) - 48
    if (digit >= 0 && digit <= 9) votes = votes * 10 + digit
    else if (buffer[at] !== QUOTE && buffer[at] !== MINUS) break
  }
  return votes
}

/** Of the nation: the column `dataverse` says PRESIDENT, SENATE or HOUSE, and not STATE, LOCAL, or nothing as in the files of 2022. */
function isFederal(buffer: Buffer, at: number): boolean {
  const start = buffer[at] === QUOTE ? at + 1 : at
  const letter = buffer[start]
  return letter === P || letter === H || (letter === S && buffer[start + 1] === E)
}

function markOf(buffer: Buffer, from: number, to: number): number {
  let mark = 0
  for (let at = from; at < to; at++) mark = (mark * 31 + (buffer[at] ?? 0)) | 0
  return mark
}

function tellRagged(
  file: string,
  line: number,
  got: number,
  width: number,
  { ragged, last, sink }: { ragged: number; last: boolean; sink: Pick<Sink, 'issue'> },
): void {
  if (last) throw new SourceError('the file ends in the middle of this line; it may be truncated', { file, line })
  if (ragged > RAGGED_LINES_MAX)
    throw new SourceError(`has more than ${RAGGED_LINES_MAX} lines up to here that do not have ${width} fields`, {
      file,
      line,
    })
  const message = `got ${got} fields, expected ${width}; the line is left out`
  sink.issue({ file, line, field: null, code: 'ragged-line', value: String(got), message, severity: 'refused' })
}

/** Lines that differ only in columns that the reader does not use become one. */
function toReturns(distinct: ReadonlyMap<string, Tally>, names: readonly string[], file: string): Return[] {
  const wanted = COLUMNS.map((column) => names.indexOf(column))
  const folded = new Map<string, Return & Tally>()
  for (const [key, { line, votes, lines, precincts }] of distinct) {
    const fields = fieldsOf(decodeLine(key, { file, line }))
    const values = wanted.map((place) => (fields[place] ?? '').trim())
    const id = values.join('\u0000')
    const held = folded.get(id)
    if (held) {
      held.votes += votes
      held.lines += lines
      held.precincts = held.precincts.concat(precincts)
      held.line = Math.min(held.line, line)
      continue
    }
    const [
      office = '',
      district = '',
      candidate = '',
      party_detailed = '',
      county_name = '',
      jurisdiction_name = '',
      ...rest
    ] = values
    const [magnitude = '', dataverse = '', special = '', stage = '', writein = '', year = '', state_po = ''] = rest
    folded.set(id, {
      office,
      district,
      candidate,
      party_detailed,
      county_name,
      jurisdiction_name,
      magnitude,
      dataverse,
      special,
      stage,
      writein,
      year,
      state_po,
      line,
      votes,
      lines,
      precincts,
    })
  }
  return [...folded.values()].sort((a, b) => a.line - b.line)
}

function decodeLine(key: string, { file, line }: { file: string; line: number }): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern finds bytes beyond ASCII
  if (/^[\u0001-\u007f]*$/.test(key)) return key
  try {
    return decodeText({ name: file, bytes: Buffer.from(key, 'latin1') })
  } catch (error) {
    if (error instanceof SourceError) throw new SourceError(error.reason, { file, line })
    throw error
  }
}

/** The fields of one record, without quotes. */
function fieldsOf(record: string): string[] {
  if (!record.includes('"')) return record.split(',')
  const fields: string[] = []
  let [field, quoted] = ['', false]
  for (let at = 0; at < record.length; at++) {
    const letter = record[at]
    if (letter === '"') {
      if (quoted && record[at + 1] === '"') {
        field += letter
        at++
      } else quoted = !quoted
    } else if (letter === ',' && !quoted) {
      fields.push(field)
      field = ''
    } else field += letter
  }
  fields.push(field)
  return fields
}
