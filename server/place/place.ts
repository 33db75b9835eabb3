// Resolves a point, or a named area, to the districts that contain or overlap it.

import { z } from 'zod'
import { toMicrodegrees } from '../../data/geometry/polygon.ts'
import { cellKey, RINGS_OF_3_KM } from '../../data/index/cell.ts'
import { PARTS } from '../../data/place/ballot.ts'
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
import { ApiError } from '../../data/schema/api-error.ts'
import {
  LOCATION_BASES,
  type LocationBasis,
  type LocationKind,
  type LocationResolver,
} from '../../data/schema/vocabulary.ts'
import { type Bundle, COUNTY_GEOID, type OpenPart } from '../../data/store/bundle.ts'
import { defineCached, defineTable, share } from '../read/bundle-cache.ts'
import { findNames } from './named-area.ts'
import { areasAt, areasInCellAt, areasNear, areasOfWhole } from './point.ts'

// Share of a place that lies in a district.

interface Sizes {
  /** `size`: the place's part inside the district; `whole`: the whole place; same unit. Null if unknown. */
  size: number | null
  whole: number | null
}

/**
 * Returns exactly 1 if the district covers the place: a part outside is then only a sliver between two sources' lines
 * (build/boundaries/overlap-rule.ts). Otherwise returns the share of the area, never 0 or 1.
 */
