// Reads YAML 1.2 of limited size and depth, without aliases, into plain data of unknown type.

import { isMap, isScalar, isSeq, Lexer, LineCounter, parseDocument, visit, type YAMLError } from 'yaml'
import { type FetchedFile, SourceError } from './source.ts'
import { decodeText } from './text.ts'

/** The largest real file has 1 MB. The parser takes about 50 bytes per byte of text. */
const BYTES_MAX = 2 * 1024 * 1024
/** The largest real file has 320,500. The parser keeps about 300 bytes for each. */
const TOKENS_MAX = 600_000
/** Real files stay below 10. Code that walks a deeper value would exhaust the stack. */
const DEPTH_MAX = 50

export interface YamlDocument {
  value: unknown
  /** The 1-based line of an item of a top-level list; null if the top level is not a list. */
  lineOf(item: number): number | null
  /** The 1-based line of a key or list item; of the nearest one above it that the file has, where it is absent. */
  lineAt(path: readonly PropertyKey[]): number
}

export interface YamlOptions {
  /** Names a repeated key in the message: for a file without personal data. */
  namesKeys?: boolean
}

/**
 * Dates and times stay text. Throws SourceError with the line for invalid YAML, several documents, a repeated key, aliases (nested
 * aliases grow exponentially), tags of other schemas, over 2 MiB or 600,000 tokens, and nesting deeper than 50.
 */
export function readYaml(
  file: Pick<FetchedFile, 'name' | 'bytes'>,
  { namesKeys = false }: YamlOptions = {},
): YamlDocument {
  if (file.bytes.length > BYTES_MAX)
    throw new SourceError(`has ${file.bytes.length} bytes of YAML, expected at most ${BYTES_MAX}`, { file: file.name })
  const text = decodeText(file)
  const lines = new LineCounter()
  const parsed = parseWithin(text, lines, file.name)
  const [problem] = [...parsed.errors, ...parsed.warnings]
  // The parser's message quotes the file, so only its kind and position are used.
  if (problem)
    throw new SourceError(`is not valid YAML here${explain(problem, parsed.errors)}`, {
      file: file.name,
      line: lines.linePos(problem.pos[0]).line,
    })
  const { contents } = parsed
  const value = toPlain(parsed, file.name)
  refuseTwice(parsed, lines, { file: file.name, namesKeys })
  return {
    value,
    lineOf(item) {
      const node = isSeq(contents) ? contents.items[item] : undefined
      const start = hasRange(node) ? node.range[0] : undefined
      return start === undefined ? null : lines.linePos(start).line
    },
    lineAt: (path) => lines.linePos(offsetAt(contents, path)).line,
  }
}

const COLUMNS = 'expected all keys of an entry in one column, and all entries of a list in one column'

/** The fault in plain words, and what was expected; the parser's code for a rare fault. Quotes nothing of the file. */
function explain({ code, message }: YAMLError, all: readonly YAMLError[]): string {
  const isOfLines = all.some((one) => one.code === 'MULTILINE_IMPLICIT_KEY') || /block sequence/.test(message)
  switch (code) {
    case 'TAB_AS_INDENT':
      return ': got a tab in the indentation, expected spaces'
    case 'UNEXPECTED_TOKEN':
      return ': got more after the end of a value, expected a new line; a text that begins with { [ | or a quotation mark needs quotes around all of it, and a list begins on its own line'
    case 'BAD_SCALAR_START':
      return ': got a text that begins with a sign of YAML such as @ or %, expected quotes around it'
    case 'MULTILINE_IMPLICIT_KEY':
      return ': got a line without a colon and a space, expected "key: value"'
    case 'BLOCK_AS_IMPLICIT_KEY':
      return isOfLines
        ? `: got a wrong indentation here or in the next line, ${COLUMNS}`
        : ': got a second ": " on the line, expected quotes around a text that holds ": "'
    case 'BAD_INDENT':
      return /^Flow/.test(message)
        ? ': got no closing bracket before here, expected ] after [ and } after {'
        : `: got a wrong indentation, ${COLUMNS}`
    case 'MISSING_CHAR':
      return /^Missing closing/.test(message)
        ? ': got no closing quotation mark before here, expected one'
        : `: got a wrong indentation, ${COLUMNS}`
    default:
      return ` (${code})`
  }
}

function offsetAt(root: unknown, path: readonly PropertyKey[]): number {
  let [node, offset] = [root, 0]
  for (const step of path) {
    const pair = isMap(node) ? node.items.find(({ key }) => isScalar(key) && String(key.value) === step) : undefined
    const next: unknown = pair ? pair.value : isSeq(node) ? node.items[Number(step)] : undefined
    const marked = pair ? pair.key : next
    if (!hasRange(marked)) break
    node = next
    offset = marked.range[0] ?? offset
  }
  return offset
}

function parseWithin(text: string, lineCounter: LineCounter, file: string) {
  refuseDeep(text, file)
  refuseMany(text, file)
  const { stackTraceLimit } = Error
  // The parser creates an error for each misplaced token. Without stack traces these errors are small.
  Error.stackTraceLimit = 0
  try {
    return parseDocument(text, {
      lineCounter,
      version: '1.2',
      // The parser's own check compares each key with all earlier ones, which takes an hour for a file of keys.
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

/** Runs before parsing, because deep brackets crash the parser. Counts open brackets, and list marks on one line. */
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
/** Higher than the depth limit, because brackets in plain text open nothing. */
const BRACKETS_MAX = 500

/** Runs before parsing, because the parser keeps all tokens. */
function refuseMany(text: string, file: string): void {
  let [tokens, line] = [0, 1]
  for (const token of new Lexer().lex(text)) {
    if (token.includes('\n')) line += count(token, /\n/g)
    tokens++
    if (tokens > TOKENS_MAX)
      throw new SourceError(`has more than ${TOKENS_MAX} tokens up to here, expected no more`, { file, line })
  }
}

function refuseTwice(
  document: ReturnType<typeof parseWithin>,
  lines: LineCounter,
  { file, namesKeys }: { file: string; namesKeys: boolean },
): void {
  visit(document, {
    Map(_, { items }) {
      const keys = new Set<unknown>()
      for (const { key } of items) {
        if (!isScalar(key)) continue
        if (keys.has(key.value))
          throw new SourceError(
            namesKeys
              ? `${String(key.value)}: got the key twice, expected it once`
              : 'is not valid YAML here (DUPLICATE_KEY)',
            { file, line: lines.linePos(key.range?.[0] ?? 0).line },
          )
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
      throw new SourceError('uses an alias (`*name`), expected each value in full', { file })
    throw tooDeep(error, file)
  }
}

const DEEP = `is nested deeper than ${DEPTH_MAX} levels, expected no more`

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
