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
export function foldOrdinals(words: readonly string[]): string[] {
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
