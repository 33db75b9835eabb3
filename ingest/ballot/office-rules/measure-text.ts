// The words of a question: its column, its number, the county or city that a vendor appends, and its short title.

import { numbersOnce } from '../../../data/reference/measure-rules.ts'
import type { StateCode } from '../../../data/schema/vocabulary.ts'
import { slug } from '../../read/identity.ts'
import type { County } from './county.ts'
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
  const own = respellMeasure(plain(office))
  const given = numbersOnce(state) ? respellNumbers(own) : own
  const joined = column === '' || namesArea(given, column)
  const isNumber = /^(?:\d+[A-Z]?|[A-Z]|(?:DISTRICT|WARD|ZONE|AREA) \w+)$/.test(column)
  const full = namesArea(column, given)
    ? column
    : joined
      ? given
      : `${trimMarks(given)}${isNumber ? '' : ','} ${column}`
  const { text, ofCounty } = withoutCounty(headOf(full), county)
  return { full, words: given, column: isNumber ? '' : column, title: trimMarks(text, ' ,:/'), ofCounty }
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
