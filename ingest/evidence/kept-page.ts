// The bytes of a captured page that are kept: its markup without scripts, styles, comments and attributes, and without what must not be
// kept of people. An attribute or a script can hold an address or a phone number in any form, so none is kept.

import { EVIDENCE_PAGE_BYTES_MAX } from '../constants.ts'
import { type HtmlElement, readHtml } from '../read/html.ts'
import { SourceError } from '../read/source.ts'
import { endsLine, hasText, isMarkup, readPlainLines, withoutPersonal } from './page-text.ts'

/** Other elements are kept as `div`: a page can invent names, and a name can be an e-mail address. */
const KEPT = new Set([
  ...['a', 'abbr', 'b', 'bdi', 'cite', 'code', 'em', 'i', 'mark', 'q', 's', 'small', 'span', 'strong', 'sub', 'sup'],
  ...['time', 'u', 'html', 'body', 'main', 'article', 'section', 'header', 'footer', 'nav', 'aside', 'address'],
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'div', 'ul', 'ol', 'li', 'dl', 'dt', 'dd', 'blockquote', 'pre'],
  ...['figure', 'figcaption', 'details', 'summary', 'br', 'hr', 'table', 'caption', 'thead', 'tbody', 'tfoot', 'tr'],
  ...['th', 'td'],
])
const WITHOUT_END = new Set(['br', 'hr'])

/** A tag, or text of the page as it is read. */
type Piece = { tag: string } | { text: string }

/** UTF-8. Throws SourceError as readPageText does, and for more than EVIDENCE_PAGE_BYTES_MAX. */
export function toKeptPage(file: { name: string; bytes: Uint8Array }): Uint8Array {
  const lines = isMarkup(file) ? linesOf(readHtml(file)) : readPlainLines(file).map(paragraph)
  const bytes = Buffer.from(`<!doctype html>\n${lines.map(writeLine).join('\n')}\n`)
  if (bytes.length > EVIDENCE_PAGE_BYTES_MAX)
    throw new SourceError(
      `is kept as ${bytes.length} bytes of text and markup, expected at most ${EVIDENCE_PAGE_BYTES_MAX}`,
      {
        file: file.name,
      },
    )
  return bytes
}

/** The pieces between two ends of a line, as in the text of the page. */
function linesOf(page: HtmlElement): Piece[][] {
  const lines: Piece[][] = [[]]
  const put = (piece: Piece): void => void lines.at(-1)?.push(piece)
  const add = (element: HtmlElement): void => {
    if (!hasText(element)) return
    const ends = endsLine(element)
    const name = KEPT.has(element.name) ? element.name : ends ? 'div' : 'span'
    if (ends) lines.push([])
    put({ tag: `<${name}>` })
    for (const part of element.content) typeof part === 'string' ? put({ text: part }) : add(part)
    if (!WITHOUT_END.has(name)) put({ tag: `</${name}>` })
    if (ends) lines.push([])
  }
  add(page)
  return lines.filter((line) => line.length > 0)
}

function paragraph(text: string): Piece[] {
  return [{ tag: '<p>' }, { text }, { tag: '</p>' }]
}

/** An address may run over several tags. The whole text of such a line then stands where its first text was. */
function writeLine(line: readonly Piece[]): string {
  const whole = line.map((piece) => ('text' in piece ? piece.text : '')).join('')
  const read = whole.replace(/\s+/g, ' ').trim()
  const left = withoutPersonal(read)
  const isPersonal = left !== read
  const first = line.findIndex((piece) => 'text' in piece)
  return line
    .map((piece, at) => {
      if ('tag' in piece) return piece.tag
      if (isPersonal) return at === first ? escapeText(left) : ''
      return escapeText(piece.text.replace(/\s+/g, ' '))
    })
    .join('')
}

function escapeText(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
}
