// Splits the text of an office into its words, its parts (Ward 2, Seat A) and its term, and writes its words in title case.

import { titleCase } from '../printed-name.ts'
import { loadRules, respell, wordsOf } from './tables.ts'

/** A number or letter after a word such as WARD. */
export interface OfficePart {
  /** In capitals; '' if the source gives the code alone. */
  word: string
  /** `2`, `B`, `4A` */
  code: string
}

export interface OfficeWords {
  /** Capitals, without parts and term. */
  text: string
  parts: readonly OfficePart[]
  /** Words of the district column that name no part, e.g. `KAHULUI`. */
  named: string
  at_large: boolean
  unexpired: boolean
  /** The words that tell terms of one office apart: `2-Year Term`, `Term Commencing 01/02/2023`. */
  term: string | null
  /** The number in `(VOTE FOR 3)`. */
  votes: number | null
}

/** Words before a part's number, with the way in which a title writes them. */
const PARTS = wordsOf('part')
/** Before `DISTRICT 5`: the number belongs to the name of the district itself. */
const NAMED_BY_NUMBER = wordsOf('named by number')
const ORDINALS = wordsOf('ordinal')
const NUMBERS = wordsOf('number')
const ROMAN = wordsOf('roman')

const VOTES = /\(?\bVOTE FOR (?:UP TO |NOT MORE THAN |NO MORE THAN )?(\d+|ONE|TWO|THREE|FOUR|FIVE|SIX)\)?/
/** `Term Ending 12/31/2026`, `2026 Term`; two seats of one office differ by it. */
const DATED = /\d\d(?: Term)?$/
const AT_LARGE = /\bAT[ -]LARGE\b(?: TERM\b)?/
/** A question's years are those of a tax. */
const QUESTION = /^BALLOT|PROPOSITION|QUESTION|LEVY|MEASURE/
const NO_COLUMN = /^(?:STATEWIDE|COUNTYWIDE|CITYWIDE|NA|NONE|SPECIAL)$/

const [respellPlain, respellTerm, respellColumn] = [respell('plain'), respell('whole term'), respell('column')]

/** @param district the column of a source that has one, else '' */
export function splitOffice(office: string, district = ''): OfficeWords {
  const given = respellTerm(plain(office))
  const vote = VOTES.exec(given)?.[1]
  const body = takeTerms(given.replace(VOTES, ''))
  // `UNEXPIRED 2-YEAR TERM GRANT COUNTY SOIL CONSERVATION DISTRICT` in the column
  const column = plain(district)
  const ofColumn = /\bUNEXPIRED\b/.test(column) ? takeTerms(column) : undefined
  const listed = ofColumn ? tidy(ofColumn.text.replace(/^ *TERM\b/, '')) : column
  const terms = [...body.terms, ...(ofColumn?.terms.filter((term) => DATED.test(term)) ?? [])]
  const text = withPartLast(body.text)
  const own = popParts(tidy(text.replace(AT_LARGE, ' ')))
  const { parts, ...rest } = popParts(respellColumn(withPartLast(listed).replace(NO_COLUMN, '')))
  const alone = /^0*(\d{1,4}[A-Z]?|[A-Z])$/.exec(rest.text)?.[1]
  return {
    text: own.text,
    parts: distinctParts([...own.parts, ...(alone === undefined ? [] : [{ word: '', code: alone }]), ...parts]),
    named: alone === undefined ? rest.text : '',
    at_large: AT_LARGE.test(text) || own.at_large || rest.at_large,
    unexpired: body.unexpired || ofColumn !== undefined,
    term: terms.length > 0 ? terms.join(', ') : null,
    votes: vote === undefined ? null : Number(numeral(vote)),
  }
}

/** Marks of a term in the order in which they are taken: what they leave in the text, and the words that tell the term from others. */
const TERMS = loadRules('terms.csv')

