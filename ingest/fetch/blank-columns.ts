// Blanks the columns with personal data in delimited text, the fields of dBASE and the members of JSON before they are hashed or kept. Other
// bytes and line numbers stay the same.

import { SourceError } from '../read/source.ts'
import { hasUtf8Mark, lineAt } from '../read/text.ts'

const QUOTE = 0x22
const [LF, CR] = [10, 13]
export const SPACE = 0x20
/** Preferred in this order if a header has equally many of several. */
const DELIMITERS = [',', ';', '\t', '|'].map((character) => character.charCodeAt(0))
/** Most fields in one line. All fields stay in memory until the line ends. */
const FIELDS_MAX = 100_000

export interface Blanked {
  bytes: Uint8Array
  /** The given names that were found: for columns, those in the header; of KML, those in it; for elements and members, all. */
  found: readonly string[]
}

interface Field {
  start: number
  /** The position after its last byte, closing quote included. */
  end: number
}

/** Line ends stay. */
export function blankBytes(bytes: Buffer, from: number, to: number): void {
  for (let at = from; at < to; at++) if (bytes[at] !== LF && bytes[at] !== CR) bytes[at] = SPACE
}

/**
 * Blanks all fields of a line with too many or too few fields, because any of them may hold personal data. Throws SourceError for
 * unbalanced quotes, because the personal bytes are then unknown, and for a line of over 100,000 fields.
 * @param file delimited text with a header, in any ASCII-compatible encoding
 */
export function blankColumns(file: { name: string; bytes: Uint8Array }, personal: readonly string[]): Blanked {
  const { name, bytes } = file
  if (bytes.includes(0))
    throw new SourceError('holds NUL bytes, expected text whose personal columns can be blanked', { file: name })
  const start = hasUtf8Mark(bytes) ? 3 : 0
  const delimiter = findDelimiter(bytes, start)
  let header: readonly string[] | undefined
  let places: number[] = []
  // The output is never longer than the file, because each replacement is part of the field.
  const out = Buffer.allocUnsafe(bytes.length)
  let [length, kept] = [0, 0]
  const put = (part: Uint8Array): void => {
    out.set(part, length)
    length += part.length
  }
  for (const fields of records(name, bytes, { start, delimiter })) {
    if (!header) {
      header = fields.map((field) => nameOf(bytes, field))
      places = header.flatMap((column, index) => (personal.includes(column) ? [index] : []))
      if (places.length === 0) return { bytes, found: [] }
      continue
    }
    const blank = fields.length === header.length ? places.flatMap((place) => fields[place] ?? []) : fields
    for (const field of blank) {
      put(bytes.subarray(kept, field.start))
      put(lineEnds(bytes.subarray(field.start, field.end)))
      kept = field.end
    }
  }
  put(bytes.subarray(kept))
  const found = personal.filter((column) => header?.includes(column))
  return { bytes: out.subarray(0, length), found }
}

/** Returns nothing, or the line ends of a quoted value of several lines, so that later lines keep their numbers. */
function lineEnds(value: Uint8Array): Uint8Array {
  if (!value.includes(LF) && !value.includes(CR)) return value.subarray(0, 0)
  const quoted = new Uint8Array(value.length + 2)
  let length = 1
  for (const byte of value) if (byte === LF || byte === CR) quoted[length++] = byte
  quoted[0] = QUOTE
  quoted[length] = QUOTE
  return quoted.subarray(0, length + 1)
}

function nameOf(bytes: Uint8Array, { start, end }: Field): string {
  const text = Buffer.from(bytes.subarray(start, end)).toString('utf8').trim()
  return text.startsWith('"') ? text.slice(1, -1).replaceAll('""', '"').trim() : text
}

function findDelimiter(bytes: Uint8Array, start: number): number {
  const counts = new Map(DELIMITERS.map((delimiter) => [delimiter, 0]))
  let quoted = false
  for (let at = start; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    if (byte === QUOTE) quoted = !quoted
    else if (!quoted && (byte === LF || byte === CR)) break
    else if (!quoted && counts.has(byte)) counts.set(byte, (counts.get(byte) ?? 0) + 1)
  }
  const most = Math.max(...counts.values())
  return DELIMITERS.find((delimiter) => counts.get(delimiter) === most) ?? COMMA
}
const COMMA = 0x2c

function* records(
  name: string,
  bytes: Uint8Array,
  { start, delimiter }: { start: number; delimiter: number },
): Generator<Field[]> {
  let fields: Field[] = []
  for (let at = start; at < bytes.length; ) {
    const end = endOfField(name, bytes, at, delimiter)
    fields.push({ start: at, end })
    if (fields.length > FIELDS_MAX)
      throw new SourceError(`has a line of more than ${FIELDS_MAX} fields, expected no more`, {
        file: name,
        line: lineAt(bytes, at),
      })
    const after = bytes[end]
    if (after === delimiter) {
      at = end + 1
      if (at === bytes.length) fields.push({ start: at, end: at })
      continue
    }
    const blank = fields.length === 1 && fields[0]?.start === fields[0]?.end
    if (!blank) yield fields
    fields = []
    at = after === CR && bytes[end + 1] === LF ? end + 2 : end + 1
  }
  if (fields.length > 0) yield fields
}

