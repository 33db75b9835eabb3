// Resolves a location to the districts that contain or overlap it.

import { LRUCache } from 'lru-cache'
import { toMicrodegrees } from '../../data/geometry/multipolygon.ts'
import { cellKey, RINGS_OF_3_KM } from '../../data/index/cell.ts'
import { PARTS } from '../../data/place/match.ts'
import {
  type Area,
  type AreaRole,
  findPossible,
  type PlaceArea,
  type PointPlace,
  requireArea,
  toAreas,
  toPlace,
} from '../../data/place/point.ts'
import type { LocationBasis, LocationKind, LocationResolver } from '../../data/schema/vocabulary.ts'
import type { Bundle, OpenPart } from '../../data/store/bundle.ts'
import { ApiError } from '../http/errors.ts'
import { cachePerPart, memoizePerPart } from '../read/per-part-cache.ts'
import { share } from '../read/shared-text.ts'
import { findNames } from './location-string.ts'
import { areasAtOf, areasInCellAt, areasNear, areasOfWhole } from './point.ts'

// Share of a place that lies in a district.

interface Sizes {
  /** `size`: the place's part inside the district; `whole`: the whole place; same unit. Null if unknown. */
  size: number | null
  whole: number | null
}

/**
 * Returns exactly 1 if the district covers the place: a part outside is then only a sliver between two sources' lines
 * (build/boundaries/overlap.ts). Otherwise returns the share of the area, never 0 or 1.
 */
export function toShare({ size, whole }: Sizes, covers: boolean): number | null {
  if (size === null || whole === null) return null
  if (covers) return 1
  return Math.min(PARTS - 1, Math.max(1, Math.round((size / whole) * PARTS))) / PARTS
}

/** Total number of areas in the cache; each takes about 100 bytes. */
const KEPT_OVERLAPS_MAX = 200_000

export interface ResolvedLocation {
  kind: LocationKind
  /** True for a single point. */
  exact: boolean
  resolver: LocationResolver
  basis: LocationBasis
  label: string | null
  state: string
  /** Codes of all states that the place meets. Its areas are districts of these states only. */
  states: readonly string[]
  areas: readonly PlaceArea[]
  /** Equal for places with equal answers: it identifies the areas, not the requested location. */
  key: string
  /** Ids of the counties that together contain the place; empty if unknown, and for a point. */
  counties: readonly number[]
  /** Keys of the areas that the name means (area_key in data/store/ddl/places.sql); empty for a point. */
  area_keys: readonly string[]
}

/** @throws ApiError 404 for a point outside every state. */
export function findPoint(bundle: Bundle, lat: number, lng: number): ResolvedLocation {
  const [x, y] = [toMicrodegrees(lng), toMicrodegrees(lat)]
  const cell = cellKey(x, y)
  const { point: common } = loadCellPoint(bundle.places, cell)
  if (common) return common
  const point = findPointIn(bundle, areasInCellAt(bundle.places, cell, x, y), x, y)
  if (point) return point
  throw new ApiError(
    'not_found',
    'The point is outside every state and territory for which this server has district lines.',
  )
}

/** @param areas those at the point. @returns undefined outside every state */
export function findPointIn(bundle: Bundle, areas: readonly number[], x: number, y: number): Point | undefined {
  const { places } = bundle
  const within = areas.join(' ')
  const point = loadPoint(places, `${within}|`)
  if (point.state === '') return undefined
  const possible = findPossible(loadAreas(places), point, {
    ...{ lngMicro: x, latMicro: y, within: areas, areasAt: areasAtOf(places) },
    nearby: () => loadLayersNear(places, cellKey(x, y)),
  })
  return possible.length === 0 ? point : loadPoint(places, `${within}|${possible.join(' ')}`)
}

const KEPT_CELLS_MAX = 8192

/** States and types with lines in use in a cell and within 3 km of it, such as `NC county`. */
const loadLayersNear = cachePerPart((places, key: number): ReadonlySet<string> => {
  const known = loadAreas(places)
  const layers = new Set<string>()
  for (const ordinal of areasNear(places, key, RINGS_OF_3_KM)) {
    const { type, state, role, retired } = requireArea(known, ordinal)
    if (role === 'lines' && retired === 0) layers.add(`${state} ${type}`)
  }
  return layers
}, KEPT_CELLS_MAX)

const NO_COMMON = { point: undefined }

/** The place of every point of a cell, where no border crosses it and none around it makes a district possible; undefined elsewhere. */
const loadCellPoint = cachePerPart((places, key: number): { point: Point | undefined } => {
  const within = areasOfWhole(places, key)
  if (!within) return NO_COMMON
  const point = loadPoint(places, `${within.join(' ')}|`)
  const { state, gaps, may_border_city } = point
  if (state === '') return NO_COMMON
  if (gaps.length > 0 && gaps.some((type) => loadLayersNear(places, key).has(`${state} ${type}`))) return NO_COMMON
  return may_border_city && hasSimplifiedCity(places, key, state) ? NO_COMMON : { point }
}, KEPT_CELLS_MAX)

/** Whether a city whose lines are simplified may reach into a cell: CITY_LINES_ERROR_M is less than a ring of cells. */
function hasSimplifiedCity(places: OpenPart, key: number, state: string): boolean {
  const known = loadAreas(places)
  for (const ordinal of areasNear(places, key, 1)) {
    const area = requireArea(known, ordinal)
    if (area.city_lines === 'simplified' && area.state === state) return true
  }
  return false
}

