// Reads text with one JSON object on each line, millions of them, one at a time. Only the file's bytes stay in memory.

import { isObject, parseJson } from './json.ts'
import { type FetchedFile, SourceError } from './source.ts'
import { decodePieces } from './text.ts'

/** Most characters on one line. */
const LINE_MAX = 1_000_000

export interface JsonLine {
  /** 1-based. */
  line: number
  value: Record<string, unknown>
}

/** Skips empty lines. Throws SourceError for a line that is not a JSON object, or is longer than 1,000,000 characters. */
export function* readJsonLines(file: Pick<FetchedFile, 'name' | 'bytes' | 'encoding'>): Generator<JsonLine> {
  let line = 0
  for (const text of splitLines(file)) {
    const at = { file: file.name, line: ++line }
    if (text.length > LINE_MAX) throw new SourceError(`has more than ${LINE_MAX} characters on this line`, at)
    if (text.trim() === '') continue
    const value = parseJson(text, at)
    if (!isObject(value)) throw new SourceError('holds no object on this line, expected one object a line', at)
    yield { line, value }
  }
}

/** A line that is too long is cut: its rest is not collected. */
function* splitLines(file: Pick<FetchedFile, 'name' | 'bytes' | 'encoding'>): Generator<string> {
  let rest = ''
  for (const piece of decodePieces(file)) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
    if (rest.length > LINE_MAX) break
  }
  yield rest
}
