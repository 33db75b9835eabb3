// The dictionaries by language, and their days.

import type { Language, Level } from '../../../../data/schema/vocabulary.ts'
import { districtIn } from '../titles.ts'
import { choicesEn, choicesEs, lacksEn, lacksEs, listsEn, listsEs } from './choices.ts'
import { en } from './en.ts'
import { es } from './es.ts'

export type Words = Readonly<Record<keyof (typeof en & typeof choicesEn & typeof lacksEn & typeof listsEn), string>>

export const WORDS: Readonly<Record<Language, Words>> = {
  en: { ...en, ...choicesEn, ...lacksEn, ...listsEn },
  es: { ...es, ...choicesEs, ...lacksEs, ...listsEs },
}

export const LEVEL_WORDS: Readonly<Record<Level, keyof Words>> = {
  federal: 'levelFederal',
  state: 'levelState',
  county: 'levelCounty',
  city: 'levelCity',
  school: 'levelSchool',
  special: 'levelSpecial',
}

// Made once: making a format takes a hundred times as long as writing a day with it, and a ballot writes hundreds.
const formatsOf = (options: Intl.DateTimeFormatOptions): Readonly<Record<Language, Intl.DateTimeFormat>> => ({
  en: new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' }),
  es: new Intl.DateTimeFormat('es-US', { ...options, timeZone: 'UTC' }),
})
const INSTANTS = formatsOf({ dateStyle: 'medium', timeStyle: 'short' })
const DAYS = formatsOf({ dateStyle: 'long' })

/** Day, hour and minute, UTC. @param at an instant, RFC 3339 */
export function instantInWords(at: string, lang: Language): string {
  return `${INSTANTS[lang].format(new Date(at))} UTC`
}

/** The name of an election without its day, which the page says beside it. */
export function nameOf({ name, date }: { name: string; date: string }, lang: Language): string {
  const day = `, ${dayInWords(date, 'en')}`
  const named = name.endsWith(day) ? name.slice(0, -day.length) : name
  return lang === 'es' ? electionInSpanish(named) : named
}

/** The name of an election with its year: `Maine General Election 2028`, `Maine: elección general de 2028`. */
export function titleOf(election: { name: string; date: string }, lang: Language): string {
  const name = nameOf(election, lang)
  const year = election.date.slice(0, 4)
  return name.includes(year) ? name : lang === 'es' ? `${name} de ${year}` : `${name} ${year}`
}

/** Answers of measures, and lines of a ballot that name nobody. Others are shown as printed. */
const ANSWERS_ES: Readonly<Record<string, string>> = {
  Yes: 'Sí',
  No: 'No',
  For: 'A favor',
  Against: 'En contra',
  'In Favor of': 'A favor',
  Approve: 'Aprobar',
  Reject: 'Rechazar',
  Approved: 'Aprobado',
  Rejected: 'Rechazado',
  'For the Proposition - Yes': 'A favor de la proposición: sí',
  'Against the Proposition - No': 'En contra de la proposición: no',
  'Yes, to approve': 'Sí, para aprobar',
  'No, to reject': 'No, para rechazar',
  'YES, to approve': 'Sí, para aprobar',
  'NO, to reject': 'No, para rechazar',
  'Yes for Approval': 'Sí, para aprobar',
  'No for Rejection': 'No, para rechazar',
  'Yes Bond Approval': 'Sí, aprobar los bonos',
  'No Bond Approval': 'No, no aprobar los bonos',
  'For the Issuance of Bonds': 'A favor de la emisión de bonos',
  'Against the Issuance of Bonds': 'En contra de la emisión de bonos',
  'For the Proposal - Yes': 'A favor de la propuesta: sí',
  'Against the Proposal - No': 'En contra de la propuesta: no',
  'None of These Candidates': 'Ninguno de estos candidatos',
  'No Preference': 'Sin preferencia',
}

/** Ends of the names of elections. The first that fits counts. */
const ELECTIONS_ES: Readonly<Record<string, string>> = {
  'Municipal General Election': 'elección general municipal',
  'Municipal Primary Election': 'elección primaria municipal',
  'Second Primary and Runoff Election': 'segunda elección primaria y segunda vuelta',
  'Party Nominating Contests': 'nominaciones de los partidos',
  'Presidential Primary Election': 'elección primaria presidencial',
  'Primary Runoff Election': 'segunda vuelta de la elección primaria',
  'Second Primary Election': 'segunda elección primaria',
  'Special Primary Election': 'elección primaria especial',
  'Special General Election': 'elección general especial',
  'Consolidated Election': 'elección consolidada',
  'General Election': 'elección general',
  'Municipal Election': 'elección municipal',
  'Primary Election': 'elección primaria',
  'Runoff Election': 'segunda vuelta',
  'Special Election': 'elección especial',
}

