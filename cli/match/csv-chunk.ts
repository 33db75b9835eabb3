// Answers the rows of one chunk of CSV: the same bytes, with the new fields at the end of each row.

import { toCsvField } from '../output.ts'
import type { Answer, Matcher } from './answer.ts'
import { parseDegrees } from './coordinates.ts'
import { fromLatin1 } from './csv-file.ts'
import { readField, walkRows } from './csv-rows.ts'

/** Positions of the columns that locate a row. */
export type LocatedBy = { lat: number; lng: number } | { address: number }

export interface CsvJob {
  /** Whole rows, latin1. */
  text: string
  /** Columns of each row. */
  fields: number
  by: LocatedBy
}

export interface Counts {
  rows: number
  exact: number
  rejected: number
}

export interface Reject {
  /** Lines of the chunk before the row. */
  line: number
  /** Position of the column. */
  column: number
  reason: string
}

export interface CsvChunk extends Counts {
  /** Latin1. */
  text: string
  /** Bytes and lines of the rows as they came. */
  bytes: number
  lines: number
  rejects: Reject[]
  /** The first row with another number of fields; the rows after it are not answered. */
  misshapen: { line: number; fields: number } | undefined
}

/** A row's answer, and the column at fault if it is rejected. */
interface Located {
  answer: Answer
  column: number
}

export function answerCsv({ text, fields, by }: CsvJob, matcher: Matcher): CsvChunk {
  const chunk: CsvChunk = {
    ...{ text: '', bytes: text.length, lines: 0, rows: 0, exact: 0, rejected: 0 },
    ...{ rejects: [], misshapen: undefined },
  }
  const pieces: string[] = []
  let written = 0
  const wanted = 'address' in by ? [by.address] : [by.lat, by.lng]
  chunk.lines = walkRows(text, wanted, (row) => {
    // A blank line, such as the last one, is no row.
    if (row.fields === 1 && row.start === row.end && fields > 1) return
    if (row.fields !== fields) chunk.misshapen ??= { line: row.line, fields: row.fields }
    if (chunk.misshapen) return
    const { answer, column } = locate(row.wanted)
    pieces.push(text.slice(written, row.end), toSuffix(answer))
    written = row.end
    chunk.rows++
    if (answer.rejected) {
      chunk.rejected++
      chunk.rejects.push({ line: row.line, column, reason: answer.reason })
    } else if (answer.reason === '') chunk.exact++
  })
  pieces.push(text.slice(written))
  chunk.text = pieces.join('')
  return chunk

  function locate(at: Int32Array): Located {
    const field = (nth: number): string => readField(text, at[nth * 2] ?? 0, at[nth * 2 + 1] ?? 0)
    if ('address' in by) return { answer: matcher.findAddress(fromLatin1(field(0))), column: by.address }
    const [lat, lng] = [field(0), field(1)]
    if (lat === '' || lng === '')
      return { answer: matcher.reject('missing_coordinate'), column: lat === '' ? by.lat : by.lng }
    const [y, x] = [parseDegrees(lat), parseDegrees(lng)]
    if (Number.isNaN(y) || Number.isNaN(x))
      return { answer: matcher.reject('invalid_coordinate'), column: Number.isNaN(y) ? by.lat : by.lng }
    return { answer: matcher.findPoint(y, x), column: Math.abs(y) <= 90 && Math.abs(x) > 180 ? by.lng : by.lat }
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