function endOfField(name: string, bytes: Uint8Array, start: number, delimiter: number): number {
  const ends = (byte: number | undefined): boolean =>
    byte === undefined || byte === delimiter || byte === LF || byte === CR
  let at = start
  if (bytes[at] !== QUOTE) {
    while (!ends(bytes[at])) if (bytes[at++] === QUOTE) throw unbalanced(name, bytes, start)
    return at
  }
  for (at++; at < bytes.length; at++) {
    if (bytes[at] !== QUOTE) continue
    if (bytes[at + 1] === QUOTE) at++
    else if (ends(bytes[at + 1])) return at + 1
    else break
  }
  throw unbalanced(name, bytes, start)
}

function unbalanced(name: string, bytes: Uint8Array, offset: number): SourceError {
  return new SourceError(
    'its quotes do not balance here, so personal columns cannot be identified and nothing is kept',
    {
      file: name,
      line: lineAt(bytes, offset),
    },
  )
}

// dBASE, the attributes of a shapefile: the same fields of each record, at the same bytes.

const [DESCRIPTORS_AT, DESCRIPTOR_BYTES, NAME_BYTES, LENGTH_AT] = [32, 32, 11, 16]

/** Replaces the values of these fields with spaces. Throws SourceError for records that the fields do not fill. */
export function blankFields(file: { name: string; bytes: Uint8Array }, personal: readonly string[]): Blanked {
  const bytes = Buffer.from(file.bytes)
  const refuse = (): SourceError =>
    new SourceError('has records that its fields do not fill, so its personal fields cannot be blanked', {
      file: file.name,
    })
  if (bytes.length < DESCRIPTORS_AT) throw refuse()
  const [first, length] = [bytes.readUInt16LE(8), bytes.readUInt16LE(10)]
  const fields: { name: string; from: number; to: number }[] = []
  // The first byte of a record says whether it is deleted.
  let from = 1
  for (let at = DESCRIPTORS_AT; at + DESCRIPTOR_BYTES <= first && bytes[at] !== CR; at += DESCRIPTOR_BYTES) {
    const [name = ''] = bytes.toString('latin1', at, at + NAME_BYTES).split('\0')
    const to = from + (bytes[at + LENGTH_AT] ?? 0)
    fields.push({ name, from, to })
    from = to
  }
  if (from !== length) throw refuse()
  const blanked = fields.filter(({ name }) => personal.includes(name))
  const within = (at: number): number => Math.min(at, bytes.length)
  for (let record = first; record < bytes.length; record += length)
    for (const { from, to } of blanked) bytes.fill(' ', within(record + from), within(record + to))
  return { bytes, found: blanked.map(({ name }) => name) }
}

// JSON: the members with personal data.

const [BACKSLASH, COLON] = [0x5c, 0x3a]
const OPENING = new Set([0x7b, 0x5b])
const CLOSING = new Set([0x7d, 0x5d])
const ENDS = new Set([0x2c, 0x7d, 0x5d])

/**
 * Replaces the value of each member of these names with null (an empty text or 0 if null does not fit), padded with spaces to the
 * old length. Members may be absent. Throws SourceError for an unclosed text, and for an encoding in which names cannot be found.
 */
export function blankMembers(file: { name: string; bytes: Uint8Array }, personal: readonly string[]): Blanked {
  if (file.bytes.includes(0))
    throw new SourceError('holds NUL bytes, expected text whose personal members can be blanked', { file: file.name })
  const bytes = Buffer.from(file.bytes)
  const names = new Set(personal)
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] !== QUOTE) continue
    const end = endOfText(bytes, at, file.name)
    const colon = skipSpace(bytes, end)
    if (bytes[colon] === COLON && names.has(memberName(bytes, at, end))) {
      const value = skipSpace(bytes, colon + 1)
      const past = endOfMember(bytes, value, file.name)
      blankValue(bytes, value, past)
      at = past - 1
    } else at = end - 1
  }
  return { bytes, found: personal }
}

/** Decodes escapes: `"\u0045mail"` gives Email. */
function memberName(bytes: Buffer, start: number, end: number): string {
  const text = bytes.toString('utf8', start, end)
  try {
    return String(JSON.parse(text))
  } catch {
    return text
  }
}

/** The position after the closing quote of the text that opens at `at`. */
function endOfText(bytes: Buffer, at: number, file: string): number {
  for (let next = at + 1; next < bytes.length; next++) {
    if (bytes[next] === BACKSLASH) next++
    else if (bytes[next] === QUOTE) return next + 1
  }
  throw new SourceError('ends inside a text, so its personal members cannot be blanked', {
    file,
    line: lineAt(bytes, at),
  })
}

function endOfMember(bytes: Buffer, start: number, file: string): number {
  let depth = 0
  for (let at = start; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    if (byte === QUOTE) {
      at = endOfText(bytes, at, file) - 1
      if (depth === 0) return at + 1
    } else if (depth === 0 && ENDS.has(byte)) return at
    else if (OPENING.has(byte)) depth++
    else if (CLOSING.has(byte) && --depth === 0) return at + 1
  }
  return bytes.length
}

function skipSpace(bytes: Buffer, from: number): number {
  let at = from
  while (at < bytes.length && (bytes[at] ?? 0) <= SPACE) at++
  return at
}

function blankValue(bytes: Buffer, from: number, to: number): void {
  const roomy = to - from >= 4 && !bytes.subarray(from, from + 4).includes(LF)
  const left = roomy ? 'null' : bytes[from] === QUOTE ? '""' : '0'
  blankBytes(bytes, from, to)
  bytes.write(left, from, 'latin1')
}
