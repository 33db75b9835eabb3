// Resolves a location to the districts that contain or overlap it.

import { LRUCache } from 'lru-cache'
import { toMicrodegrees } from '../../data/geometry/multipolygon.ts'
import { cellKey, regionOf } from '../../data/index/cell.ts'
import { CITY_LINES_ERROR_M } from '../../data/reference/city-lines.ts'
import type { LinesPrecision, LocationBasis, LocationKind, LocationResolver } from '../../data/schema/vocabulary.ts'
import type { Bundle, OpenPart } from '../../data/store/bundle.ts'
import { ApiError } from '../http/errors.ts'
import { cachePerPart, memoizePerPart } from '../read/per-part-cache.ts'
import { share } from '../read/shared-text.ts'
import { findNames } from './location-string.ts'
import { areasAt, areasNear, findBordering, findNearest } from './point.ts'

// Share of a place that lies in a district.

interface Sizes {
  /** `size`: the place's part inside the district; `whole`: the whole place; same unit. Null if unknown. */
  size: number | null
  whole: number | null
}

/** Shares are rounded to four decimals. */
export const PARTS = 10_000
/** The largest share of a district that does not cover the place. */
export const SHARE_MAX = (PARTS - 1) / PARTS

/**
 * Returns exactly 1 if the district covers the place: a part outside is then only a sliver between two sources' lines
 * (build/lines/overlap.ts). Otherwise returns the share of the area, never 0 or 1.
 */
export function toShare({ size, whole }: Sizes, covers: boolean): number | null {
  if (size === null || whole === null) return null
  if (covers) return 1
  return Math.min(PARTS - 1, Math.max(1, Math.round((size / whole) * PARTS))) / PARTS
}

/** Total number of areas in the cache; each takes about 100 bytes. */
const KEPT_OVERLAPS_MAX = 200_000

export interface PlaceArea {
  district_id: number
  role: string
  /**
   * The district covers the whole place. True for a point, unless the district is only the nearest one, or the point is too
   * close to the simplified border of a city.
   */
  covers: boolean
  /** Share of the place's area in the district's lines; null for a point, or if unknown. */
  share: number | null
}

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

interface AreaRow {
  district_id: number
  role: string
  type: string
  state: string
  retired: number
  /** The precision of a city's lines; null for other districts, and census designated places. */
  city_lines: LinesPrecision | null
}

/** Layers whose districts cover the whole state, if they are drawn. */
export const COVERING_TYPES = ['county', 'congressional', 'state_upper', 'state_lower']

/** @throws ApiError 404 for a point outside every state. */
export function findPoint(bundle: Bundle, lat: number, lng: number): ResolvedLocation {
  const [x, y] = [toMicrodegrees(lng), toMicrodegrees(lat)]
  const point = findPointIn(bundle, areasAt(bundle, x, y), x, y)
  if (point) return point
  throw new ApiError(
    'not_found',
    'The point is outside every state and territory for which this server has district lines.',
  )
}

/**
 * The state that contains the point decides which districts apply, because another state's lines may cross the border. If a
 * layer has a gap at the point, that state's nearest districts are possible. So are cities whose simplified border is nearer than its
 * error, on either side of it, except in a city with exact lines.
 * @param areas those at the point
 * @returns undefined outside every state
 */
export function findPointIn(bundle: Bundle, areas: readonly number[], x: number, y: number): Point | undefined {
  const within = areas.join(' ')
  const point = loadPoint(bundle.places, `${within}|`)
  const { state } = point
  if (state === '') return undefined
  const known = loadAreas(bundle.places)
  // Most gaps are far from every district: the layer is drawn in a part of the state alone.
  const near = point.gaps.length > 0 ? loadLayersNear(bundle.places, regionOf(cellKey(x, y))) : NONE
  const gaps = point.gaps.filter((type) => near.has(`${state} ${type}`))
  const nearest = findNearest(bundle, { lngMicro: x, latMicro: y, layers: gaps }, (ordinal) => {
    const area = known.areas[ordinal]
    return area?.state === state && area.role === 'lines' && area.retired === 0 ? area.type : undefined
  })
  const cities = point.may_border_city
    ? findBordering(bundle, { lngMicro: x, latMicro: y, within: areas }, CITY_LINES_ERROR_M).filter((ordinal) => {
        const area = known.areas[ordinal]
        return area?.city_lines === 'simplified' && area.state === state
      })
    : []
  const possible = [...nearest, ...cities]
  if (possible.length === 0) return point
  return loadPoint(bundle.places, `${within}|${possible.sort((a, b) => a - b).join(' ')}`)
}

