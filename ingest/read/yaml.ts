// YAML 1.2 of bounded size and depth, without aliases, as plain data of unknown shape.

import { isSeq, LineCounter, parseDocument } from 'yaml'
import { type FetchedFile, SourceError } from '../source.ts'
import { decodeText } from './text.ts'

/** The largest real file has 1 MB; the parser keeps some fifty times as much. */
const BYTES_MAX = 4 * 1024 * 1024
/** Real files stay below 10; code that walks a deeper one would exhaust the stack. */
const DEPTH_MAX = 50

export interface YamlDocument {
  value: unknown
  /** 1-based line on which an item of a list at the top begins; null where the top is no list. */
  lineOf(item: number): number | null
}

/**
 * Dates and times stay text. Throws SourceError with the line for text that is no YAML, several documents, a key that
 * stands twice, aliases (an alias of aliases grows without bound), tags of other schemas, over 4 MiB, and nesting deeper
 * than 50.
 */
export function readYaml(file: Pick<FetchedFile, 'name' | 'bytes'>): YamlDocument {
  if (file.bytes.length > BYTES_MAX)
    throw new SourceError(`has ${file.bytes.length} bytes of YAML, expected at most ${BYTES_MAX}`, { file: file.name })
  const text = decodeText(file)
  const lines = new LineCounter()
  const parsed = parseWithin(text, lines, file.name)
  const [problem] = [...parsed.errors, ...parsed.warnings]
  // The parser's own sentence quotes the file; only its kind and place are used.
  if (problem)
    throw new SourceError(`is not valid YAML here (${problem.code})`, {
      file: file.name,
      line: lines.linePos(problem.pos[0]).line,
    })
  const { contents } = parsed
  return {
    value: toPlain(parsed, file.name),
    lineOf(item) {
      const node = isSeq(contents) ? contents.items[item] : undefined
      const start = hasRange(node) ? node.range[0] : undefined
      return start === undefined ? null : lines.linePos(start).line
    },
  }
}

function parseWithin(text: string, lineCounter: LineCounter, file: string) {
  refuseDeep(text, file)
  try {
    return parseDocument(text, {
      lineCounter,
      version: '1.2',
      uniqueKeys: true,
      prettyErrors: false,
      logLevel: 'error',
    })
  } catch (error) {
    throw tooDeep(error, file)
  }
}

/** Before parsing, which dies of deep brackets: those opened and not closed, and marks of lists on one line. */
function refuseDeep(text: string, file: string): void {
  let [brackets, line] = [0, 0]
  for (const each of text.split('\n')) {
    line++
    brackets += count(each, /[[{]/g)
    const marks = count(/^[\s?:-]*/.exec(each)?.[0] ?? '', /[?:-]/g)
    if (brackets > BRACKETS_MAX || marks > BRACKETS_MAX) throw new SourceError(DEEP, { file, line })
    brackets = Math.max(0, brackets - count(each, /[\]}]/g))
  }
}
/** Brackets in plain text open nothing, so that more of them may stand open than levels are allowed. */
const BRACKETS_MAX = 500

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}

function toPlain(document: ReturnType<typeof parseWithin>, file: string): unknown {
  try {
    const value: unknown = document.toJS({ maxAliasCount: 0 })
    if (isDeeper(value, DEPTH_MAX)) throw new SourceError(DEEP, { file })
    return value
  } catch (error) {
    if (error instanceof ReferenceError)
      throw new SourceError('uses an alias (`*name`), expected every value written out', { file })
    throw tooDeep(error, file)
  }
}

const DEEP = `is nested deeper than ${DEPTH_MAX} levels, which no data file is`

function tooDeep(error: unknown, file: string): unknown {
  return error instanceof RangeError ? new SourceError(DEEP, { file }) : error
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1))
}

function hasRange(node: unknown): node is { range: readonly number[] } {
  return typeof node === 'object' && node !== null && 'range' in node && Array.isArray(node.range)
}
