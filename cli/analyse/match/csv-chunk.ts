// Answers a chunk of CSV. Its text keeps the same bytes, with the new fields at the end of each row.

import { toCsvField } from '../../output.ts'
import type { Answer, Matcher } from './answer.ts'
import { type Chunk, type CsvJob, countAnswer, createChunk } from './chunk.ts'
import { fromLatin1, readField, walkRows } from './csv-rows.ts'
import { parseDegrees, readPlainDegrees } from './degrees.ts'
import type { Numbering } from './numbering.ts'

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

/** The new fields, each after a comma, as UTF-8 in latin1. */
function toSuffix(answer: Answer): string {
  const known = suffixes.get(answer)
  if (known !== undefined) return known
  const fields = [...answer.cells, String(answer.reason === ''), answer.reason]
  const suffix = Buffer.from(`,${fields.map(toCsvField).join(',')}`).toString('latin1')
  suffixes.set(answer, suffix)
  return suffix
}
