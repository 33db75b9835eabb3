// Facts in the headings and lines around an endorsements box: its race, its candidate, and the category of the endorsers below a line.

import { STATES, stateOf } from '../../../data/schema/states.ts'
import type { StateCode } from '../../../data/schema/vocabulary.ts'
import type { Race, RaceOffice } from '../race.ts'

// The lines that name a category: who is listed below them, by rule, because the wording differs by page.

/** The kind of the entries under a category line. `unknown`: the page does not say. */
export type Group =
  | { kind: 'organisation'; category: string }
  /** People who hold or held a public office. `elected`: an office that voters fill, and no word says that it is over. */
  | { kind: 'official'; elected: boolean; reach: Reach }
  | { kind: 'person' }
  /** No endorsements: `Declined to endorse`, `Rescinded`. */
  | { kind: 'stance' }
  /** Candidates, who do not endorse: `Eliminated in primary`. */
  | { kind: 'candidates' }
  | { kind: 'unknown' }

/** Where the officials of a category line hold office: `wide` is the nation or a governor's seat, `home` the state of the page. */
type Reach = 'wide' | 'home' | 'unknown'

export const UNKNOWN: Group = { kind: 'unknown' }

const STANCES =
  /\b(?:declined|withdrawn|withdrew|rescinded|revoked|retracted|former endorsements?|unendorsed|neutral|did not endorse|no endorsement|opposed|switched)\b/
const CANDIDATES =
  /^(?:eliminated|nominees?|candidates?|declared|advanced|lost|potential|failed|disqualified|presumptive|publicly)\b/

/** In order: the first that matches decides. */
const KINDS: readonly { pattern: RegExp; group: Group }[] = [
  { pattern: STANCES, group: { kind: 'stance' } },
  {
    pattern:
      /\b(?:party (?:officials?|leaders?|leadership|chairs?|figures)|chairs|candidates|operatives|commentators|personalit\w+|activists|leaders of|business(?:men|people|leaders)|celebrities|(?:labou?r|union) leaders|athletes|musicians|actors|academics|students|individuals?|people|figures|persons|writers|hosts)\b/,
    group: { kind: 'person' },
  },
  { pattern: /\b(?:labou?r|unions)\b|^union$/, group: { kind: 'organisation', category: 'labor' } },
  {
    pattern: /\b(?:newspapers?|publications?|magazines?|media|press|radio|websites?|blogs|editorials?)\b/,
    group: { kind: 'organisation', category: 'newspaper' },
  },
  {
    pattern:
      /^(?:political |state |national |local |county )*part(?:y|ies)$|\bpart(?:y|ies) (?:organi[sz]ations|clubs|groups|units|committees)\b|\bpart(?:y|ies) and clubs\b/,
    group: { kind: 'organisation', category: 'party' },
  },
  { pattern: /\b(?:environmental|conservation)\b/, group: { kind: 'organisation', category: 'environment' } },
  {
    pattern: /\b(?:companies|businesses|business (?:groups|organi[sz]ations))\b/,
    group: { kind: 'organisation', category: 'business' },
  },
  { pattern: /\btrib(?:es|al)\b/, group: { kind: 'organisation', category: 'civic' } },
  {
    pattern: /\b(?:organi[sz]ationa?s?|groups?|pacs?|committees|associations|clubs|non-?profits)\b/,
    group: { kind: 'organisation', category: 'advocacy' },
  },
]

const OFFICES =
  /\b(?:presidents?|senators?|representatives?|members? of (?:u\.?s\.? |the )?congress|congress(?:wo)?m[ae]n|governors?|officials?|officeholders?|office-holders|legislators?|mayors?|sheriffs?|judges?|justices?|commissioners?|council(?:persons|ors|lors|members|m[ae]n)?|assembly ?(?:m[ae]n|members|persons)|delegates?|cabinet|executives?|politicians?|alder(?:m[ae]n|persons)?|treasurers?|attorneys?|secretar(?:y|ies)|ambassadors?|supervisors?|prosecutors?)\b/
/** Offices that are not filled by voters. */
const APPOINTED =
  /\b(?:cabinet|executive branch|executive officials|department|judges?|justices?|ambassadors?|federal executive|advis[eo]rs?)\b/
const OVER = /\b(?:former|current and former|past)\b/
const ABROAD = /\b(?:other states|outside|foreign|international)\b/
const HOME =
  /\b(?:state|statewide|state-\w+|local|local-level|county|city|town|municipal|mayors?|sheriffs?|aldermen|alderman|assembly|delegates|school|district|council\w*)\b/
const WIDE =
  /\b(?:us|united states|federal|national|nationwide|congress|presidents?|cabinet|cabinet-level|senators|governors?)\b/

