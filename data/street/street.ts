// Folds a street into the one form that build stores and the server looks up (USPS Publication 28).

import { folded } from '../schema/folded-name.ts'
import { findStateByWords } from '../schema/states.ts'

// Numbered roads: agencies use different words for the same few classes.

/** `us 1`, `i 5`, `sr 9`, `cr 12`, `fm 1960`, `tr 5`; `hwy 9` if the class is not named. */
interface Highway {
  name: string
  /** The words after the number. */
  tail: readonly string[]
}

const ROAD = ['highway', 'hwy', 'hiway', 'hw', 'hgwy', 'route', 'rte', 'rt', 'road', 'rd']
const PLAIN = ['highway', 'hwy', 'hiway', 'hw', 'hgwy', 'route', 'rte', 'rt']
const FARM = ['fm', 'rm']

/** Classes by their first words. `bare` classes need no word for a road after them; the others do. */
const CLASSES: readonly {
  name: string
  words: readonly (readonly string[])[]
  roads: readonly string[]
  bare: boolean
}[] = [
  { name: 'us', words: [['us'], ['u', 's'], ['united', 'states']], roads: PLAIN, bare: true },
  { name: 'i', words: [['interstate'], ['i'], ['ih']], roads: PLAIN, bare: true },
  { name: 'cr', words: [['county'], ['co'], ['cnty'], ['cty']], roads: [...ROAD, 'trunk'], bare: false },
  { name: 'cr', words: [['cr'], ['cth'], ['csah'], ['coh']], roads: [], bare: true },
  { name: 'sr', words: [['state'], ['st']], roads: ROAD, bare: false },
  { name: 'sr', words: [['sr'], ['srt'], ['sh'], ['sth']], roads: [], bare: true },
  {
    name: 'fm',
    words: [['farm', 'to', 'market'], ['ranch', 'to', 'market'], ['ranch']],
    roads: ['road', 'rd'],
    bare: false,
  },
  { name: 'fm', words: FARM.map((word) => [word]), roads: ['road', 'rd'], bare: true },
  { name: 'tr', words: [['township'], ['twp']], roads: ['road', 'rd', 'highway', 'hwy'], bare: false },
  { name: 'hwy', words: PLAIN.map((word) => [word]), roads: [], bare: true },
]

const NUMBER = /^\d{1,5}[a-z]?$/
/** Wisconsin's county roads have letters. */
const LETTERS = /^[a-z]{1,3}$/
const KINDS_OF_LETTERS = new Set(['ct', 'dr', 'st', 'rd', 'ln', 'pl', 'ave', 'way', 'cir', 'ter', 'loop', 'trl'])

/** @param words without directions before them */
function findHighway(words: readonly string[]): Highway | undefined {
  const [first = '', ...others] = words
  if (first === 'old') {
    const old = findHighway(others)
    return old && { ...old, name: `old ${old.name}` }
  }
  for (const { name, words: begins, roads, bare } of CLASSES)
    for (const begin of begins) {
      if (!begin.every((word, at) => words[at] === word)) continue
      const found = numberAfter(words, begin.length, { name, roads, bare })
      if (found) return found
    }
  // `CA 1`, `California Highway 1`, `NC Hwy 54`
  for (const count of [1, 2]) {
    const state = findStateByWords(words.slice(0, count).join(' '))
    const found =
      state && numberAfter(words, count, { name: 'sr', roads: PLAIN, bare: count === 1 && first.length === 2 })
    if (found) return found
  }
  return undefined
}

function numberAfter(
  words: readonly string[],
  start: number,
  { name, roads, bare }: { name: string; roads: readonly string[]; bare: boolean },
): Highway | undefined {
  let at = start
  while (at < start + 2 && roads.includes(words[at] ?? '')) at++
  if (at === start && !bare) return undefined
  const id = words[at] ?? ''
  const lettered = name === 'cr' && LETTERS.test(id) && !KINDS_OF_LETTERS.has(id) && at === words.length - 1
  return NUMBER.test(id) || lettered ? { name: `${name} ${id}`, tail: words.slice(at + 1) } : undefined
}

/** Other names of a numbered road: each class for `hwy`, and `hwy` for a class. */
function toHighwayKin(name: string): string[] {
  const [, old = '', of = '', id = ''] = /^(old )?(us|sr|hwy) (.+)$/.exec(name) ?? []
  if (of === 'hwy') return [`${old}us ${id}`, `${old}sr ${id}`]
  return of === '' ? [] : [`${old}hwy ${id}`]
}

