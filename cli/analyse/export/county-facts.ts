// Collects what a county file holds: the cells of the county and around it, the areas that its points may be in, their ballots, and the streets
// with their house numbers.

import { packPoints, packRanges } from '../../../data/core/address.ts'
import { groupBy } from '../../../data/core/group-by.ts'
import { decodeMultiPolygon } from '../../../data/geometry/polygon.ts'
import { cellDisk, cellKey, RINGS_OF_3_KM } from '../../../data/index/cell.ts'
import { areasOf } from '../../../data/index/crossing.ts'
import { isSeatOn } from '../../../data/place/ballot.ts'
import {
  COUNTY_FORMAT,
  type CountyAddresses,
  type CountyContest,
  type CountyDistrict,
  type CountyElection,
  type CountyFacts,
  type CountyHeld,
  type CountyStreet,
} from '../../../data/place/county-file.ts'
import { type Area, COVERING_TYPES } from '../../../data/place/point.ts'
import type { Language } from '../../../data/schema/vocabulary.ts'
import type { Bundle } from '../../../data/store/bundle.ts'
import { nameElections } from '../../../data/store/page-reads.ts'
import type { StreetRow } from '../../../data/street/address-match.ts'
import { decodeRange } from '../../../data/street/house-number.ts'
import { openBook } from '../../../server/place/address.ts'
import { loadContestsOfArea } from '../../../server/place/ballot.ts'
import { loadAreas } from '../../../server/place/place.ts'
import { type Cells, openCells } from '../../../server/place/point.ts'
import { loadContestsWithPositions } from '../../../server/read/contests.ts'
import { findHoldersDate, findNextPlan, loadDistricts } from '../../../server/read/districts.ts'
import { type Day, findElectionFacts, findToday, loadStates } from '../../../server/read/elections.ts'
import { finish } from '../../../server/read/sliced-work.ts'

/** @param elections ids of elections in the county's state */
export function collectCounty(
  { bundle, day }: { bundle: Bundle; day: Day },
  county: Omit<CountyFacts['county'], 'state_ocd_id'>,
  { elections, lang }: { elections: readonly number[]; lang: Language },
): CountyHeld {
  const today = findToday({ bundle, day }, county.state)
  const index = openCells(bundle.places)
  const own = findCells(bundle, index, county.district_id)
  const around = growCells(own)
  const areas = pickAreas(bundle, index, { county, own, around })
  const { contests, rules } = collectContests(bundle, areas, { elections, lang })
  const districts = [...areas, ...contests].map(({ district_id }) => district_id)
  return {
    facts: {
      format: COUNTY_FORMAT,
      county: { ...county, state_ocd_id: loadStates(bundle.places).get(county.state)?.ocd_id ?? '' },
      bundle: bundle.id,
      day: today,
      lang,
      elections: collectElections(bundle, elections, lang),
      areas,
      districts: collectDistricts(bundle, districts, today),
      contests,
      rules,
    },
    cells: new Map(around.map((key) => [key, { ...index.find(key) }])),
    addresses: collectAddresses(bundle, county, areas),
  }
}

/** Keys of the cells that meet the county: those of its border, and from there all that it covers. */
function findCells({ places }: Bundle, index: Cells, county: number): ReadonlySet<number> {
  const ordinal = loadAreas(places).areas.findIndex((area) => area?.district_id === county && area.role === 'lines')
  const lines = places.value<Uint8Array>('SELECT rings FROM boundary WHERE district_id = $county')({ county })
  const corners = lines ? decodeMultiPolygon(lines).flat() : []
  const open = corners.flatMap((ring) =>
    Array.from({ length: ring.length / 2 }, (_, at) => cellKey(ring[at * 2] ?? 0, ring[at * 2 + 1] ?? 0)),
  )
  const found = new Set<number>()
  for (const key of new Set(open)) {
    const reached = [key]
    for (const one of reached) {
      if (found.has(one) || !areasOf(index.find(one)).includes(ordinal)) continue
      found.add(one)
      reached.push(...cellDisk(one))
    }
  }
  return found
}

/** Searches around the points of the cells end in these, ascending. */
function growCells(own: ReadonlySet<number>): number[] {
  return [...new Set([...own].flatMap((key) => cellDisk(key, RINGS_OF_3_KM)))].sort((a, b) => a - b)
}

/**
 * The areas that a point of the county may be in. Around the county, only those that `findPossible` finds from inside it: districts of a
 * layer with a gap, and cities with simplified lines. No other county's lines contain a point of this one.
 */