export function toShare({ size, whole }: Sizes, covers: boolean): number | null {
  if (size === null || whole === null) return null
  if (covers) return 1
  return Math.min(PARTS - 1, Math.max(1, Math.round((size / whole) * PARTS))) / PARTS
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

/** @throws ApiError 404 for a point outside every state and county. */
export function findPoint(bundle: Bundle, lat: number, lng: number): ResolvedLocation {
  const [x, y] = [toMicrodegrees(lng), toMicrodegrees(lat)]
  const cell = cellKey(x, y)
  const common = loadCommon(bundle.places, cell)
  if (common !== '') return loadPoint(bundle.places, common)
  const point = findPointIn(bundle, areasInCellAt(bundle.places, cell, x, y), x, y)
  if (point) return point
  throw new ApiError(
    'not_found',
    'The point is outside every state and territory for which this server has district lines.',
  )
}

/** @param areas those at the point. @returns undefined outside every state and county */
export function findPointIn(bundle: Bundle, areas: readonly number[], x: number, y: number): Point | undefined {
  const { places } = bundle
  const within = areas.join(' ')
  const point = loadPoint(places, `${within}|`)
  if (point.state === '') return undefined
  const possible = findPossible(loadAreas(places), point, {
    lngMicro: x,
    latMicro: y,
    within: areas,
    areasAt: (lng, lat) => areasAt({ places }, lng, lat),
    nearby: () => loadLayersNear(places, cellKey(x, y)),
  })
  return possible.length === 0 ? point : loadPoint(places, `${within}|${possible.join(' ')}`)
}

/** States and types with lines in use in a cell and within 3 km of it, such as `NC county`. */
const loadLayersNear = defineCached('cell_layers', {
  load(places: OpenPart, key: number): ReadonlySet<string> {
    const known = loadAreas(places)
    const layers = new Set<string>()
    for (const ordinal of areasNear(places, key, RINGS_OF_3_KM)) {
      const { type, state, role, retired } = requireArea(known, ordinal)
      if (role === 'lines' && retired === 0) layers.add(`${state} ${type}`)
    }
    return layers
  },
  bytesOf: ({ size }) => size * LAYER_BYTES,
})

const LAYER_BYTES = 80

/** The key of the place of every point of a cell, where no border crosses it and none around it makes a district possible; '' elsewhere. */
const loadCommon = defineCached('cell_point', {
  load(places: OpenPart, key: number): string {
    const within = areasOfWhole(places, key)
    if (!within) return ''
    const point = loadPoint(places, `${within.join(' ')}|`)
    const { state, gaps, may_border_city } = point
    if (state === '') return ''
    if (gaps.length > 0 && gaps.some((type) => loadLayersNear(places, key).has(`${state} ${type}`))) return ''
    return may_border_city && hasSimplifiedCity(places, key, state) ? '' : point.key
  },
  bytesOf: ({ length }) => length,
})

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

const AREA_BYTES = 100

export function bytesOfPoint({ key, areas }: Point): number {
  return AREA_BYTES * (areas.length + 3) + key.length
}

/** The place of all points in the same areas. */
const loadPoint = defineCached('point', { load: readPoint, bytesOf: bytesOfPoint })

/** @param key ordinals of the areas, then of those that are only possible; the state is '' outside every state and county */
function readPoint(places: OpenPart, key: string): Point {
  const [within = [], possible = []] = key
    .split('|')
    .map((ordinals) => (ordinals === '' ? [] : ordinals.split(' ').map(Number)))
  const { state, beside_state, areas, gaps, may_border_city } = toPlace(loadAreas(places), { within, possible })
  return {
    kind: 'coordinates',
    exact: true,
    resolver: 'coordinates',
    basis: 'point',
    label: null,
    state,
    states: [state],
    beside_state,
    areas,
    key,
    counties: [],
    area_keys: [],
    may_border_city,
    gaps,
  }
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
  const areaKey = JSON.stringify({ keys, basis, state } satisfies AreaKeys)
  const districts = (): AreaDistricts => loadAreaDistricts(bundle.places, areaKey)
  return {
    kind,
    exact: false,
    resolver: 'area',
    basis,
    label,
    state,
    key: [kind, label, ...keys].join('|'),
    area_keys: keys,
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

const areaKeys = z.object({ keys: z.array(z.string()), basis: z.enum(LOCATION_BASES), state: z.string() })
type AreaKeys = z.infer<typeof areaKeys>

/** The key is JSON of AreaKeys. */
const loadAreaDistricts = defineCached('area_districts', {
  load: (places: OpenPart, key: string) => readAreaDistricts(places, areaKeys.parse(JSON.parse(key))),
  bytesOf: ({ areas }) => areas.length * AREA_BYTES,
})

function readAreaDistricts(places: OpenPart, { keys, basis, state }: AreaKeys): AreaDistricts {
  const overlaps = loadOverlaps(places, keys, basis)
  const met = new Set(overlaps.filter(({ type, role }) => type === 'state' && role === 'lines').map((one) => one.state))
  const states = met.size > 0 ? [...met].sort() : [state]
  const areas = overlaps.filter((one) => states.includes(one.state))
  const { counties } = loadAreas(places)
  // Counties, and cities outside them, divide a state without gaps.
  const whole = basis === 'area' && areas.some(({ type, covers }) => type === 'state' && covers)
  return {
    states,
    areas,
    counties: whole ? areas.map(({ district_id }) => district_id).filter((id) => counties.has(id)) : [],
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
      district_id: row.district_id,
      role: share(row.role),
      type: share(row.type),
      state: share(row.state),
      covers: row.covers === 1,
      // The share of each county that belongs to the place is unknown.
      share: basis === 'county' ? null : toShare(row, row.covers === 1),
    }))
}

export const loadAreas = defineTable('areas', {
  load: (places: OpenPart) =>
    toAreas(
      places
        .statement<Omit<Area, 'outside_counties'> & { ordinal: number; county_geoid: string | null }>(
          `SELECT area.ordinal, area.district_id, area.role, district.type, district.state, district.retired,
  CASE WHEN district.type = 'place' AND district.body ->> '$.ocd_id_minted' = 0 THEN district.summary ->> '$.lines_precision' END
    AS city_lines,
  ${COUNTY_GEOID} AS county_geoid
FROM area
JOIN district ON district.id = area.district_id
ORDER BY area.ordinal`,
        )
        .all()
        .map(({ county_geoid, ...area }) => ({
          ...area,
          role: share(area.role),
          type: share(area.type),
          state: share(area.state),
          outside_counties: area.type === 'place' && county_geoid !== null,
        })),
    ),
  bytesOf: ({ areas }) => areas.length * AREA_BYTES,
})
