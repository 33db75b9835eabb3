// Repairs the words of a school board's contest: terms, the county that it belongs to, what its column says, the words of its name.

import { placeFolded, placeKey } from '../../../data/schema/folded-name.ts'
import type { DivisionIndex } from '../division.ts'
import type { County } from './county.ts'
import type { OfficePart, OfficeWords } from './office-text.ts'
import { loadRules, withoutCounty } from './reading.ts'

/** Words of a title that belong to the office and not to the district. */
const OFFICE =
  /\b(?:MEMBERS?(?:HIP)?|TRUSTEES?|DIRECTORS?|REPRESENTATIVES?|OF|TO|THE|FOR|LOCAL|BOE|ED|BD|BOARD|EDUCATION|COMMITTEE|CONSTITUENT|GOVERNING|GBM|VICE|CHAIRMAN|CHAIR|PRESIDENT|SCHOOL BOARD|NONPARTISAN)\b/g

/**
 * `MEMBER OF THE BOARD OF EDUCATION BOROUGH OF BAY HEAD` → BAY HEAD BOROUGH; `MARION LAWRENCE TOWNSHIP SCHOOL BOARD` → MARION LAWRENCE
 * TOWNSHIP
 */
export function schoolWords(text: string): string {
  return kindLast(text)
    .replace(OFFICE, ' ')
    .replace(/(?:^|\s)[-/,.]+(?=\s|$)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

/** `BOROUGH OF BAY HEAD` → `BAY HEAD BOROUGH` */
function kindLast(text: string): string {
  const match = /\b(CITY|TOWN|BOROUGH|VILLAGE|TOWNSHIP) OF (?:THE )?/.exec(text)
  const rest = match ? text.slice(match.index + match[0].length) : ''
  return match && rest !== '' && !rest.includes('(') ? `${text.slice(0, match.index)}${rest} ${match[1]}` : text
}

/** The name for an id that is not published: without the words SCHOOL DISTRICT and the kind of a place before its name. */
export function districtName(text: string): string {
  return text
    .replace(/\b(?:CITY|TOWN|BOROUGH|VILLAGE|TOWNSHIP) OF\b/g, ' ')
    .replace(/#\d+-?/g, ' ')
    .replace(OFFICE, ' ')
    .replace(/\bSCHOOL(?: DISTRICTS?| CORPORATION| CORP)?\b(?: NO\.? ?\d+)?/g, ' ')
    .replace(/(?:^|\s)[-/,.]+(?=\s|$)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

/** `1YUXP`, `2YUNXP`, `1YT`, `(1` (cut): the rest of a term. */
const SHORT_TERM = /-? ?\b(\d)Y(?:T\b(?: UNEXP)?|U?N?XP\b)|\((\d)$/
/** `(FULL TERM)`, and a mark that is cut at the end of the field: `(FU`, `(1`. */
/** The rest of a mark that the field cuts: `(REP HOWELL) (1 YEAR UNEXPIRE`. */
const CUT_TERM = /(?<=\)) (?:TER?|UNEXP[A-Z]*)$/
const FULL_TERM = /\(?\bFULL TERM\b\)?|\((?:FU?L?L?)?$/
/** `CULLMAN CO BD OF ED/COLD SPRINGS` */
const AREA_AFTER = /\bED(?:UCATION)?\/(?=.)/
/** Voters outside the city of a separate district. */
const ADDED = / ADDED TERRITORY\b/
const TWICE = /^SCHOOL BOARD MEMBER (?=.*\bSCHOOLS?\b)/

interface SchoolText {
  words: OfficeWords
  /** The county that the board belongs to. */
  county: County
  /** In `1, LEWIS TOWNSHIP`, the township; else ''. */
  place: string
}

/** The words without terms and marks, in the county that they name. */
export function mendSchool(given: OfficeWords, listing: County, index: DivisionIndex): SchoolText {
  const short = SHORT_TERM.exec(given.text)
  const years = short?.[1] ?? short?.[2]
  const after = AREA_AFTER.exec(given.text)
  const end = after ? after.index + after[0].length : given.text.length + 1
  const place = given.text.slice(end)
  const text = given.text
    .slice(0, end - 1)
    .replace(/\bSCHOOL BROAD\b/, 'SCHOOL BOARD')
    .replace(SHORT_TERM, ' ')
    .replace(FULL_TERM, ' ')
    .replace(CUT_TERM, '')
    .replace(TWICE, '')
    .replace(/\bNONPARTISAN\b/, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
  const term = years === undefined ? given.term : `${years}-Year Term`
  const added = ADDED.exec(text)
  const named = added ? [given.named, 'ADDED TERRITORY'].filter((word) => word !== '').join(' ') : given.named
  const words = {
    ...given,
    text: text.replace(ADDED, ''),
    named,
    term,
    unexpired: given.unexpired || years !== undefined,
  }
  const home = homeCounty(words, listing, index)
  const repaired = withoutOwnNumber(home?.words ?? words)
  const county = home?.county ?? listing
  const column = repairColumn(repaired, county, index)
  return { ...column, place: column.place || place, county }
}

/**
 * `SALUDA AIKEN COUNTY SCHOOL BOARD`, listed by Saluda County, is Aiken County's; so is `1ST EDUCATIONAL DISTRICT KENTON COUNTY`, listed by
 * Boone County, Kenton County's.
 */
function homeCounty(words: OfficeWords, listing: County, index: DivisionIndex): Omit<SchoolText, 'place'> | undefined {
  const prefix = `${listing.name.toUpperCase()} `
  for (const county of countiesOf(index)) {
    const name = `${county.name.toUpperCase()} COUNTY`
    if (county.ocd_id === listing.ocd_id) continue
    if (words.text.startsWith(`${prefix}${name} `))
      return { words: { ...words, text: words.text.slice(prefix.length) }, county }
    if (words.named.endsWith(` DISTRICT ${name}`))
      return { words: { ...words, named: words.named.slice(0, -name.length - 1) }, county }
  }
  return undefined
}

const counties = new WeakMap<DivisionIndex['divisions'], readonly County[]>()

function countiesOf({ divisions, state }: DivisionIndex): readonly County[] {
  const known = counties.get(divisions)
  if (known) return known
  const made = ['county', 'parish'].flatMap((type) =>
    divisions.under(state.ocd_id, type).map(({ ocd_id, name }) => ({
      ocd_id,
      name: name.replace(/ (?:County|Parish)$/, ''),
      full_name: name,
    })),
  )
  counties.set(divisions, made)
  return made
}

/** `GRAND COUNTY SCHOOL DISTRICT 1` with 001 in the column, `MORGAN SCHOOL DISTRICT #2`: the number is the board district's. */
function withoutOwnNumber(words: OfficeWords): OfficeWords {
  const [whole, number] = /(?<=\bDISTRICT) #?(\d{1,2})$/.exec(words.text) ?? []
  const same = number !== undefined && words.parts.some(({ code }) => code === number)
  return same && whole !== undefined ? { ...words, text: words.text.slice(0, -whole.length) } : words
}

/** The column without the counties of its part: `1 (CLAY, PARKE)`, `B (DECATUR, SHELBY)`, `MARSHALL, KOSCIUSKO`. */
function repairColumn(words: OfficeWords, county: County, index: DivisionIndex): Pick<SchoolText, 'words' | 'place'> {
  // `NORTHWESTERN SCHOOL` with HOWARD, a township of Howard County.
  const isTownship = words.named === county.name.toUpperCase() && districtName(words.text) !== ''
  const plain = isTownship ? words : withoutCounty(words, county)
  // `BOARD OF TRUSTEES`, `BOARD MEMBER`: the office again.
  if (schoolWords(plain.named) === '') return { words: { ...plain, named: '' }, place: '' }
  if (plain.named === '') return { words: plain, place: '' }
  const open = plain.named.lastIndexOf('(')
  const outside = open < 0 ? plain.named : plain.named.slice(0, open).trim()
  const inside = open < 0 ? '' : plain.named.slice(open + 1).replace(')', '')
  const named = open > 0 && areCounties(inside, index) ? outside : plain.named
  if (open < 0 && /[,&]| AND /.test(named) && areCounties(named, index))
    return { words: { ...plain, named: '' }, place: '' }
  // `1, LEWIS TOWNSHIP`, `2 WAYNE-HENRY`
  const [, code, comma, rest = ''] = /^0*(\d{1,2}|[A-Z])(?:(,?) (.+))?$/.exec(named) ?? []
  const isCode = code !== undefined && (rest === '' || comma === ',' || areCounties(rest, index))
  if (!isCode) return { words: { ...plain, named }, place: '' }
  const parts = [{ word: '', code }, ...plain.parts]
  return { words: { ...plain, named: '', parts }, place: areCounties(rest, index) ? '' : rest }
}

function areCounties(list: string, index: DivisionIndex): boolean {
  const keys = countyKeys(index)
  const names = list.split(/,|&|-| AND /).map((name) => placeKey(name.trim()))
  return names.every((name) => keys.has(name))
}

const keysOf = new WeakMap<readonly County[], ReadonlySet<string>>()

function countyKeys(index: DivisionIndex): ReadonlySet<string> {
  const all = countiesOf(index)
  const known = keysOf.get(all) ?? new Set(all.map(({ name }) => placeKey(name)))
  keysOf.set(all, known)
  return known
}

interface NamedColumn {
  /** The words that may name a district: `LELAND`. */
  name: string
  /** The number in the rest: `LELAND L2` → 2. */
  part: OfficePart | null
}

/** `NEWTON CITY 001`, `LELAND L2`, `004 EAST`, `SOUTH PANOLA 2`: a district and its part. */
export function splitColumn({ named }: OfficeWords): NamedColumn {
  const tokens = named.replace(/ (?:ADDED TERRITORY|SCHOOL DISTRICT)\b/, '').split(' ')
  const code = /^[A-Z]?0*(\d{1,3}[A-Z]?)$/
  const last = code.exec(tokens.at(-1) ?? '')?.[1]
  const first = code.exec(tokens[0] ?? '')?.[1]
  const part = last ?? first
  const name = (last !== undefined ? tokens.slice(0, -1) : first !== undefined ? tokens.slice(1) : tokens).join(' ')
  const added = named.includes(' ADDED TERRITORY') ? `ADDED TERRITORY ${part ?? ''}`.trim() : part
  return { name, part: added === undefined ? null : { word: '', code: added } }
}

// The words of a school district's name: those that name it, and those that say its kind.

export interface SchoolName {
  /** The words that name the district, without kinds, spaces and abbreviations: `oregoncity`. */
  core: string
  /** The same words, apart. */
  words: readonly string[]
  /** Kinds of which two districts of one name may differ: `county`, `city`, `township`, `borough`, `town`, `village`. */
  areas: ReadonlySet<string>
  level: 'high' | 'elementary' | 'unified' | null
  regional: boolean
  community: boolean
  /** The last word is cut, and others may be. */
  cut: boolean
  /** `BRISTOL/WARREN` */
  several: boolean
  /** `_01`, `NO. 62` */
  number: string | null
}

/** Abbreviations of several words and of one, and words of areas: an independent or municipal district is a city's, never the county's. */
const WORDS = loadRules('school-words.csv')
const meaningsOf = (kind: string): ReadonlyMap<string, string> =>
  new Map(WORDS.flatMap(({ pattern, cells }) => (cells.kind === kind ? [[pattern.source, cells.meaning ?? '']] : [])))
const PHRASES = [...meaningsOf('phrase')].map(([pattern, meaning]) => [new RegExp(pattern, 'g'), meaning] as const)
const [ABBREVIATIONS, AREAS] = [meaningsOf('word'), meaningsOf('area')]
const LEVELS: Readonly<Record<string, NonNullable<SchoolName['level']>>> = {
  elementary: 'elementary',
  high: 'high',
  unified: 'unified',
}
/** Words that tell no district from another. */
const PLAIN = new Set(
  'and area board consolidated corp cor corporation department dept dist district districts exempted graded joint jt local metropolitan no of pblc public sch schl school schools schs sd system the trustee united community regional'.split(
    ' ',
  ),
)
/** Where a published name ends after this many letters, its last word may be cut: `little egg harbor townshi`. */
const CUT_AT = 25
const CUT_WORDS = ['township', 'borough', 'regional', 'school', 'high', 'district', 'county']

/** `ELKHART CONCORD COMM SCH CORP` → core `elkhartconcord`; `prestonsburg ind` → core `prestonsburg`, of a city. */
export function schoolName(text: string): SchoolName {
  // `LaPorte, St. Joseph`: only letters and digits count; `28J` and `_01` are numbers.
  const folded = PHRASES.reduce((done, [from, to]) => done.replace(from, to), placeFolded(text))
  const areas = new Set<string>()
  const words: string[] = []
  let [level, regional, community, number]: [SchoolName['level'], boolean, boolean, string | null] = [
    null,
    false,
    false,
    null,
  ]
  for (const token of folded.split(' ')) {
    const word = ABBREVIATIONS.get(token) ?? token
    const area = AREAS.get(word)
    if (area !== undefined) areas.add(area)
    level = LEVELS[word] ?? level
    regional ||= word === 'regional'
    community ||= word === 'community'
    if (/^\d+[a-z]{0,2}$/.test(word)) number = word.replace(/^0+(?=.)/, '')
    else if (area === undefined && LEVELS[word] === undefined && !PLAIN.has(word)) words.push(word)
  }
  return {
    core: placeKey(words.join(' ')),
    words,
    areas,
    level,
    regional,
    community,
    number,
    cut: false,
    several: text.includes('/'),
  }
}

/** The name of a published district, whose last word may be cut. */
export function publishedSchoolName(name: string): SchoolName {
  if (name.length < CUT_AT - 1) return schoolName(name)
  const space = name.lastIndexOf(' ')
  const last = name.slice(space + 1)
  const whole = CUT_WORDS.find((word) => word.startsWith(last))
  // A whole word of 25 letters may be followed by others.
  const cut = whole !== undefined && (whole !== last || name.length === CUT_AT)
  return { ...schoolName(whole === undefined ? name : `${name.slice(0, space)} ${whole}`), cut }
}

/** True if a text with these words can mean the district: a city's and a county's district of one name are two. */
export function canMean(text: SchoolName, district: SchoolName): boolean {
  const disjoint =
    text.areas.size > 0 && district.areas.size > 0 && ![...text.areas].some((area) => district.areas.has(area))
  if (disjoint || (text.areas.has('county') && !district.areas.has('county') && district.community)) return false
  // The regional district of several towns is not the town's.
  if (district.regional && !text.regional && text.areas.size > 0) return false
  if (text.number !== null && district.number !== null && text.number !== district.number) return false
  // `WYCKOFF REGIONAL BOE` is a town's seat of a regional district that the text does not name.
  const town = text.regional && !district.regional && !district.cut && !text.several
  if (town && text.level !== 'high' && district.level !== 'high') return false
  // `north hunterdon voorhees` is a high school district of that kind.
  if (text.level === 'high')
    return district.level === 'high' || (text.regional && district.level === null && isSeveral(district))
  return text.level === null || district.level === null || text.level === district.level
}

/** Not one town's: `rumson-fair haven regional`, `north hunterdon voorhees`. */
function isSeveral({ regional, words }: SchoolName): boolean {
  return regional || words.length > 2
}

/** True if both have the same kinds. */
export function isSameKind(text: SchoolName, district: SchoolName): boolean {
  return (
    text.areas.size === district.areas.size &&
    [...text.areas].every((area) => district.areas.has(area)) &&
    text.regional === district.regional &&
    text.level === district.level
  )
}
