// Splits delimited text of which a quote is wrong, so that it costs its line and not the file: the parser itself cannot go on after it.

const [QUOTE, LF, CR] = [0x22, 10, 13]
/** Most bytes of a quoted field: a quote that closes later was not meant to. */
const QUOTED_MAX = 1_000_000

/** The fault of a last line that a cut file has. */
export const UNCLOSED = 'has a quote that is never closed'

/** The parser's codes for a wrong quote; one that is never closed makes a record of everything after it. */
const CODES: readonly string[] = [
  'CSV_INVALID_CLOSING_QUOTE',
  'CSV_MAX_RECORD_SIZE',
  'CSV_QUOTE_NOT_CLOSED',
  'INVALID_OPENING_QUOTE',
]

export function isQuoteFault(code: string): boolean {
  return CODES.includes(code)
}

export interface SplitRecord {
  /** Offsets of its first byte, and of the byte after its last; line ends do not count. */
  start: number
  end: number
  fields: string[]
  /** Why it cannot be split, for a message; `fields` is then empty. */
  fault?: string
}

/**
 * Yields the records, without empty lines. A record with a wrong quote ends with the line on which it begins: the next line is read as a
 * record of its own.
 * @param bytes in an encoding that is ASCII's for ASCII @param start where a record begins
 */
export function* splitRecords(bytes: Buffer, delimiter: string, start = 0): Generator<SplitRecord> {
  const separator = delimiter.charCodeAt(0)
  for (let at = start; at < bytes.length; ) {
    if (bytes[at] === LF || bytes[at] === CR) {
      at++
      continue
    }
    const record = splitOne(bytes, separator, at)
    yield record
    at = record.end
  }
}

function splitOne(bytes: Buffer, separator: number, start: number): SplitRecord {
  const fields: string[] = []
  const broken = (fault: string): SplitRecord => ({ start, end: endOfLine(bytes, start), fields: [], fault })
  for (let at = start; ; at++) {
    const quoted = bytes[at] === QUOTE
    const end = quoted ? endOfQuoted(bytes, at) : endOfPlain(bytes, at, separator)
    if (end < 0) return broken(quoted ? UNCLOSED : 'has a quote in the middle of a field')
    const next = bytes[end]
    const ends = next === undefined || next === LF || next === CR
    if (!ends && next !== separator) return broken('has a closing quote without a delimiter after it')
    const text = bytes.toString('utf8', quoted ? at + 1 : at, quoted ? end - 1 : end)
    fields.push(quoted ? text.replaceAll('""', '"') : text)
    if (ends) return { start, end, fields }
    at = end
  }
}

/** The position after the closing quote; -1 if there is none in the permitted length. */
function endOfQuoted(bytes: Buffer, start: number): number {
  const within = bytes.subarray(start, start + QUOTED_MAX)
  for (let at = within.indexOf(QUOTE, 1); at >= 0; at = within.indexOf(QUOTE, at + 2))
    if (bytes[start + at + 1] !== QUOTE) return start + at + 1
  return -1
}

/** -1 if there is a quote before its end. */
function endOfPlain(bytes: Buffer, start: number, separator: number): number {
  for (let at = start; ; at++) {
    const byte = bytes[at]
    if (byte === undefined || byte === separator || byte === LF || byte === CR) return at
    if (byte === QUOTE) return -1
  }
}

function endOfLine(bytes: Buffer, start: number): number {
  let at = start
  while (at < bytes.length && bytes[at] !== LF && bytes[at] !== CR) at++
  return at
}
