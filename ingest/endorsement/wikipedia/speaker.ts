// An entry of an endorsements box → its endorser, or why it is not served: the privacy rule, a remark that qualifies it, no name.

import type { StateCode } from '../../../data/schema/vocabulary.ts'
import { slug } from '../../read/identity.ts'
import type { Group } from './heading.ts'
import { findPublicOffice, findSeatState, findStateNamed } from './public-office.ts'
import { trimMarks } from './trim.ts'

/** An entry without references and markup. */
export interface BoxEntry {
  /** `Name, office (2013–2017)`. */
  text: string
  group: Group
  /** The state of the page. */
  state: StateCode
  /** Of the election. */
  year: number
  /** The article that the entry's first link leads to; null if the entry has none, or if links are not known. */
  link: string | null
}

export interface Speaker {
  name: string
  /** The key before `openSpeakers` tells members of Congress of one name apart. */
  slug: string
  category: string
  /** Null for an organisation whose name does not say: the states in which it endorses decide. */
  home: StateCode | 'national' | null
  /** The state of a seat in Congress, if the words give one and the article is not known. */
  seat: StateCode | null
  /** True for a person of national reach without an article: the name alone is the key. */
  byName: boolean
}

export type Refusal = 'no-endorsement' | 'candidate' | 'qualified' | 'private-person' | 'unknown-home' | 'no-name'

export const REFUSALS: Readonly<Record<Refusal, string>> = {
  'no-endorsement': 'stand under a heading such as "Declined to endorse": no endorsements',
  candidate: 'stand under a heading of candidates: no endorsements',
  qualified: 'carry a remark on another or a withdrawn endorsement',
  'private-person': 'are people for whom no public office is stated and who have no article of their own',
  'unknown-home': 'hold a state or local office of a state that the text does not name',
  'no-name': 'have no usable name',
}

const QUALIFIED = /\b(?:co-?)?endors|\bwithdr[ae]w|\brescind|\bdeclin|\brevok|\bretract|\bneutral\b|\bunendorse/i
const GENERATION = /^(?:Jr|Sr|II|III|IV|Esq|M\.?D|Ph\.?D)\b/
const TITLE =
  /^(?:(?:former|fmr\.?|ex-|u\.\s?s\.?|us|state|lt\.?|lieutenant|united states|vice) )*(?:sen(?:ator|\.)?|rep(?:resentative|\.)?|gov(?:ernor|\.)?|congress(?:wo)?man|president|mayor|sheriff|assembly(?:wo)?man|council(?:wo)?man|judge|commissioner|del(?:egate|\.)|attorney general) /i
/** A person listed among organisations: `Jane Doe, founder of …`. */
const ROLE =
  /^(?:the |an? )?(?:former |retired |co-)?(?:president|founder|activist|act(?:or|ress)|author|ceo|director|chair\w*|owner|professor|member|business\w*|lawyer|attorney|executive|leader|host|journalist|columnist|editor|publisher|singer|musician|comedian|writer|blogger|radio|commentator|pastor|reverend|veteran|candidate|nominee|senator|representative|mayor|governor|physician|scientist|secretary|(?:us|u\.s\.|state|county|city) (?:senat|rep|assembly|commission|council|treasurer|attorney|clerk|sheriff)|\d{4} )/i

export function toSpeaker(entry: BoxEntry): Speaker | Refusal {
  const { text, group } = entry
  if (group.kind === 'stance') return 'no-endorsement'
  if (group.kind === 'candidates') return 'candidate'
  if (QUALIFIED.test(text)) return 'qualified'
  if (group.kind === 'organisation' && !ROLE.test(afterComma(text))) return toOrganisation(entry, group.category)
  return toPerson(entry)
}

function afterComma(text: string): string {
  const comma = text.indexOf(',')
  return comma < 0 ? '' : text.slice(comma + 1).trim()
}

/** What a name itself says, where the heading says only `Organizations`. */
const BY_NAME: readonly { pattern: RegExp; and?: RegExp; category: string }[] = [
  {
    pattern:
      /\b(?:AFL.CIO|Teamsters|Locals? (?:No\. )?\d+|Brotherhood of|Workers of America|Steelworkers|SEIU|AFSCME|AFT|IBEW|UAW|LiUNA|UNITE HERE|Fire ?[Ff]ighters|Education Association|Teachers Association|Federation of Teachers|Police Benevolent|Fraternal Order of Police|Carpenters|Letter Carriers|Building (?:and Construction )?Trades|Police Union|Mine Workers)\b/,
    category: 'labor',
  },
  {
    pattern: /\b(?:Democratic|Republican|Libertarian|Green|Conservative|Working Families|Independence|Farmer.Labor)\b/,
    and: /\b(?:Party|Committee|Clubs?|Organization)\b/,
    category: 'party',
  },
  {
    pattern: /\bYoung (?:Democrats|Republicans)\b|\bGOP$|\b(?:County|City|Stonewall|Austin) Democrats\b/,
    category: 'party',
  },
  {
    pattern:
      /\b(?:Sierra Club|Conservation Voters|Climate|Environment(?:al)?|Sunrise Movement|Friends of (?:the )?Earth|Clean Water|Natural Resources Defense|Wildlife Federation|Ocean Champions)\b/,
    category: 'environment',
  },
  {
    pattern:
      /\b(?:Chambers? of Commerce|Farm Bureau|Contractors|Realtors|Independent Business|Cattle Raisers|Company)\b/,
    category: 'business',
  },
  { pattern: /\b(?:Tribe of|Tribes|Pueblo|Apache Nation|Navajo Nation)\b/, category: 'civic' },
]

