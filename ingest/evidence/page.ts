// A captured page: its text, what is kept of it, and the words that state an endorsement.

import { placeWords } from '../../data/schema/folded-name.ts'
import type { MeasureAnswer } from '../../data/schema/vocabulary.ts'
import { type HtmlElement, readHtml } from '../read/html.ts'
import { SourceError } from '../read/source.ts'
import { decodeText, guessEncoding } from '../read/text.ts'

/** @setting Most characters of a quote from a captured page: a quotation, not a copy. */
export const EVIDENCE_QUOTE_LENGTH_MAX = 300
/** @setting Largest captured page in bytes. */
export const EVIDENCE_PAGE_BYTES_MAX = 4_000_000

// The text: one line per block, without scripts, and without what must not be kept of people.

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
function isMarkup({ name, bytes }: { name: string; bytes: Uint8Array }): boolean {
  const start = Buffer.from(bytes.subarray(0, 1024)).toString('latin1').trimStart()
  if (start.startsWith('%PDF-')) throw new SourceError('is a PDF, expected a web page', { file: name })
  return /<[a-z!?/]/i.test(start)
}

/** Of a page without markup. */
function readPlainLines(file: { name: string; bytes: Uint8Array }): string[] {
  return decodeText(file, guessEncoding(file)).split(/[\r\n]+/)
}

/** Elements within a line. */
const IN_LINE = new Set([
  ...['a', 'abbr', 'b', 'bdi', 'cite', 'code', 'em', 'font', 'i', 'mark', 'q', 's', 'small', 'span', 'strong', 'sub'],
  ...['sup', 'time', 'u'],
])
/** Elements whose text is no text of the page. */
const NO_TEXT = new Set(['title', 'head', 'svg', 'iframe', 'object', 'select', 'textarea', 'button'])

function endsLine({ name }: HtmlElement): boolean {
  return !IN_LINE.has(name)
}

