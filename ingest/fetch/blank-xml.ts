// Blanks the elements with personal data in XML before it is hashed and kept. Other bytes and line numbers stay the same.

import { SourceError } from '../read/source.ts'
import { lineAt } from '../read/text.ts'
import type { Blanked } from './blank-columns.ts'

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
      else if (tag.kind === 'closes' && --depth === 0) blank(bytes, inside, tag.start)
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
      blank(bytes, start + index + whole.search(/["']/) + 1, start + index + whole.length - 1)
}
/** A name begins after white space or the previous value, which keeps the search linear. */
const ATTRIBUTE = /(?<=[\s"'])([^\s="']+)\s*=\s*(?:"[^"]*"|'[^']*')/g

function blank(bytes: Buffer, from: number, to: number): void {
  for (let at = from; at < to; at++) if (bytes[at] !== LF && bytes[at] !== CR) bytes[at] = SPACE
}
