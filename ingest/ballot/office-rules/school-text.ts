// Repairs the words of a school board's contest: terms, the county that it belongs to, what its column says, the words of its name.

import { placeFolded, placeKey } from '../../../data/schema/folded-name.ts'
import type { DivisionIndex } from '../division.ts'
import { type County, countiesOf, countyNamed } from './county.ts'
import { type OfficePart, type OfficeWords, withoutMarks } from './office-text.ts'
import { withoutCounty } from './reading.ts'
import { loadRules, patternOf, respell } from './tables.ts'

/** Words of a title that belong to the office and not to the district. */
const OFFICE = patternOf('office of a school', undefined, 'g')

/**
 * `MEMBER OF THE BOARD OF EDUCATION BOROUGH OF BAY HEAD` → BAY HEAD BOROUGH; `MARION LAWRENCE TOWNSHIP SCHOOL BOARD` → MARION LAWRENCE
 * TOWNSHIP
 */
export function schoolWords(text: string): string {
  return withoutMarks(kindLast(text).replace(OFFICE, ' '))
}

/** `BOROUGH OF BAY HEAD` → `BAY HEAD BOROUGH` */
function kindLast(text: string): string {
  const match = /\b(CITY|TOWN|BOROUGH|VILLAGE|TOWNSHIP) OF (?:THE )?/.exec(text)
  const rest = match ? text.slice(match.index + match[0].length) : ''
  return match && rest !== '' && !rest.includes('(') ? `${text.slice(0, match.index)}${rest} ${match[1]}` : text
}

/** The name for an id that is not published: without the words SCHOOL DISTRICT and the kind of a place before its name. */
export function districtName(text: string): string {
  return withoutMarks(
    text
      .replace(/\b(?:CITY|TOWN|BOROUGH|VILLAGE|TOWNSHIP) OF\b/g, ' ')
      .replace(/#\d+-?/g, ' ')
      .replace(OFFICE, ' ')
      .replace(/\bSCHOOL(?: DISTRICTS?| CORPORATION| CORP)?\b(?: NO\.? ?\d+)?/g, ' '),
  )
}

/** Voters outside the city of a separate district. */
const ADDED = / ADDED TERRITORY\b/
const respellSchool = respell('school')

interface SchoolText {
  words: OfficeWords
  /** The county that the board belongs to. */
  county: County
  /** In `1, LEWIS TOWNSHIP`, the township; else ''. */
  place: string
}

/** The words without terms and marks, in the county that they name. */
export function mendSchool(given: OfficeWords, listing: County, index: DivisionIndex): SchoolText {
  const text = respellSchool(given.text).replace(/ {2,}/g, ' ').trim()
  const added = ADDED.test(text) ? [given.named, 'ADDED TERRITORY'].filter((word) => word !== '') : undefined
  const words = {
    ...given,
    text: text.replace(ADDED, ''),
    named: added?.join(' ') ?? given.named,
  }
  const home = homeCounty(words, listing, index) ?? { words, county: listing }
  return { ...repairColumn(home.words, home.county, index), county: home.county }
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

/** The column without the counties of its part: `1 (CLAY, PARKE)`, `B (DECATUR, SHELBY)`, `MARSHALL, KOSCIUSKO`. */
function repairColumn(words: OfficeWords, county: County, index: DivisionIndex): Pick<SchoolText, 'words' | 'place'> {
  // `NORTHWESTERN SCHOOL` with HOWARD, a township of Howard County.
  const isTownship = words.named === county.name.toUpperCase() && districtName(words.text) !== ''
  const plain = isTownship ? words : withoutCounty(words, county)
  const [, outside = '', inside] = /^(.*)\(([^(]*)$/.exec(plain.named) ?? []
  const areListed = (list: string): boolean =>
    list.split(/,|&|-| AND /).every((name) => countyNamed(name.trim(), index))
  const ofCounties = inside !== undefined && outside !== '' && areListed(inside.replace(')', ''))
  const named = ofCounties ? outside.trim() : plain.named
  const isNone = plain.named === '' || (inside === undefined && /[,&]| AND /.test(named) && areListed(named))
  if (isNone) return { words: { ...plain, named: '' }, place: '' }
  // `1, LEWIS TOWNSHIP`, `2 WAYNE-HENRY`
  const [, code, comma, rest = ''] = /^0*(\d{1,2}|[A-Z])(?:(,?) (.+))?$/.exec(named) ?? []
  const isCode = code !== undefined && (rest === '' || comma === ',' || areListed(rest))
  if (!isCode) return { words: { ...plain, named }, place: '' }
  const parts = [{ word: '', code }, ...plain.parts]
  return { words: { ...plain, named: '', parts }, place: areListed(rest) ? '' : rest }
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
  /** `high`, `elementary` or `unified` */
  level: string | null
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
/** Words that tell no district from another. */
const PLAIN = meaningsOf('plain')
const LEVELS = meaningsOf('level')
/** Where a published name ends after this many letters, its last word may be cut: `little egg harbor townshi`. */
const CUT_AT = 25
const CUT_WORDS = ['township', 'borough', 'regional', 'school', 'high', 'district', 'county']

/** `ELKHART CONCORD COMM SCH CORP` → core `elkhartconcord`; `prestonsburg ind` → core `prestonsburg`, of a city. */
export function schoolName(text: string): SchoolName {
  // `LaPorte, St. Joseph`: only letters and digits count; `28J` and `_01` are numbers.
  const folded = PHRASES.reduce((done, [from, to]) => done.replace(from, to), placeFolded(text))
  const all = folded.split(' ').map((token) => ABBREVIATIONS.get(token) ?? token)
  const isNumber = (word: string): boolean => /^\d+[a-z]{0,2}$/.test(word)
  const isKind = (word: string): boolean => AREAS.has(word) || LEVELS.has(word) || PLAIN.has(word)
  const words = all.filter((word) => !isNumber(word) && !isKind(word))
  return {
    core: placeKey(words.join(' ')),
    words,
    areas: new Set(all.flatMap((word) => AREAS.get(word) ?? [])),
    level: all.findLast((word) => LEVELS.has(word)) ?? null,
    regional: all.includes('regional'),
    community: all.includes('community'),
    number: all.findLast(isNumber)?.replace(/^0+(?=.)/, '') ?? null,
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
