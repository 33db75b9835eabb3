// Blanks the values of personal keys in YAML, before anything is hashed and kept. All other bytes, and the lines, stay as they are.

import { SourceError } from '../engine/source.ts'
import { hasUtf8Mark } from '../read/text.ts'
import type { Blanked } from './blank-columns.ts'

const [LF, CR, SPACE] = [10, 13, 0x20]
/** Spaces, marks of list items, then a plain key: the block style that data files are written in. */
const ENTRY = /^( *(?:- +)*)([A-Za-z0-9_][^:#'"{}[\],]*):(?= |$)/
/** What stands behind a key: nothing, a comment, a block text, an empty list or mapping, or the first line of a text. */
const VALUE = /^ *(?:$|#|[|>][-+0-9]*(?: +#.*)?$|\[\] *$|\{\} *$|['"]|[^\s[\]{}&*!|>%@`#"'?,-]|[-?][^ ])/
/** An item of a list that is one text. */
const TEXT_ITEM = /^( *)(?:- +)+(?:(['"])[^'"\\]*\2 *$|[^\s[\]{}&*!|>%@`#"'?,-]|[-?][^ ])/
/** `offices[classification!=capitol|district]` */
const LIST_RULE = /^(\w+)\[(\w+)!=([\w|-]+)\]$/

interface Line {
  text: string
  /** Of its first byte. */
  start: number
  /** Spaces before the first character; Infinity for an empty line or a comment, which ends no value. */
  indent: number
  number: number
}

/** A key with its value, or an item that is one text, whose key is empty. */
interface Entry {
  key: string
  /** Of the key, or of the item's mark. */
  column: number
  /** Of the first byte behind the colon. */
  from: number
  /** What stands behind the colon in the same line. */
  rest: string
}

interface ListRule {
  /** The key that decides about an item. */
  key: string
  /** Its values in items that are kept. */
  kept: readonly string[]
}

/**
 * The value of each key of these names becomes spaces, wherever it stands; a key need not be there. Of the items of a list,
 * `list[key!=a|b]` blanks those whose `key` is neither a nor b, all but the `key`. Throws SourceError for a style that does not tell
 * for certain which bytes are a value's: flow style, quoted keys, anchors, tags, tabs, several documents.
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

/** One character a byte, so that a place in a text is the place in the file. */
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

/** The index of the line behind the value; a list may stand as deep as the key that it belongs to. */
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

/** The entries of each item, with the place at which each ends; undefined for the last, which ends with the list. */
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
    if (entry.key === '') throw unclear('an item that is one text, expected keys', file, line.number)
    if (line.indent === first?.indent) items.push([])
    const end = endOfValue(lines, at, entry)
    items.at(-1)?.push({ ...entry, to: lines[end]?.start })
    at = end
  }
  return items
}

/** A name and a colon anywhere else: in a text that goes on over lines, or in a style that was not seen for what it is. */
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
        throw unclear(`"${name}:" in a place where it is no key`, file, text.slice(0, at).split('\n').length)
    }
}

function unclear(what: string, file: string, line: number): SourceError {
  return new SourceError(
    `has ${what} here, so that personal keys cannot be told and nothing is kept; expected YAML in block style with plain keys`,
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
