// The words of a school district's name: those that name it, and those that say its kind.

import { placeFolded, placeKey } from '../../../data/schema/folded-name.ts'

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

/** Abbreviations of several words. */
const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/\b(?:m s d|msd)\b/g, 'metropolitan school district'],
  [/\b(?:uhsd|union high|union h s)\b/g, 'high'],
  [/\b(?:h s|hsd)\b/g, 'high'],
  [/\bk 12\b/g, 'school'],
  [/\busd\b/g, 'unified'],
  [/\bsp mun\b/g, 'municipal'],
  [/\bsp?ec serv\b/g, 'special services'],
  [/\blbi\b/g, 'long beach island'],
]
const ABBREVIATIONS: Readonly<Record<string, string>> = {
  boro: 'borough',
  cnt: 'central',
  co: 'county',
  cons: 'consolidated',
  con: 'consolidated',
  consol: 'consolidated',
  com: 'community',
  comm: 'community',
  cty: 'city',
  elem: 'elementary',
  el: 'elementary',
  esd: 'elementary',
  hrbr: 'harbor',
  hs: 'high',
  in: 'independent',
  ind: 'independent',
  isd: 'independent',
  mem: 'memorial',
  pt: 'point',
  reg: 'regional',
  rg: 'regional',
  rgnl: 'regional',
  so: 'south',
  twp: 'township',
  twsp: 'township',
  unif: 'unified',
}
/** An independent or municipal district is a city's, never the county's. */
const AREAS: Readonly<Record<string, string>> = {
  borough: 'borough',
  city: 'city',
  county: 'county',
  independent: 'city',
  municipal: 'city',
  parish: 'county',
  separate: 'city',
  town: 'town',
  township: 'township',
  village: 'village',
}
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
    const word = ABBREVIATIONS[token] ?? token
    const area = AREAS[word]
    if (area !== undefined) areas.add(area)
    level = LEVELS[word] ?? level
    regional ||= word === 'regional'
    community ||= word === 'community'
    if (/^\d+[a-z]{0,2}$/.test(word)) number = word.replace(/^0+(?=.)/, '')
    else if (area === undefined && LEVELS[word] === undefined && !PLAIN.has(word)) words.push(word)
  }
  return {
    ...{ core: placeKey(words.join(' ')), words, areas, level, regional, community, number },
    ...{ cut: false, several: text.includes('/') },
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
