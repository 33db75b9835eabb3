// The text of a captured page: one line per block, without scripts, and without what must not be kept of people.

import { type HtmlElement, readHtml } from '../read/html.ts'
import { SourceError } from '../read/source.ts'
import { decodeText, guessEncoding } from '../read/text.ts'

/** Stands for what was left out. */
export const LEFT_OUT = '[…]'

/** Throws SourceError for bytes that are neither a web page nor plain text, and for a page beyond the limits of readHtml. */
export function readPageText(file: { name: string; bytes: Uint8Array }): string {
  const lines = isMarkup(file) ? linesOf(readHtml(file)) : readPlainLines(file)
  const text = lines
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n')
  if (text === '') throw new SourceError('has no text; the page may need a browser with scripts', { file: file.name })
  return withoutPersonal(text)
}

/** Throws SourceError for a PDF. */
export function isMarkup({ name, bytes }: { name: string; bytes: Uint8Array }): boolean {
  const start = Buffer.from(bytes.subarray(0, 1024)).toString('latin1').trimStart()
  if (start.startsWith('%PDF-')) throw new SourceError('is a PDF, expected a web page', { file: name })
  return /<[a-z!?/]/i.test(start)
}

/** Of a page without markup. */
export function readPlainLines(file: { name: string; bytes: Uint8Array }): string[] {
  return decodeText(file, guessEncoding(file)).split(/[\r\n]+/)
}

/** Elements within a line. */
const IN_LINE = new Set([
  ...['a', 'abbr', 'b', 'bdi', 'cite', 'code', 'em', 'font', 'i', 'mark', 'q', 's', 'small', 'span', 'strong', 'sub'],
  ...['sup', 'time', 'u'],
])
/** Elements whose text is no text of the page. */
const NO_TEXT = new Set(['title', 'head', 'svg', 'iframe', 'object', 'select', 'textarea', 'button'])

export function endsLine({ name }: HtmlElement): boolean {
  return !IN_LINE.has(name)
}

export function hasText({ name }: HtmlElement): boolean {
  return !NO_TEXT.has(name)
}

function linesOf(page: HtmlElement): string[] {
  const parts: string[] = []
  const add = (element: HtmlElement): void => {
    if (!hasText(element)) return
    const ends = endsLine(element) ? '\n' : ''
    parts.push(ends)
    // A line break of the source is a space of the page.
    for (const part of element.content)
      if (typeof part === 'string') parts.push(part.replace(/\s+/g, ' '))
      else add(part)
    parts.push(ends)
  }
  add(page)
  return parts.join('').split('\n')
}

const PERSONAL = [
  // E-mail addresses.
  /(?<![\w.+-])[\w.+-]+@[\w-]+\.[\w.-]*\w/g,
  // Phone numbers of the United States.
  /(?<![\d.])(?:\+?1[ .-]?)?(?:\(\d{3}\) ?|\d{3}[ .-])\d{3}[ .-]\d{4}(?!\d)/g,
  // Boxes of the Postal Service.
  /(?<!\w)p\.? ?o\.? ?box \d{1,7}/gi,
]

/** @param text one line or several */
export function withoutPersonal(text: string): string {
  const left = PERSONAL.reduce((done, pattern) => done.replace(pattern, LEFT_OUT), text)
  return left.split('\n').map(withoutStreets).join('\n')
}

const HOUSE_NUMBER = /^\(?\d{1,6}(?:-\d{1,4})?[a-z]?$/i
const STREET_KIND =
  /^(avenue|ave|boulevard|blvd|circle|cir|court|ct|drive|dr|highway|hwy|lane|ln|parkway|pkwy|place|pl|road|rd|square|sq|street|st|terrace|ter|trail|trl|way)([.,;:!?)]{0,5})$/i
/** Words from the number of a house to the kind of its street, at most: `12-3 Old North Sample Hill Street`. */
const STREET_WORDS_MAX = 6

/** Leaves out street addresses: the number of a house, one to four words, and the kind of street. */
function withoutStreets(line: string): string {
  const kept: string[] = []
  for (const word of line.split(' ')) {
    const [, , end = ''] = STREET_KIND.exec(word) ?? []
    const from = Math.max(0, kept.length + 1 - STREET_WORDS_MAX)
    const number = STREET_KIND.test(word) ? kept.slice(from).findIndex((one) => HOUSE_NUMBER.test(one)) : -1
    // A number before the kind of street alone is no address.
    if (number < 0 || from + number > kept.length - 2) kept.push(word)
    else kept.splice(from + number, kept.length, LEFT_OUT + end)
  }
  return kept.join(' ')
}
