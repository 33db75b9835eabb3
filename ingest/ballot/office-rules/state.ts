// Federal offices, the legislature, and the state's other offices: of the whole state or of one of its numbered districts.

import { slug } from '../../read/identity.ts'
import { toDivision } from '../division.ts'
import { president, stateHouse, stateSenate, statewide, titleOffices, usHouse, usSenate, withSeats } from '../office.ts'
import { findOffice, type ListedOffice } from '../office-rule.ts'
import { isCourt, withoutName } from './court.ts'
import { officeTitle } from './office-text.ts'
import {
  codeOf,
  found,
  isSeat,
  type OfficeLine,
  type OfficeReading,
  partWords,
  retitle,
  seatOf,
  suffixOf,
} from './reading.ts'
import { loadRules, wordsOf } from './tables.ts'

const SENATE = /^(?:STATE )?(?:SENATE|SENATOR|LEGISLATURE)$/
const HOUSE =
  /^(?:STATE )?(?:HOUSE(?: OF (?:REPRESENTATIVES|DELEGATES))?|REPRESENTATIVE|ASSEMBLY(?:MEMBER|MAN)?|GENERAL ASSEMBLY|DELEGATE)$/
/** Names without `state`, where the whole state votes on them. */
const SHORT = wordsOf('statewide office')
const ORDINALS = wordsOf('ordinal')

/** Bodies and officers that numbered districts of a state elect: the type in a division id, and the words of its name. */
const DISTRICTS = loadRules('state-districts.csv')

export function readStateOffice(line: OfficeLine): OfficeReading | undefined {
  const { words } = line
  const text = words.text.replace(/^(?:FOR )?(?:MEMBER OF (?:THE )?)?(?=(?:US|STATE|UNITED) )/, '')
  const office = federal(text, line) ?? legislator(text, line) ?? wholeState(words.text, line) ?? district(line)
  return office && { office, unexpired: words.unexpired, scope: 'state' }
}

function federal(text: string, { words, index }: OfficeLine): ListedOffice | undefined {
  if (/^US PRESIDENT$|^PRESIDENT$/.test(text)) return president
  const whole = findOffice(titleOffices(index.state), text)?.office
  if (whole?.level === 'federal' && whole.area.kind === 'state')
    return whole.subject === 'us-senate' ? usSenate : president
  if (!/^(?:US|UNITED STATES) (?:HOUSE|REPRESENTATIVE)\b|^REPRESENTATIVE IN CONGRESS$/.test(text)) return undefined
  const code = words.parts.find(({ word }) => word === '' || word === 'DISTRICT')?.code
  return usHouse(code === undefined || /^0+$/.test(code) ? 'at-large' : code)
}

function legislator(text: string, { words, index }: OfficeLine): ListedOffice | undefined {
  const upper = SENATE.test(text)
  if (!upper && !HOUSE.test(text)) return undefined
  const { code: state, ocd_id } = index.state
  const part = words.parts.find((candidate) => !isSeat(candidate))
  const seats = words.parts.filter((candidate) => candidate !== part).map((candidate) => partWords(candidate))
  const of = upper ? stateSenate : stateHouse
  const chamber = `${ocd_id}/${upper ? 'sldu' : 'sldl'}`
  if (part) return withSeats(of(state, part.code), seats)
  if (words.named === '') return undefined
  const ids = districtIds(words.named)
  const code = ids.find((id) => index.divisions.has(`${chamber}:${id}`)) ?? ids[0] ?? ''
  return withSeats(of(state, code, officeTitle(words.named).replace(/ 0+(?=\d)/g, ' ')), seats)
}

/** `BELKNAP 001` → belknap_1; `ADDISON 1` → addison-1; `FIRST PLYMOUTH & NORFOLK` → 1st_plymouth_and_norfolk; `GRAND ISLE-CHITTENDEN` → grand_isle-chittenden */
function districtIds(name: string): string[] {
  const written = name.replace(/\b0+(?=\d)/g, '').replaceAll('&', 'AND')
  const [first = ''] = written.split(' ')
  const number = ORDINALS.get(first)
  const numbered = number === undefined ? written : ordinalOf(number) + written.slice(first.length)
  const words = codeOf(numbered)
  const hyphened = numbered.split('-').map(codeOf).join('-')
  return [words, hyphened, words.replace(/_(?=\d+$)/, '-'), words.replaceAll('_', '-')]
}

function wholeState(text: string, { words, statewide: whole, index }: OfficeLine): ListedOffice | undefined {
  if (!whole || isCourt(text)) return undefined
  const known = findOffice(titleOffices(index.state), SHORT.get(text) ?? text)?.office
  // One office, two spellings: the title keeps the state's own.
  const named = known && /\bCOMPTROLLER$/.test(text) ? statewide(known.subject, 'State Comptroller') : known
  const suffix = suffixOf(words, () => 'No.')
  const office = retitle(named ?? statewide(slug(text), officeTitle(text)), (title) => title + suffix)
  const seats = words.parts.map((part) => partWords(part, 'No.'))
  return { ...office, ...seatOf({ ...words, parts: [] }, seats) }
}

function district({ words, county, index }: OfficeLine): ListedOffice | undefined {
  const body = DISTRICTS.find(({ pattern }) => pattern.test(words.text))
  if (!body) return undefined
  const { word = '', words: name = '' } = body.cells
  const attorney = body.cells.attorney === 'yes'
  const part = words.parts.find((candidate) => !isSeat(candidate))
  const ordinal = /^(\d+)(?:ST|ND|RD|TH) /.exec(words.named)?.[1]
  const circuit = /^(.+?) JUDICIAL (?:CIRCUIT|DISTRICT)\b/.exec(words.named)?.[1]
  const named = attorney || words.named === '' ? undefined : codeOf(words.named)
  const code = ordinal ?? (circuit && codeOf(circuit)) ?? (part && codeOf(part.code)) ?? named
  if (code === undefined) return undefined
  const full = words.text.replace(/^PSC$/, 'PUBLIC SERVICE COMMISSION')
  const text = attorney && county ? withoutCounty(full, county.name) : full
  const solicitor = text === 'SOLICITOR' && /^\d+$/.test(code)
  const title = officeTitle(text).replace(/^Governors\b/, "Governor's")
  // South Carolina's and Georgia's solicitors are elected in judicial circuits.
  const suffix = solicitor ? `, ${ordinalOf(code)} Judicial Circuit` : suffixOf(words)
  const ids = [word, word.replace(/^state_/, '')].map((type) => `${index.state.ocd_id}/${type}:${code}`)
  const ocd_id = ids.find((id) => index.divisions.has(id)) ?? ids[0] ?? index.state.ocd_id
  const district_name = `${index.state.name} ${name} District ${officeTitle(code.replaceAll('_', ' '))}`
  return {
    subject: slug(text),
    level: 'state',
    title: title + suffix,
    short_title: title + suffix,
    ...seatOf(words),
    area: found(toDivision(attorney ? 'court' : 'special', ocd_id, district_name, { district_level: 'state' })),
  }
}

/** `3rd` */
function ordinalOf(digits: string): string {
  const number = Number(digits)
  const teen = number % 100 > 10 && number % 100 < 14
  return `${number}${teen ? 'th' : (['th', 'st', 'nd', 'rd'][number % 10] ?? 'th')}`
}

/** `BERKELEY SOLICITOR` is elected in a circuit of several counties. */
function withoutCounty(text: string, county: string): string {
  const office = withoutName(text, county)
  return office === text ? text : office.replace(/^COUNTY /, '')
}