const NONE: ReadonlySet<string> = new Set()
const KEPT_REGIONS_MAX = 8192

/** States and types with lines in use in a region and its neighbours, such as `NC county`. */
const loadLayersNear = cachePerPart((places, region: number): ReadonlySet<string> => {
  const { areas } = loadAreas(places)
  const layers = new Set<string>()
  for (const ordinal of areasNear(places, region)) {
    const { type, state, role, retired } = requireArea(areas, ordinal)
    if (role === 'lines' && retired === 0) layers.add(`${state} ${type}`)
  }
  return layers
}, KEPT_REGIONS_MAX)

export interface Point extends ResolvedLocation {
  /** Layers that cover the state but have no district at the point. */
  gaps: readonly string[]
  /** The state has cities with simplified lines, and the point is in none with exact lines. */
  may_border_city: boolean
}

/**
 * Cached place for all points in the same areas. @param key ordinals of the areas, then of those that are only possible; the state is ''
 * outside every state
 */
const loadPoint = cachePerPart((places, key: string): Point => {
  const known = loadAreas(places)
  const [within = [], possible = []] = key
    .split('|')
    .map((ordinals) =>
      ordinals === '' ? [] : ordinals.split(' ').map((ordinal) => requireArea(known.areas, Number(ordinal))),
    )
  const state = within.find((area) => area.type === 'state' && area.role === 'lines')?.state ?? ''
  const own = within.filter((area) => area.state === state)
  const certain = own.filter((area) => !possible.includes(area))
  const covered = new Set(own.filter(({ role, retired }) => role === 'lines' && retired === 0).map(({ type }) => type))
  return {
    kind: 'coordinates',
    exact: true,
    resolver: 'coordinates',
    basis: 'point',
    label: null,
    state,
    states: [state],
    areas: [
      ...certain.map(({ district_id, role }) => ({ district_id, role, covers: true, share: null })),
      ...possible.flatMap(({ district_id }) =>
        ['lines', 'near'].map((role) => ({ district_id, role, covers: false, share: null })),
      ),
    ],
    key,
    counties: [],
    area_keys: [],
    may_border_city: known.simplified.has(state) && !own.some(({ city_lines }) => city_lines === 'exact'),
    gaps: COVERING_TYPES.filter((type) => known.drawn.has(`${state} ${type}`) && !covered.has(type)),
  }
})

function requireArea(known: readonly (AreaRow | undefined)[], ordinal: number): AreaRow {
  const area = known[ordinal]
  if (!area) throw new Error(`the places part refers to area ${ordinal}, which it does not contain: rebuild the bundle`)
  return area
}

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
    .statement<Sizes & { district_id: number; role: string; type: string; state: string; covers: number }>(
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

interface Areas {
  /** By ordinal; ordinals are dense. */
  areas: readonly (AreaRow | undefined)[]
  /** States and types with lines in use, such as `NC county`. */
  drawn: ReadonlySet<string>
  /** States that have cities with simplified lines. */
  simplified: ReadonlySet<string>
}

const loadAreas = memoizePerPart((places: OpenPart): Areas => {
  const rows = places
    .statement<AreaRow & { ordinal: number }>(
      `SELECT area.ordinal, area.district_id, area.role, district.type, district.state, district.retired,
  CASE WHEN district.type = 'place' AND district.body ->> '$.ocd_id_minted' = 0 THEN district.summary ->> '$.lines_precision' END
    AS city_lines
FROM area
JOIN district ON district.id = area.district_id
ORDER BY area.ordinal`,
    )
    .all()
  const areas: (AreaRow | undefined)[] = []
  const drawn = new Set<string>()
  const simplified = new Set<string>()
  for (const { ordinal, district_id, role, type, state, retired, city_lines } of rows) {
    const area = { district_id, role: share(role), type: share(type), state: share(state), retired, city_lines }
    areas[ordinal] = area
    if (area.retired === 0) drawn.add(`${area.state} ${area.type}`)
    if (area.city_lines === 'simplified') simplified.add(area.state)
  }
  return { areas, drawn, simplified }
})