/** The usual kinds of elections; another name stays as it is. */
function electionInSpanish(name: string): string {
  const kind = Object.keys(ELECTIONS_ES).find((one) => name.endsWith(` ${one}`))
  return kind === undefined ? name : `${placeAlone(name.slice(0, -kind.length - 1), 'es')}: ${ELECTIONS_ES[kind]}`
}

/** Usual Spanish names of states and territories. Others keep their name. */
const STATES_ES: Readonly<Record<string, string>> = {
  'American Samoa': 'Samoa Americana',
  'District of Columbia': 'Distrito de Columbia',
  Hawaii: 'Hawái',
  Louisiana: 'Luisiana',
  Michigan: 'Míchigan',
  Mississippi: 'Misisipi',
  Missouri: 'Misuri',
  'New Hampshire': 'Nuevo Hampshire',
  'New Jersey': 'Nueva Jersey',
  'New Mexico': 'Nuevo México',
  'New York': 'Nueva York',
  'North Carolina': 'Carolina del Norte',
  'North Dakota': 'Dakota del Norte',
  'Northern Mariana Islands': 'Islas Marianas del Norte',
  Oregon: 'Oregón',
  Pennsylvania: 'Pensilvania',
  'South Carolina': 'Carolina del Sur',
  'South Dakota': 'Dakota del Sur',
  'U.S. Virgin Islands': 'Islas Vírgenes de los Estados Unidos',
  'West Virginia': 'Virginia Occidental',
}

/** The label of a place in the page's language, by itself: `Condado de Wake, NC`. The kind of a place is translated: `Ciudad de Creede`. Its name stays, except that of a state. */
export function placeAlone(label: string, lang: Language): string {
  if (lang === 'en') return label
  const [, name = label, state = ''] = /^(.*?)(, [A-Z]{2})?$/.exec(label) ?? []
  return STATES_ES[label] ?? `${districtIn(name.replace(/^ZIP /, 'Zona postal '), lang)}${state}`
}

/** A district with its kind: only the name of a state is another one in Spanish, not that of a city. */
export function districtNamed({ name, type }: { name: string; type: string }, lang: Language): string {
  return type === 'state' ? placeAlone(name, lang) : districtIn(name, lang)
}

/** Of kinds of places, which have a small letter within a sentence. */
const ARTICLES_ES: readonly [RegExp, string][] = [
  [/^(?:Condado|Municipio|Pueblo) de /, 'el '],
  [/^(?:Ciudad|Parroquia|Aldea|Zona) (?:de|postal) /, 'la '],
  [/^Área censal de /, 'el '],
]
/** Of states and territories. */
const STATE_ARTICLES_ES: readonly [RegExp, string][] = [
  [/^Distrito de Columbia$/, 'el '],
  [/^Islas /, 'las '],
]

/** The same within a sentence: `el condado de Wake, NC`. `fill` contracts `de el`. */
export function placeIn(label: string, lang: Language): string {
  const alone = placeAlone(label, lang)
  if (lang === 'en') return alone
  const articleOf = (all: typeof ARTICLES_ES): string | undefined => all.find(([one]) => one.test(alone))?.[1]
  const article = articleOf(ARTICLES_ES)
  if (article === undefined) return `${articleOf(STATE_ARTICLES_ES) ?? ''}${alone}`
  return article + alone.slice(0, 1).toLowerCase() + alone.slice(1)
}

/** A choice in the page's language: only the answers of a measure, and lines that name nobody, have one. */
export function labelOf({ label, candidate }: { label: string; candidate: object | null }, words: Words): string {
  return candidate === null && words === WORDS.es ? (ANSWERS_ES[label] ?? label) : label
}

const PERCENTS: Readonly<Record<Language, Intl.NumberFormat>> = {
  en: new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 0 }),
  es: new Intl.NumberFormat('es-US', { style: 'percent', maximumFractionDigits: 0 }),
}

const DOLLARS: Readonly<Record<Language, Intl.NumberFormat>> = {
  en: new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 }),
  es: new Intl.NumberFormat('es-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 }),
}

export function dollarsInWords(amount: number, lang: Language): string {
  return DOLLARS[lang].format(amount)
}

/**
 * A part as a whole percentage: parts are measured by points or by simplified boundaries. A part is never told as the whole, or as nothing.
 * @param share more than 0, at most 1
 */
export function shareInWords(share: number, lang: Language): string {
  if (share < 0.01) return `${lang === 'es' ? 'menos del' : 'less than'} ${PERCENTS[lang].format(0.01)}`
  return PERCENTS[lang].format(share < 1 ? Math.min(share, 0.99) : 1)
}

/** @param share from 0 to 1; 0 and 1 are told exactly, and nothing else as one of them */
export function wholeShareInWords(share: number, lang: Language): string {
  return share === 0 ? PERCENTS[lang].format(0) : shareInWords(Math.max(share, 0.01), lang)
}

/** A day in words: `November 7, 2028`, `7 de noviembre de 2028`. @param on YYYY-MM-DD */
export function dayInWords(on: string, lang: Language): string {
  return DAYS[lang].format(new Date(`${on}T00:00:00Z`))
}
