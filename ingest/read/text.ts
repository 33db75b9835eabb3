// Decodes bytes in the encoding that the source declares, and repairs text that a publisher decoded wrongly. An invalid byte stops the source.

import { isUtf8 } from 'node:buffer'
import { TextDecoder } from 'node:util'
import { type FetchedFile, SourceError, type TextEncoding } from './source.ts'

/** @setting Largest text file in bytes. V8 cannot hold a string of 512 MiB or more. */
const TEXT_BYTES_MAX = 500 * 1024 * 1024

/** Characters 0x80 to 0x9F of windows-1252; U+FFFD where the code page has none. Node 20's TextDecoder decodes them as latin1. */
const WINDOWS_1252 =
  '\u20ac\ufffd\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\ufffd\u017d\ufffd' +
  '\ufffd\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\ufffd\u017e\u0178'

type NamedBytes = Pick<FetchedFile, 'name' | 'bytes' | 'encoding'>

/** As the source states it; UTF-8 where it states none, and for bytes that are UTF-8 all the same. */
export function encodingOf({ bytes, encoding = 'utf-8' }: Pick<FetchedFile, 'bytes' | 'encoding'>): TextEncoding {
  return isUtf8(bytes) ? 'utf-8' : encoding
}

/**
 * Removes the byte order mark. Throws SourceError for a NUL, for a byte that the encoding does not have, and for more than 500 MiB.
 */
export function decodeText(file: NamedBytes, encoding: TextEncoding = encodingOf(file)): string {
  const { name, bytes } = file
  if (bytes.length > TEXT_BYTES_MAX)
    throw new SourceError(`got ${bytes.length} bytes of text, expected at most ${TEXT_BYTES_MAX}`, { file: name })
  checkBytes(file, encoding)
  switch (encoding) {
    case 'utf-8':
      return decodeUtf8(new TextDecoder('utf-8', { fatal: true }), file)
    case 'windows-1252':
    case 'latin1':
      return decodeSingleByte(bytes, encoding)
    default:
      return encoding satisfies never
  }
}

/** For publishers that use either: UTF-8 if all bytes are, else windows-1252. */
export function guessEncoding({ bytes }: Pick<FetchedFile, 'bytes'>): TextEncoding {
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252'
}

/** Decodes as decodeText does, piece by piece and without a size limit. Only one piece is held as text. */
export function* decodePieces(file: NamedBytes, encoding: TextEncoding = encodingOf(file)): Generator<string> {
  checkBytes(file, encoding)
  const decoder = new TextDecoder('utf-8', { fatal: true })
  for (let start = 0; start < file.bytes.length; start += PIECE_BYTES) {
    const bytes = file.bytes.subarray(start, start + PIECE_BYTES)
    yield encoding === 'utf-8' ? decodeUtf8(decoder, file, bytes, true) : decodeSingleByte(bytes, encoding)
  }
  if (encoding === 'utf-8') decodeUtf8(decoder, file, file.bytes.subarray(0, 0))
}
const PIECE_BYTES = 64 * 1024

/** Checks that need no decoding. */
function checkBytes({ name, bytes }: NamedBytes, encoding: TextEncoding): void {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff))
    throw new SourceError(`begins with the byte order mark of UTF-16, expected ${encoding}: save it as UTF-8`, {
      file: name,
      line: 1,
    })
  const nul = bytes.indexOf(0)
  if (nul >= 0)
    throw new SourceError(`got a NUL byte at offset ${nul}, expected ${encoding} text`, {
      file: name,
      line: lineAt(bytes, nul),
    })
  if (encoding !== 'utf-8') checkSingleBytes({ name, bytes }, encoding)
}

/** 1-based; `\n`, `\r\n` and a lone `\r` end a line. */
export function lineAt(bytes: Uint8Array, offset: number, from: { line: number; offset: number } = START): number {
  let line = from.line
  for (let at = from.offset; at < offset; at++) {
    const byte = bytes[at]
    if (byte === 10 || (byte === 13 && bytes[at + 1] !== 10)) line++
  }
  return line
}
const START = { line: 1, offset: 0 }

/** True if the last line has a line end. A line that lacks both its end and a field is truncated. */
export function endsLine(bytes: Uint8Array): boolean {
  return bytes.at(-1) === 10 || bytes.at(-1) === 13
}

