// Finds the words of a page that state an endorsement. A doubtful sentence counts as not found.

import { placeWords } from '../../data/schema/folded-name.ts'
import type { MeasureAnswer } from '../../data/schema/vocabulary.ts'
import { EVIDENCE_QUOTE_LENGTH_MAX } from '../constants.ts'

/** What to look for on the announced page of an endorsement. */
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
