// The lines of an endorsements box that name a category: who is listed below them, by rule, because the wording differs by page.

/** What the entries under a category line are. `unknown`: the page does not say. */
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
export type Reach = 'wide' | 'home' | 'unknown'

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