/** True if the bytes begin with U+FEFF in UTF-8. */
export function hasUtf8Mark(bytes: Uint8Array): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
}

/** @param stream true if more of the file follows; the decoder then holds back an incomplete character */
function decodeUtf8(decoder: TextDecoder, file: NamedBytes, bytes = file.bytes, stream = false): string {
  try {
    return decoder.decode(bytes, { stream })
  } catch {
    throw new SourceError(
      'got a byte that is not UTF-8, expected utf-8 throughout; save the file as UTF-8, or name its encoding: as encoding, ' +
        'windows-1252 or latin1, in its entry of sources.yaml, or in the declaration of an XML file',
      { file: file.name, line: firstLineNotUtf8(file.bytes) },
    )
  }
}

function firstLineNotUtf8(bytes: Uint8Array): number {
  let start = 0
  // First pieces of whole lines, then the lines of the invalid piece: line by line, the whole file would take minutes.
  for (const least of [PIECE_BYTES, 0]) {
    let end = endOfLine(bytes, start + least)
    while (end < bytes.length && isUtf8(bytes.subarray(start, end))) {
      start = end
      end = endOfLine(bytes, start + least)
    }
  }
  return lineAt(bytes, start)
}

function endOfLine(bytes: Uint8Array, from: number): number {
  const newline = bytes.indexOf(10, from)
  return newline < 0 ? bytes.length : newline + 1
}

function checkSingleBytes({ name, bytes }: NamedBytes, encoding: Exclude<TextEncoding, 'utf-8'>): void {
  if (hasUtf8Mark(bytes))
    throw new SourceError(`begins with the byte order mark of UTF-8, but its source declares ${encoding}`, {
      file: name,
      line: 1,
    })
  const has = (byte: number): boolean =>
    byte < 0x80 || byte > 0x9f || (encoding === 'windows-1252' && WINDOWS_1252[byte - 0x80] !== '\ufffd')
  const wrong = bytes.findIndex((byte) => !has(byte))
  if (wrong >= 0) {
    const expected =
      encoding === 'latin1'
        ? 'latin1 text, where this byte is a control character; the file may be windows-1252'
        : 'windows-1252'
    throw new SourceError(`got byte 0x${(bytes[wrong] ?? 0).toString(16)} at offset ${wrong}, expected ${expected}`, {
      file: name,
      line: lineAt(bytes, wrong),
    })
  }
}

function decodeSingleByte(bytes: Uint8Array, encoding: Exclude<TextEncoding, 'utf-8'>): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  if (encoding === 'latin1') return text
  return text.replace(/[\u0080-\u009f]/g, (character) => WINDOWS_1252.charAt(character.charCodeAt(0) - 0x80))
}

/**
 * Undefined if a character is none of windows-1252. The five bytes without a character there stand for themselves, as most programs read
 * them.
 */
function encodeWindows1252(text: string): Buffer | undefined {
  const bytes = [...text].map((character) => {
    const code = character.codePointAt(0) ?? 0
    const at = WINDOWS_1252.indexOf(character)
    return at >= 0 && character !== '\ufffd' ? 0x80 + at : code
  })
  return bytes.every((byte) => byte <= 0xff) ? Buffer.from(bytes) : undefined
}

// Text of which a publisher once read the UTF-8 bytes as windows-1252: `LimÃ³n` for `Limón`.

/** Two to four characters of windows-1252 whose bytes are one letter, or one typographic sign, in UTF-8. */
const GARBLED = /[ÂÃÄÅ].|â../gsu
/** Characters of names and titles: letters of Latin alphabets, and the usual signs. */
const EXPECTED = /^[\u00a0-\u017f\u2010-\u203a\u20ac]$/u

/** The text with each such sequence as the character that its bytes are; the rest, and what is none, stays. */
export function repairMojibake(text: string): string {
  if (!/[ÂÃÄÅâ]/u.test(text)) return text
  return text.replace(GARBLED, (garbled) => {
    const bytes = encodeWindows1252(garbled)
    const character = bytes?.toString('utf8')
    return character !== undefined && EXPECTED.test(character) ? character : garbled
  })
}
