// Rows of CSV text (RFC 4180, commas): where each begins and ends, and where its wanted fields are. A quote opens a field only
// at the field's start. Text is latin1, one character a byte, so that bytes of any encoding pass through unchanged.

import { SEPARATOR } from './chunk.ts'

const QUOTE = 34
const COMMA = SEPARATOR.charCodeAt(0)
const LINE_FEED = 10
const CARRIAGE_RETURN = 13

/** A row; the walk reuses the object. */
export interface CsvRow {
  start: number
  /** The end of its text, before the line break. */
  end: number
  /** Lines of the text before the row. */
  line: number
  fields: number
  /** A line break follows: the row does not end with the text. */
  isComplete: boolean
  /** Start and end of each wanted field. Those of a missing field are of an earlier row: check `fields`. */
  wanted: Int32Array
}

/**
 * Walks the rows of a text that begins with a row. A last row without a line break is a row.
 * @param wanted positions of fields
 * @returns number of lines
 */
export function walkRows(text: string, wanted: readonly number[], onRow: (row: CsvRow) => void): number {
  const slots = Array.from({ length: Math.max(...wanted, -1) + 1 }, (_, field) => wanted.indexOf(field))
  const row: CsvRow = {
    start: 0,
    end: 0,
    line: 0,
    fields: 0,
    isComplete: true,
    wanted: new Int32Array(wanted.length * 2),
  }
  let lines = 0
  for (let at = 0; at < text.length; at++) {
    row.start = at
    row.line = lines
    row.fields = 0
    for (; ; at++) {
      const start = at
      if (text.charCodeAt(at) === QUOTE) {
        const close = findClosingQuote(text, at)
        for (let lf = text.indexOf('\n', at); lf >= 0 && lf < close; lf = text.indexOf('\n', lf + 1)) lines++
        at = close + 1
      }
      let code = text.charCodeAt(at)
      while (at < text.length && code !== COMMA && code !== LINE_FEED) code = text.charCodeAt(++at)
      const slot = slots[row.fields++] ?? -1
      if (slot >= 0) {
        row.wanted[slot * 2] = start
        row.wanted[slot * 2 + 1] = at
      }
      if (at >= text.length || code === LINE_FEED) break
    }
    row.isComplete = at < text.length
    row.end = Math.min(at, text.length)
    if (row.end > row.start && text.charCodeAt(row.end - 1) === CARRIAGE_RETURN) row.end--
    lines++
    onRow(row)
  }
  return lines
}

/** The end of the last complete row in a text that begins with a row; 0 if none is complete. */
export function endOfRows(text: string): number {
  if (!text.includes('"')) return text.lastIndexOf('\n') + 1
  let end = 0
  walkRows(text, [], ({ start, isComplete }) => {
    end = isComplete ? text.length : start
  })
  return end
}

/** A field's bytes without quotes and surrounding white space, as latin1. */
export function readField(text: string, start: number, end: number): string {
  const field = text.slice(start, end).trim()
  return field.startsWith('"') ? field.replace(/^"|"$/g, '').replaceAll('""', '"').trim() : field
}

/** The position of a field's closing quote; the text's length if there is none. */
function findClosingQuote(text: string, open: number): number {
  for (let at = text.indexOf('"', open + 1); at >= 0; at = text.indexOf('"', at + 2))
    if (text.charCodeAt(at + 1) !== QUOTE) return at
  return text.length
}

/** @param bytes UTF-8 in latin1 */
export function fromLatin1(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString()
}