export type Point = ResolvedLocation & PointPlace

/** Each takes about 2 kB. A ZIP code's grid meets dozens of them. */
const KEPT_POINTS_MAX = 8192

/**
 * Cached place for all points in the same areas. @param key ordinals of the areas, then of those that are only possible; the state is ''
 * outside every state
 */
const loadPoint = cachePerPart((places, key: string): Point => {
  const [within = [], possible = []] = key
    .split('|')
    .map((ordinals) => (ordinals === '' ? [] : ordinals.split(' ').map(Number)))
  const { state, areas, gaps, may_border_city } = toPlace(loadAreas(places), { within, possible })
  return {
    kind: 'coordinates',
    exact: true,
    resolver: 'coordinates',
    basis: 'point',
    label: null,
    state,
    states: [state],
    areas,
    key,
    counties: [],
    area_keys: [],
    may_border_city,
    gaps,
  }
}, KEPT_POINTS_MAX)

/**
 * Returns undefined for an address. No message contains the text.
 * @throws ApiError 404 for an unknown place, 400 for an ambiguous name.
 */
export function findArea(bundle: Pick<Bundle, 'places'>, text: string): ResolvedLocation | undefined {
  const names = findNames(bundle, text)
  if (!names) return undefined
  const [first] = names
  const basis = names.some((name) => name.basis === 'county') ? 'county' : 'area'
  const keys = [...new Set(names.map((name) => name.area_key))]
  const { kind, label, state } = first
  // Loaded on first use and cached: a state has thousands of districts.
  const districts = (): AreaDistricts => keepAreaDistricts(bundle.places, { keys, basis, state })
  return {
    ...{
      kind,
      exact: false,
      resolver: 'area',
      basis,
      label,
      state,
      key: [kind, label, ...keys].join('|'),
      area_keys: keys,
    },
    get states() {
      return districts().states
    },
    get areas() {
      return districts().areas
    },
    get counties() {
      return districts().counties
    },
  }
}

type AreaDistricts = Pick<ResolvedLocation, 'states' | 'areas' | 'counties'>

const areaDistrictsIn = memoizePerPart(
  (_places: OpenPart) =>
    new LRUCache<string, AreaDistricts>({
      maxSize: KEPT_OVERLAPS_MAX,
      sizeCalculation: ({ areas }) => areas.length + 1,
    }),
)

interface AreaKeys {
  keys: readonly string[]
  basis: LocationBasis
  state: string
}

function keepAreaDistricts(places: OpenPart, area: AreaKeys): AreaDistricts {
  const kept = areaDistrictsIn(places)
  const key = JSON.stringify(area)
  const districts = kept.get(key) ?? loadAreaDistricts(places, area)
  kept.set(key, districts)
  return districts
}

function loadAreaDistricts(places: OpenPart, { keys, basis, state }: AreaKeys): AreaDistricts {
  const overlaps = loadOverlaps(places, keys, basis)
  const met = new Set(overlaps.filter(({ type, role }) => type === 'state' && role === 'lines').map((one) => one.state))
  const states = met.size > 0 ? [...met].sort() : [state]
  const areas = overlaps.filter((one) => states.includes(one.state))
  // Counties divide a state without gaps.
  const whole = basis === 'area' && areas.some(({ type, covers }) => type === 'state' && covers)
  return {
    states,
    areas,
    counties: whole ? areas.filter(({ type }) => type === 'county').map(({ district_id }) => district_id) : [],
  }
}

function loadOverlaps(
  places: OpenPart,
  keys: readonly string[],
  basis: LocationBasis,
): (PlaceArea & { type: string; state: string })[] {
  // A district covers several areas of one name only if it covers each of them.
  return places
    .statement<Sizes & { district_id: number; role: AreaRole; type: string; state: string; covers: number }>(
      `SELECT overlap.district_id, overlap.role, district.type, district.state, sum(overlap.covers) = json_array_length($keys) AS covers,
  sum(overlap.size) AS size,
  (
    SELECT CASE count(*) WHEN json_array_length($keys) THEN sum(size) END
    FROM area_size
    WHERE area_key IN (SELECT value FROM json_each($keys))
  ) AS whole
FROM overlap
JOIN district ON district.id = overlap.district_id
WHERE overlap.area_key IN (SELECT value FROM json_each($keys))
GROUP BY overlap.district_id, overlap.role
ORDER BY overlap.district_id, overlap.role`,
    )
    .all({ keys: JSON.stringify(keys) })
    .map((row) => ({
      // One by one: V8 gives each copy of a row a hidden class of its own, which takes more memory than the row.
      ...{ district_id: row.district_id, role: share(row.role), type: share(row.type), state: share(row.state) },
      covers: row.covers === 1,
      // The share of each county that belongs to the place is unknown.
      share: basis === 'county' ? null : toShare(row, row.covers === 1),
    }))
}

export const loadAreas = memoizePerPart((places: OpenPart) =>
  toAreas(
    places
      .statement<Area & { ordinal: number }>(
        `SELECT area.ordinal, area.district_id, area.role, district.type, district.state, district.retired,
  CASE WHEN district.type = 'place' AND district.body ->> '$.ocd_id_minted' = 0 THEN district.summary ->> '$.lines_precision' END
    AS city_lines
FROM area
JOIN district ON district.id = area.district_id
ORDER BY area.ordinal`,
      )
      .all()
      .map((area) => ({ ...area, role: share(area.role), type: share(area.type), state: share(area.state) })),
  ),
)
