// Answers a chunk of CSV. Its text keeps the same bytes, with the new fields at the end of each row.

import { toCsvField } from '../output.ts'
import type { Answer, Matcher } from './answer.ts'
import { type Chunk, type CsvJob, countAnswer, createChunk } from './chunk.ts'
import { fromLatin1, readField, walkRows } from './csv-rows.ts'
import { parseDegrees } from './degrees.ts'
import type { Numbering } from './numbering.ts'

export function answerCsv({ text, fields, by, wants }: CsvJob, matcher: Matcher, numbering: Numbering): Chunk {
  const chunk = createChunk(text.length)
  const pieces: string[] = []
  let written = 0
  const wanted = 'address' in by ? [by.address] : [by.lat, by.lng]
  chunk.lines = walkRows(text, wanted, (row) => {
    // A blank line, such as the last one, is no row.
    if (row.fields === 1 && row.start === row.end && fields > 1) return
    if (row.fields !== fields) chunk.misshapen ??= { line: row.line, fields: row.fields }
    if (chunk.misshapen) return
    const answer = answerRow(row.wanted)
    countAnswer(chunk, answer, row.line)
    if (wants === 'numbers') {
      chunk.numbers.push(numbering.numberOf(answer))
      return
    }
    pieces.push(text.slice(written, row.end), toSuffix(answer))
    written = row.end
  })
  if (wants === 'text') chunk.text = pieces.join('') + text.slice(written)
  return chunk

  function answerRow(at: Int32Array): Answer {
    const field = (nth: number): string => readField(text, at[nth * 2] ?? 0, at[nth * 2 + 1] ?? 0)
    if ('address' in by) return matcher.findAddress(fromLatin1(field(0)))
    return matcher.findPoint(parseDegrees(field(0)), parseDegrees(field(1)))
  }
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
