// Removes personal data from a file's bytes before anything is hashed and kept. The kind of file decides how. Other bytes and line numbers
// stay the same.

import { SourceError } from '../read/source.ts'
import { hasUtf8Mark, lineAt } from '../read/text.ts'
import { type Blanked, blankColumns, blankFields } from './blank-columns.ts'

/** The kinds of file in which personal data can be identified. */
const KINDS = ['csv', 'tsv', 'txt', 'xml', 'json', 'geojson', 'topojson', 'kml', 'dbf', 'yaml', 'yml'] as const

export function findKind(name: string): (typeof KINDS)[number] | undefined {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  return KINDS.find((kind) => kind === extension)
}

/** @param personal from the registry entry: columns, elements, members or keys. Throws SourceError for any other kind of file. */
export function blank(file: { name: string; bytes: Uint8Array }, personal: readonly string[]): Blanked {
  if (personal.length === 0) return { bytes: file.bytes, found: [] }
  switch (findKind(file.name)) {
    case 'csv':
    case 'tsv':
    case 'txt':
      return blankColumns(file, personal)
    case 'xml':
      return blankElements(file, personal)
    case 'json':
    case 'geojson':
    case 'topojson':
      return blankMembers(file, personal)
    case 'kml':
      return blankData(file, personal)
    case 'dbf':
      return blankFields(file, personal)
    case 'yaml':
    case 'yml':
      return blankKeys(file, personal)
    case undefined:
      throw new SourceError(
        `its entry names personal data, which can be blanked only in ${KINDS.map((kind) => `.${kind}`).join(', ')}, and in .tar, .zip and .kmz of them; save the file without it`,
        { file: file.name },
      )
  }
}

// JSON: the members with personal data.

const [QUOTE, BACKSLASH, COLON] = [0x22, 0x5c, 0x3a]
const OPENING = new Set([0x7b, 0x5b])
const CLOSING = new Set([0x7d, 0x5d])
const ENDS = new Set([0x2c, 0x7d, 0x5d])

/**
 * Replaces the value of each member of these names with null (an empty text or 0 if null does not fit), padded with spaces to the
 * old length. Members may be absent. Throws SourceError for an unclosed text, and for an encoding in which names cannot be found.
 */
export function blankMembers(file: { name: string; bytes: Uint8Array }, personal: readonly string[]): Blanked {
  if (file.bytes.includes(0))
    throw new SourceError('holds NUL bytes, expected text whose personal members can be blanked', { file: file.name })
  const bytes = Buffer.from(file.bytes)
  const names = new Set(personal)
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] !== QUOTE) continue
    const end = endOfText(bytes, at, file.name)
    const colon = skipSpace(bytes, end)
    if (bytes[colon] === COLON && names.has(nameOf(bytes, at, end))) {
      const value = skipSpace(bytes, colon + 1)
      const past = endOfMember(bytes, value, file.name)
      blankValue(bytes, value, past)
      at = past - 1
    } else at = end - 1
  }
  return { bytes, found: personal }
}

/** Decodes escapes: `"\u0045mail"` gives Email. */
function nameOf(bytes: Buffer, start: number, end: number): string {
  const text = bytes.toString('utf8', start, end)
  try {
    return String(JSON.parse(text))
  } catch {
    return text
  }
}

/** The position after the closing quote of the text that opens at `at`. */
function endOfText(bytes: Buffer, at: number, file: string): number {
  for (let next = at + 1; next < bytes.length; next++) {
    if (bytes[next] === BACKSLASH) next++
    else if (bytes[next] === QUOTE) return next + 1
  }
  throw new SourceError('ends inside a text, so its personal members cannot be blanked', {
    file,
    line: lineAt(bytes, at),
  })
}

function endOfMember(bytes: Buffer, start: number, file: string): number {
  let depth = 0
  for (let at = start; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    if (byte === QUOTE) {
      at = endOfText(bytes, at, file) - 1
      if (depth === 0) return at + 1
    } else if (depth === 0 && ENDS.has(byte)) return at
    else if (OPENING.has(byte)) depth++
    else if (CLOSING.has(byte) && --depth === 0) return at + 1
  }
  return bytes.length
}

function skipSpace(bytes: Buffer, from: number): number {
  let at = from
  while (at < bytes.length && (bytes[at] ?? 0) <= SPACE) at++
  return at
}

function blankValue(bytes: Buffer, from: number, to: number): void {
  const roomy = to - from >= 4 && !bytes.subarray(from, from + 4).includes(LF)
  const left = roomy ? 'null' : bytes[from] === QUOTE ? '""' : '0'
  blankBytes(bytes, from, to)
  bytes.write(left, from, 'latin1')
}

// XML: the elements with personal data.

const [LF, CR, SPACE] = [10, 13, 0x20]

/**
 * Replaces the content and attributes of each element of these names, with any prefix, with spaces. Elements may be absent. Throws
 * SourceError for an unclosed element, and for an encoding in which names cannot be found.
 */
