// The words of a question: its column, its number, the county or city that a vendor appends, and its short title.

import { numbersOnce } from '../../../data/reference/measure-rules.ts'
import type { StateCode } from '../../../data/schema/vocabulary.ts'
import { slug } from '../../read/identity.ts'
import { type County, isContracted } from './county.ts'
import { namesArea } from './court.ts'
import { plain, trimMarks } from './office-text.ts'
import { respell } from './tables.ts'

export interface MeasureText {
  /** In capitals, with the column. */
  full: string
  /** In capitals, without the column; what the area is read from. */
  words: string
  /** Words of the column: `COMMERCE`; '' if it is a number or empty. */
  column: string
  /** In capitals, without a question's sentence and an appended county. */
  title: string
  /** True if the vendor appends the county with its number: `12 DIVIDE`. */
  ofCounty: boolean
}

/** Of a title that is a sentence. */
const SENTENCE_MAX = 120
const NO_COLUMN = /^(?:STATEWIDE|COUNTYWIDE|CITYWIDE|NA|NONE)$/

const respellMeasure = respell('measure')
const respellNumbers = respell('measure of a state that numbers once')

export function measureText(
  office: string,
  district: string,
  { county, state }: { county: County | null; state: StateCode },
): MeasureText {
  const column = plain(district)
    .replace(NO_COLUMN, '')
    .replace(/^0+(?=\d)/, '')
  const own = withoutShortName(withoutCountyMark(withoutOwnName(respellMeasure(plain(office)), county), county))
  const given = withKind(numbersOnce(state) ? respellNumbers(own) : own, column)
  // `ASHLAND (OPEN ) MEASURE 15-232` with POSITION ELECTION in the column
  const filled = column !== '' && given.includes(' )') ? given.replace(' )', ` ${column})`) : given
  const joined = filled !== given || column === '' || namesArea(given, column)
  const isNumber = /^(?:\d+[A-Z]?|[A-Z]|(?:DISTRICT|WARD|ZONE|AREA) \w+)$/.test(column)
  const full = namesArea(column, given)
    ? column
    : joined
      ? filled
      : `${trimMarks(filled)}${isNumber ? '' : ','} ${column}`
  const { text, ofCounty } = withoutCounty(headOf(full), county)
  return { full, words: filled, column: isNumber ? '' : column, title: trimMarks(text, ' ,:/'), ofCounty }
}

/** `1 HAWAI'I: COUNTY COUNCIL VACANCY IN OFFICE` → `NO. 1, COUNTY COUNCIL VACANCY IN OFFICE` */
function withoutOwnName(text: string, county: County | null): string {
  const [, number, name = '', rest = ''] = /^(\d{1,2}) ([A-Z' ]{1,40}): (.+)$/.exec(text) ?? []
  return county && slug(name.replaceAll("'", '')) === slug(county.name) ? `NO. ${number}, ${rest}` : text
}

/** `PINE EAGLE SCHOOL` with 061 in the column is a district with a number. */
function withKind(text: string, column: string): string {
  return text.endsWith(' SCHOOL') && /^\d/.test(column) ? `${text} DISTRICT` : text
}

/** Words of a name in short. */
const SHORT_NAME_MAX = 6

/** `SO WHIDBEY SCH 206 SOUTH WHIDBEY SCHOOL DISTRICT - LEVY`: a name after the same name, whole or in short. */
function withoutShortName(text: string): string {
  const words = text.split(' ')
  for (let size = 2; size <= SHORT_NAME_MAX; size++)
    if (isShortOf(words.slice(0, size), words.slice(size))) return words.slice(size).join(' ')
  return text
}

/** Each word of `short`, but for a number, is the next one of `name` or its letters in short: `PK AND REC`, `W/S DISTRICT`. */
function isShortOf(short: readonly string[], name: readonly string[]): boolean {
  let [at, same] = [0, false]
  for (const word of short.filter((one) => !/^\d+$/.test(one)))
    for (const part of word.split('/')) {
      if (word.length < 2) return false
      if (name[at] === 'AND' && part !== 'AND') at++
      const full = name[at++] ?? ''
      if (!isContracted(part, full)) return false
      same ||= part === full && part.length > 3
    }
  return same
}

/** `RICHLAND LEXINGTON/RICHLAND SCHOOL DISTRICT 5`, listed by Richland County */
function withoutCountyMark(text: string, county: County | null): string {
  const prefix = `${county?.name.toUpperCase() ?? ''} `
  const rest = text.slice(prefix.length)
  return text.startsWith(prefix) && /^[A-Z]+\/[A-Z]+ SCHOOL\b/.test(rest) ? rest : text
}

/** `PUBLIC SAFETY BONDS: SHALL …` → `PUBLIC SAFETY BONDS`, `THE ACT AUTHORIZES BONDS. SHALL …`; a sentence without a heading is cut between words. */
function headOf(text: string): string {
  const at = text.search(/ ?[:;.] ?SHALL /)
  if (at > 0) return text.slice(0, at)
  if (!text.startsWith('SHALL ') || text.length <= SENTENCE_MAX) return text
  return `${text.slice(0, text.lastIndexOf(' ', SENTENCE_MAX))} …`
}

/** `PROPOSITION ROAD & BRIDGE 12 DIVIDE` → `PROPOSITION ROAD & BRIDGE`; `CODINGTON COUNTY BOND ELECTION CODINGTON` */
function withoutCounty(text: string, county: County | null): { text: string; ofCounty: boolean } {
  const tokens = text.split(' ')
  const size = county?.name.split(' ').length ?? 0
  if (!county || tokens.length <= size + 1 || slug(tokens.slice(-size).join(' ')) !== slug(county.name))
    return { text, ofCounty: false }
  const left = tokens.slice(0, -size)
  const last = left.at(-1) ?? ''
  if (/^\d{1,2}$/.test(last) && !/^(?:NO\.?|#|NUMBER|MEASURE|QUESTION|PROPOSITION|ISSUE)$/.test(left.at(-2) ?? ''))
    return { text: left.slice(0, -1).join(' '), ofCounty: true }
  const named = namesArea(left.join(' '), county.full_name)
  return named || last.endsWith('.') ? { text: left.join(' '), ofCounty: false } : { text, ofCounty: false }
}

/** Without the words that say only that it is a question: `PROPOSITION NO. 1 BERRYHILL FIRE PROTECTION` → `BERRYHILL FIRE PROTECTION` */
export const measureBody = respell('body of a measure')
