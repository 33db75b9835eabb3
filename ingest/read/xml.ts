// XML to elements, as a stream: what a reader takes is built whole, all else passes by.

import { SaxesParser, type SaxesTagPlain } from 'saxes'
import { type FetchedFile, SourceError } from '../engine/source.ts'
import { decodePieces, hasUtf8Mark, type TextEncoding } from './text.ts'

/** As browsers do, ISO-8859-1 is read as windows-1252: they differ in control characters alone, which no publisher means. */
const ENCODINGS: Readonly<Record<string, TextEncoding>> = {
  'utf-8': 'utf-8',
  utf8: 'utf-8',
  'us-ascii': 'utf-8',
  'iso-8859-1': 'windows-1252',
  latin1: 'windows-1252',
  'windows-1252': 'windows-1252',
}
const DECLARATION_BYTES = 300

/** Of the byte order mark, or the XML declaration; default UTF-8. Throws SourceError where they disagree, and for any other encoding. */
function xmlEncoding({ name, bytes }: Pick<FetchedFile, 'name' | 'bytes'>): TextEncoding {
  const marked = hasUtf8Mark(bytes)
  const head = Buffer.from(bytes.subarray(marked ? 3 : 0, DECLARATION_BYTES)).toString('latin1')
  const declared = /^<\?xml\s[^>]*?\sencoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(head)?.[1]
  if (declared === undefined) return 'utf-8'
  const encoding = new Map(Object.entries(ENCODINGS)).get(declared.toLowerCase())
  if (encoding === undefined)
    throw new SourceError(`declares the encoding ${declared}, expected ${Object.keys(ENCODINGS).join(', ')}`, {
      file: name,
      line: 1,
    })
  if (marked && encoding !== 'utf-8')
    throw new SourceError(`declares the encoding ${declared}, and begins with the byte order mark of UTF-8`, {
      file: name,
      line: 1,
    })
  return encoding
}

export interface XmlElement {
  /** Without its namespace prefix. */
  name: string
  /** By their names as written, e.g. `id`, `xsi:type`. */
  attributes: Readonly<Partial<Record<string, string>>>
  /** Of the file, 1-based: where its name stands. */
  line: number
  /** Its own text and CDATA, without that of its children; trimmed, unless it says xml:space="preserve". */
  text: string
  children: readonly XmlElement[]
}

interface XmlOptions {
  /** Whether to build an element, by its path from the root without prefixes, e.g. `VipObject/Candidate`. */
  take(path: string): boolean
  /** Names of elements that are left out of those taken, with all that they hold, e.g. contact data. */
  skip?: ReadonlySet<string>
}

/** Real files stay below 15. */
const DEPTH_MAX = 100
/** Characters from the end of a tag to the end of the next: a text, or a tag with its attributes. */
const TOKEN_MAX = 1_000_000
/** Characters of an element that is taken. */
const TAKEN_MAX = 16_000_000
/** Elements inside one that is taken: each takes some 400 bytes of memory, however short it is written. */
const INSIDE_MAX = 200_000

interface Place {
  line: number
  position: number
}

/** An element that is not closed yet. */
interface Frame {
  path: string
  /** What is being built; null where the element passes by. */
  element: (XmlElement & { children: XmlElement[] }) | null
  skipped: boolean
}

/**
 * Yields the elements that `take` names, in the order of the file; one inside another stays among its children. Only the element in
 * hand is held, so that a file may be of any length. The encoding is that of the byte order mark or the declaration (xml-encoding.ts).
 *
 * Throws SourceError with the line for text that is not well-formed or is cut short; for a document type, so that no entity is ever declared
 * or fetched; for nesting deeper than 100, over 1,000,000 characters from tag to tag, and over 16,000,000 or 200,000 elements of one
 * element taken.
 */
