// Judges: of the state's courts, of a numbered circuit or district, of a county.

import {
  dividesAppeals,
  electsByCounty,
  hasOneSupremeCourt,
  isCountyLegislator,
  isStateCourt,
  numbersByState,
  numbersDistricts,
} from '../../../data/reference/courts.ts'
import { slug } from '../../read/identity.ts'
import { type AreaPart, type ContestDivision, toDivision } from '../division.ts'
import type { ListedOffice } from '../office-rule.ts'
import { type County, cutSlug } from './county.ts'
import { findPublished } from './locality.ts'
import { type OfficePart, type OfficeWords, officeTitle } from './office-text.ts'
import {
  areaPart,
  codeOf,
  countyDivision,
  found,
  isSeat,
  type OfficeLine,
  type OfficeReading,
  partWords,
  seatOf,
  suffixOf,
} from './reading.ts'
import { loadRules, patternOf, respell, wordsOf } from './tables.ts'

interface Court {
  pattern: RegExp
  subject: string
  /** The type in a division id. */
  word: string
  /** False for courts of a county or a part of one. */
  state: boolean
  district: string
}

/** In this order: a supreme court district's judge is none of a district court. */
const COURTS: readonly Court[] = loadRules('courts.csv').map(({ pattern, cells }) => ({
  pattern,
  subject: cells.subject ?? '',
  word: cells.word ?? '',
  state: cells.of === 'state',
  district: cells.district ?? '',
}))

const JUDGE = /\b(?:JUDGES?|JUSTICES?|COURT|JUDGESHIP|JUDICIAL|MAGISTRATE)\b|^JP\b/
const NO_JUDGE = patternOf('no judge')
const ORDINALS = wordsOf('ordinal')
const ORDINAL = patternOf(
  'ordinal',
  '\\b(?:(\\d+)(?:ST|ND|RD|TH)|({})) (?:JUDICIAL|CIRCUIT|DISTRICT|APPELLATE|SUPREME|JUVENILE)\\b',
)

export function isCourt(text: string): boolean {
  return JUDGE.test(text) && !NO_JUDGE.test(text)
}

const respellCourt = respell('court')

/** The part of a court's district that elects a judge. */
const SECTION = /\b(SUBDISTRICT|SECTION) (\d\w*)$/

