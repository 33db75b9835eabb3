// Blanks the members with personal data in JSON before it is hashed and kept. Other bytes and line numbers stay the same.

import { SourceError } from '../read/source.ts'
import { lineAt } from '../read/text.ts'
import type { Blanked } from './blank-columns.ts'

const [LF, CR, SPACE, QUOTE, BACKSLASH, COLON] = [10, 13, 0x20, 0x22, 0x5c, 0x3a]
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
    if (bytes[colon] === COLON && names.has(nameOf(bytes, at, end))) {
      const value = skipSpace(bytes, colon + 1)
      const past = endOfValue(bytes, value, file.name)
      blank(bytes, value, past)
      at = past - 1
    } else at = end - 1
  }
  return { bytes, found: personal }
}

/** Decodes escapes: `"\u0045mail"` gives Email. */
function nameOf(bytes: Buffer, start: number, end: number): string {
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

function endOfValue(bytes: Buffer, start: number, file: string): number {
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

function blank(bytes: Buffer, from: number, to: number): void {
  const roomy = to - from >= 4 && !bytes.subarray(from, from + 4).includes(LF)
  const left = roomy ? 'null' : bytes[from] === QUOTE ? '""' : '0'
  for (let at = from; at < to; at++) if (bytes[at] !== LF && bytes[at] !== CR) bytes[at] = SPACE
  bytes.write(left, from, 'latin1')
}
