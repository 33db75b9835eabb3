// Blanks the values of personal keys in YAML before it is hashed and kept. Other bytes and line numbers stay the same.

import { SourceError } from '../read/source.ts'
import { hasUtf8Mark } from '../read/text.ts'
import type { Blanked } from './blank-columns.ts'

const [LF, CR, SPACE] = [10, 13, 0x20]
/** Spaces, list marks, then a plain key: the block style of data files. */
const ENTRY = /^( *(?:- +)*)([A-Za-z0-9_][^:#'"{}[\],]*):(?= |$)/
/** The text after a key: nothing, a comment, a block text, an empty list or mapping, or the first line of a text. */
const VALUE = /^ *(?:$|#|[|>][-+0-9]*(?: +#.*)?$|\[\] *$|\{\} *$|['"]|[^\s[\]{}&*!|>%@`#"'?,-]|[-?][^ ])/
/** A list item that is a single text. */
const TEXT_ITEM = /^( *)(?:- +)+(?:(['"])[^'"\\]*\2 *$|[^\s[\]{}&*!|>%@`#"'?,-]|[-?][^ ])/
/** `offices[classification!=capitol|district]` */
const LIST_RULE = /^(\w+)\[(\w+)!=([\w|-]+)\]$/

interface Line {
  text: string
  /** The offset of its first byte. */
  start: number
  /** Spaces before the first character; Infinity for an empty line or a comment, which ends no value. */
  indent: number
  number: number
}

/** A key with its value; or a list item that is a single text, with an empty key. */
interface Entry {
  key: string
  /** The column of the key, or of the item's mark. */
  column: number
  /** The offset of the first byte after the colon. */
  from: number
  /** The text after the colon in the same line. */
  rest: string
}

interface ListRule {
  /** The key that decides whether an item is kept. */
  key: string
  /** The values of this key in items that are kept. */
  kept: readonly string[]
}

/**
 * Replaces the value of each key of these names with spaces, at any depth. Keys may be absent. `list[key!=a|b]` blanks list items
 * whose `key` is neither a nor b, all but the `key`. Throws SourceError for a style in which the bytes of a value are uncertain:
 * flow style, quoted keys, anchors, tags, tabs, several documents.
 */
export function blankKeys(file: { name: string; bytes: Uint8Array }, personal: readonly string[]): Blanked {
  const bytes = Buffer.from(file.bytes)
  const { names, lists } = toRules(personal)
  const lines = linesOf(bytes, file.name)
  const colons = new Set<number>()
  for (let at = 0; at < lines.length; ) {
    const entry = readEntry(lines[at], file.name)
    const end = entry ? endOfValue(lines, at, entry) : at + 1
    const rule = entry && lists.get(entry.key)
    if (entry) colons.add(entry.from)
    if (entry && rule) {
      for (const item of itemsOf(lines.slice(at + 1, end), file.name))
        if (!item.some(({ key, rest }) => key === rule.key && rule.kept.includes(unquote(rest))))
          for (const { key, from, to } of item)
            if (key !== rule.key) blank(bytes, from, to ?? startOf(lines, end, bytes))
    } else if (entry && names.has(entry.key)) blank(bytes, entry.from, startOf(lines, end, bytes))
    const opens = entry && isEmpty(entry.rest) && !names.has(entry.key)
    at = opens ? at + 1 : end
  }
  refuseOthers(bytes, [...names, ...lists.keys()], { colons, file: file.name })
  return { bytes, found: personal }
}

function toRules(personal: readonly string[]): { names: ReadonlySet<string>; lists: ReadonlyMap<string, ListRule> } {
  const names = new Set<string>()
  const lists = new Map<string, ListRule>()
  for (const one of personal) {
    const [, list, key, kept] = LIST_RULE.exec(one) ?? []
    if (list && key && kept) lists.set(list, { key, kept: kept.split('|') })
    else names.add(one)
  }
  return { names, lists }
}

/** Decodes one character per byte, so that positions in the text are file offsets. */
function linesOf(bytes: Buffer, file: string): Line[] {
  const mark = hasUtf8Mark(bytes) ? 3 : 0
  const lines: Line[] = []
  let [start, begun] = [mark, false]
  for (const whole of bytes.toString('latin1', mark).split('\n')) {
    const text = whole.endsWith('\r') ? whole.slice(0, -1) : whole
    const number = lines.length + 1
    if (/[\0\t\r]/.test(text)) throw unclear('a tab, a NUL or a lone carriage return', file, number)
    const empty = /^ *(?:#|$)/.test(text) || (!begun && /^--- *$/.test(text))
    if (!empty) begun = true
    lines.push({ text, start, indent: empty ? Infinity : text.search(/[^ ]/), number })
    start += whole.length + 1
  }
  return lines
}

/** Undefined for an empty line. */
function readEntry(line: Line | undefined, file: string): Entry | undefined {
  if (!line || line.indent === Infinity) return undefined
  const [whole, before, key] = ENTRY.exec(line.text) ?? []
  if (whole === undefined || before === undefined || key === undefined) {
    const [item, indent = ''] = TEXT_ITEM.exec(line.text) ?? []
    if (item === undefined) throw unclear('neither a plain key nor a plain item', file, line.number)
    return { key: '', column: indent.length, from: line.start, rest: line.text }
  }
  const rest = line.text.slice(whole.length)
  if (!VALUE.test(rest)) throw unclear('a value in flow style, an anchor, an alias or a tag', file, line.number)
  return { key: key.trimEnd(), column: before.length, from: line.start + whole.length, rest }
}

/** The index of the line after the value. A list may have the same indent as its key. */
function endOfValue(lines: readonly Line[], at: number, { column, rest }: Entry): number {
  let end = at + 1
  for (; end < lines.length; end++) {
    const { indent, text } = lines[end] ?? { indent: 0, text: '' }
    if (indent > column) continue
    if (indent === column && isEmpty(rest) && /^ *-(?: |$)/.test(text)) continue
    break
  }
  return end
}

/** The entries of each item with the position where each ends; undefined for the last, which ends with the list. */
function itemsOf(lines: readonly Line[], file: string): (Entry & { to: number | undefined })[][] {
  const items: (Entry & { to: number | undefined })[][] = []
  const [first] = lines.filter(({ indent }) => indent !== Infinity)
  for (let at = 0; at < lines.length; ) {
    const line = lines[at]
    const entry = readEntry(line, file)
    if (!line || !entry) {
      at++
      continue
    }
    if (entry.key === '') throw unclear('a list item that is a single text, expected keys', file, line.number)
    if (line.indent === first?.indent) items.push([])
    const end = endOfValue(lines, at, entry)
    items.at(-1)?.push({ ...entry, to: lines[end]?.start })
    at = end
  }
  return items
}

/**
 * Throws if a personal name with a colon occurs anywhere else: in a text of several lines, or in a style that was not recognised.
 */
function refuseOthers(
  bytes: Buffer,
  names: readonly string[],
  { colons, file }: { colons: ReadonlySet<number>; file: string },
): void {
  const text = bytes.toString('latin1')
  for (const name of names)
    for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
      const [colon] = /^['"]? *:/.exec(text.slice(at + name.length, at + name.length + 80)) ?? []
      if (colon === undefined || /[\w-]/.test(text.charAt(at - 1))) continue
      if (!colons.has(at + name.length + colon.length))
        throw unclear(`"${name}:" in a place where it is not a key`, file, text.slice(0, at).split('\n').length)
    }
}

function unclear(what: string, file: string, line: number): SourceError {
  return new SourceError(
    `has ${what} here, so personal keys cannot be identified and nothing is kept; expected YAML in block style with plain keys`,
    { file, line },
  )
}

function startOf(lines: readonly Line[], at: number, bytes: Buffer): number {
  return lines[at]?.start ?? bytes.length
}

function isEmpty(rest: string): boolean {
  return /^ *(?:#|$)/.test(rest)
}

function unquote(text: string): string {
  return text.trim().replace(/^(['"])(.*)\1$/, '$2')
}

function blank(bytes: Buffer, from: number, to: number): void {
  for (let at = from; at < to; at++) if (bytes[at] !== LF && bytes[at] !== CR) bytes[at] = SPACE
}