/** `005 CHIEF`, `3 B` and, in Adams County, `ADAMS 26` are numbers; `001 (CENTRAL)` is District 1 (Central). */
function withNumber(words: OfficeWords, county: County | null): OfficeWords {
  const spelled = respellCourt(words.named)
  const named = county ? withoutName(spelled, county.name) : spelled
  const [, number, chief, letter = ''] = /^0*(\d{1,9})(?:( CHIEF)| ([A-Z]))?$/.exec(named) ?? []
  if (number === undefined)
    return { ...words, named: spelled.replace(/^\d{1,9}(?= \()/, (code) => `DISTRICT ${Number(code)}`) }
  const text = chief === undefined ? words.text : `${words.text}, CHIEF JUSTICE`
  return { ...words, text, named: '', parts: [{ word: '', code: number + letter }, ...words.parts] }
}

/** `ST CLAIR 26` → `26`, for St. Clair */
export function withoutName(text: string, name: string): string {
  const words = text.split(' ')
  const size = name.split(' ').length
  const starts = words.length > size && slug(words.slice(0, size).join(' ')) === slug(name)
  return starts ? words.slice(size).join(' ') : text
}

/** @param judge set if voters say whether this judge stays; '' if the source does not name one */
export function readCourt(given: OfficeLine, judge: string | null): OfficeReading | undefined {
  const { county, index } = given
  const state = index.state.code
  if (!isCourt(`${given.words.text} ${given.words.named}`)) return undefined
  const texts = [given.words.text, given.words.named]
  const [first] = texts.flatMap((text) => COURTS.find(({ pattern }) => pattern.test(text)) ?? [])
  if (!first) return judge ? readJudge(given, judge) : undefined
  const kind = { ...first, state: first.state || numbersByState(state, first.subject) }
  const numbered = withNumber(given.words, county)
  const namesCounty = county !== null && namesArea(numbered.text, county.name)
  const asked = judge !== null && judge !== '' && !namesCounty
  const line = ofWholeState({ ...given, words: numbered }, kind, { asked })
  const { words, statewide } = line
  const byCounty = county !== null && !statewide && electsByCounty(state, kind.subject)
  // A county numbers its superior courts itself.
  const code =
    statewide || (byCounty && kind.word === 'superior_court') ? undefined : codeIn(line, kind, { asked, namesCounty })
  // A judge of a court of appeals, listed by a part of its counties.
  if (asked && code === undefined && !statewide && kind.word === 'court_of_appeals') return readJudge(line, judge)
  const inDistrict = kind.state || (asked && code !== undefined)
  const city = kind.word === 'municipal_court' ? courtCity(line) : undefined
  const { area, local, part } = city
    ? { area: found(city), local: false, part: null }
    : byCounty
      ? { area: found(countyDivision(county)), local: true, part: null }
      : areaOf(line, { ...kind, state: inDistrict }, { code, namesCounty })
  const isArea = (one: OfficePart): boolean => !isSeat(one) && (part !== null || codeOf(one.code) === code)
  const number = statewide && numbersDistricts(state) ? 'District' : 'No.'
  const seats = words.parts.filter((one) => !isArea(one)).map((one) => partWords(one, number))
  const title = titleOf(words.text, local ? county : null)
  // The column repeats the number of `FOURTH JUDICIAL DISTRICT`.
  const told = words.parts.filter((one) => one.word !== '' || codeOf(one.code) !== code || !ORDINAL.test(words.text))
  const suffix = suffixOf({ ...words, parts: told }, (one) => (isArea(one) ? kind.district : number))
  const kept = part === null && !SECTION.test(words.named) ? divisionWords(words.named, code) : ''
  return {
    office: {
      ...seatOf(
        { ...words, parts: [] },
        [judge ?? '', kept, ...seats].filter((word) => word !== ''),
      ),
      subject: /\bCHIEF JUSTICE\b/.test(words.text) ? chiefOf(kind) : kind.subject,
      level: city ? 'city' : inDistrict || isStateCourt(state, kind.subject) ? 'state' : 'county',
      title: `${title.full}${suffix}${judge ? `: ${judge}` : ''}`,
      short_title: `${title.short}${suffix}`,
      area,
      ...(judge !== null && { retention: true as const }),
    },
    unexpired: words.unexpired,
    scope: local ? 'county' : 'state',
  }
}

function chiefOf({ word }: Court): string {
  return `${word === 'court_of_appeals' ? 'court-of-appeals' : 'supreme-court'}-chief-justice`
}

/** A supreme court without a numbered district is the whole state's, whichever counties the source has. */
function ofWholeState(line: OfficeLine, kind: Court, { asked }: { asked: boolean }): OfficeLine {
  const { words, statewide, index } = line
  if (kind.word !== 'supreme_court') return line
  // The column repeats the court of the question.
  if (statewide && words.named === 'JUSTICE OF THE SUPREME COURT') return { ...line, words: { ...words, named: '' } }
  if (statewide || !hasOneSupremeCourt(index.state.code)) return line
  const named = words.named !== '' && !/\bSUPREME COURT\b/.test(words.named)
  if (districtCode(line, kind, false) !== undefined || (named && !asked)) return line
  // A county commission's district stands in the column of a question: `MIDDLE`.
  return { ...line, statewide: true, words: { ...words, named: '' } }
}

function codeIn(
  line: OfficeLine,
  kind: Court,
  { asked, namesCounty }: { asked: boolean; namesCounty: boolean },
): string | undefined {
  const state = kind.state || (asked && kind.word === 'county_court')
  const code = districtCode(line, { ...kind, state }, namesCounty)
  // `3RD CIRCUIT, 2ND DIST.` is 3_2 in Open Civic Data.
  const within = /\bCIRCUIT, (\d{1,2})(?:ST|ND|RD|TH) DISTRICT\b/.exec(line.words.named)?.[1]
  const [, kindOfPart, number] = SECTION.exec(line.words.named) ?? []
  const inner = [within, kindOfPart && `${kindOfPart} ${number}`].flatMap((one) => (one ? [codeOf(one)] : []))
  if (code === undefined || inner.length > 0) return code && [code, ...inner].join('_')
  const division = line.words.parts.find(({ word }) => word === 'DIVISION')?.code
  const divided = kind.word === 'court_of_appeals' && dividesAppeals(line.index.state.code)
  return division !== undefined && divided ? `${codeOf(division)}_${code}` : code
}

/** `ALCONA JUDGE OF PROBATE` → `Alcona County Judge of Probate`; the county's own spelling within a text. */
function titleOf(text: string, county: County | null): { full: string; short: string } {
  if (!county) return { full: officeTitle(text), short: officeTitle(text) }
  const starts = [county.full_name, county.name].find((name) => slug(`${text} `).startsWith(`${slug(name)}-`))
  const rest = starts === undefined ? text : text.split(' ').slice(starts.split(' ').length).join(' ')
  // `HINDS COUNTY COURT JUDGE` is of the county court.
  const short = officeTitle(starts === county.full_name ? text : rest)
  if (starts !== undefined || !namesArea(text, county.name))
    return { full: `${county.full_name} ${officeTitle(rest)}`, short }
  return { full: cutSlug(short, slug(county.full_name), county.full_name), short }
}

/** A judge of a court that the source does not name: the counties that list the question are all that is known of the area. */
export function readJudge({ words, index }: OfficeLine, judge: string): OfficeReading {
  const title = `${officeTitle(words.text)}: ${judge}`
  const { ocd_id, name } = index.state
  const unmatched = 'unmatched-division'
  const area = toDivision('court', `${ocd_id}/judge:${codeOf(judge)}`, `${name}, voters of Judge ${judge}`, {
    unmatched,
  })
  const office = { subject: 'judge', level: 'state' as const, title, short_title: title, area: found(area) }
  return { office: { ...office, seat: judge, retention: true }, unexpired: false, scope: 'state' }
}

/** The column's words beside the district, e.g. `Family Division`. */
function divisionWords(named: string, code: string | undefined): string {
  if (code !== undefined && codeOf(named).startsWith(code)) return ''
  const rest = named
    .replace(ORDINAL, '')
    .replace(/\b(?:JUDICIAL|DISTRICT|CIRCUIT|COURT)\b/g, ' ')
    .replace(/[^A-Z0-9]+/g, ' ')
    .trim()
  return officeTitle(rest)
}

/** The code of the court's district; undefined if it is the state's or the county's. */
function districtCode({ words, county }: OfficeLine, kind: Court, namesCounty: boolean): string | undefined {
  const ordinal = ORDINAL.exec(`${words.text}, ${words.named}`)
  if (ordinal) return ordinal[1] ?? ORDINALS.get(ordinal[2] ?? '')
  const named = words.parts.find(({ word }) => word === 'DISTRICT' || word === 'CIRCUIT')
  if (named) return codeOf(named.code)
  if (namesCounty || !kind.state) return undefined
  const alone = words.parts.find(({ word }) => word === '')
  if (alone) return codeOf(alone.code)
  const lead = /^(?:DISTRICT )?(\d+)(?: ([A-Z]))?(?=$|[ ,(])/.exec(words.named)
  if (lead) return `${Number(lead[1])}${(lead[2] ?? '').toLowerCase()}`
  const district = /^(.+?) (?:JUDICIAL )?DISTRICT\b/.exec(words.named)?.[1]
  return district === undefined || county === null ? undefined : codeOf(district)
}

/** The city that has the court: `SPARKS, MUNICIPAL COURT JUDGE`. */
function courtCity({ words, county, index }: OfficeLine): ContestDivision | undefined {
  const end = words.text.search(/,? MUNICIPAL\b/)
  return end < 1 ? undefined : findPublished(words.text.slice(0, end), { county, index, kind: 'municipality' })
}

interface CourtArea {
  area: ListedOffice['area']
  /** The area is a county or a part of one. */
  local: boolean
  part: AreaPart | null
}

function areaOf(
  line: OfficeLine,
  kind: Court,
  { code, namesCounty }: { code: string | undefined; namesCounty: boolean },
): CourtArea {
  const { statewide, county, index } = line
  const { state } = index
  const court = officeTitle(kind.word.replaceAll('_', ' '))
  if (!statewide && code !== undefined && kind.state) {
    const name = `${state.name} ${court} ${kind.district} ${officeTitle(code.replaceAll('_', ' '))}`
    // Only a part of the district votes.
    const unmatched = SECTION.test(line.words.named) ? 'unmatched-division' : null
    const division = toDivision('court', `${state.ocd_id}/${kind.word}:${code}`, name, { unmatched })
    return { area: found(division), local: false, part: null }
  }
  if (statewide || county === null) return { area: { kind: 'state' }, local: false, part: null }
  const { ocd_id, full_name } = county
  // `ADAMS COUNTY PROBATE COURT 2` is a judge of the whole county; justices of the peace have precincts.
  const legislator = isCountyLegislator(state.code, kind.subject)
  const ofCounty = kind.state || (namesCounty && kind.word !== 'justice_of_the_peace_district' && !legislator)
  const part = ofCounty ? null : areaPart(line)
  const whole = countyDivision(county)
  if (!part) return { area: found(whole), local: true, part }
  const seat = `${ocd_id}/council_district:${part.code}`
  const isMember = legislator && index.divisions.has(seat)
  const division = toDivision(
    isMember ? 'county_council' : 'court',
    isMember ? seat : `${ocd_id}/${kind.word}:${part.code}`,
    `${full_name} ${isMember ? 'Commission' : court} ${part.name}`,
    { district_level: 'county', within_ocd_id: ocd_id },
  )
  return { area: found(division), local: true, part }
}

/** Whether a text has all words of an area's name. */
export function namesArea(text: string, name: string): boolean {
  const key = (words: string): string => ` ${slug(words).replaceAll('-', ' ')} `
  return key(text).includes(key(name))
}