/** Newspapers' names without a place: several papers have each. */
const PAPER_WORDS = new Set(
  (
    'the daily evening morning sunday weekly news times herald gazette item sun star journal reporter republic ' +
    'republican democrat press post tribune record observer register independent mercury courier union leader ' +
    'sentinel chronicle citizen state day dispatch advocate examiner standard argus bee globe inquirer eagle ' +
    'enquirer ledger telegram telegraph and &'
  ).split(' '),
)

function isPlainPaper(name: string): boolean {
  return name
    .toLowerCase()
    .split(/[ –-]/)
    .every((word) => PAPER_WORDS.has(word))
}

function toOrganisation({ text, link, state }: BoxEntry, group: string): Speaker | Refusal {
  // `State, County and Municipal Employees` is a name, `an environmental group` a description.
  const [, named = text] = /^(.*?),\s+(?:the |an? )?[a-z(\d]/.exec(text) ?? []
  const name = tidy(named.replace(/\([^()]*\)/g, ' '))
  if (!isName(name, 14) || /^[\w. ]+ County$/.test(name)) return 'no-name'
  const category =
    (group === 'advocacy' &&
      BY_NAME.find(({ pattern, and = pattern }) => pattern.test(name) && and.test(name))?.category) ||
    group
  if (group === 'newspaper' && link === null && isPlainPaper(name))
    return { name, slug: keyOf(`${name} ${state}`), category, home: state, seat: null, byName: false }
  const home = findStateNamed(name) ?? (group === 'newspaper' || LOCAL.test(name) ? null : 'national')
  return { name, slug: keyOf(link ?? name), category, home, seat: null, byName: false }
}

/** Of one place: its home is the state in which it endorses. */
const LOCAL = /\b(?:Local|Locals|Council|District|Chapter|County|City|Township|Joint Council|Area)\b/

function toPerson({ text, group, state, year, link }: BoxEntry): Speaker | Refusal {
  const { title, name, words } = readPerson(text)
  if (!isName(name, 6) || !/\S\s\S/.test(name) || /\d|\b(?:for|of|from|and|the)\b/.test(name)) return 'no-name'
  const said = `${title.trim()}${title === '' ? '' : ', '}${words}`
  const office = findPublicOffice(said, year)
  const heading = group.kind === 'official' ? group : undefined
  // Under a heading of officials, other words may still be of a party's committee.
  if (!office && link === null && (!heading || words !== '')) return 'private-person'
  const elected = office?.elected ?? (heading?.elected === true && words === '')
  const wide = office ? office.wide : heading?.reach !== 'home' && heading?.reach !== 'unknown'
  const home = wide ? 'national' : (findStateNamed(said) ?? (heading?.reach === 'home' ? state : undefined))
  if (home === undefined && link === null) return 'unknown-home'
  const key = link ?? (wide || home === undefined ? name : `${name} ${home}`)
  return {
    name,
    slug: keyOf(key),
    category: elected ? 'official' : 'person',
    home: home ?? 'national',
    seat: link === null && wide ? (findSeatState(said) ?? null) : null,
    byName: link === null && wide,
  }
}

/** The parts of a person's entry: `Sen.`, `Ann Doe`, `(D-Reno)`. */
export function readPerson(text: string): { title: string; name: string; words: string } {
  const [title = ''] = TITLE.exec(text) ?? []
  const [printed, words] = splitName(text.slice(title.length))
  return { title, name: tidy(printed.replace(/\([^()]*\)/g, ' ')), words }
}

/** The name, and the words after it. `Ann Doe, Jr., mayor`, `Ann Doe – former mayor`, `Ann Doe (D-Reno)`. */
function splitName(text: string): [string, string] {
  const dash =
    /\s[–—-]\s|\s(?=(?:U\.S\. |US |United States |[Ff]ormer |State (?:Sen|Rep)|Mayor of |Governor of |Lieutenant Governor))/.exec(
      text,
    )
  const isFirst = dash && dash.index > 0 && !text.slice(0, dash.index).includes(',')
  const parts = (isFirst ? `${text.slice(0, dash.index)},${text.slice(dash.index + dash[0].length)}` : text).split(',')
  let taken = 1
  while (taken < parts.length && GENERATION.test(parts[taken]?.trim() ?? '')) taken++
  const name = parts.slice(0, taken).join(',').trim()
  const [bracket = ''] = /\([^()]*\)$/.exec(name) ?? []
  return [
    name.slice(0, name.length - bracket.length),
    [bracket, ...parts.slice(taken)].join(', ').replace(/^, /, '').trim(),
  ]
}

function tidy(name: string): string {
  return trimMarks(name.normalize('NFC').replace(/\s+/g, ' '), ' :;*•–—-', ' :;,*•–—-').replace(
    /(?<!\b(?:Jr|Sr|Inc|U\.S|[A-Z]))\.$/,
    '',
  )
}

function isName(name: string, words: number): boolean {
  return (
    /^[\p{Lu}\d"“(]|^[a-z][A-Z]/u.test(name) &&
    name.split(' ').length <= words &&
    /\p{L}{2}/u.test(name) &&
    name.length <= 120
  )
}

/** `The` is printed or not: it is no part of the key. */
function keyOf(text: string): string {
  return slug(text.replace(/^the\s+(?=\S)/i, ''))
    .slice(0, 100)
    .replace(/-$/, '')
}
