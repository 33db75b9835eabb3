// Answers one row: the districts at its point or address, and whether each of them is certain.

import { toMicrodegrees } from '../../../data/geometry/polygon.ts'
import { COVERING_TYPES } from '../../../data/place/point.ts'
import type { Bundle } from '../../../data/store/bundle.ts'
import { parseAddress } from '../../../data/street/address-text.ts'
import { findLocalAddress } from '../../../server/place/address.ts'
import { loadBoundaries, type PlaceDistrictRow } from '../../../server/place/ballot.ts'
import { findPointIn, type Point } from '../../../server/place/place.ts'
import { areasAt } from '../../../server/place/point.ts'
import { createCalendar } from '../../../server/read/elections.ts'
import { finish } from '../../../server/read/sliced-work.ts'
import { LAYERS, type Layer } from './layers.ts'

export interface Answer {
  /** For each layer its OCD ids, then its GEOIDs in the same order. Several of one layer are joined by `|`. */
  cells: readonly string[]
  /** Why not every layer is certain, such as `near_border:cd gap:county`; empty if the answer is exact. */
  reason: string
  /** The column at fault if the row was rejected; its cells are then empty. */
  fault: LocatingColumn | null
}

export type LocatingColumn = 'lat' | 'lng' | 'address'

/** Why a row is not exact, for a layer or, outside every state and county, for all. */
export const DOUBTS = ['near_border', 'gap', 'no_lines', 'outside'] as const
type Doubt = (typeof DOUBTS)[number]

export const REJECT_REASONS = [
  'missing_coordinate',
  'invalid_coordinate',
  'out_of_range',
  'swapped',
  'missing_address',
  'no_house_number',
  'no_point',
  'not_found',
  'ambiguous',
] as const
type RejectReason = (typeof REJECT_REASONS)[number]

export interface Matcher {
  /** @param lat degrees; null if missing, NaN if it is no number. @param lng likewise */
  findPoint(lat: number | null, lng: number | null): Answer
  /** The answer of each row, looked up one region after another: neighbors find their part of the index in the processor's cache. */
  findPoints(lats: readonly (number | null)[], lngs: readonly (number | null)[]): Answer[]
  /** @param text an address in one line. It is looked up in the bundle alone, and stored nowhere. */
  findAddress(text: string): Answer
}

/** @param asOf the day, YYYY-MM-DD, whose boundaries apply */
export function createMatcher(bundle: Bundle, layers: readonly Layer[], asOf: string): Matcher {
  const day = createCalendar([], asOf)(0)
  const empty = layers.flatMap(() => ['', ''])
  const outside: Answer = { cells: empty, reason: 'outside', fault: null }
  const answersByAreas = createAreasCache<Answer>()
  // Beside a gap or a city's border, all points of the same areas and the same possible ones share one place, as long as the lookup keeps it.
  const answers = new WeakMap<Point, Answer>()

  const reject = (reason: RejectReason, fault: LocatingColumn): Answer => ({ cells: empty, reason, fault })
  const answerOf = (place: Point): Answer => {
    const known = answers.get(place)
    if (known) return known
    const { districts } = finish(loadBoundaries({ bundle, day }, place, []))
    const inForce = districts.filter(({ lines }) => lines === 'next_ballot')
    const found = layers.map((layer) => answerLayer(bundle, place, layer, inForce))
    const reason = found.flatMap(({ doubts }) => doubts).join(' ')
    const answer = { cells: found.flatMap(({ cells }) => cells), reason, fault: null }
    answers.set(place, answer)
    return answer
  }
  /** True if all points in the same areas have one answer. */
  const isAlike = ({ gaps, may_border_city }: Point): boolean =>
    gaps.length === 0 && !(may_border_city && layers.includes('place'))
  const locate = (lat: number, lng: number): Answer => {
    const [x, y] = [toMicrodegrees(lng), toMicrodegrees(lat)]
    const areas = areasAt(bundle, x, y)
    const known = answersByAreas.find(areas)
    if (known) return known
    const place = findPointIn(bundle, areas, x, y)
    const answer = place ? answerOf(place) : outside
    if (!place || isAlike(place)) answersByAreas.set(areas, answer)
    return answer
  }

  const findOne = (lat: number | null, lng: number | null): Answer => {
    if (lat === null || lng === null) return reject('missing_coordinate', lat === null ? 'lat' : 'lng')
    if (Number.isNaN(lat) || Number.isNaN(lng)) return reject('invalid_coordinate', Number.isNaN(lat) ? 'lat' : 'lng')
    const answer = isOnGlobe(lat, lng) ? locate(lat, lng) : outside
    if (answer !== outside) return answer
    if (isOnGlobe(lng, lat) && locate(lng, lat) !== outside) return reject('swapped', 'lat')
    return isOnGlobe(lat, lng) ? outside : reject('out_of_range', isOnGlobe(lat, 0) ? 'lng' : 'lat')
  }

  return {
    findPoint: findOne,
    findPoints(lats, lngs) {
      const answers = new Array<Answer>(lats.length).fill(outside)
      for (const at of orderByRegion(lats, lngs)) answers[at] = findOne(lats[at] ?? null, lngs[at] ?? null)
      return answers
    },
    findAddress(text) {
      if (text.trim() === '') return reject('missing_address', 'address')
      const parsed = parseAddress(text)
      if (parsed.kind === 'other') return reject('no_house_number', 'address')
      if (parsed.kind === 'no_point') return reject('no_point', 'address')
      const point = findLocalAddress(bundle, parsed)
      if (!point) return reject('not_found', 'address')
      if ('ambiguous' in point) return reject('ambiguous', 'address')
      return locate(point.lat, point.lng)
    },
  }
}

