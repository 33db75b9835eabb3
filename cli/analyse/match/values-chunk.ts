// Answers a chunk of values: the number of each row's answer.

import type { Matcher } from './answer.ts'
import { type Chunk, countAnswer, createChunk, type ValuesJob } from './chunk.ts'
import type { Numbering } from './numbering.ts'

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