function hasText({ name }: HtmlElement): boolean {
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
function withoutPersonal(text: string): string {
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

// The bytes of a captured page that are kept: its markup without scripts, styles, comments and attributes, and without what must not be
// kept of people. An attribute or a script can hold an address or a phone number in any form, so none is kept.

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
  const lines = isMarkup(file) ? pieceLines(readHtml(file)) : readPlainLines(file).map(paragraph)
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
function pieceLines(page: HtmlElement): Piece[][] {
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

// Finds the words of a page that state an endorsement. A doubtful sentence counts as not found.

/** The names and words to look for on the announced page of an endorsement. */
export interface SoughtEndorsement {
  endorser_name: string
  /** In each language. */
  statements: readonly string[]
  /** Null for the answer of a measure. */
  candidate_name: string | null
  /** The other candidates of the contest whom the endorser does not endorse. */
  rival_names: readonly string[]
  measure_answer: MeasureAnswer | null
  measure_code: string | null
  contest_title: string
}

/** Fewer words say too little: "Yes on A" is also on the page of an opponent. */
const STATEMENT_WORDS_MIN = 4
/** A longer line is no sentence. */
const SENTENCE_LENGTH_MAX = 1000

/** The quote in one line, at most 300 characters; undefined if the text does not state the endorsement. */
export function findQuote(text: string, sought: SoughtEndorsement): string | undefined {
  const page = toLine(text)
  const statement = sought.statements
    .map(toLine)
    .find((one) => countWords(one) >= STATEMENT_WORDS_MIN && page.includes(one))
  if (statement !== undefined) return shorten(statement)
  const sentence = sentencesOf(text, sought).find((one) => states(one, sought))
  return sentence === undefined ? undefined : shorten(sentence)
}

/** Whether a text still has a quote that was found in an earlier one. */
export function hasQuote(text: string, quote: string): boolean {
  return toLine(text).includes(quote.endsWith('…') ? quote.slice(0, -1) : quote)
}

/** Stands for a full stop within a name, such as `Avery Q. Sample`, at which no sentence ends. */
const NAME_STOP = '\u2024'

function sentencesOf(text: string, { endorser_name, candidate_name }: SoughtEndorsement): string[] {
  const names = [endorser_name, candidate_name ?? ''].filter((name) => name.includes('.'))
  const guarded = names.reduce((done, name) => done.replaceAll(name, name.replaceAll('.', NAME_STOP)), text)
  return guarded
    .split('\n')
    .flatMap((line) => line.split(/(?<=[.!?]["”’)]?) (?=["“‘(]?\p{Lu})/u))
    .map((sentence) => toLine(sentence.replaceAll(NAME_STOP, '.')))
    .filter((sentence) => sentence.length <= SENTENCE_LENGTH_MAX)
}

const SUPPORTS =
  /\b(endors|support|recommend|back(s|ed|ing)?\b|vote|choose|chose|pick|elect\b|apoya|respald|recomiend|vot[ea]\b)/
const DENIES =
  /\b(not|never|cannot|no longer|withdr[ae]w|rescind|revok|retract|unendors|neither|nor|nobody|none|instead|against|oppos|refus|declin|former|without|over\b|rather than|ya no|nunca)|n['’]t\b/

function states(sentence: string, sought: SoughtEndorsement): boolean {
  const words = ` ${placeWords(sentence)} `
  if (!words.includes(` ${placeWords(sought.endorser_name)} `)) return false
  const { candidate_name, measure_answer } = sought
  if (DENIES.test(sentence.toLowerCase())) return false
  // Of a sentence with a rival, only a person can tell whom it supports.
  if (sought.rival_names.some((rival) => namesRival(words, rival, sought))) return false
  if (candidate_name !== null)
    return SUPPORTS.test(sentence.toLowerCase()) && namesOf(candidate_name).some((name) => words.includes(` ${name} `))
  return measure_answer !== null && namesAnswer(words, measure_answer) && namesMeasure(words, sought)
}

/** By the last name alone, unless it is also in the name of the candidate or of the endorser. */
function namesRival(words: string, rival: string, { candidate_name, endorser_name }: SoughtEndorsement): boolean {
  const last =
    placeWords(rival)
      .split(' ')
      .findLast((part) => !SUFFIX.test(part)) ?? ''
  const own = ` ${placeWords(`${candidate_name ?? ''} ${endorser_name}`)} `
  if (last === '' || own.includes(` ${last} `)) return namesOf(rival).some((name) => words.includes(` ${name} `))
  return words.includes(` ${last} `)
}

const SUFFIX = /^(jr|sr|i{2,3}|iv)$/

/** The full name, and the name without middle names. */
function namesOf(name: string): string[] {
  const parts = placeWords(name)
    .split(' ')
    .filter((part) => part !== '')
  const [first, last] = [parts[0], parts.at(-1)]
  const isShort = parts.length < 3 || first === undefined || last === undefined || SUFFIX.test(last)
  return isShort ? [parts.join(' ')] : [parts.join(' '), `${first} ${last}`]
}

/** The other answer must not be in the same sentence. */
function namesAnswer(words: string, answer: MeasureAnswer): boolean {
  const isThere = { yes: / (yes|si) /.test(words), no: / no /.test(words) }
  return answer === 'yes' ? isThere.yes && !isThere.no : isThere.no && !isThere.yes
}

function namesMeasure(words: string, { measure_code, contest_title }: SoughtEndorsement): boolean {
  const title = placeWords(contest_title)
  if (title !== '' && words.includes(` ${title} `)) return true
  if (measure_code === null) return false
  const code = placeWords(measure_code)
  return ['measure', 'proposition', 'prop', 'question', 'amendment', 'referendum', 'issue', 'on'].some((kind) =>
    words.includes(` ${kind} ${code} `),
  )
}

function toLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function countWords(line: string): number {
  return line.split(' ').length
}

/** Cut between words. */
function shorten(line: string): string {
  if (line.length <= EVIDENCE_QUOTE_LENGTH_MAX) return line
  const cut = line.slice(0, EVIDENCE_QUOTE_LENGTH_MAX - 1)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), 1))}…`
}
