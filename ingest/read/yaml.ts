// YAML 1.2 of bounded size and depth, without aliases, as plain data of unknown shape.

import { isScalar, isSeq, Lexer, LineCounter, parseDocument, visit } from 'yaml'
import { type FetchedFile, SourceError } from '../engine/source.ts'
import { decodeText } from './text.ts'

/** The largest real file has 1 MB; the parser takes some 50 bytes for each of a text. */
const BYTES_MAX = 2 * 1024 * 1024
/** Of the largest real file there are 320,500; the parser keeps some 300 bytes for each. */
const TOKENS_MAX = 600_000
/** Real files stay below 10; code that walks a deeper one would exhaust the stack. */
const DEPTH_MAX = 50

export interface YamlDocument {
  value: unknown
  /** 1-based line on which an item of a list at the top begins; null where the top is no list. */
  lineOf(item: number): number | null
}

/**
 * Dates and times stay text. Throws SourceError with the line for text that is no YAML, several documents, a key that
 * stands twice, aliases (an alias of aliases grows without bound), tags of other schemas, over 2 MiB or 600,000 tokens, and
 * nesting deeper than 50.
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
  const value = toPlain(parsed, file.name)
  refuseTwice(parsed, lines, file.name)
  return {
    value,
    lineOf(item) {
      const node = isSeq(contents) ? contents.items[item] : undefined
      const start = hasRange(node) ? node.range[0] : undefined
      return start === undefined ? null : lines.linePos(start).line
    },
  }
}

function parseWithin(text: string, lineCounter: LineCounter, file: string) {
  refuseDeep(text, file)
  refuseMany(text, file)
  const { stackTraceLimit } = Error
  // The parser makes an error of each token that stands where it must not: without their stacks they are small.
  Error.stackTraceLimit = 0
  try {
    return parseDocument(text, {
      lineCounter,
      version: '1.2',
      // Its own check compares each key with all before it: an hour for a file of keys.
      uniqueKeys: false,
      prettyErrors: false,
      logLevel: 'error',
    })
  } catch (error) {
    throw tooDeep(error, file)
  } finally {
    Error.stackTraceLimit = stackTraceLimit
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

/** Before parsing, which keeps them all. */
function refuseMany(text: string, file: string): void {
  let [tokens, line] = [0, 1]
  for (const token of new Lexer().lex(text)) {
    if (token.includes('\n')) line += count(token, /\n/g)
    tokens++
    if (tokens > TOKENS_MAX)
      throw new SourceError(`has more than ${TOKENS_MAX} tokens up to here, expected no more`, { file, line })
  }
}

function refuseTwice(document: ReturnType<typeof parseWithin>, lines: LineCounter, file: string): void {
  visit(document, {
    Map(_, { items }) {
      const keys = new Set<unknown>()
      for (const { key } of items) {
        if (!isScalar(key)) continue
        if (keys.has(key.value))
          throw new SourceError('is not valid YAML here (DUPLICATE_KEY)', {
            file,
            line: lines.linePos(key.range?.[0] ?? 0).line,
          })
        keys.add(key.value)
      }
    },
  })
}

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
