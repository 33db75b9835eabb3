// Reads JSON of limited depth and size into plain data of unknown type: a whole file, or one object on each line.

import { type FetchedFile, SourceError } from './source.ts'
import { decodePieces, decodeText } from './text.ts'

/** Real files stay below 20. Code that walks a deeper value would exhaust the stack. */
const DEPTH_MAX = 100
/** Counts objects and lists, empty ones included. Each takes about 50 bytes of memory; the largest real file has a million. */
const HOLDERS_MAX = 10_000_000

/**
 * Accepts only UTF-8. Throws SourceError with the line for invalid JSON, for nesting deeper than 100, and for over 10,000,000
 * objects and lists.
 */
export function readJson(file: FetchedFile): unknown {
  return parseJson(decodeText(file), { file: file.name, line: 1 })
}

/** @param at the position where the text begins */
export function parseJson(text: string, at: { file: string; line: number }): unknown {
  const excess = findExcess(text)
  if (excess) throw new SourceError(excess.message, { file: at.file, line: at.line + countLines(text, excess.offset) })
  try {
    return JSON.parse(text)
  } catch (error) {
    // The engine's message quotes the file, so only its kind and position are used.
    const sentence = error instanceof Error ? error.message : ''
    const cut = isCut(sentence, text)
    const position = positionIn(sentence)
    const offset = position ?? (cut ? text.trimEnd().length : endOfSoundLines(text))
    throw new SourceError(cut ? 'ends too early; the file may be truncated' : 'is not valid JSON here', {
      file: at.file,
      line: at.line + countLines(text, offset),
    })
  }
}

/** Used if the engine gives no position: the end of the longest valid run of whole lines. */
function endOfSoundLines(text: string): number {
  const ends = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) ends.push(at + 1)
  let [sound, broken] = [0, ends.length]
  while (broken - sound > 1) {
    const middle = Math.floor((sound + broken) / 2)
    if (isSoundSoFar(text.slice(0, ends[middle]))) sound = middle
    else broken = middle
  }
  return ends[sound] ?? 0
}

function isSoundSoFar(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch (error) {
    return error instanceof Error && isCut(error.message, text)
  }
}

/** True if only the end of the text is missing. */
function isCut(sentence: string, text: string): boolean {
  const position = positionIn(sentence)
  return /^Unexpected end|^Unterminated string/.test(sentence) || (position ?? 0) >= text.trimEnd().length
}

function positionIn(sentence: string): number | undefined {
  const digits = /at position (\d+)/.exec(sentence)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

/** True for a JSON object, but not for an array or null. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function findExcess(text: string): { offset: number; message: string } | undefined {
  let [depth, holders] = [0, 0]
  for (let offset = 0; offset < text.length; offset++) {
    switch (text.charCodeAt(offset)) {
      case QUOTE:
        offset = endOfString(text, offset)
        break
      case 0x5b:
      case 0x7b:
        depth++
        holders++
        if (depth > DEPTH_MAX) return { offset, message: `is nested deeper than ${DEPTH_MAX} levels, expected no more` }
        if (holders > HOLDERS_MAX)
          return { offset, message: `has more than ${HOLDERS_MAX} objects and lists up to here, expected no more` }
        break
      case 0x5d:
      case 0x7d:
        depth--
        break
    }
  }
  return undefined
}
const QUOTE = 0x22
const BACKSLASH = 0x5c

/** The position of the quote that closes the string at `start`. */
function endOfString(text: string, start: number): number {
  let end = start + 1
  for (; end < text.length; end++) {
    const code = text.charCodeAt(end)
    if (code === BACKSLASH) end++
    else if (code === QUOTE) break
  }
  return end
}

function countLines(text: string, end: number): number {
  let lines = 0
  for (let at = text.indexOf('\n'); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) lines++
  return lines
}

/**
 * The 1-based line of each item in an object's lists, by the list's key. `text` must be valid JSON.
 * @param levels the depth of the lists in nested objects; tabs join the keys of the path
 */
export function findItemLines(text: string, levels = 1): ReadonlyMap<string, readonly number[]> {
  const lists = new Map<string, number[]>()
  let [depth, line, listsAbove] = [0, 1, 0]
  const keys = new Array<string>(levels).fill('""')
  let list: number[] | undefined
  let atItem = false
  for (let i = 0; i < text.length; i++) {
    const character = text.charAt(i)
    if (character === '\n') line++
    if (/\s/.test(character)) continue
    if (atItem && depth === levels + 1 && character !== ']') {
      list?.push(line)
      atItem = false
    }
    switch (character) {
      case '"': {
        const end = endOfString(text, i)
        if (depth <= levels) keys[depth - 1] = text.slice(i, end + 1)
        i = end
        break
      }
      case '[':
      case '{':
        depth++
        if (character === '[' && depth <= levels) listsAbove++
        if (depth !== levels + 1 || character === '{' || listsAbove > 0) break
        list = []
        lists.set(keys.map((key) => String(JSON.parse(key))).join('\t'), list)
        atItem = true
        break
      case ']':
      case '}':
        if (character === ']' && depth <= levels) listsAbove--
        depth--
        if (depth <= levels) list = undefined
        break
      case ',':
        atItem = depth === levels + 1 && list !== undefined
        break
    }
  }
  return lists
}

// Reads text with one JSON object on each line, millions of them, one at a time. Only the file's bytes stay in memory.

/** Most characters on one line. */
const LINE_MAX = 1_000_000

interface JsonLine {
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
