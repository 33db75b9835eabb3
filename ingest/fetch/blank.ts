// Removes personal data from a file's bytes before anything is hashed and kept. The kind of file decides how. Other bytes and line numbers
// stay the same.

import { SourceError } from '../read/source.ts'
import { hasUtf8Mark, lineAt } from '../read/text.ts'
import { type Blanked, blankBytes, blankColumns, blankFields, blankMembers, SPACE } from './blank-columns.ts'

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

// XML: the elements with personal data.

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

// KML: the values of data by name, and of a table in a description the cell beside a name.

/**
 * Replaces with spaces the content of `<SimpleData name="…">`, of `<Data name="…">`, of elements of these names, and of the second cell in a
 * row of two whose first is the name. A `<Schema>` stays. Throws SourceError for an unclosed element, and for a name anywhere else.
 */
function blankData(file: { name: string; bytes: Uint8Array }, personal: readonly string[]): Blanked {
  const bytes = Buffer.from(blankElements(file, personal).bytes)
  // A copy without the parts that were blanked: a personal name that is still in it was not understood.
  const rest = Buffer.from(bytes)
  const found = new Set<string>()
  for (const { index: at } of rest.toString('latin1').matchAll(/<Schema[\s>]/g)) {
    if (rest[at] === SPACE) continue
    const end = rest.indexOf('</Schema>', at)
    if (end < 0) break
    for (const name of personal)
      for (const quote of ['"', "'"]) if (rest.subarray(at, end).includes(quote + name + quote)) found.add(name)
    blankBytes(rest, at, end)
  }
  // The longest name first, because it may have another in it.
  const names = [...personal].sort((a, b) => b.length - a.length)
  for (const name of names)
    for (const { at, past } of wordsOf(rest, name)) {
      const value = locateValue(rest, { at, past, file: file.name })
      if (!value) continue
      found.add(name)
      blankBytes(bytes, value.from, value.to)
      // The end of the tag stays, so that nothing after it looks like a part of it.
      blankBytes(rest, at, value.from - 1)
      blankBytes(rest, value.from, value.to)
    }
  for (const name of names)
    for (const { at, past } of wordsOf(rest, name)) {
      const [before, after] = around(rest, at, past)
      // A longer name of other data, and the place of a value in a template: $[Email].
      const isOther = DATA_TAG.test(before.slice(before.lastIndexOf('<')))
      if (!isOther && !(/\$\[[^[\]]*$/.test(before) && /^[^[\]]*\]/.test(after)))
        throw new SourceError(
          `has the personal name "${name}" in a place where its value cannot be identified, so nothing is kept; expected it in <SimpleData name="${name}">, in <Data name="${name}"> or in a table row of two cells`,
          { file: file.name, line: lineAt(rest, at) },
        )
    }
  return { bytes, found: personal.filter((name) => found.has(name)) }
}

function* wordsOf(bytes: Buffer, name: string): Generator<{ at: number; past: number }> {
  const isWord = (at: number): boolean => /\w/.test(String.fromCharCode(bytes[at] ?? SPACE))
  const length = Buffer.byteLength(name)
  for (let at = bytes.indexOf(name); at >= 0; at = bytes.indexOf(name, at + length))
    if (!isWord(at - 1) && !isWord(at + length)) yield { at, past: at + length }
}

/** Tags are looked for this near to a name. */
const NEAR_BYTES = 400
function around(bytes: Buffer, at: number, past: number): [before: string, after: string] {
  const before = bytes.toString('latin1', Math.max(0, at - NEAR_BYTES), at)
  return [before, bytes.toString('latin1', past, past + NEAR_BYTES)]
}

/** Of an element, which is blank already, and of an empty one no bytes. Undefined if the name does not stand where a name does. */
function locateValue(
  bytes: Buffer,
  { at, past, file }: { at: number; past: number; file: string },
): { from: number; to: number } | undefined {
  const [before, after] = around(bytes, at, past)
  const until = (from: number, end: string, shown = end): { from: number; to: number } => {
    const to = bytes.indexOf(end, from)
    if (to >= 0) return { from, to }
    const line = lineAt(bytes, from)
    throw new SourceError(`has no ${shown} after personal data, which cannot be blanked`, { file, line })
  }
  if (/<\/?(?:[\w.-]{1,60}:)?$/.test(before) && /^[\s/>]/.test(after)) return { from: past + 1, to: past + 1 }
  const [, element, quote = ''] = DATA_NAME.exec(before.slice(before.lastIndexOf('<'))) ?? []
  if (element !== undefined) {
    if (!after.trimStart().startsWith(quote)) return undefined
    const from = endOfTag(bytes, past + after.indexOf(quote) + 1)
    return bytes[from - 2] === 0x2f ? { from, to: from } : until(from, `</${element}>`)
  }
  const open = Math.max(before.lastIndexOf('<'), before.lastIndexOf('&lt;'))
  const [next, less = '', t = ''] = NEXT_CELL.exec(after) ?? []
  const isFirst = OPEN_CELL.test(before.slice(open)) && !CLOSED_CELL.test(before.slice(0, open))
  if (next === undefined || !isFirst) return undefined
  const cell = until(past + next.length, `${less}/${t}`, '</td>')
  const isLast = LAST_CELL.test(around(bytes, cell.to, cell.to)[1])
  return isLast && !bytes.subarray(cell.from, cell.to).includes(less + t) ? cell : undefined
}
const DATA_TAG = /^<(?:[\w.-]{1,60}:)?(?:Data|SimpleData)\s[^>]*$/
const DATA_NAME = /^<((?:[\w.-]{1,60}:)?(?:Data|SimpleData))\s(?:[^>]*\s)?name\s*=\s*(["'])\s*$/
const OPEN_CELL = /^(?:<|&lt;)t[dh](?:\s[^<>]*)?(?:>|&gt;)\s*$/i
const CLOSED_CELL = /\/t[dh]\s*(?:>|&gt;)\s*$/i
const NEXT_CELL = /^\s*(<|&lt;)\/([tT])[dhDH]\s*(?:>|&gt;)\s*\1\2[dD](?:\s(?:[^<>&]|&(?!gt;))*)?(?:>|&gt;)/
const LAST_CELL = /^(?:<|&lt;)\/td\s*(?:>|&gt;)(?!\s*(?:<|&lt;)t[dh])/i

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