function pickAreas(
  { places }: Bundle,
  index: Cells,
  {
    county,
    own,
    around,
  }: { county: { district_id: number; state: string }; own: ReadonlySet<number>; around: readonly number[] },
): (Area & { ordinal: number })[] {
  const known = loadAreas(places).areas
  const picked = new Map<number, Area>()
  for (const key of around)
    for (const ordinal of areasOf(index.find(key))) {
      const area = known[ordinal]
      if (!area || (area.type === 'county' && area.role === 'lines' && area.district_id !== county.district_id))
        continue
      const isState = area.type === 'state' && area.role === 'lines'
      const isNear = area.role === 'lines' && (COVERING_TYPES.includes(area.type) || area.city_lines === 'simplified')
      if (isState || (area.state === county.state && (own.has(key) || isNear))) picked.set(ordinal, area)
    }
  return [...picked].sort(([a], [b]) => a - b).map(([ordinal, area]) => ({ ordinal, ...area }))
}

/** Each contest that an area has a relation to. */
function collectContests(
  bundle: Bundle,
  areas: readonly (Area & { ordinal: number })[],
  { elections, lang }: { elections: readonly number[]; lang: Language },
): Pick<CountyFacts, 'rules'> & { contests: CountyContest[] } {
  const asked = new Set(elections)
  const said = areas.map((area) => ({
    ordinal: area.ordinal,
    relations: finish(loadContestsOfArea(bundle.ballots, area))
      .filter(([{ contest }]) => asked.has(contest.election_id))
      .flat()
      // Over all elections by id.
      .sort((a, b) => a.contest.id - b.contest.id),
  }))
  const facts = new Map(said.flatMap(({ relations }) => relations.map(({ contest }) => [contest.id, contest])))
  const bodies = loadContestsWithPositions(bundle, [...facts.keys()], {}, lang)
  const places = new Map([...facts.keys()].map((id, at) => [id, at]))
  return {
    contests: [...facts.values()].map((contest) => ({
      id: contest.id,
      election_id: contest.election_id,
      election_date: contest.election_date,
      state: contest.state,
      election_slug: contest.election_slug,
      level_rank: contest.level_rank,
      ballot_order: contest.ballot_order,
      district_id: contest.district_id,
      lines_held: contest.lines_held,
      body: JSON.parse(bodies.get(contest.id) ?? 'null'),
    })),
    rules: Object.fromEntries(
      said.flatMap(({ ordinal, relations }) =>
        relations.length === 0
          ? []
          : [[ordinal, relations.map(({ rule, contest }) => [rule, places.get(contest.id) ?? -1] as const)]],
      ),
    ),
  }
}

function collectElections(bundle: Bundle, ids: readonly number[], lang: Language): CountyElection[] {
  const names = new Map(nameElections(bundle, ids, lang).map((election) => [election.id, election]))
  return findElectionFacts(bundle, ids).flatMap(({ id, date, listed_in, missing }) => {
    const named = names.get(id)
    return named ? [{ id, slug: named.slug, name: named.name, date, listed_in: [...listed_in], missing }] : []
  })
}

function collectDistricts(bundle: Bundle, ids: readonly number[], today: string): CountyDistrict[] {
  const seatsOn = findHoldersDate(bundle) ?? today
  return finish(loadDistricts(bundle, ids)).map(({ census_geoid: _, county_geoid: __, ...district }) => ({
    ...district,
    is_seat: isSeatOn(district, seatsOn, findNextPlan(bundle, district)),
  }))
}

// The streets.

/** A state has a million streets, and their points would fill memory. */
const STREETS_A_STEP = 5000

const STREET = 'street_id, name, state, zip, city, prefix, suffix, postfix'

type NamedStreet = StreetRow & { name: string }

/** Null if no address of the county is held. @param areas those of the county file */
export function collectAddresses(
  bundle: Pick<Bundle, 'places' | 'addresses'>,
  county: { district_id: number; state: string },
  areas: readonly (Area & { ordinal: number })[],
  streetsAStep = STREETS_A_STEP,
): CountyAddresses | null {
  const book = openBook(bundle)
  const own = areas.find(({ district_id, role }) => district_id === county.district_id && role === 'lines')?.ordinal
  if (!book || own === undefined) return null
  const isHere = (lng: number, lat: number): boolean => book.areasAt(lng, lat).includes(own)
  const streets = collectStreets(bundle, county.state, isHere, streetsAStep)
  if (streets.length === 0) return null
  return {
    streets,
    zip_cities: listZipCities(bundle, [...new Set(streets.map(({ zip }) => zip))]),
    zips: listZips(bundle, county.district_id),
    places: Object.fromEntries(
      areas.flatMap(({ ordinal, type }) => (type === 'place' ? [[ordinal, book.placeNamed(ordinal) ?? '']] : [])),
    ),
  }
}

