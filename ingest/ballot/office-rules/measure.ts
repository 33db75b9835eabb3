// Measures: their title, their number, and the area that votes on them.

import { numbersOnce } from '../../../data/reference/measure-rules.ts'
import { isStateProposition } from '../../../data/reference/state-propositions.ts'
import type { StateCode } from '../../../data/schema/vocabulary.ts'
import { slug } from '../../read/identity.ts'
import type { ContestDivision } from '../contest-division.ts'
import type { County } from './county.ts'
import { namesArea } from './court.ts'
import { type MeasureArea, measureArea } from './measure-area.ts'
import { type MeasureText, measureText } from './measure-text.ts'
import { found, type OfficeLine, type OfficeReading } from './reading.ts'
import { officeTitle } from './title.ts'

const NUMBER =
  /\b(CONSTITUTIONAL AMENDMENT|STATEWIDE REFERENDUM QUESTION|STATEWIDE AMENDMENT|LOCAL AMENDMENT|AMENDMENT|STATE QUESTION|LOCAL QUESTION|BOND QUESTION|CHARTER QUESTION|PUBLIC QUESTION|QUESTION|PROPOSITION|INITIATIVE MEASURE|INITIATED MEASURE|BALLOT MEASURE|PUBLIC MEASURE|STATE MEASURE|LOCAL MEASURE|MEASURE|STATE ISSUE|LOCAL ISSUE|ISSUE|REFERRED LAW|REFERENDUM|ORDINANCE|INITIATIVE)S?(?![A-Z]) ?(?:NUMBER |NO\.? ?|#)?([A-Z]{0,2}-?\d{1,5}(?:-\d{1,4})?|[A-Z]{1,2})(?![A-Z0-9'])/
/** Articles and the like are no numbers. */
const NO_NUMBER = /^(?:TO|OF|IN|ON|BY|AN|OR|FOR|IS|AS|IF|AT|UP|BE|DO|SO|WE|NO|A(?= ))$/
const PROPOSITION = /^PROPOSITION (\d+)$/
const SLUG_MAX = 100

export function readMeasure(line: OfficeLine, office: string, district = ''): OfficeReading {
  const { county, statewide, index } = line
  const { code: state } = index.state
  const text = measureText(office, district, { county, state })
  const whole = statewide || !county || isOfState(text.words, county, state)
  const voters = whole ? undefined : measureArea(text, county, line)
  const own = county && voters ? withoutArea(text.title, voters.area, county) : text.title
  const title = officeTitle(own)
  const code = codeOfMeasure(text.words)
  const number = numbersOnce(state) ? /\d{1,2}-\d{2,3}/.exec(code ?? text.words)?.[0] : undefined
  return {
    office: {
      subject: number ? `measure-${number}` : slug(text.full).slice(0, SLUG_MAX).replace(/-$/, ''),
      level: voters ? voters.area.district_level : 'state',
      title: prefixOf(own, text, { voters, county }) + title,
      short_title: title,
      area: voters ? found(voters.area) : { kind: 'state' },
      measure_code: code ?? (number === undefined ? '' : `Measure ${number}`),
    },
    unexpired: false,
    scope: voters?.local ? 'county' : 'state',
  }
}

/** Before a title that does not name the voters: `Sandoval County: `, `City of Albuquerque: ` */
function prefixOf(
  own: string,
  { title, full }: MeasureText,
  { voters, county }: { voters: MeasureArea | undefined; county: County | null },
): string {
  if (!voters || !county) return ''
  const { area, local } = voters
  // A fire district that the title names may reach into another county.
  const isBoard =
    area.district_type === 'special' &&
    !area.ocd_id.includes('/special:') &&
    !namesArea(area.district_name, county.full_name)
  if (local && !isBoard) return namesArea(own, county.full_name) ? '' : `${county.full_name}: `
  // Of a sentence, only the heading is left.
  return title !== full && (isBoard || area.unmatched === null) && !namesArea(own, area.district_name)
    ? `${area.district_name}: `
    : ''
}

/** Without a county's name before and a city's name after what the title says anyway: `AIKEN CAPITAL PROJECT TAX`, `FARGO LODGING TAX FARGO`. */
function withoutArea(title: string, area: ContestDivision, county: County): string {
  const words = title.split(' ')
  const size = county.name.split(' ').length
  const starts = (at: number): boolean => slug(words.slice(at, at + size).join(' ')) === slug(county.name)
  let start = 0
  const ofCounty = area.ocd_id === county.ocd_id
  while (
    starts(start) &&
    words.length > start + size &&
    words[start + size] !== 'COUNTY' &&
    (ofCounty || (/^(?:CITY|TOWN|VILLAGE)$/.test(words[start + size] ?? '') && words[start + size + 1] === 'OF'))
  )
    start += size
  const left = ofCounty && words[start] === 'COUNTY' ? words.slice(start + 1) : words.slice(start)
  return area.district_type === 'place'
    ? withPlaceOnce(left.join(' '), area.district_name.toUpperCase())
    : left.join(' ')
}

/** `FARGO LODGING TAX FARGO`, `CITY OF TONASKET PROPOSITION NO 1 - CITY OF TONASKET`, `CITY OF CLARKSTON CITY OF CLARKSTON EMS LEVY` */
function withPlaceOnce(title: string, place: string): string {
  const first = title.startsWith(`CITY OF ${place} CITY OF ${place}`) ? title.slice(`CITY OF ${place} `.length) : title
  const last = [` - CITY OF ${place}`, ` CITY OF ${place}`, ` ${place}`].find((words) => first.endsWith(words))
  // `PUBLIC MEASURE LEE` of Lee Township is its code.
  return last !== undefined && namesArea(first.slice(0, -last.length), place) && !first.endsWith(`MEASURE${last}`)
    ? first.slice(0, -last.length)
    : first
}

/** A measure of the whole state, of which the source has a part of the counties. */
function isOfState(text: string, county: County, state: StateCode): boolean {
  if (/\bLOCAL\b/.test(text) || namesArea(text, county.full_name)) return false
  return /\bCONSTITUTIONAL AMENDMENT\b/.test(text) || isStateProposition(state, Number(PROPOSITION.exec(text)?.[1]))
}

/** A number that says itself what it counts: Montana's `CI-126` and `LR-130`. */
const OWN_CODE = /^(?:CI|LR|IR)-\d{1,3}\b/

function codeOfMeasure(text: string): string | undefined {
  const [own] = OWN_CODE.exec(text) ?? []
  if (own !== undefined) return own
  const [, word, number] = NUMBER.exec(text) ?? []
  if (word === undefined || number === undefined || NO_NUMBER.test(number)) return undefined
  return `${officeTitle(word)} ${number}`
}
