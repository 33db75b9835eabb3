// Answers a chunk of rows in a worker: one of CSV, whose text keeps the same bytes with the new fields at the end of each row, or one of values.

import { toCsvField } from '../../output.ts'
import type { Answer, Matcher } from './answer.ts'
import {
  type Chunk,
  type CsvJob,
  countAnswer,
  createChunk,
  type NumberedAnswer,
  SEPARATOR,
  type ValuesJob,
} from './chunk.ts'
import { fromLatin1, readField, walkRows } from './walk-csv.ts'

export function answerCsv(job: CsvJob, matcher: Matcher, numbering: Numbering): Chunk {
  const { text, wants } = job
  const chunk = createChunk(text.length)
  const { ends, lines, answers } = answerRows(job, matcher, chunk)
  const pieces: string[] = []
  let written = 0
  for (const [row, answer] of answers.entries()) {
    countAnswer(chunk, answer, lines[row] ?? 0)
    if (wants === 'numbers') {
      chunk.numbers.push(numbering.numberOf(answer))
      continue
    }
    const end = ends[row] ?? 0
    pieces.push(text.slice(written, end), toSuffix(answer))
    written = end
  }
  if (wants === 'text') {
    pieces.push(text.slice(written))
    chunk.bytes = toBytes(pieces.join(''))
  }
  return chunk
}

interface AnsweredRows {
  /** Where each row ends, before its line break. */
  ends: number[]
  /** Lines before each row. */
  lines: number[]
  answers: Answer[]
}

/** Counts the chunk's lines, and stops at a misshapen row. */
function answerRows({ text, fields, by }: CsvJob, matcher: Matcher, chunk: Chunk): AnsweredRows {
  const [ends, lines, found]: [number[], number[], Answer[]] = [[], [], []]
  const [lats, lngs]: [(number | null)[], (number | null)[]] = [[], []]
  const wanted = 'address' in by ? [by.address] : [by.lat, by.lng]
  chunk.lines = walkRows(text, wanted, (row) => {
    // A blank line, such as the last one, is no row.
    if (row.fields === 1 && row.start === row.end && fields > 1) return
    if (row.fields !== fields) chunk.misshapen ??= { line: row.line, fields: row.fields }
    if (chunk.misshapen) return
    ends.push(row.end)
    lines.push(row.line)
    const [first = 0, firstEnd = 0, second = 0, secondEnd = 0] = row.wanted
    if ('address' in by) found.push(matcher.findAddress(fromLatin1(readField(text, first, firstEnd))))
    else {
      lats.push(readDegrees(text, first, firstEnd))
      lngs.push(readDegrees(text, second, secondEnd))
    }
  })
  return { ends, lines, answers: 'address' in by ? found : matcher.findPoints(lats, lngs) }
}

function readDegrees(text: string, start: number, end: number): number | null {
  return readPlainDegrees(text, start, end) ?? parseDegrees(readField(text, start, end))
}

/** In memory of its own, which can move to another thread. */
function toBytes(latin1: string): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.allocUnsafeSlow(latin1.length)
  bytes.write(latin1, 'latin1')
  return bytes
}

const suffixes = new WeakMap<Answer, string>()

/** The new fields, each after a separator, as UTF-8 in latin1. */
function toSuffix(answer: Answer): string {
  const known = suffixes.get(answer)
  if (known !== undefined) return known
  const fields = [...answer.cells, String(answer.reason === ''), answer.reason]
  const suffix = Buffer.from(['', ...fields.map(toCsvField)].join(SEPARATOR)).toString('latin1')
  suffixes.set(answer, suffix)
  return suffix
}

// A chunk of values: the number of each row's answer.

export function answerValues({ values }: ValuesJob, matcher: Matcher, numbering: Numbering): Chunk {
  const rows = 'address' in values ? values.address.length : values.lat.length
  const chunk = createChunk(rows)
  chunk.lines = rows
  const answers =
    'address' in values
      ? values.address.map((text) => matcher.findAddress(text ?? ''))
      : matcher.findPoints(values.lat, values.lng)
  for (const [row, answer] of answers.entries()) {
    countAnswer(chunk, answer, row)
    chunk.numbers.push(numbering.numberOf(answer))
  }
  return chunk
}

// The numbers: each distinct answer of one worker has one, so that a row takes four bytes.

interface Numbering {
  /** The same for answers with equal cells and reason. */
  numberOf(answer: Answer): number
  /** The answers that were numbered since the last call. */
  takeNew(): NumberedAnswer[]
}

/** @param first number. @param step to the next number: workers that begin at 0, 1, … and step by their count share no number */
export function createNumbering(first: number, step: number): Numbering {
  const numbers = new Map<string, number>()
  const known = new WeakMap<Answer, number>()
  let fresh: NumberedAnswer[] = []
  return {
    numberOf(answer) {
      const found = known.get(answer)
      if (found !== undefined) return found
      const key = JSON.stringify([answer.reason, ...answer.cells])
      let number = numbers.get(key)
      if (number === undefined) {
        number = first + numbers.size * step
        numbers.set(key, number)
        fresh.push({ number, answer })
      }
      known.set(answer, number)
      return number
    },
    takeNew() {
      const taken = fresh
      fresh = []
      return taken
    },
  }
}

// Degrees. Most fields are plain decimals, which take a fifth of the time without a pattern.

const DECIMAL = /^[+-]?(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d{1,3})?$/i

/** @returns degrees; null if the text is empty, NaN if it is no decimal number */
export function parseDegrees(text: string): number | null {
  if (text === '') return null
  return DECIMAL.test(text) ? Number(text) : Number.NaN
}

const [PLUS, MINUS, POINT, ZERO, NINE] = [43, 45, 46, 48, 57]
/** Below 2^53, so that digits and divisor are exact and their quotient is rounded once, as by Number(). */
const PLAIN_DIGITS_MAX = 15
const POWERS_OF_TEN = Float64Array.from({ length: PLAIN_DIGITS_MAX + 1 }, (_, power) => Number(`1e${power}`))

/** @returns as parseDegrees of this part of the text; undefined if it is not a plain decimal such as `-78.6391` */
export function readPlainDegrees(text: string, start: number, end: number): number | undefined {
  const sign = text.charCodeAt(start)
  let at = sign === MINUS || sign === PLUS ? start + 1 : start
  const first = at
  let point = -1
  let digits = 0
  for (; at < end; at++) {
    const code = text.charCodeAt(at)
    if (code >= ZERO && code <= NINE) digits = digits * 10 + code - ZERO
    else if (code === POINT && point < 0) point = at
    else return undefined
  }
  const count = end - first - (point < 0 ? 0 : 1)
  if (count < 1 || count > PLAIN_DIGITS_MAX) return undefined
  const degrees = point < 0 ? digits : digits / (POWERS_OF_TEN[end - point - 1] ?? 1)
  return sign === MINUS ? -degrees : degrees
}
