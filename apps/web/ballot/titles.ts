// The titles of contests in the page's language. Sources have most of them in English alone: an office that is known has its usual Spanish
// title, with the kind of its place in Spanish and its name as it is. Everything else stays as the source has it, and is marked as English.

import { parse } from 'csv-parse/sync'
import { STATES } from '../../../data/schema/states.ts'
import type { Language } from '../../../data/schema/vocabulary.ts'
import { readProjectFile } from '../../../data/store/paths.ts'
import { type Html, html } from '../html.ts'
import { OFFICES_ES } from './words/offices.ts'

export interface TitledContest {
  title: string
  /** Absent: not known here. */
  district?: { name: string }
}

/** `lang` is that of the text. */
export function titleIn({ title, district }: TitledContest, lang: Language): { text: string; lang: Language } {
  if (lang === 'en') return { text: title, lang }
  const known = toSpanish(title, district?.name ?? '')
  if (known !== null) return { text: known, lang }
  return { text: title, lang: SPANISH.test(title) ? 'es' : 'en' }
}

/** The title, marked if it is of another language than the page. */
export function titleHtml(contest: TitledContest, lang: Language): Html {
  const title = titleIn(contest, lang)
  return title.lang === lang ? html`${title.text}` : html`<span lang="${title.lang}">${title.text}</span>`
}

/** A source's own Spanish title. */
const SPANISH = /(?<!\p{L})(?:de|del|para|por|estatal|distrito)(?!\p{L})/u

const offices = new Map(Object.entries(OFFICES_ES))
for (const { title, title_es } of parse(readProjectFile('data', 'reference', 'offices.csv'), { columns: true }) as {
  title: string
  title_es: string
}[])
  offices.set(title.toLowerCase(), title_es)

/** The county of a district: `Macon County` of `Macon County Commission, District 2`. */
const COUNTY = /^(\p{Lu}[\p{L}.'’-]*(?: (?:\p{Lu}[\p{L}.'’-]*|of|the|and|du|de|la)){0,4}? (?:County|Parish))(?!\p{L})/u
const KINDS = ['City', 'Town', 'Township', 'Village', 'Borough']
/** The state, before an office of the state; `US` is a part of the office. */
const STATE = /^(?!US )[A-Z]{2} /

