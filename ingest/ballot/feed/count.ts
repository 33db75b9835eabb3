import type { Sink } from '../../read/source.ts'
import { parseWholeNumber } from '../../read/whole-number.ts'
import type { At } from '../listed.ts'

/**
 * How many a contest elects, or how many marks a voter has: a whole number from 1. Null if the feed does not state it, and for any other
 * text, with an issue `bad-count`.
 */
export function readCount(text: string | null, field: string, at: At, sink: Pick<Sink, 'issue'>): number | null {
  if (text === null) return null
  const count = parseWholeNumber(text)
  if (count !== undefined && count > 0) return count
  const message = `got the ${field} "${text.slice(0, 40)}", expected a whole number from 1; it is not read`
  sink.issue({ ...at, field, code: 'bad-count', value: text, message, severity: 'refused' })
  return null
}