/** Words of category lines beside those above. A line with any other word is an endorser. */
const WORDS = new Set(
  (
    'a all american and assembly appointed at attorneys board branch business cabinet-level cabinet chairs city club clubs commentators congress ' +
    'congressional council county courts current democratic department district elected executive federal figures former from general ' +
    'govt government green house in independent international judicial law enforcement leaders leadership level libertarian lieutenant ' +
    'local local-level local/state members municipal national nationwide native news notable of office officers on operatives or other ' +
    'others outside parish part party political progressive prominent public regional religious republican retired school senate state ' +
    'state-level state-wide statewide staff territorial territory the their to town trade tribal u.s u.s. u.s.a united states us vice ' +
    'websites women young businessmen military advisers adviser advisor security student students faith actors writers academics ' +
    'entertainers artists scholars economists diplomats foreign officeholders office-holders alderman rescinded declined endorse ' +
    'either candidate candidates withdrawn neutral commissioners commissioner endorsements endorsement'
  ).split(' '),
)

/**
 * The group that a category line opens. Undefined for a line that is no category line: an endorser's name. `states` are the states' names
 * in lower case, which category lines may contain.
 */
export function parseHeading(line: string, states: RegExp): Group | undefined {
  const text = plainHeading(line)
  if (text === '' || text.length > HEADING_MAX || text.startsWith('the ')) return undefined
  if (/^(?:declined to endorse|did not endorse|rescinded|withdrawn)\b/.test(text)) return { kind: 'stance' }
  const rest = text
    .replace(states, ' ')
    .replace(/\([^()]*\)/g, ' ')
    .split(/[\s,&/:;–—-]+/)
    .map((word) => word.replace(/[.'’]s?$/g, ''))
    .filter((word) => word !== '' && !WORDS.has(word) && !isNoun(word))
  if (rest.length > 0) return PLURALS.test(text) ? UNKNOWN : isSentenceCase(line) ? groupOf(text) : undefined
  const group = groupOf(text)
  return group.kind !== 'unknown' || UNNAMED.test(text) || line.trim().endsWith(':') || isSentenceCase(line)
    ? group
    : undefined
}

/** A name has capitals: `Political advocacy groups` is none. */
function isSentenceCase(line: string): boolean {
  const [, ...others] = line.trim().split(/\s+/)
  return others.length > 0 && others.every((word) => /^[a-z]+$/.test(word))
}

/** The last word of a category line with words that no rule knows: `Gun violence activists`. */
const PLURALS =
  /^[^,]*\b(?:activists|advisors|advisers|athletes|authors|candidates|chairs|citizens|clergy|educators|entertainers|experts|farmers|figures|individuals|journalists|leaders|legislators|members|officials|operatives|people|personalities|politicians|residents|scholars|veterans|victims)$/

/** Of category lines that do not say who is listed; without such a word, the line is an endorser: `Democratic Party`. */
const UNNAMED = /\b(?:members|leaders|officers|others|candidates?|advis[eo]rs?)\b/

/** The group of a line that is marked as a category: bold, a term or a heading. */
export function groupOf(line: string): Group {
  const text = plainHeading(line)
  if (CANDIDATES.test(text)) return { kind: 'candidates' }
  const found = KINDS.find(({ pattern }) => pattern.test(text))
  if (found) return found.group
  if (OFFICES.test(text))
    return {
      kind: 'official',
      elected: !APPOINTED.test(text) && !OVER.test(text) && !/\bpresidents?\b/.test(text),
      reach: reachOf(text),
    }
  return UNKNOWN
}

function reachOf(text: string): Reach {
  if (ABROAD.test(text)) return 'unknown'
  const named = text.replace(/\b(?:united states|lieutenant governors?)\b/g, (words) =>
    words.startsWith('u') ? 'us' : 'state',
  )
  if (HOME.test(named)) return WIDE.test(named.replace(/\bsenators\b/g, '')) ? 'unknown' : 'home'
  return WIDE.test(named) ? 'wide' : 'unknown'
}

const HEADING_MAX = 90

function plainHeading(line: string): string {
  return line
    .toLowerCase()
    .replace(/\bu\.\s?s\.?(?=\s|$)/g, 'us')
    .replace(/\s+/g, ' ')
    .replace(/:\s*$/, '')
    .trim()
}

function isNoun(word: string): boolean {
  return OFFICES.test(word) || KINDS.some(({ pattern }) => pattern.test(word)) || STANCES.test(word)
}

// The candidate that an endorsements box names: `Ann Example (D) (withdrew)`.

export interface BoxCandidate {
  name: string
  party: string | null
}

const PARTY_LETTERS: Readonly<Record<string, string>> = {
  D: 'Democratic',
  DFL: 'Democratic',
  R: 'Republican',
  L: 'Libertarian',
  G: 'Green',
  I: 'Independent',
}

/** Every bracket at the end is taken off. Undefined for a box of a stance, such as `Declined to endorse`. */
export function parseCandidate(title: string): BoxCandidate | undefined {
  let name = title
    .replace(/\[[^\][]*\]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  let party: string | null = null
  for (let found = TAIL.exec(name); found; found = TAIL.exec(name)) {
    const said = (found[1] ?? '').trim()
    party = PARTY_LETTERS[said.toUpperCase()] ?? (/^[A-Z][a-z]+$/.test(said) && PARTY_NAMES.has(said) ? said : party)
    name = name.slice(0, found.index).trim()
  }
  name = name
    .replace(/^(?:endorsements? (?:for|of) )/i, '')
    .replace(/[’']s endorsements$/i, '')
    .replace(/^hide(?=[A-Z])/, '')
  return name === '' || STANCE.test(name) ? undefined : { name, party }
}

const TAIL = / ?\(([^()]*)\)$/
const PARTY_NAMES = new Set(Object.values(PARTY_LETTERS))
const STANCE =
  /^(?:declined|did not endorse|no endorsement|neutral|withdrawn|rescinded|former endorsements|opposed|endorsements?$|none\b)/i

// The round and the district of a box, from the headings above it.

const ROUND_PARTIES: readonly [RegExp, string][] = [
  [/\b(?:democratic|dfl)\b/i, 'Democratic'],
  [/\brepublican\b/i, 'Republican'],
  [/\blibertarian\b/i, 'Libertarian'],
  [/\bgreen\b/i, 'Green'],
]

/** Undefined for a round without a ballot that voters get: a convention or a caucus. @param headings as JSON, outer ones first */
export function parseRound(
  headings: string,
  { office, state, year }: Pick<RacePage, 'office' | 'state' | 'year'>,
): Pick<Race, 'round' | 'party' | 'district' | 'special'> | undefined {
  const path: readonly string[] = toTexts(headings)
  const special = path.some((heading) => /\bspecial\b/i.test(heading))
  const district = office === 'us-house' ? findDistrict(path, isAtLarge(state, year)) : null
  const inner = path.toReversed()
  const named = inner.find((heading) => ROUNDS.test(heading)) ?? ''
  if (/\b(?:convention|caucus(?:es)?)\b/i.test(named)) return undefined
  const of = { district, special }
  if (/\bpost-primary\b|\bgeneral\b/i.test(named)) return { round: 'general', party: null, ...of }
  if (/\brunoff\b/i.test(named)) return { round: 'runoff', party: partyOf(inner), ...of }
  if (/\bprimar(?:y|ies)\b/i.test(named)) return { round: 'primary', party: partyOf(inner), ...of }
  return { round: 'general', party: null, ...of }
}

const ROUNDS = /\b(?:primar(?:y|ies)|post-primary|runoff|general|convention|caucus(?:es)?)\b/i

function partyOf(inner: readonly string[]): string | null {
  for (const heading of inner) {
    const found = ROUND_PARTIES.find(([pattern]) => pattern.test(heading))
    if (found) return found[1]
  }
  return null
}

function findDistrict(path: readonly string[], atLarge: boolean): string | null {
  for (const heading of path) {
    const [, after, before] =
      /^district (\d{1,2})\b|^(\d{1,2})(?:st|nd|rd|th) (?:congressional )?district\b/i.exec(heading) ?? []
    const number = after ?? before
    if (number !== undefined) return String(Number(number))
  }
  return atLarge ? 'at-large' : null
}

function toTexts(json: string): string[] {
  const path: unknown = JSON.parse(json)
  return Array.isArray(path) ? path.filter((heading) => typeof heading === 'string') : []
}

// The titles of Wikipedia's articles on elections, which follow a pattern by year and state.

export interface RacePage {
  title: string
  state: StateCode
  office: Exclude<RaceOffice, 'president'>
  year: number
}

const TERRITORIES: readonly StateCode[] = ['AS', 'DC', 'GU', 'MP', 'PR', 'VI']
const FIFTY = STATES.map(({ code }) => code).filter((code) => !TERRITORIES.includes(code))

/** One seat in the House. Montana has two since 2022. */
function isAtLarge(state: StateCode, year: number): boolean {
  return ['AK', 'DE', 'ND', 'SD', 'VT', 'WY', ...(year < 2022 ? ['MT'] : [])].includes(state)
}

export function titleOf({ state, office, year }: Omit<RacePage, 'title'>): string {
  const { name } = stateOf(state)
  switch (office) {
    case 'us-senate':
      return `${year} United States Senate election in ${name}`
    case 'us-house':
      return `${year} United States House of Representatives election${isAtLarge(state, year) ? '' : 's'} in ${name}`
    case 'governor':
      return `${year} ${name} gubernatorial election`
    default:
      return office satisfies never
  }
}

/** @param title with spaces */
export function articleUrl(title: string): string {
  return `https://en.wikipedia.org/wiki/${encodeURIComponent(title.replaceAll(' ', '_'))}`
}

/** Every title that the pattern gives for a year; the encyclopedia lacks those of races that are not held. */
export function listPages(year: number): RacePage[] {
  const offices = year % 2 === 0 ? (['us-senate', 'us-house', 'governor'] as const) : (['governor'] as const)
  return offices.flatMap((office) =>
    FIFTY.map((state) => ({ title: titleOf({ state, office, year }), state, office, year })),
  )
}