export function blankElements(file: { name: string; bytes: Uint8Array }, personal: readonly string[]): Blanked {
  if (file.bytes.includes(0))
    throw new SourceError('holds NUL bytes, expected text whose personal elements can be blanked', { file: file.name })
  const bytes = Buffer.from(file.bytes)
  for (const element of personal) {
    let [depth, inside] = [0, 0]
    for (const tag of tagsOf(bytes, element)) {
      if (tag.kind !== 'closes') blankAttributes(bytes, tag)
      if (tag.kind === 'opens' && depth++ === 0) inside = tag.end
      else if (tag.kind === 'closes' && --depth === 0) blankBytes(bytes, inside, tag.start)
      if (depth < 0) break
    }
    if (depth !== 0)
      throw new SourceError(`has an unclosed element "${element}", which cannot be blanked`, {
        file: file.name,
        line: lineAt(bytes, inside),
      })
  }
  return { bytes, found: personal }
}

interface Tag {
  kind: 'opens' | 'closes' | 'empty'
  start: number
  /** The position after the `>`. */
  end: number
}

/** Tags with this name. */
function* tagsOf(bytes: Buffer, name: string): Generator<Tag> {
  let past = 0
  for (let at = bytes.indexOf(name); at >= 0; at = bytes.indexOf(name, past)) {
    past = at + name.length
    const after = bytes[at + name.length] ?? 0
    // Otherwise this is a longer name of another element.
    if (!/[\s/>]/.test(String.fromCharCode(after))) continue
    const [, slash] = /<(\/?)(?:[\w.-]+:)?$/.exec(bytes.toString('latin1', Math.max(0, at - 80), at)) ?? []
    if (slash === undefined) continue
    // Skips the content of the tag, which cannot open another tag.
    past = endOfTag(bytes, past)
    const kind = slash === '/' ? 'closes' : bytes[past - 2] === 0x2f ? 'empty' : 'opens'
    yield { kind, start: bytes.lastIndexOf('<', at), end: past }
  }
}

/** Skips a `>` inside a quoted attribute value. */
function endOfTag(bytes: Buffer, from: number): number {
  let quote = 0
  for (let at = from; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    if (quote !== 0) quote = byte === quote ? 0 : quote
    else if (byte === 0x22 || byte === 0x27) quote = byte
    else if (byte === 0x3e) return at + 1
  }
  return bytes.length
}

/** Keeps namespace declarations: they are not personal, and the element cannot be parsed without them. */
function blankAttributes(bytes: Buffer, { start, end }: Tag): void {
  for (const { 0: whole, 1: name = '', index } of bytes.toString('latin1', start, end).matchAll(ATTRIBUTE))
    if (!/^xmlns(:|$)/.test(name))
      blankBytes(bytes, start + index + whole.search(/["']/) + 1, start + index + whole.length - 1)
}
/** A name begins after white space or the previous value, which keeps the search linear. */
const ATTRIBUTE = /(?<=[\s"'])([^\s="']+)\s*=\s*(?:"[^"]*"|'[^']*')/g

function blankBytes(bytes: Buffer, from: number, to: number): void {
  for (let at = from; at < to; at++) if (bytes[at] !== LF && bytes[at] !== CR) bytes[at] = SPACE
}

// KML: the values of data by name, and of a table in a description the cell after a name.

/**
 * Replaces the content of `<SimpleData name="…">`, of `<Data name="…">`, and of the cell after `<td>name</td>` with spaces. Throws SourceError
 * for an unclosed element.
 */
function blankData(file: { name: string; bytes: Uint8Array }, personal: readonly string[]): Blanked {
  if (file.bytes.includes(0))
    throw new SourceError('holds NUL bytes, expected text whose personal data can be blanked', { file: file.name })
  const bytes = Buffer.from(file.bytes)
  // One character per byte: positions in the text are those of the file.
  const text = bytes.toString('latin1')
  const names = new Set(personal.map((name) => Buffer.from(name).toString('latin1')))
  const blankUntil = (from: number, end: string): void => {
    const to = text.indexOf(end, from)
    if (to < 0)
      throw new SourceError(`has no ${end} after personal data, which cannot be blanked`, {
        file: file.name,
        line: lineAt(bytes, from),
      })
    blankBytes(bytes, from, to)
  }
  for (const { 0: whole, 1: element, 2: attributes = '', index } of text.matchAll(DATA))
    if (names.has(/\bname="([^"]*)"/.exec(attributes)?.[1] ?? ''))
      blankUntil(index + whole.length, element === 'Data' ? '</Data>' : '</SimpleData>')
  for (const { 0: whole, 1: name = '', 2: next = '', index } of text.matchAll(NAMED_CELL))
    if (names.has(name)) blankUntil(index + whole.length + next.length, '</td>')
  return { bytes, found: personal }
}
const DATA = /<(Data|SimpleData)\s([^<>]{0,300}[^<>/])>/g
const NAMED_CELL = /<td>([^<]{1,100})<\/td>(?=(\s{0,100}<td>))/g

// YAML: the values of personal keys.

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
            if (key !== rule.key) blankBytes(bytes, from, to ?? startOf(lines, end, bytes))
    } else if (entry && names.has(entry.key)) blankBytes(bytes, entry.from, startOf(lines, end, bytes))
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
 * Throws if a personal name with a colon occurs anywhere else: in a text of several lines, or in a style that was not recognized.
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
