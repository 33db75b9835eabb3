// Measures: what area votes on one, as far as its title says, and its number.

import { isStateProposition } from '../../../data/reference/state-propositions.ts'
import { placeKey } from '../../../data/schema/folded-name.ts'
import type { StateCode } from '../../../data/schema/vocabulary.ts'
import { ocdSlug, slug } from '../../read/identity.ts'
import type { ContestDivision } from '../contest-division.ts'
import type { County } from './county.ts'
import { namesArea } from './court.ts'
import { findLocality } from './locality.ts'
import { countyDivision, found, type OfficeLine, type OfficeReading } from './reading.ts'
import { findSchoolArea } from './school-measure.ts'
import { officeTitle } from './title.ts'

const NUMBER =
  /\b(CONSTITUTIONAL AMENDMENT|STATEWIDE REFERENDUM QUESTION|STATEWIDE AMENDMENT|LOCAL AMENDMENT|AMENDMENT|STATE QUESTION|LOCAL QUESTION|BOND QUESTION|CHARTER QUESTION|PUBLIC QUESTION|QUESTION|PROPOSITION|INITIATIVE MEASURE|INITIATED MEASURE|BALLOT MEASURE|PUBLIC MEASURE|STATE MEASURE|LOCAL MEASURE|MEASURE|STATE ISSUE|LOCAL ISSUE|ISSUE|REFERRED LAW|REFERENDUM|ORDINANCE|INITIATIVE)S? ?(?:NUMBER |NO\.? ?|#)?([A-Z]{0,2}-?\d{1,5}(?:-\d{1,4})?|[A-Z]{1,2})(?![A-Z0-9'])/
/** Articles and the like are no numbers. */
const NO_NUMBER = /^(?:TO|OF|IN|ON|BY|AN|OR|FOR|IS|AS|IF|AT|NO|A(?= ))$/
/** Words of a title after which a place name ends. */
const AFTER_PLACE =
  /^(?:LOCAL|PROPOSITIONS?|QUESTIONS?|MEASURES?|ORDINANCE|BOND|LEVY|CANNABIS|REFERENDUM|ANNEXATION|SALES|PUBLIC|PROPOSAL|CITY|TOWN|CHARTER|HOME|TAX|SUNDAY|REDEVELOPMENT|WINERY|PROP|ISSUE|MAYORAL|LODGING|RECALL|-)$/
const PROPOSITION = /^PROPOSITION (\d+)$/
const SLUG_MAX = 100

export function readMeasure({ words, county, statewide, index }: OfficeLine, original: string): OfficeReading {
  const title = officeTitle(words.text)
  const suffix = words.parts.map(({ word, code }) => ` ${officeTitle(`${word} ${code}`.trim())}`).join('')
  const named = words.named === '' ? '' : `, ${officeTitle(words.named)}`
  const full = title + suffix + named
  const whole = statewide || !county || isOfState(original, county, index.state.code)
  const division = whole ? undefined : areaOf(original, county, { words, county, statewide, index }, full)
  const namesCounty = county !== null && namesArea(original, county.full_name)
  const prefix = division && county && division.local && !namesCounty ? `${county.full_name}: ` : ''
  return {
    office: {
      subject: slug(full).slice(0, SLUG_MAX).replace(/-$/, ''),
      level: division ? division.area.district_level : 'state',
      title: prefix + full,
      short_title: full,
      area: division ? found(division.area) : { kind: 'state' },
      measure_code: codeOfMeasure(original) ?? '',
    },
    unexpired: false,
    scope: division?.local ? 'county' : 'state',
  }
}

/** A measure of the whole state, of which the source has a part of the counties. */
function isOfState(text: string, county: County, state: StateCode): boolean {
  if (/\bLOCAL\b/.test(text) || namesArea(text, county.full_name)) return false
  return /\bCONSTITUTIONAL AMENDMENT\b/.test(text) || isStateProposition(state, Number(PROPOSITION.exec(text)?.[1]))
}

function codeOfMeasure(text: string): string | undefined {
  const [, word, number] = NUMBER.exec(text) ?? []
  if (word === undefined || number === undefined || NO_NUMBER.test(number)) return undefined
  return `${officeTitle(word)} ${number}`
}

interface MeasureArea {
  area: ContestDivision
  /** True if the key holds the county. */
  local: boolean
}

/** Hawaii has no government below its counties. */
function areaOf(text: string, county: County, line: OfficeLine, title: string): MeasureArea {
  const school = findSchoolArea(text, line)
  if (school) return { area: school.area, local: !school.named }
  const place = placeOf(text, county, line)
  if (place) return { area: place, local: place.ocd_id.startsWith(county.ocd_id) }
  const isOnlyCounty = line.index.state.code === 'HI' || (namesArea(text, county.full_name) && !SPECIAL.test(text))
  if (isOnlyCounty) return { area: countyDivision(county), local: true }
  return { area: unknownArea(title, county), local: true }
}

const SPECIAL =
  /\b(?:DISTRICT|DIST|FIRE|TOWNSHIP|AUTHORITY|PARK|CEMETERY|HOSPITAL|SCHOOL|LIBRARY DISTRICT|UNINCORPORATED|CITY OF|TOWN OF|PRECINCT|ZONE)\b/

/** A place that the title names: after `CITY OF`, before `TOWNSHIP`, or as its first words. Only a published one is certain. */
function placeOf(text: string, county: County, { index }: OfficeLine): ContestDivision | undefined {
  const words = text.split(/[\s,.:]+/)
  const of = words.findIndex((word, at) => /^(?:CITY|TOWN|VILLAGE|BOROUGH)$/.test(word) && words[at + 1] === 'OF')
  if (of >= 0)
    for (let length = 4; length > 0; length--) {
      const rest = words.slice(of + 2, of + 2 + length)
      const place = rest.length === length ? known(`${words[of]} OF ${rest.join(' ')}`, county, index) : undefined
      if (place) return place
    }
  // `PILOT MOUND TOWNSHIP - PUBLIC MEASURE`, but not that of a township's fire district.
  const end = words.indexOf('TOWNSHIP') + 1
  if (end > 1 && AFTER_PLACE.test(words[end] ?? '')) return known(words.slice(0, end).join(' '), county, index)
  if (SPECIAL.test(text)) return undefined
  for (let length = Math.min(4, words.length - 1); length > 0; length--) {
    const name = words.slice(0, length).join(' ')
    if (!AFTER_PLACE.test(words[length] ?? '') || placeKey(name) === placeKey(county.name)) continue
    const place = known(name, county, index)
    if (place) return place
  }
  return undefined
}

function known(text: string, county: County, index: OfficeLine['index']): ContestDivision | undefined {
  const place = findLocality(text, { county, part: null, index })
  return place.unmatched === null ? place : undefined
}

/** A part of the county, or all of it: the title does not say. */
export function unknownArea(title: string, county: County): ContestDivision {
  return {
    ocd_id: `${county.ocd_id}/special:${ocdSlug(title).slice(0, SLUG_MAX)}`,
    district_type: 'special',
    district_level: 'special',
    district_name: `${title} (${county.full_name})`.slice(0, 200),
    within_ocd_id: county.ocd_id,
    unmatched: 'unmatched-division',
  }
}