export function* readXml(file: FetchedFile, { take, skip = new Set() }: XmlOptions): Generator<XmlElement> {
  const parser = openParser(file)
  const stack: Frame[] = []
  const ready: XmlElement[] = []
  /** Where the last tag ended, and where the element taken begins. */
  const from: { tag: Place; taken: Place | null } = { tag: { line: 1, position: 0 }, taken: null }
  let inside = 0

  const here = (): Place => ({ line: parser.line, position: parser.position })
  const stop = (message: string, line: number) => new SourceError(message, { file: file.name, line })

  parser.on('opentagstart', ({ name }) => {
    if (stack.length === DEPTH_MAX) throw stop(`is nested deeper than ${DEPTH_MAX}, which no data file is`, parser.line)
    // The parser has read the character after the name already.
    const line = parser.column === 0 ? parser.line - 1 : parser.line
    const frame = openFrame(localName(name), line, stack.at(-1), { take, skip })
    if (frame.element) {
      inside = from.taken ? inside + 1 : 0
      from.taken ??= here()
      if (inside > INSIDE_MAX)
        throw stop(`has an element with more than ${INSIDE_MAX} others inside, which begins here`, from.taken.line)
    }
    stack.push(frame)
  })
  parser.on('opentag', ({ attributes }) => {
    const element = stack.at(-1)?.element
    if (element) element.attributes = attributes
    from.tag = here()
  })
  parser.on('closetag', () => {
    const { element = null } = stack.pop() ?? {}
    from.tag = here()
    if (element === null) return
    if (element.attributes['xml:space'] !== 'preserve') element.text = element.text.trim()
    const parent = stack.at(-1)?.element
    if (parent) parent.children.push(element)
    else {
      ready.push(element)
      from.taken = null
    }
  })
  const addText = (text: string) => {
    const element = stack.at(-1)?.element
    if (element) element.text += text
  }
  parser.on('text', addText)
  parser.on('cdata', addText)

  for (const _ of feed(file, parser)) {
    if (parser.position - from.tag.position > TOKEN_MAX)
      throw stop(`has more than ${TOKEN_MAX} characters without a tag, or in one, after here`, from.tag.line)
    if (from.taken && parser.position - from.taken.position > TAKEN_MAX)
      throw stop(`has an element of more than ${TAKEN_MAX} characters, which begins here`, from.taken.line)
    yield* ready.splice(0)
  }
}

/** The root's name and attributes; nothing after its tag is read. Throws SourceError as readXml does. */
export function readXmlRoot(file: FetchedFile): Omit<XmlElement, 'text' | 'children'> {
  const parser = openParser(file)
  let root: (SaxesTagPlain & { line: number }) | undefined
  parser.on('opentag', (tag) => {
    root ??= { ...tag, line: parser.line }
  })
  for (const _ of feed(file, parser)) {
    if (root) return { name: localName(root.name), attributes: root.attributes, line: root.line }
    if (parser.position > TOKEN_MAX)
      throw new SourceError(`has no element in its first ${TOKEN_MAX} characters`, { file: file.name, line: 1 })
  }
  throw new SourceError('has no element, expected XML', { file: file.name, line: 1 })
}

export function findChild(element: XmlElement, name: string): XmlElement | undefined {
  return element.children.find((child) => child.name === name)
}

export function childrenOf(element: XmlElement, name: string): XmlElement[] {
  return element.children.filter((child) => child.name === name)
}

/** A child's text with its white space as single spaces; null where there is no such child, or nothing in it. */
export function textOf(element: XmlElement, name: string): string | null {
  return findChild(element, name)?.text.replace(/\s+/g, ' ') || null
}

function openFrame(name: string, line: number, parent: Frame | undefined, { take, skip }: Required<XmlOptions>): Frame {
  const path = parent ? `${parent.path}/${name}` : name
  const element = { name, attributes: {}, line, text: '', children: [] }
  if (parent?.skipped) return { path, element: null, skipped: true }
  if (parent?.element)
    return skip.has(name) ? { path, element: null, skipped: true } : { path, element, skipped: false }
  return { path, element: take(path) ? element : null, skipped: false }
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

/** Every error stops the file, without what saxes quotes of it. */
function openParser(file: FetchedFile): SaxesParser {
  const parser = new SaxesParser()
  // The five of XML without a prototype: saxes would take `&toString;` for a sixth.
  parser.ENTITIES = Object.assign(Object.create(null), { amp: '&', gt: '>', lt: '<', quot: '"', apos: "'" })
  parser.on('doctype', () => {
    throw new SourceError('has a document type, which could declare entities; expected none', {
      file: file.name,
      line: parser.line,
    })
  })
  parser.on('error', ({ message }) => {
    const said = message.replace(/^\d+:\d+: /, '').replace(/[:.] .*$|\.$/s, '')
    const cut = /^(unclosed tag|unexpected end|document must contain)/.test(said)
    throw new SourceError(cut ? CUT : `is not well-formed XML: ${said}`, {
      file: file.name,
      line: parser.line,
    })
  })
  return parser
}

const CUT = 'ends too early: is it complete, and is every "&" of its texts written "&amp;"?'

/** Yields each time that the parser has read a piece. */
function* feed(file: FetchedFile, parser: SaxesParser): Generator<undefined> {
  for (const text of decodePieces(file, xmlEncoding(file))) {
    parser.write(text)
    yield
  }
  parser.close()
  yield
}