/** By street_id. @param isHere whether a point in microdegrees lies in the county */
function collectStreets(
  { addresses }: Pick<Bundle, 'addresses'>,
  state: string,
  isHere: (lng: number, lat: number) => boolean,
  aStep: number,
): CountyStreet[] {
  const found = new Map<
    number,
    { street: NamedStreet; points: ReturnType<typeof packPoints>; ranges: ReturnType<typeof packRanges> }
  >()
  const open = (street: NamedStreet) => {
    const known = found.get(street.street_id) ?? { street, points: packPoints(), ranges: packRanges() }
    found.set(street.street_id, known)
    return known
  }
  const points = addresses?.statement<
    NamedStreet & { lead: string; value: number; tail: string; lng: number; lat: number }
  >(
    `SELECT ${STREET}, lead, value, tail, lng, lat
FROM street
JOIN street_name USING (name_id)
JOIN address_point USING (name_id, street_id)
WHERE street_id > $after AND street_id <= $to AND state = $state
ORDER BY street_id, value, lead, tail, lng, lat`,
  )
  const ranges = addresses?.statement<NamedStreet & { lead: string; range: Uint8Array }>(
    `SELECT ${STREET}, lead, range
FROM street
JOIN street_name USING (name_id)
JOIN address_range USING (street_id)
WHERE street_id > $after AND street_id <= $to AND state = $state
ORDER BY street_id, lead, low, high, range`,
  )
  const last = addresses?.statement<{ id: number }>('SELECT max(street_id) AS id FROM street').get()?.id ?? 0
  for (let after = 0; after < last; after += aStep) {
    const step = { state, after, to: after + aStep }
    // A number with points on both sides of the county's border keeps all of them: it is ambiguous here, too.
    for (const house of groupHouses(points?.all(step) ?? []))
      if (house.some(({ lng, lat }) => isHere(lng, lat)))
        for (const { lead, value, tail, lng, lat, ...street } of house)
          open(street).points.add(`${lead}${value}${tail}`, { lng, lat })
    for (const { lead, range, ...street } of ranges?.all(step) ?? []) {
      const decoded = decodeRange(range)
      const { line } = decoded
      const ends = [line.slice(0, 2), line.slice(-2)]
      if (ends.some(([lng = 0, lat = 0]) => isHere(lng, lat))) open(street).ranges.add({ lead, ...decoded })
    }
  }
  return [...found.values()].map(({ street: { name, prefix, suffix, postfix, zip, city }, points, ranges }) => ({
    name,
    prefix,
    suffix,
    postfix,
    zip,
    city,
    points: points.bytes(),
    ranges: ranges.bytes(),
  }))
}

/** @param points in the order of their houses */
function groupHouses<Point extends { street_id: number; lead: string; value: number; tail: string }>(
  points: readonly Point[],
): Point[][] {
  const houses = groupBy(points, ({ street_id, lead, value, tail }) => `${street_id} ${lead} ${value} ${tail}`)
  return [...houses.values()]
}

function listZipCities(
  { addresses }: Pick<Bundle, 'addresses'>,
  zips: readonly string[],
): [zip: string, city: string][] {
  const rows = addresses
    ?.statement<{ zip: string; city: string }>(
      'SELECT zip, city FROM zip_city WHERE zip IN (SELECT value FROM json_each($zips)) ORDER BY zip, city',
    )
    .all({ zips: JSON.stringify(zips) })
  return (rows ?? []).map(({ zip, city }) => [zip, city])
}

/** ZIP codes that meet a county. */
function listZips({ places }: Pick<Bundle, 'places'>, county: number): string[] {
  return places
    .statement<{ area_key: string }>(
      `SELECT area_key FROM overlap WHERE district_id = $county AND role = 'lines' AND area_key LIKE 'zip:%' ORDER BY area_key`,
    )
    .all({ county })
    .map(({ area_key }) => area_key.slice('zip:'.length))
}