function takeTerms(given: string): { text: string; terms: string[]; unexpired: boolean } {
  let [text, unexpired] = [given, false]
  const terms: string[] = []
  for (const { pattern, cells } of TERMS) {
    const match = pattern.exec(text)
    if (!match || (cells.sign === 'years' && QUESTION.test(text))) continue
    text = text.replace(pattern, cells.left ?? '')
    unexpired ||= cells.sign === 'unexpired'
    const said = (cells.term ?? '').replace(/\$(\d)/g, (_, group: string) => numeral(match[Number(group)] ?? ''))
    if (said !== '') terms.push(titleCase(said))
  }
  return { text, terms, unexpired }
}

/** Without marks that stand alone: `HAZLET - FIRE` */
export function withoutMarks(text: string): string {
  return text
    .replace(/(?:^|\s)[-/,.]+(?=\s|$)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

function numeral(word: string): string {
  return NUMBERS.get(word) ?? word
}

/** `IV`, `FOUR` and `FOURTH` → `4`; any other word stays. */
export function numberIn(word: string): string {
  return ROMAN.get(word) ?? ORDINALS.get(word) ?? numeral(word)
}

/** `BOROUGH COUNCIL WARD 3 - LINCOLN PARK`, `DISTRICT 2 - ABBEVILLE` */
function withPartLast(text: string): string {
  const [part] = /\b(?:WARD|DISTRICT) \d+ - /.exec(text) ?? []
  return part === undefined ? text : `${text.replace(part, '')} ${part.slice(0, -' - '.length)}`
}

/** The column often repeats what the text says: `SCHOOL BOARD DISTRICT 8` with 008. */
function distinctParts(parts: readonly OfficePart[]): OfficePart[] {
  return parts.filter(({ word, code }, at) => {
    const earlier = parts.slice(0, at)
    return !earlier.some((other) => other.code === code && (word === '' || other.word === word))
  })
}

/** Capitals with plain quotes, dashes and single spaces, without a mark such as `(REP)` or `(I)`. */
export function plain(text: string): string {
  return respellPlain(text.toUpperCase()).replace(/\s+/g, ' ').trim()
}

/** Without marks and the word `TERM` that are left at the end. */
function tidy(text: string): string {
  let left = (text.includes('(') ? text : text.replaceAll(')', ' ')).replace(/\s+/g, ' ').trim()
  for (let before = ''; before !== left; ) {
    before = left
    left = trimMarks(left, ' ,:(-')
    if (left.endsWith(' TERM')) left = left.slice(0, -5)
  }
  return left
}

/** `HOT SPRINGS HOT SPRINGS`, `BUENA BOROUGH BUENA BOROUGH` */
export function once(text: string): string {
  const half = text.slice(0, Math.floor(text.length / 2))
  return text === `${half} ${half}` ? half : text
}

/** Without marks at both ends. */
export function trimMarks(text: string, marks = ' :,-/'): string {
  let [start, end] = [0, text.length]
  while (start < end && marks.replace('(', '').includes(text.charAt(start))) start++
  while (end > start && marks.includes(text.charAt(end - 1))) end--
  return text.slice(start, end)
}

/** Takes `WARD 2`, `DISTRICT NO. 4`, `2ND WARD`, `EAST WARD` and `AT LARGE` from the end of a text. */
function popParts(text: string): { text: string; parts: OfficePart[]; at_large: boolean } {
  const tokens = text.split(/[\s,;:]+/).filter((token) => token !== '')
  const parts: OfficePart[] = []
  let at_large = false
  for (;;) {
    while (tokens.length > 0 && /^[-/]+$/.test(tokens.at(-1) ?? '')) tokens.pop()
    const last = tokens.at(-1) ?? ''
    const before = tokens.at(-2) ?? ''
    if (/^\(?AT-LARGE\)?$/.test(last)) {
      tokens.pop()
      at_large = true
    } else if (last === 'LARGE' && before === 'AT') {
      tokens.splice(-2)
      at_large = true
    } else {
      const part = partAt(tokens)
      if (!part) break
      tokens.splice(-part.length)
      parts.unshift({ word: part.word, code: part.code })
    }
  }
  // An inner comma is kept where nothing was taken from the end.
  return { text: parts.length === 0 && !at_large ? tidy(text) : tidy(tokens.join(' ')), parts, at_large }
}

function partAt(tokens: readonly string[]): { word: string; code: string; length: number } | undefined {
  const last = (tokens.at(-1) ?? '').replace(/^#/, '')
  const before = tokens.at(-2) ?? ''
  // `2ND WARD`, `FIRST DISTRICT`, `EAST WARD`
  const after = PARTS.get(last.replace(/\.$/, ''))
  const ordinal = ORDINALS.get(before) ?? /^(\d+)(?:ST|ND|RD|TH)$/.exec(before)?.[1]
  const side = after === 'WARD' && /^(?:NORTH|SOUTH|EAST|WEST|CENTRAL)$/.test(before) ? before : undefined
  const code = ordinal ?? side
  if (after !== undefined && code !== undefined) return { word: after, code, length: 2 }
  const ward = /^W-?(\d{1,2})$/.exec(last)?.[1]
  if (ward !== undefined) return { word: 'WARD', code: ward, length: 1 }
  if (!/^(?:\d{1,4}[A-Z]?|[A-Z]|[IVX]{2,4})$/.test(last)) return undefined
  const gap = /^(?:NO\.?|#|-|NUMBER)$/.test(before) ? 1 : 0
  const word = PARTS.get((tokens.at(-2 - gap) ?? '').replace(/\.$/, ''))
  if (word === undefined || (word === 'DISTRICT' && NAMED_BY_NUMBER.has(tokens.at(-3 - gap) ?? ''))) return undefined
  return { word, code: ROMAN.get(last) ?? last.replace(/^0+(?=.)/, ''), length: 2 + gap }
}

// Title case for the words of an office.

const ACRONYMS = wordsOf('acronym')
/** Words without a vowel that are no acronyms. */
const SHORTENED = wordsOf('no acronym')
/** Letters that stay capitals, of `H.E.L.P.`, `CI-126`, `Article IV` and `Measure MX`. */
const CAPITALS = [...wordsOf('capitals').keys()].map((pattern) => new RegExp(pattern, 'g'))
/** Words that a question has and a name has not: beside one, `A` is an article. */
const SENTENCE = /\b(?:of|to|for|by|in|the|shall|and|from|with|as)\b/i
const [respellOffice, respellTitle] = [respell('before title'), respell('after title')]

/** `CITY OF COEUR D'ALENE RECORDER/TREASURER` → `City of Coeur d'Alene Recorder/Treasurer`, `STATES ATTORNEY` → `State's Attorney` */
export function officeTitle(text: string): string {
  const cased = respellTitle(titleCase(respellOffice(text))).replace(
    /\b[DL]'[a-z]/g,
    (start) => start.charAt(0).toLowerCase() + start.slice(1).toUpperCase(),
  )
  const written = SENTENCE.test(text) ? withArticles(cased) : cased
  return (
    CAPITALS.reduce((done, pattern) => done.replace(pattern, inCapitals), written)
      // `Proposition JJ (Statutory)`
      .replace(/(?<=\bProposition )([a-z])\1(?= )/gi, inCapitals)
      .replace(/\b[A-Z][a-z]{1,6}\b/g, (word) => (isAcronym(word.toUpperCase()) ? inCapitals(word) : word))
  )
}

function inCapitals(text: string): string {
  return text.toUpperCase()
}

/** `Establish a Charter`; after a colon or the word for a question it begins the title, as in `Amendment A`. */
function withArticles(text: string): string {
  return text
    .replace(/(?<!:|\b(?:Amendment|Measure|Proposition|Question)) An?(?= )/g, (article) => article.toLowerCase())
    .replace(/: [a-z]/g, inCapitals)
}

/** `PCSSD`, `KBR`: no word lacks a vowel. */
function isAcronym(word: string): boolean {
  return ACRONYMS.has(word) || (/^[B-DF-HJ-NP-TV-XZ]{3,7}$/.test(word) && !SHORTENED.has(word))
}
