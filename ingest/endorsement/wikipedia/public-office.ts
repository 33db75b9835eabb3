// Whether the words after a person's name state a public office, and of which state: the privacy rule serves only such people and those
// with an article of their own.

import { STATES } from '../../../data/schema/states.ts'
import { STATE_CODES, type StateCode } from '../../../data/schema/vocabulary.ts'

export interface PublicOffice {
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
const BY_NAME: ReadonlyMap<string, StateCode> = new Map(STATES.map(({ name, code }) => [name, code]))

const SEAT = new RegExp(
  `(?:U\\.?S\\.? Senator|United States Senator|U\\.?S\\.? Representative|Congress(?:wo)?man)(?: from| for)? \\(?(?:[DRI]-)?(${NAMES.join('|')}|[A-Z]{2}\\b)`,
)

/** The state of a seat in Congress, which tells two members of one name apart. */
export function findSeatState(text: string): StateCode | undefined {
  const [, state = ''] = SEAT.exec(text) ?? []
  return BY_NAME.get(state) ?? STATE_CODES.find((code) => code === state)
}

/** The first state that words name: `(R-NY)`, `CA-17`, `Mayor of Reno, Nevada`. `SD-11` is a senate district: South Dakota has one seat. */
export function findStateNamed(text: string): StateCode | undefined {
  const name = STATE_NAMES.exec(text.replace(/\bWashington,? D\.?C\.?/g, 'District of Columbia'))
  const [, after, before] = /\b[DRI]-([A-Z]{2})\b|\b(?!SD-\d)([A-Z]{2})-(?:\d{1,2}|AL)\b/.exec(text) ?? []
  const code = STATE_CODES.find((one) => one === (after ?? before))
  return code ?? BY_NAME.get(name?.[0] ?? '')
}
