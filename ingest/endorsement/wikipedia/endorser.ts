// An entry of an endorsements box → its endorser, or why it is not served: the privacy rule, a remark that qualifies it, no name.

import type { EndorserRow } from '../../../data/core/rows.ts'
import { STATES } from '../../../data/schema/states.ts'
import { STATE_CODES, type StateCode } from '../../../data/schema/vocabulary.ts'
import { slug } from '../../read/identity.ts'
import type { SourceLocation } from '../position.ts'
import type { Group } from './heading.ts'

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

export interface Endorser {
  name: string
  /** The key before `openEndorsers` tells members of Congress of one name apart. */
  slug: string
  category: string
  /** Null for an organization whose name does not say: the states in which it endorses decide. */
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
/** A person listed among organizations: `Jane Doe, founder of …`. */
const ROLE =
  /^(?:the |an? )?(?:former |retired |co-)?(?:president|founder|activist|act(?:or|ress)|author|ceo|director|chair\w*|owner|professor|member|business\w*|lawyer|attorney|executive|leader|host|journalist|columnist|editor|publisher|singer|musician|comedian|writer|blogger|radio|commentator|pastor|reverend|veteran|candidate|nominee|senator|representative|mayor|governor|physician|scientist|secretary|(?:us|u\.s\.|state|county|city) (?:senat|rep|assembly|commission|council|treasurer|attorney|clerk|sheriff)|\d{4} )/i

export function toEndorser(entry: BoxEntry): Endorser | Refusal {
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

/** The category that a name itself states, where the heading says only `Organizations`. */
const CATEGORY_BY_NAME: readonly { pattern: RegExp; and?: RegExp; category: string }[] = [
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

function toOrganisation({ text, link, state }: BoxEntry, group: string): Endorser | Refusal {
  // `State, County and Municipal Employees` is a name, `an environmental group` a description.
  const [, named = text] = /^(.*?),\s+(?:the |an? )?[a-z(\d]/.exec(text) ?? []
  const name = tidy(named.replace(/\([^()]*\)/g, ' '))
  if (!isName(name, 14) || /^[\w. ]+ County$/.test(name)) return 'no-name'
  const category =
    (group === 'advocacy' &&
      CATEGORY_BY_NAME.find(({ pattern, and = pattern }) => pattern.test(name) && and.test(name))?.category) ||
    group
  if (group === 'newspaper' && link === null && isPlainPaper(name))
    return { name, slug: keyOf(`${name} ${state}`), category, home: state, seat: null, byName: false }
  const home = findStateNamed(name) ?? (group === 'newspaper' || LOCAL.test(name) ? null : 'national')
  return { name, slug: keyOf(link ?? name), category, home, seat: null, byName: false }
}

/** Of one place: its home is the state in which it endorses. */
const LOCAL = /\b(?:Local|Locals|Council|District|Chapter|County|City|Township|Joint Council|Area)\b/

function toPerson({ text, group, state, year, link }: BoxEntry): Endorser | Refusal {
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

// The endorsers of a whole source: tells members of Congress of one name apart, and gives each organization its home.

interface Endorsers {
  /** Must have been called for every entry before `slugOf`. @param state of the page */
  add(endorser: Endorser, state: StateCode): void
  /** Undefined if members of Congress of two states have the name, and the entry does not say which one it is. */
  slugOf(endorser: Endorser): string | undefined
  /** @param used the endorsers with an endorsement, and where */
  rows(used: ReadonlyMap<string, SourceLocation>): { row: EndorserRow; at: SourceLocation }[]
}

interface Known {
  name: string
  /** By category, how often it was stated. */
  categories: Map<string, number>
  homes: Set<EndorserRow['state']>
  pages: Set<StateCode>
}

export function openEndorsers(): Endorsers {
  const seats = new Map<string, Set<StateCode>>()
  const added: { endorser: Endorser; state: StateCode }[] = []
  const slugOf = (endorser: Endorser): string | undefined => {
    const { slug, seat, byName } = endorser
    if (!byName || (seats.get(slug)?.size ?? 0) < 2) return slug
    return seat === null ? undefined : `${slug}-${seat.toLowerCase()}`
  }
  return {
    add(endorser, state) {
      added.push({ endorser, state })
      const { slug, seat, byName } = endorser
      if (byName && seat !== null) seats.set(slug, (seats.get(slug) ?? new Set()).add(seat))
    },
    slugOf,
    rows(used) {
      const known = new Map<string, Known>()
      for (const { endorser, state } of added) {
        const slug = slugOf(endorser)
        if (slug === undefined || !used.has(slug)) continue
        const one = known.get(slug) ?? {
          name: endorser.name,
          categories: new Map(),
          homes: new Set(),
          pages: new Set(),
        }
        known.set(slug, one)
        one.categories.set(endorser.category, (one.categories.get(endorser.category) ?? 0) + 1)
        one.pages.add(state)
        if (endorser.home !== null) one.homes.add(endorser.home)
      }
      return [...used].flatMap(([slug, at]) => {
        const one = known.get(slug)
        return one ? [{ row: toRow(slug, one), at }] : []
      })
    },
  }
}

function toRow(endorser_slug: string, { name, categories, homes, pages }: Known): EndorserRow {
  const [category = 'advocacy'] = [...categories].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0] ?? []
  const said: ReadonlySet<EndorserRow['state']> = homes.size > 0 ? homes : pages
  const [home] = said
  const state = home === undefined || said.size > 1 ? 'national' : home
  return { endorser_slug, name, category, state, description: null, website_url: null }
}

// Whether the words after a person's name state a public office, and of which state: the privacy rule serves only such people and those
// with an article of their own.

interface PublicOffice {
  /** Filled by voters, and not over as far as the words say. */
  elected: boolean
  /** Of the nation, or a governor's: the holder endorses in many states. */
  wide: boolean
}

const FEDERAL =
  /\b(?:president of the united states|\d\d?(?:st|nd|rd|th) (?:vice )?president|us senat(?:or|e)|(?<!state )senator from|united states senator|us (?:house )?representative|united states representative|representative (?:from|for) (?:[a-z]{2,6} )?[a-z]{2,14} \d\d?(?:st|nd|rd|th) congressional|us congress(?:wo)?m[ae]n|(?:member of|representative in) (?:the )?(?:us|united states)(?: house| congress)|member of congress|congress(?:wo)?m[ae]n|congressperson|speaker of the (?:us )?house of representatives|house (?:majority|minority) (?:leader|whip) \d|delegate to congress)\b/
const STATE_OR_LOCAL: readonly RegExp[] = [
  /\b(?:president of the (?:[a-z]{1,14} ){0,3}senate|speaker of the (?:[a-z]{1,14} ){0,4}(?:house|assembly))\b/,
  /\b(?:member of the (?:[a-z]{1,14} ){0,4}(?:house|senate|assembly|legislature|council|general court|board of (?:supervisors|education|commissioners|aldermen|selectmen|freeholders)))\b/,
  /\b(?:governor|lt governor|state (?:senat(?:or|e)|rep(?:resentative)?s?|assembly|legislator|delegate|treasurer|auditor|comptroller|controller|superintendent|attorney|house|insurance|party auditor)|senate (?:majority|minority|president|republican|democratic)|(?:house|senate|assembly) (?:majority|minority) (?:leader|whip)|(?:house|assembly) speaker|assembly ?(?:wo)?m[ae]n|assembly ?members?|house of (?:representatives|delegates)|general assembly|secretary of (?:state|the commonwealth)|attorney general|mayor|city manager|(?:city|town|county|borough|village|district|metro|municipal|parish|common) council|council ?(?:wo)?m[ae]n|council ?members?|council ?persons?|councill?ors?|alder(?:m[ae]n|wom[ae]n|person)?)\b/,
  /\b(?:(?:county|city|state|insurance|agriculture|labor|railroad|land|parish|tax|revenue|port|public service|public utilities|board of) commissioner|commissioner (?:from|of)|county (?:executive|judge|clerk|treasurer|supervisor|legislator|attorney|auditor|sheriff|freeholder|recorder)|city (?:attorney|clerk|treasurer|commissioner|comptroller|controller)|county (?:register|surrogate|assessor)|township (?:committee(?:wo)?m[ae]n|trustee|supervisor)|supervisor|freeholder|select(?:m[ae]n|wom[ae]n|person|board)|sheriff|district attorney|state'?s attorney|solicitor general|prosecuting attorney|prosecutor|school board|public advocate|borough president)\b/,
]
const APPOINTED =
  /\b(?:(?:us|united states) (?:secretary|ambassador|attorney|trade representative|surgeon general|treasurer|deputy)|secretary of (?:the )?(?:defense|treasury|interior|labor|commerce|education|energy|agriculture|homeland security|transportation|veterans affairs|health and human services|housing and urban development|army|navy|air force)|ambassador to|national security advisor|director of (?:the )?(?:cia|fbi|national intelligence|central intelligence agency|federal bureau)|supreme court justice|chief justice|associate justice|administrator of the (?:us|united states|environmental protection|small business))\b/

/** Someone who stands near an office or wants it, or an office of no public body. */
const NOT_HOLDER =
  /\b(?:candidates?|nominee|runner|contender|running|campaign|aide|staff|advis[eo]r to|assistant to|wife|husband|sons?|daughter|brother|sister|spouse|widow|father|mother|nephew|niece|cousin|grand\w+|strategist|speechwriter|spokes\w+|union|association|societ\w+|company|colleges?|universit\w+|student|chamber of commerce|tv|television|reality|actor|actress|editor|professor|ceo|foundation|institute|rotary|teamsters|federation|tribe|tribal|youtube|party chair\w*|dnc|rnc|convention|caucus)\b/
const OVER = /\b(?:former|ex|retired|late|past|previous|previously|onetime|formerly)\b/
/** The end of a term: `(2009–2017)`, `(2015-18)`. */
const TERM_END = /\b\d{4}\s?[–-]\s?(\d{4}|\d{2})\b/g

/** @param text the words after a name @param year of the election @returns undefined if no words state a public office */
export function findPublicOffice(text: string, year: number): PublicOffice | undefined {
  const found = plainOffice(text)
    .split(/[,;]|\band (?=(?:former|the|a|us|state|chair))/)
    .flatMap((part) => toOffice(part, year) ?? [])
  if (found.length === 0) return undefined
  return { elected: found.some(({ elected }) => elected), wide: found.some(({ wide }) => wide) }
}

function toOffice(part: string, year: number): PublicOffice | undefined {
  if (NOT_HOLDER.test(part)) return undefined
  const federal = FEDERAL.test(part)
  const appointed = APPOINTED.test(part)
  const local = STATE_OR_LOCAL.some((pattern) => pattern.test(part))
  if (!federal && !appointed && !local) return undefined
  const ends = [...part.matchAll(TERM_END)].map(([, end = '']) => (end.length === 2 ? 2000 + Number(end) : Number(end)))
  // Former presidents keep their number.
  const isOver =
    OVER.test(part) ||
    (/\d(?:st|nd|rd|th) (?:vice )?president/.test(part) && !/present|incumbent/.test(part)) ||
    (ends.length > 0 && Math.max(...ends) < year && !part.includes('present'))
  const isElected = appointed && !federal ? false : federal || local
  return {
    elected: isElected && !isOver,
    wide: federal || appointed || /(?<!\b(?:lt|lieutenant) )\bgovernor\b/.test(part),
  }
}

function plainOffice(text: string): string {
  return text
    .toLowerCase()
    .replace(/\bu\.\s?s\.?/g, 'us')
    .replace(/\b(?:sen|rep|gov|lt)\./g, (word) => TITLES.get(word) ?? word)
    .replace(/[.’']/g, '')
    .replace(/\s+/g, ' ')
}

const TITLES: ReadonlyMap<string, string> = new Map([
  ['sen.', 'senator'],
  ['rep.', 'representative'],
  ['gov.', 'governor'],
  ['lt.', 'lt'],
])

const NAMES = STATES.map(({ name }) => name).sort((a, b) => b.length - a.length)
/** The states' names. West Virginia is found before Virginia. */
const STATE_NAMES = new RegExp(`\\b(?:${NAMES.join('|')})\\b`)
export const STATE_WORDS = new RegExp(`\\b(?:${NAMES.map((name) => name.toLowerCase()).join('|')})\\b`, 'g')
const STATE_BY_NAME: ReadonlyMap<string, StateCode> = new Map(STATES.map(({ name, code }) => [name, code]))

const SEAT = new RegExp(
  `(?:U\\.?S\\.? Senator|United States Senator|U\\.?S\\.? Representative|Congress(?:wo)?man)(?: from| for)? \\(?(?:[DRI]-)?(${NAMES.join('|')}|[A-Z]{2}\\b)`,
)

/** The state of a seat in Congress, which tells two members of one name apart. */
function findSeatState(text: string): StateCode | undefined {
  const [, state = ''] = SEAT.exec(text) ?? []
  return STATE_BY_NAME.get(state) ?? STATE_CODES.find((code) => code === state)
}

/** The first state that words name: `(R-NY)`, `CA-17`, `Mayor of Reno, Nevada`. `SD-11` is a senate district: South Dakota has one seat. */
export function findStateNamed(text: string): StateCode | undefined {
  const name = STATE_NAMES.exec(text.replace(/\bWashington,? D\.?C\.?/g, 'District of Columbia'))
  const [, after, before] = /\b[DRI]-([A-Z]{2})\b|\b(?!SD-\d)([A-Z]{2})-(?:\d{1,2}|AL)\b/.exec(text) ?? []
  const code = STATE_CODES.find((one) => one === (after ?? before))
  return code ?? STATE_BY_NAME.get(name?.[0] ?? '')
}

// Cuts characters off the ends of a text in linear time, which a pattern with `+$` does not take.

/** @param before the characters to cut at the start @param after those to cut at the end */
export function trimMarks(text: string, before: string, after: string): string {
  let [start, end] = [0, text.length]
  while (start < end && before.includes(text.charAt(start))) start++
  while (end > start && after.includes(text.charAt(end - 1))) end--
  return text.slice(start, end)
}
