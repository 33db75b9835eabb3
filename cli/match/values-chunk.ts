// Answers a chunk of values: the number of each row's answer.

import type { Answer, Matcher } from './answer.ts'
import { type Chunk, countAnswer, createChunk, type ValuesJob } from './chunk.ts'
import type { Numbering } from './numbering.ts'

export function answerValues({ values }: ValuesJob, matcher: Matcher, numbering: Numbering): Chunk {
  const rows = 'address' in values ? values.address.length : values.lat.length
  const chunk = createChunk(rows)
  chunk.lines = rows
  for (let row = 0; row < rows; row++) {
    const answer = answerRow(row)
    countAnswer(chunk, answer, row)
    chunk.numbers.push(numbering.numberOf(answer))
  }
  return chunk

  function answerRow(row: number): Answer {
    if ('address' in values) return matcher.findAddress(values.address[row] ?? '')
    return matcher.findPoint(values.lat[row] ?? null, values.lng[row] ?? null)
  }
}
