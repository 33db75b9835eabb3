// The titles of contests in the page's language. Sources have most of them in English alone: an office that is known has its usual Spanish
// title, and the name of its place stays. Everything else stays as the source has it, and is marked as English.

import { parse } from 'csv-parse/sync'
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
  [/,? At[- ]Large$/, 'por toda la jurisdicción'],
  [/,? (\d+)-Year Term$/, 'mandato de $1 años'],
  [/,? \(?Unexpired(?: Term)?\)?$/, 'resto del mandato'],
]

const MEASURE =
  /^(?:(?!Constitutional )(?<place>[\p{L} .'’-]+?):? )?(?<kind>Constitutional Amendment|Proposition|Proposal|Amendment|Question|Measure)(?: No\.?)? (?<code>\d+[A-Z]?|\d+-\d+|[A-Z]{1,2})$/u
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
    return measure.place === undefined ? name : `${measure.place}: ${name}`
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
  for (const place of placesBefore(rest, district)) {
    const office = officeOf(rest.slice(place.length).replace(/^,? /, ''), told)
    if (office !== null) return `${place}: ${office}`
  }
  return null
}

/** Names that the title may begin with, longest first: `Town of Troy`, `Brady Township`, `Wake County`. */
function placesBefore(title: string, district: string): string[] {
  const own = KINDS.flatMap((kind) => [`${kind} of ${district}`, `${district} ${kind}`])
  return [...own, district, COUNTY.exec(title)?.[1] ?? ''].filter((name) => name !== '' && title.startsWith(name))
}

function officeOf(text: string, told: readonly string[]): string | null {
  const stated = text.replace(STATE, '')
  const office = offices.get(stated.toLowerCase())
  return office === undefined ? null : [office, ...told].join(', ')
}