const REGIONS_PER_DEGREE = 4

/** Positions of the rows, region by region. Any number may stand for a region, also that of a point off the globe. */
function orderByRegion(lats: readonly (number | null)[], lngs: readonly (number | null)[]): Float64Array {
  const rows = lats.length
  const keys = Float64Array.from({ length: rows }, (_, at) => {
    const row = Math.floor((lats[at] ?? 0) * REGIONS_PER_DEGREE) & 1023
    const column = Math.floor((lngs[at] ?? 0) * REGIONS_PER_DEGREE) & 2047
    return (row * 2048 + column) * rows + at
  })
  return keys.sort().map((key) => key % rows)
}

function isOnGlobe(lat: number, lng: number): boolean {
  return lat >= -90 && lat <= 90 && lng >= -180 && lng <= 180
}

interface LayerAnswer {
  cells: [ocd_ids: string, geoids: string]
  /** Empty if its districts are certain. */
  doubts: `${Doubt}:${Layer}`[]
}

function answerLayer(
  bundle: Bundle,
  { areas, state, beside_state }: Point,
  layer: Layer,
  inForce: readonly PlaceDistrictRow[],
): LayerAnswer {
  const type = LAYERS[layer]
  const geoidOf = ({ district }: PlaceDistrictRow): string | null =>
    layer === 'county' ? district.county_geoid : district.census_geoid
  const lines = new Map(areas.flatMap((area) => (area.role === 'lines' ? [[area.district_id, area.covers]] : [])))
  // A city outside all counties stands in both columns.
  const own = inForce.filter(
    ({ district }) => district.type === type || (layer === 'county' && district.county_geoid !== null),
  )
  const contains = ({ district }: PlaceDistrictRow): boolean => lines.get(district.id) === true
  const ordered = [...own.filter(contains), ...own.filter((one) => !contains(one))]
  const possible = own.filter(({ match }) => match === 'possible')
  const doubts: Doubt[] = []
  const isGap = isCovering(type) && !beside_state
  if (isGap && possible.some(({ district }) => lines.get(district.id) === false)) doubts.push('gap')
  else if (possible.length > 0) doubts.push('near_border')
  else if (own.length === 0 && isCovering(type) && hasDistricts(bundle, state, type)) doubts.push('no_lines')
  return {
    cells: [
      ordered.map(({ district }) => district.ocd_id).join('|'),
      ordered.map((one) => geoidOf(one) ?? '').join('|'),
    ],
    doubts: doubts.map((doubt) => `${doubt}:${layer}` as const),
  }
}

/** Districts of the type cover every state that has any. */
function isCovering(type: string): boolean {
  return COVERING_TYPES.some((one) => one === type)
}

// Answers by the areas at a point. Nearly all points share their areas with others, and joining the numbers to a key takes longer than
// finding them.

interface AreasCache<Value> {
  find(areas: readonly number[]): Value | undefined
  /** Replaces the value of any areas with the same slot. */
  set(areas: readonly number[], value: Value): void
}

/** About eight times the combinations of areas in the nation, so that few share a slot. */
const SLOTS = 1 << 18

export function createAreasCache<Value>(): AreasCache<Value> {
  const entries = new Array<{ areas: readonly number[]; value: Value } | undefined>(SLOTS).fill(undefined)
  return {
    find(areas) {
      const entry = entries[slotOf(areas)]
      if (entry?.areas.length !== areas.length) return undefined
      for (let at = 0; at < areas.length; at++) if (entry.areas[at] !== areas[at]) return undefined
      return entry.value
    },
    set(areas, value) {
      entries[slotOf(areas)] = { areas, value }
    },
  }
}

function slotOf(areas: readonly number[]): number {
  let hash = areas.length
  for (const area of areas) hash = Math.imul(hash ^ area, 0x9e3779b1)
  return hash >>> 14
}

/** Whether the state has any district of this type, drawn or not. */
function hasDistricts({ places }: Bundle, state: string, type: string): boolean {
  return (
    places.statement('SELECT 1 FROM district WHERE state = $state AND type = $type LIMIT 1').get({ state, type }) !==
    undefined
  )
}
