// Reads a web page as a tree of elements, as browsers do: unclosed and misplaced tags are no errors.

import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parse } from 'parse5'
import { type FetchedFile, SourceError } from './source.ts'
import { decodeText, guessEncoding } from './text.ts'

export interface HtmlElement {
  /** In lower case. */
  name: string
  attributes: Readonly<Partial<Record<string, string>>>
  /** 1-based line in the file. */
  line: number
  /** Elements and texts in their order. */
  content: readonly (HtmlElement | string)[]
}

/** Largest page in bytes. The parser can need 40 times as much memory. The largest list of a state has about a million. */
const PAGE_BYTES_MAX = 6_000_000
/** Most elements within each other. Real pages stay below 60. */
const DEPTH_MAX = 400
/** Most elements. A short page can stand for very many, because each paragraph repeats the unclosed tags before it. */
const ELEMENTS_MAX = 200_000

/**
 * Reads UTF-8, or windows-1252 where a byte is not UTF-8. Comments, scripts and styles are left out. Throws SourceError for NUL bytes,
 * over 6,000,000 bytes, over 200,000 elements and over 400 of them within each other.
 */
export function readHtml(file: Pick<FetchedFile, 'name' | 'bytes'>): HtmlElement {
  const { name, bytes } = file
  const refuse = (what: string, most: number): never => {
    throw new SourceError(`has ${what}, expected at most ${most}`, { file: name })
  }
  if (bytes.length > PAGE_BYTES_MAX) refuse(`${bytes.length} bytes`, PAGE_BYTES_MAX)
  let [depth, elements] = [0, 0]
  const treeAdapter: typeof defaultTreeAdapter = {
    ...defaultTreeAdapter,
    createElement(...parameters) {
      if (++elements > ELEMENTS_MAX) refuse(`more than ${ELEMENTS_MAX} elements`, ELEMENTS_MAX)
      return defaultTreeAdapter.createElement(...parameters)
    },
    onItemPush: () => {
      if (++depth > DEPTH_MAX) refuse(`more than ${DEPTH_MAX} elements within each other`, DEPTH_MAX)
    },
    onItemPop: () => {
      depth--
    },
  }
  const text = decodeText(file, guessEncoding(file))
  const page = parse(text, { treeAdapter, sourceCodeLocationInfo: true })
  const root = page.childNodes.find((node) => defaultTreeAdapter.isElementNode(node))
  if (!root) throw new SourceError('is empty, expected a web page', { file: name })
  return toElement(root, 1)
}

const LEFT_OUT = new Set(['script', 'style', 'template', 'noscript'])

function toElement(element: DefaultTreeAdapterTypes.Element, lineBefore: number): HtmlElement {
  // A tag that the page leaves out has no place.
  const line = element.sourceCodeLocation?.startLine ?? lineBefore
  const content = element.childNodes.flatMap((node): (HtmlElement | string)[] => {
    if (defaultTreeAdapter.isTextNode(node)) return [node.value]
    return defaultTreeAdapter.isElementNode(node) && !LEFT_OUT.has(node.tagName) ? [toElement(node, line)] : []
  })
  const attributes = Object.fromEntries(element.attrs.map(({ name, value }) => [name, value]))
  return { name: element.tagName, attributes, line, content }
}

/** Elements that do not begin a new word. */
const INLINE = new Set(['a', 'abbr', 'b', 'em', 'font', 'i', 'mark', 'small', 'span', 'strong', 'sub', 'sup', 'u'])

/** The text of an element and all within it, as one line: white space and non-breaking spaces are one space. */
export function htmlText(element: HtmlElement): string {
  const parts: string[] = []
  const add = ({ name, content }: HtmlElement): void => {
    if (!INLINE.has(name)) parts.push(' ')
    for (const part of content)
      if (typeof part === 'string') parts.push(part)
      else add(part)
    if (!INLINE.has(name)) parts.push(' ')
  }
  add(element)
  return parts.join('').replace(/\s+/g, ' ').trim()
}

/** All elements of a name within an element, in the order of the page. */
export function htmlElements(element: HtmlElement, ...names: readonly string[]): HtmlElement[] {
  return element.content.flatMap((part) => {
    if (typeof part === 'string') return []
    const within = htmlElements(part, ...names)
    return names.includes(part.name) ? [part, ...within] : within
  })
}

/** The cells of a row, without those of tables within it. */
export function htmlCells(row: HtmlElement): HtmlElement[] {
  return row.content.flatMap((part) =>
    typeof part !== 'string' && (part.name === 'td' || part.name === 'th') ? [part] : [],
  )
}

export interface HtmlTable {
  /** The text of the nearest heading before it, h1 to h6; empty if there is none. */
  heading: string
  line: number
  /** The cells of the first row whose cells are all headings; empty if there is none. */
  columns: readonly string[]
  /** The other rows with cells. */
  rows: readonly { line: number; cells: readonly HtmlElement[] }[]
}

const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const

/** The tables without a table within them, in the order of the page. */
export function htmlTables(page: HtmlElement): HtmlTable[] {
  let heading = ''
  return htmlElements(page, 'table', ...HEADINGS).flatMap((element) => {
    if (element.name !== 'table') {
      heading = htmlText(element)
      return []
    }
    return htmlElements(element, 'table').length > 0 ? [] : [toTable(element, heading)]
  })
}

function toTable(table: HtmlElement, heading: string): HtmlTable {
  const rows = htmlElements(table, 'tr')
    .map((row) => ({ line: row.line, cells: htmlCells(row) }))
    .filter(({ cells }) => cells.length > 0)
  const named = rows.find(({ cells }) => cells.every(({ name }) => name === 'th'))
  return {
    heading,
    line: table.line,
    columns: named?.cells.map(htmlText) ?? [],
    rows: rows.filter((row) => row !== named),
  }
}
