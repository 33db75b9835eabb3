// Reads XML as a stream of elements. Builds the elements that a reader selects and skips all others.

import { SaxesParser, type SaxesTagPlain } from 'saxes'
import { type FetchedFile, SourceError, type TextEncoding } from './source.ts'
import { decodePieces, encodingOf, hasUtf8Mark } from './text.ts'

/** Reads ISO-8859-1 as windows-1252, as browsers do. They differ only in control characters, which publishers do not use. */
const ENCODINGS: Readonly<Record<string, TextEncoding>> = {
  'utf-8': 'utf-8',
  utf8: 'utf-8',
  'us-ascii': 'utf-8',
  'iso-8859-1': 'windows-1252',
  latin1: 'windows-1252',
  'windows-1252': 'windows-1252',
}
const DECLARATION_BYTES = 300

/**
 * As the source states it; else from the byte order mark or the XML declaration; default UTF-8. Throws SourceError if these two disagree,
 * and for any other encoding.
 */
function xmlEncoding(file: Pick<FetchedFile, 'name' | 'bytes' | 'encoding'>): TextEncoding {
  if (file.encoding !== undefined) return encodingOf(file)
  const { name, bytes } = file
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
    throw new SourceError(`declares the encoding ${declared}, but begins with the byte order mark of UTF-8`, {
      file: name,
      line: 1,
    })
  return encoding
}

export interface XmlElement {
  /** Without its namespace prefix. */
  name: string
  /** Keyed by name as written, e.g. `id`, `xsi:type`. */
  attributes: Readonly<Partial<Record<string, string>>>
  /** 1-based line in the file of the element's name. */
  line: number
  /** The element's own text and CDATA, without its children's; trimmed, unless xml:space="preserve" is set. */
  text: string
  children: readonly XmlElement[]
}

interface XmlOptions {
  /** Selects elements by their path from the root without prefixes, e.g. `VipObject/Candidate`. */
  take(path: string): boolean
  /** Names of descendants to leave out with all their content, e.g. contact data. */
  skip?: ReadonlySet<string>
  /** Most characters of a text, where more than TOKEN_MAX is usual. */
  text_max?: number
}

/** Real files stay below 15. */
const DEPTH_MAX = 100
/** Most characters from the end of one tag to the end of the next: a text, or a tag with its attributes. */
const TOKEN_MAX = 1_000_000
/** Most characters of a selected element. */
const TAKEN_MAX = 16_000_000
/** Most descendants of a selected element. Each takes about 400 bytes of memory, even if it is short in the file. */
const INSIDE_MAX = 200_000

interface Place {
  line: number
  position: number
}

/** An open element. */
interface Frame {
  path: string
  /** The element being built; null if it is skipped. */
  element: (XmlElement & { children: XmlElement[] }) | null
  skipped: boolean
  /** The position in the file of an element that is left out of a selected one. */
  skippedFrom?: number
}

/**
 * Yields the elements that `take` selects, in file order; a selected element inside another stays among its children. Only the
 * current element is in memory, so a file may have any length. The encoding comes from xmlEncoding.
 *
 * Throws SourceError with the line for text that is malformed or truncated, for a document type (so that no entity is declared or
 * fetched), for nesting deeper than 100, over 1,000,000 characters from tag to tag, and over 16,000,000 characters or 200,000
 * descendants in one selected element. Elements that `skip` names do not count.
 */
export function* readXml(
  file: FetchedFile,
  { take, skip = new Set(), text_max = TOKEN_MAX }: XmlOptions,
): Generator<XmlElement> {
  const parser = openParser(file)
  const stack: Frame[] = []
  const ready: XmlElement[] = []
  /** The end of the last tag, and the start of the selected element. */
  const from: { tag: Place; taken: Place | null } = { tag: { line: 1, position: 0 }, taken: null }
  let inside = 0

  const here = (): Place => ({ line: parser.line, position: parser.position })
  const stop = (message: string, line: number) => new SourceError(message, { file: file.name, line })

  parser.on('opentagstart', ({ name }) => {
    if (stack.length === DEPTH_MAX)
      throw stop(`is nested deeper than ${DEPTH_MAX} levels, expected no more`, parser.line)
    // The parser has already read the character after the name.
    const line = parser.column === 0 ? parser.line - 1 : parser.line
    const frame = openFrame(localName(name), line, stack.at(-1), { take, skip })
    if (frame.element) {
      inside = from.taken ? inside + 1 : 0
      from.taken ??= here()
      if (inside > INSIDE_MAX)
        throw stop(`the element that begins here has more than ${INSIDE_MAX} descendants`, from.taken.line)
    }
    const isOutermost = frame.skipped && stack.at(-1)?.skipped === false
    stack.push(isOutermost ? { ...frame, skippedFrom: parser.position } : frame)
  })
  parser.on('opentag', ({ attributes }) => {
    const element = stack.at(-1)?.element
    if (element) element.attributes = attributes
    from.tag = here()
  })
  parser.on('closetag', () => {
    const { element = null, skippedFrom } = stack.pop() ?? {}
    from.tag = here()
    // A skipped element, such as the counts of votes in a contest, takes no memory.
    if (skippedFrom !== undefined && from.taken)
      from.taken = { ...from.taken, position: from.taken.position + parser.position - skippedFrom }
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
    if (parser.position - from.tag.position > text_max)
      throw stop(`has a text or a tag of more than ${text_max} characters after this line`, from.tag.line)
    if (from.taken && parser.position - from.taken.position > TAKEN_MAX)
      throw stop(`the element that begins here has more than ${TAKEN_MAX} characters`, from.taken.line)
    yield* ready.splice(0)
  }
}

/** The root's name and attributes. Reads nothing after the root's tag. Throws SourceError as readXml does. */
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

/** A child's text with white space collapsed; null if the child is missing or empty. */
export function textOf(element: XmlElement, name: string): string | null {
  return findChild(element, name)?.text.replace(/\s+/g, ' ') || null
}

function openFrame(
  name: string,
  line: number,
  parent: Frame | undefined,
  { take, skip }: Required<Pick<XmlOptions, 'take' | 'skip'>>,
): Frame {
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

/** Every parser error stops the file. The message leaves out the text that saxes quotes. */
function openParser(file: FetchedFile): SaxesParser {
  const parser = new SaxesParser()
  // XML's five entities without a prototype. Otherwise saxes would accept `&toString;`.
  parser.ENTITIES = Object.assign(Object.create(null), { amp: '&', gt: '>', lt: '<', quot: '"', apos: "'" })
  parser.on('doctype', (doctype) => {
    const got = /^\s*html\b/i.test(doctype)
      ? 'is a web page, expected XML'
      : 'has a document type declaration, which could declare entities; expected none'
    throw new SourceError(got, { file: file.name, line: parser.line })
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

const CUT = 'ends too early; it may be truncated, or a text may contain "&" instead of "&amp;"'

/** Yields after each piece that the parser has read. */
function* feed(file: FetchedFile, parser: SaxesParser): Generator<undefined> {
  for (const text of decodePieces(file, xmlEncoding(file))) {
    parser.write(text)
    yield
  }
  parser.close()
  yield
}