/** Endings, which may follow each other. */
const ENDINGS: readonly [RegExp, string][] = [
  [/,? \(?District No\.? (\d+[A-Z]?)\)?$/, 'distrito $1'],
  [/,? \(?District (\d+(?:-\d+)*[A-Z]?)\)?$/, 'distrito $1'],
  [/,? Seat (\d+|[A-Z])$/, 'puesto $1'],
  [/,? Position (\d+)$/, 'posición $1'],
  [/,? Place (\d+)$/, 'lugar $1'],
  [/,? Division (\d+)$/, 'división $1'],
  [/,? Circuit (\d+)$/, 'circuito $1'],
  [/,? \(?District ([A-Z])\)?$/, 'distrito $1'],
  [/,? Single Member District ([\dA-Z/]+)$/, 'distrito de un solo miembro $1'],
  [/,? (\d+)(?:st|nd|rd|th) Judicial Circuit$/, 'circuito judicial $1'],
  [/,? (\d+)(?:st|nd|rd|th) Judicial District$/, 'distrito judicial $1'],
  [/,? (\d+)(?:st|nd|rd|th) Educational District$/, 'distrito educativo $1'],
  [/,? (\d+)(?:st|nd|rd|th) Magisterial District$/, 'distrito de magistrado $1'],
  // Signs and sample ballots in Spanish keep the English word.
  [/,? \(?Ward (\d+|[A-Z])\)?$/, 'distrito (ward) $1'],
  [/,? \(?Precinct (\d+|[A-Z])\)?$/, 'precinto $1'],
  [/,? No\. ?(\d+)$/, 'n.º $1'],
  [/,? Group (\d+)$/, 'grupo $1'],
  [/,? Department (\d+)$/, 'departamento $1'],
  [/,? Zone (\d+)$/, 'zona $1'],
  [/,? Area (\d+)$/, 'área $1'],
  [/,? Region (\d+)$/, 'región $1'],
  [/, Non-Incumbent Position$/, 'puesto sin titular'],
  [/, Incumbent Position$/, 'puesto con titular'],
  [/ Retention$/, 'retención'],
  [/, by District$/, 'por distritos'],
  [/, (\d{4}) Term$/, 'mandato de $1'],
  [/, (\p{Lu}[\p{L}.'’ -]{1,40}) County$/u, 'condado de $1'],
  [/ \((\p{Lu}[\p{L}.'’ -]{1,40}) County\)$/u, 'condado de $1'],
  [/ \((\p{Lu}[\p{L}.'’ -]{1,40}) City\)$/u, 'ciudad de $1'],
  [/ \(Town of (\p{Lu}[\p{L}.'’ -]{1,40})\)$/u, 'pueblo de $1'],
  [/,? At[- ]Large$/, 'por toda la jurisdicción'],
  [/,? 1-Year Term$/, 'mandato de 1 año'],
  [/,? (\d+)-Year Term$/, 'mandato de $1 años'],
  [/,? \(?Unexpired(?: Term)?\)?$/, 'resto del mandato'],
]

const MEASURE =
  /^(?:(?!Constitutional |Proposed )(?<place>[\p{L} .'’-]+?):? )?(?:Proposed (?=Constitutional ))?(?<kind>Constitutional Amendment|Proposition|Proposal|Amendment|Question|Measure)(?: No\.?)? (?<code>\d+[A-Z]?|\d+-\d+|[A-Z]{1,2})$/u
const MEASURES: Readonly<Record<string, string>> = {
  'Constitutional Amendment': 'Enmienda constitucional',
  Proposition: 'Proposición',
  Proposal: 'Propuesta',
  Amendment: 'Enmienda',
  Question: 'Pregunta',
  Measure: 'Medida',
}

/** Null if the office is not known for certain. */
function toSpanish(title: string, district: string): string | null {
  const measure = MEASURE.exec(title)?.groups
  if (measure) {
    const name = `${MEASURES[measure.kind ?? '']} ${measure.code}`
    if (measure.place === undefined) return name
    const place = isPlace(measure.place, district) ? districtIn(measure.place, 'es') : null
    return place === null || BODIES.test(place) ? null : `${place}: ${name}`
  }
  // A vote on keeping a judge: `Court of Appeals Judge: Avery Sample`.
  const [, office, holder] = /^([^:]+): (\p{Lu}[^:]*)$/u.exec(title) ?? []
  if (office !== undefined && !MEASURE.test(office)) {
    const known = toSpanish(office, district)
    return known === null ? null : `${known}: ${holder}`
  }
  // The one seat of a state.
  if (title === 'United States Representative, At Large')
    return `${offices.get('united states representative')}, distrito único`
  const told: string[] = []
  let rest = title
  for (let found = true; found; ) {
    found = false
    for (const [pattern, words] of ENDINGS) {
      const match = pattern.exec(rest)
      if (!match) continue
      told.unshift(match[0].replace(pattern, words))
      rest = rest.slice(0, match.index)
      found = true
      break
    }
  }
  const whole = officeOf(rest, told)
  if (whole !== null) return whole
  // A board that has the name of its district.
  if (rest === district && told.length > 0) return [district, ...told].join(', ')
  const named = NAMED_SEAT.exec(title)?.groups
  if (named) return seatOf(offices.get(named.chamber?.toLowerCase() ?? '') ?? '', named.name ?? '')
  if (rest === `Mayor of ${district}`)
    return [`${placeInSpanish(district)}: ${offices.get('mayor')}`, ...told].join(', ')
  const [, before = '', body = ''] = BEFORE.exec(rest) ?? []
  for (const place of placesBefore(body, district)) {
    const office = officeOf(before + body.slice(place.length).replace(/^,? /, ''), told)
    if (office !== null) return `${placeInSpanish(place)}: ${office}`
  }
  return null
}

/** Whether words before a measure are a place's name alone: in `City of Tacoma Charter` and `Statewide Referendum` they say more. */
function isPlace(text: string, district: string): boolean {
  const names = [district, district.replace(/ County$/, '')]
  return (
    STATES.some((state) => state.name === text) ||
    COUNTY.exec(text)?.[1] === text ||
    names.some((name) => name === text || KINDS.some((kind) => text === `${kind} of ${name}`))
  )
}

/** A seat whose district has a name: `State House District Rockingham 36`. */
const NAMED_SEAT = /^(?<chamber>State (?:House|Senate)) District (?<name>[\p{Lu}\d][\p{L}\d .'’,&-]{1,80})$/u
/** Words before the place: `Member, Cherokee County Board of Education`. */
const BEFORE = /^(Member, |Superintendent, |Chairman, )?(.*)$/

/** Names that the title may begin with: `Town of Troy`, `Brady Township`, `Wake County`. */
function placesBefore(title: string, district: string): string[] {
  const own = [district, ...commonWith(title, district)].flatMap((name) => [
    ...KINDS.map((kind) => `${kind} of ${name}`),
    ...[name, ...KINDS.map((kind) => `${name} ${kind}`)],
  ])
  return [...own, COUNTY.exec(title)?.[1] ?? ''].filter((name) => name !== '' && title.startsWith(name))
}

/** Words with which a title of an office begins, and no name of a place. */
const NO_PLACE = new Set([
  'State',
  'United',
  'US',
  'Circuit',
  'District',
  'Court',
  'Superior',
  'Member',
  'Board',
  'Judge',
])

/** The words with which both begin, fewest first: `Hopkinsville` of a City Council and its `Hopkinsville Council District 3`. */
function commonWith(title: string, district: string): string[] {
  const words = title.replace(/^(?:City|Town|Township|Village|Borough) of /, '').split(' ')
  const others = district.split(' ')
  const differs = words.findIndex((word, at) => word.replace(/,$/, '') !== others[at])
  const count = differs === -1 ? words.length : differs
  if (count === 0 || NO_PLACE.has(words[0] ?? '')) return []
  return others.slice(0, count).map((_, at) => others.slice(0, at + 1).join(' '))
}

const PLACES: readonly [RegExp, string][] = [
  [/^City of (?!the )(.+)$/, 'Ciudad de $1'],
  [/^Town of (?!the )(.+)$/, 'Pueblo de $1'],
  [/^Village of (?!the )(.+)$/, 'Aldea de $1'],
  [/^Township of (.+)$/, 'Municipio de $1'],
  [/^([^,]+) Township$/, 'Municipio de $1'],
  [/^([^,]+) County$/, 'Condado de $1'],
  [/^([^,]+) Parish$/, 'Parroquia de $1'],
  [/^([^,]+) Census Area$/, 'Área censal de $1'],
  [/^([^,]+) Municipio$/, 'Municipio de $1'],
  [/^Ward (\d+)$/, 'Distrito (ward) $1'],
]

/** Of a body that has the name of a place: it stays. */
const BODIES = /\b(?:Board|Commission|Department|District|M S D)\b/

/** The kind of a place; its name stays. */
function placeInSpanish(place: string): string {
  if (BODIES.test(place)) return place
  const [pattern, words] = PLACES.find(([one]) => one.test(place)) ?? []
  return pattern && words ? place.replace(pattern, words) : place
}

/** Chambers, as the names of their districts tell them. */
const CHAMBERS = new Map([
  ['Senado estatal', 'del Senado estatal'],
  ['Cámara estatal', 'de la Cámara estatal'],
  ['Asamblea estatal', 'de la Asamblea estatal'],
  ['Cámara de Delegados estatal', 'de la Cámara de Delegados'],
])

function seatOf(chamber: string, district: string): string {
  return `Distrito ${district} ${CHAMBERS.get(chamber)}`
}

function officeOf(text: string, told: readonly string[]): string | null {
  const stated = text.replace(STATE, '')
  const office = offices.get(stated.toLowerCase())
  if (office === undefined) return null
  const [district = '', ...rest] = told
  return CHAMBERS.has(office) && district.startsWith('distrito ')
    ? [seatOf(office, district.slice('distrito '.length)), ...rest].join(', ')
    : [office, ...told].join(', ')
}

/** Words of a school district that are a part of its kind, or of its place. A name with one of them stays, because it would be half English. */
const SCHOOL_KINDS = [
  ...['Area', 'Borough', 'Central', 'City', 'Combined', 'Common', 'Community', 'Consolidated', 'Cooperative', 'County'],
  ...['Elementary', 'Enlarged', 'Exempted', 'Free', 'High', 'Independent', 'Intermediate', 'Joint', 'Local'],
  ...['Metropolitan', 'Municipal', 'Parish', 'Public', 'Regional', 'Reorganized', 'Secondary', 'Technical', 'Town'],
  ...['Township', 'Unified', 'Union', 'Village', 'Vocational'],
]

function schoolDistrict(kind: string): RegExp {
  return new RegExp(`^((?:(?!\\b(?:${SCHOOL_KINDS.join('|')})\\b)[^,])+)${kind} School District$`)
}

/** The district of a part of a county stays: there is no county `Western Beaver`. */
function countySchoolDistrict(kind: string): RegExp {
  return new RegExp(`^((?!(?:North|South|East|West)(?:ern)? |Riverside )[^,]+) County${kind} School District$`)
}

/** Names of districts, as the data writes them. */
const DISTRICTS: readonly [RegExp, string][] = [
  [/^State House District (.+)$/, 'Distrito $1 de la Cámara estatal'],
  [/^State Senate District (.+)$/, 'Distrito $1 del Senado estatal'],
  [/^(?:State )?Assembly District (\d+)$/, 'Distrito $1 de la Asamblea estatal'],
  [/^(New York|California) Assembly District (\d+)$/, 'Distrito $2 de la Asamblea estatal de $1'],
  [/^Delegate District (\d+[A-Z]?)$/, 'Distrito $1 de la Cámara de Delegados'],
  [/^Delegate District \(at Large\)$/, 'Distrito único del delegado'],
  [/^Congressional District (\d+)$/, 'Distrito congresional $1'],
  [/^Congressional District \(at Large\)$/, 'Distrito congresional único'],
  [/^([^,]+) Congressional District (\d+)$/, 'Distrito congresional $2 de $1'],
  [/^Ward (\d+)$/, 'Distrito (ward) $1'],
  [/^([^,]+) Ward (\d+|[A-Z])$/, '$1: distrito (ward) $2'],
  [/^([^,]+) (?:City )?Council District (\d+|[A-Z])$/, '$1: distrito $2 del Concejo'],
  [/^([^,]+) Commission District (\d+|[A-Z])$/, '$1: distrito $2 de la Comisión'],
  [countySchoolDistrict(''), 'Distrito Escolar del Condado de $1'],
  [countySchoolDistrict(' Unified'), 'Distrito Escolar Unificado del Condado de $1'],
  [countySchoolDistrict(' Independent'), 'Distrito Escolar Independiente del Condado de $1'],
  [schoolDistrict(' Unified'), 'Distrito Escolar Unificado de $1'],
  [schoolDistrict(' Independent'), 'Distrito Escolar Independiente de $1'],
  [schoolDistrict(''), 'Distrito Escolar de $1'],
  [/^ANC ([\dA-Z/]+)$/, 'Comisión Asesora de Vecindario (ANC) $1'],
  [/^SMD ([\dA-Z/]+)$/, 'Distrito de un solo miembro (SMD) $1'],
]

/** The name of a district or place; a name of another form stays. */
export function districtIn(name: string, lang: Language): string {
  if (lang === 'en') return name
  const [pattern, words] = DISTRICTS.find(([one]) => one.test(name)) ?? []
  if (!pattern || !words) return placeInSpanish(name)
  const [place = '', ...rest] = name.replace(pattern, words).split(': ')
  return [placeInSpanish(place), ...rest].join(': ')
}