/** Each field is empty if absent. `n`, `main`, `st`, `` of North Main Street. */
export interface Street {
  prefix: string
  /** Without spaces, which people write inconsistently. A highway's name is its class and number: `us 1`, `sr 9`, `cr 12`. */
  name: string
  suffix: string
  postfix: string
}

/** Folded, without dots and apostrophes; `&` becomes a word, and any other character except letters and digits a space. */
export function toWords(text: string): string[] {
  return folded(text)
    .replace(/[.'’`]/g, '')
    .replace(/&/g, ' and ')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
}

/** Undefined if the text has no word. */
export function foldStreet(text: string): Street | undefined {
  const words = toWords(text)
  return words.length === 0 ? undefined : parseStreet(words)
}

/** Writes a street so that folding gives the same street again. */
export function writeStreet({ prefix, name, suffix, postfix }: Street): string {
  return [prefix, name, suffix, postfix].filter((part) => part !== '').join(' ')
}

/**
 * Other readings of a street with a part left out: `Forest Park` may be a Drive; `Key West` is not the western part of Key.
 * @param words at least one, in the form of toWords
 */
export function otherReadings(words: readonly string[]): Street[] {
  const plain = parseStreet(words)
  const folds = foldOrdinals(words)
  const [prefix, rest] = takePrefix(folds)
  const others: Street[] = toHighwayKin(plain.name).map((name) => ({ ...plain, name }))
  const [first = '', middle = '', last = ''] = folds
  if (folds.length === 3 && DIRECTIONS.has(first) && SUFFIXES.has(middle) && DIRECTIONS.has(last))
    // `East Avenue S` of Palmdale is Avenue S; `North Avenue W` is North Avenue.
    others.push(
      { prefix: direction(first), name: nameOf([middle, last]), suffix: '', postfix: '' },
      { prefix: '', name: first, suffix: kind(middle), postfix: direction(last) },
    )
  if (plain.postfix !== '' && plain.suffix === '' && !isHighway(plain))
    others.push({ prefix, name: nameOf(rest), suffix: '', postfix: '' })
  if (plain.suffix !== '' && !PLAIN_SUFFIXES.has(plain.suffix) && plain.postfix === '')
    others.push({ prefix, name: nameOf(rest), suffix: '', postfix: '' })
  return others.filter((other) => writeStreet(other) !== writeStreet(plain))
}

/** @param words at least one, in the form of toWords */
export function parseStreet(words: readonly string[]): Street {
  const folds = foldOrdinals(words)
  const [prefix, rest] = takePrefix(folds)
  const highway = findHighway(rest)
  if (highway) {
    const [tail, postfix] = takePostfix(highway.tail, 0)
    return { prefix, name: [highway.name, ...tail.map(nameWord)].join(' '), suffix: '', postfix }
  }
  let [named, postfix] = isLetterStreet(rest) ? [rest, ''] : takePostfix(rest, 1)
  let suffix = ''
  const last = named.at(-1) ?? ''
  if (named.length > 1 && SUFFIXES.has(last) && !isLetterStreet(named)) {
    suffix = kind(last)
    named = named.slice(0, -1)
    // A grid's `1200 South Street`.
    if (postfix === '' && named.length === 2 && isNumber(named[0])) [named, postfix] = takePostfix(named, 1)
  }
  return { prefix, name: nameOf(named), suffix, postfix }
}

/** Whether the words end with the number of a road: `County Road 12`. @param words in the form of toWords */
export function isRoadNumber(words: readonly string[]): boolean {
  const [, rest] = takePrefix(foldOrdinals(words))
  return findHighway(rest)?.tail.length === 0
}

/** Directions before a name; at least one word stays for the name. */
function takePrefix(words: readonly string[]): [prefix: string, rest: readonly string[]] {
  const [first = '', second = '', third = ''] = words
  if (!DIRECTIONS.has(first) || words.length < 2) return ['', words]
  // `North Ave`, `N St`, and `North Ave W`, but `E Avenue S`.
  if (words.length === 2 && SUFFIXES.has(second)) return ['', words]
  if (words.length === 3 && PLAIN_SUFFIXES.has(kind(second)) && DIRECTIONS.has(third))
    return first.length === 1 && third.length === 1 ? [first, words.slice(1)] : ['', words]
  const both = direction(first) + direction(second)
  const named = words.slice(2)
  const isPair = DIRECTIONS.has(both) && both.length === 2 && direction(first).length === 1
  if (isPair && named.length > 0 && !(named.length === 1 && SUFFIXES.has(named[0] ?? ''))) return [both, named]
  return [direction(first), words.slice(1)]
}

/** @param least the number of words that must stay */
function takePostfix(words: readonly string[], least: number): [rest: readonly string[], postfix: string] {
  const [last = '', before = ''] = [words.at(-1), words.at(-2)]
  if (!DIRECTIONS.has(last) || words.length <= least) return [words, '']
  const both = direction(before) + direction(last)
  if (DIRECTIONS.has(before) && DIRECTIONS.has(both) && words.length - 1 > least) return [words.slice(0, -2), both]
  return [words.slice(0, -1), direction(last)]
}

/** `Avenue N`, `Street E` */
function isLetterStreet(words: readonly string[]): boolean {
  const [first = '', second = ''] = words
  return words.length === 2 && PLAIN_SUFFIXES.has(kind(first)) && second.length === 1
}

function isHighway({ name }: Street): boolean {
  return name.includes(' ') && !/^\d/.test(name)
}

function isNumber(word: string | undefined): boolean {
  return word !== undefined && /^\d+$/.test(word)
}

function direction(word: string): string {
  return DIRECTIONS.get(word) ?? word
}

function kind(word: string): string {
  return SUFFIXES.get(word) ?? word
}

function nameWord(word: string): string {
  return word === 'saint' || word === 'sainte' ? 'st' : (KIND_WORDS.get(word) ?? word)
}

/** The folded name of a street or town: `Mount Saint Helens` = `Mt St Helens`, `La Jolla` = `LaJolla`; two numbers stay separate. */
export function nameOf(words: readonly string[]): string {
  let name = ''
  for (const word of words.map(nameWord)) name += /\d$/.test(name) && /^\d/.test(word) ? ` ${word}` : word
  return name
}

// Words of street names with several spellings: directions, street suffixes (USPS Publication 28, appendix C1, and further spellings of
// counties), ordinals. Keys and values are folded.

/** Spelling → stored form. */
export const DIRECTIONS: ReadonlyMap<string, string> = new Map([
  ...['n', 's', 'e', 'w', 'ne', 'nw', 'se', 'sw'].map((code): [string, string] => [code, code]),
  ...[
    ['north', 'n'],
    ['south', 's'],
    ['east', 'e'],
    ['west', 'w'],
  ].map(([word = '', code = '']): [string, string] => [word, code]),
  ['northeast', 'ne'],
  ['northwest', 'nw'],
  ['southeast', 'se'],
  ['southwest', 'sw'],
])

/** The stored form first, then other spellings. */
const KINDS = `
aly allee alley ally, anx anex annex annx, arc arcade, ave av aven avenu avenue avn avnue, bch beach, bg burg, bgs burgs,
blf bluf bluff, blfs bluffs, blvd boul boulevard boulv, bnd bend, br branch brnch, brg brdge bridge, brk brook, brks brooks,
btm bot bottm bottom, byp bypa bypas bypass byps, byu bayoo bayou, cir circ circl circle crcl crcle, cirs circles, clb club,
clf cliff, clfs cliffs, cmn common, cmns commons, cor corner, cors corners, cp camp cmp, cpe cape,
cres crecent crescent cresent crscnt crsent crsnt, crk ck creek, crse course, crst crest, cswy causeway causwa causway,
ct court crt, ctr cen cent center centr centre cnter cntr, ctrs centers, cts courts, curv curve, cv cove, cvs coves,
cyn canyn canyon cnyn, dl dale, dm dam, dr driv drive drv, drs drives, dv div divide dvd, est estate, ests estates,
expy expr express expressway expw, ext extension extn extnsn, exts extensions, fall, fld field, flds fields, fls falls, flt flat,
flts flats, frd ford, frds fords, frg forg forge, frgs forges, frk fork, frks forks, frst forest forests, fry ferry frry,
ft fort frt, fwy freeway freewy frway frwy, gdn garden gardn grden grdn, gdns gardens grdns, gln glen, glns glens, grn green,
grns greens, grv grov grove, grvs groves, gtwy gateway gatewy gatway gtway, hbr harb harbor harbr hrbor, hbrs harbors, hl hill,
hls hills, holw hllw hollow hollows holws, hts height heights hgts ht, hvn haven havn, hwy highway highwy hiway hiwy hway,
inlt inlet, is island islnd, isle isles, iss islands islnds, jct jction jctn junction junctn juncton, jcts jctns junctions,
knl knol knoll, knls knolls, ky key, kys keys, land, lck lock, lcks locks, ldg ldge lodg lodge, lf loaf, lgt light, lgts lights,
lk lake, lks lakes, ln lane lanes, lndg landing lndng, loop loops, mall, mdw meadow, mdws meadows medows, mews, ml mill, mls mills,
mnr manor, mnrs manors, msn mission missn mssn, mt mnt mount, mtn mntain mntn mountain mountin mtin, mtns mntns mountains,
mtwy motorway, nck neck, opas overpass, orch orchard orchrd, oval ovl, park parks pk prk, pass, path paths, pike pikes,
pkwy parkway parkways parkwy pkway pkwys pky, pl place, pln plain, plns plaines plains, plz plaza plza, pne pine, pnes pines,
pr prairie prarie prr, prt port, prts ports, psge passage, pt point, pts points, radl rad radial radiel, ramp, rd road,
rdg rdge ridge, rdgs ridges, rds roads, riv river rivr rvr, rnch ranch ranches rnchs, row, rpd rapid, rpds rapids, rst rest,
rte route, rue, run, shl shoal, shls shoals, shr shoar shore, shrs shoars shores, skwy skyway, smt sumit sumitt summit,
spg spng spring sprng, spgs spngs springs sprngs, spur spurs, sq sqr sqre squ square, sqs sqrs squares, st str street strt,
sta station statn stn, stra strav strave straven stravenue stravn strvn strvnue, strm stream streme, sts streets,
ter terr terrace, tpke tpk trnpk trpk turnpike turnpk, trak track tracks trk trks, trce trace traces, trfy trafficway,
trl trail trails trls, trwy throughway, tunl tunel tunls tunnel tunnels tunnl, un union, uns unions, upas underpass,
via vdct viadct viaduct, vis vist vista vst vsta, vl ville, vlg vill villag village villg villiage, vlgs villages,
vly valley vally vlly, vlys valleys, vw view, vws views, walk walks, wall, way, ways, wl well, wls wells, xing crossing crssing crssng,
xrd crossroad, xrds crossroads`

/** Suffixes only at the end of a street: elsewhere they are ordinary words. */
const ENDING_KINDS =
  'ave ave, blvd bl bv, ln la, cir ci, ter te, cmn cm, pkwy pw py, loop lp, plz pz, hwy hw, way wy, trl tr, crk cr, expy exp'

/** A street's name is complete without these suffixes; the other suffixes may be its last word. */
const PLAIN_KINDS =
  'aly ave blvd byp cir ct cv cres cswy dr expy fwy hwy ln loop pkwy path pike pl plz rd rte sq st ter tpke trce trl way xing'

function toMap(list: string): Map<string, string> {
  const rows = list.split(',').map((row) => row.trim().split(' '))
  return new Map(
    rows.flatMap(([kept = '', ...others]) => [kept, ...others].map((word): [string, string] => [word, kept])),
  )
}

/** Suffixes that may occur anywhere in a name. */
export const KIND_WORDS: ReadonlyMap<string, string> = toMap(KINDS)
/** Suffixes that may end a street. */
export const SUFFIXES: ReadonlyMap<string, string> = new Map([...KIND_WORDS, ...toMap(ENDING_KINDS)])
export const PLAIN_SUFFIXES: ReadonlySet<string> = new Set(PLAIN_KINDS.split(' '))

const UNITS = 'first second third fourth fifth sixth seventh eighth ninth'.split(' ')
const TEENS =
  'tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth'.split(' ')
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')

const ORDINALS: ReadonlyMap<string, number> = new Map([
  ...UNITS.map((word, at): [string, number] => [word, at + 1]),
  ...TEENS.map((word, at): [string, number] => [word, at + 10]),
  ...TENS.map((word, at): [string, number] => [word.replace(/y$/, 'ieth'), (at + 2) * 10]),
])

/** `first`, `1st` and `1` are one word, as are `twenty first` and `21st`. */
function foldOrdinals(words: readonly string[]): string[] {
  const folded: string[] = []
  for (let at = 0; at < words.length; at++) {
    const [word = '', next = ''] = [words[at], words[at + 1]]
    const unit = UNITS.indexOf(next) + 1
    const tens = TENS.indexOf(word) + 2
    if (tens >= 2 && unit > 0) {
      folded.push(String(tens * 10 + unit))
      at++
    } else folded.push(String(ORDINALS.get(word) ?? /^(\d+)(?:st|nd|rd|th)$/.exec(word)?.[1] ?? word))
  }
  return folded
}
