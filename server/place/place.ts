// Resolves the location of a request to the districts that contain or overlap it: a point, a named area, or an address. An address that
// local data lacks may be sent to a geocoder, or is refused.

import { toMicrodegrees } from '../../data/geometry/polygon.ts'
import { cellKey, RINGS_OF_3_KM } from '../../data/index/cell.ts'
import { PARTS } from '../../data/place/ballot.ts'
import {
  type Area,
  type AreaRole,
  type Areas,
  findPossible,
  type PlaceArea,
  type PointPlace,
  requireArea,
  toAreas,
  toPlace,
} from '../../data/place/point.ts'
import { ApiError, invalidParameter, PlaceRefusal } from '../../data/schema/api-error.ts'
import { AREA_ELECTIONS_MAX } from '../../data/schema/operations.ts'
import { STATES, type UsState } from '../../data/schema/states.ts'
import type { LocationBasis, LocationKind, LocationResolver } from '../../data/schema/vocabulary.ts'
import { type Bundle, COUNTY_GEOID, type OpenPart } from '../../data/store/bundle.ts'
import { parseAddress } from '../../data/street/address-text.ts'
import { defineKept, defineTable, share } from '../read/bundle-cache.ts'
import { findAddress } from './address.ts'
import type { Points } from './census.ts'
import { findNames } from './location-text.ts'
import { areasIn, areasInCellAt, areasNear, areasOfWhole } from './point.ts'

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

export interface RequestedLocation {
  location?: string | undefined
  address?: string | undefined
  lat?: number | undefined
  lng?: number | undefined
}

/**
 * The place of a request.
 * @param asked.points the geocoder's, for an address that local data lacks
 * @param asked.elections that the request names
 * @throws ApiError 404 for an unknown place; 400 for an ambiguous one, and for more elections than one answer about an area may have
 */
export function loadPlace(
  bundle: Bundle,
  location: RequestedLocation,
  { points, elections }: { points?: Points | undefined; elections?: readonly string[] | undefined },
): ResolvedLocation {
  const place = points ? resolveGeocoded(bundle, points) : resolveLocation(bundle, location)
  if ('refusal' in place) throw place.refusal
  requireFewElections(place, elections)
  return place
}

function requireFewElections({ exact }: ResolvedLocation, elections: readonly string[] | undefined): void {
  if (exact || elections === undefined || elections.length <= AREA_ELECTIONS_MAX) return
  throw invalidParameter(
    `Parameter \`elections\`: got ${elections.length} elections, expected at most ${AREA_ELECTIONS_MAX} for an area: a ZIP code, city, county or state.`,
  )
}

/** Resolves from local data. @throws ApiError 404 for an unknown place, 400 for an ambiguous one. */
export function resolveLocation(
  bundle: Bundle,
  { location, address, lat, lng }: RequestedLocation,
): ResolvedLocation | UnknownAddress {
  if (lat !== undefined && lng !== undefined) return findPoint(bundle, lat, lng)
  const text = location ?? address ?? ''
  return findArea(bundle, text) ?? resolveAddress(bundle, text) ?? toUnknown(bundle, text)
}

/** Undefined if the text is no address of local data. */
function resolveAddress(bundle: Bundle, text: string): ResolvedLocation | undefined {
  const found = findAddress(bundle, text)
  return found && toAddress(findPoint(bundle, found.lat, found.lng), 'local')
}

/** The key differs from the point's own key, because the answer states how the location was resolved. */
function toAddress(place: ResolvedLocation, resolver: 'local' | 'census'): ResolvedLocation {
  return { ...place, kind: 'address', resolver, key: `${resolver} ${place.key}` }
}

/**
 * Resolves an address that local data lacks.
 * @param points the geocoder's matches of the address, close together
 * @throws ApiError 400 if they lie in different districts.
 */
function resolveGeocoded(bundle: Bundle, [first, ...others]: Points): ResolvedLocation {
  const place = findPoint(bundle, first.lat, first.lng)
  if (others.some(({ lat, lng }) => findPoint(bundle, lat, lng).key !== place.key))
    throw invalidParameter(
      'Parameter `location`: this address matches several places in different districts: add the direction of the street and the ZIP code.',
    )
  return toAddress(place, 'census')
}

export interface UnknownAddress {
  address: string
  /** The error if no geocoder is queried. */
  refusal: ApiError
}

const OTHERWISE = 'Use lat and lng, or a ZIP code, city, county or state.'

/**
 * @throws ApiError 404 if the text is not an address, or if its state has no boundaries and so no answer is possible. No message
 * contains the text.
 */
function toUnknown(bundle: Bundle, text: string): UnknownAddress {
  const parsed = parseAddress(text)
  if (parsed.kind !== 'address')
    throw new PlaceRefusal(
      'not_found',
      `This server knows no address, city, county or state with that name. ${OTHERWISE}`,
      [],
    )
  const code = parsed.readings.find((reading) => reading.state !== undefined)?.state
  const state = STATES.find((one) => one.code === code)
  if (state && !hasBoundaries(bundle, state))
    throw refuseUnknown(`This server has no district lines for ${state.name}.`)
  return { address: text, refusal: refuseUnknown(explain(bundle, state)) }
}

/** Whether the bundle has street addresses of a state. */
export function holdsAddresses({ addresses }: Bundle, state: string): boolean {
  return addresses?.statement('SELECT 1 FROM address_state WHERE state = $state').get({ state }) !== undefined
}

function explain(bundle: Bundle, state: UsState | undefined): string {
  if (!bundle.addresses || (state && !holdsAddresses(bundle, state.code)))
    return `This server has no address data for ${state?.name ?? 'that state'}.`
  return `This server's address data${state ? ` for ${state.name}` : ''} does not hold that address.`
}

function hasBoundaries({ places }: Bundle, { code }: UsState): boolean {
  return (
    places.statement("SELECT 1 FROM place_name WHERE kind = 'state' AND state = $code LIMIT 1").get({ code }) !==
    undefined
  )
}

function refuseUnknown(sentence: string): ApiError {
  return new ApiError('not_found', `${sentence} ${OTHERWISE}`)
}

// Points.

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
    areasAt: areasIn(bundle),
    layers: point.gaps.length === 0 ? [] : findGapsNear(places, point, cellKey(x, y)),
  })
  return possible.length === 0 ? point : loadPoint(places, `${within}|${possible.join(' ')}`)
}

const LAYER_BYTES = 80

const layersNear = defineKept<OpenPart, number, ReadonlySet<string>>('cell_layers')

/** States and types with lines in use in a cell and within 3 km of it, such as `NC county`. */
function loadLayersNear(places: OpenPart, key: number): ReadonlySet<string> {
  const cached = layersNear.find(places, key)
  if (cached) return cached
  const known = loadAreas(places)
  const layers = new Set<string>()
  for (const ordinal of areasNear(places, key, RINGS_OF_3_KM)) {
    const { type, state, role, retired } = requireArea(known, ordinal)
    if (role === 'lines' && retired === 0) layers.add(`${state} ${type}`)
  }
  return layersNear.keep(places, key, layers, layers.size * LAYER_BYTES)
}

/** The gaps at a point of a cell whose layer has boundaries around it. */
function findGapsNear(places: OpenPart, { state, gaps }: Point, cell: number): readonly string[] {
  return gaps.filter((type) => loadLayersNear(places, cell).has(`${state} ${type}`))
}

const commonPlaces = defineKept<OpenPart, number, string>('cell_point')

/** The key of the place of every point of a cell, where no border crosses it and none around it makes a district possible; '' elsewhere. */
function loadCommon(places: OpenPart, key: number): string {
  const cached = commonPlaces.find(places, key)
  if (cached !== undefined) return cached
  const common = findCommon(places, key)
  return commonPlaces.keep(places, key, common, common.length)
}

function findCommon(places: OpenPart, key: number): string {
  const within = areasOfWhole(places, key)
  if (!within) return ''
  const point = loadPoint(places, `${within.join(' ')}|`)
  const { state, may_border_city } = point
  if (state === '' || findGapsNear(places, point, key).length > 0) return ''
  return may_border_city && hasSimplifiedCity(places, key, state) ? '' : point.key
}

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

const points = defineKept<OpenPart, string, Point>('point')

/**
 * The place of all points in the same areas.
 * @param key ordinals of the areas, then of those that are only possible; the state is '' outside every state and county
 */
function loadPoint(places: OpenPart, key: string): Point {
  const known = points.find(places, key)
  if (known) return known
  const [within = [], possible = []] = key
    .split('|')
    .map((ordinals) => (ordinals === '' ? [] : ordinals.split(' ').map(Number)))
  const { state, beside_state, areas, gaps, may_border_city } = toPlace(loadAreas(places), { within, possible })
  const point: Point = {
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
  return points.keep(places, key, point, bytesOfPoint(point))
}

// Named areas.

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
  const asked = JSON.stringify({ keys, basis, state })
  const districts = (): AreaDistricts =>
    areaDistricts.find(bundle.places, asked) ?? loadAreaDistricts(bundle.places, asked, { keys, basis, state })
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

/** By JSON of what is asked. */
const areaDistricts = defineKept<OpenPart, string, AreaDistricts>('area_districts')

function loadAreaDistricts(
  places: OpenPart,
  asked: string,
  { keys, basis, state }: { keys: readonly string[]; basis: LocationBasis; state: string },
): AreaDistricts {
  const overlaps = loadOverlaps(places, keys, basis)
  const met = new Set(overlaps.filter(({ type, role }) => type === 'state' && role === 'lines').map((one) => one.state))
  const states = met.size > 0 ? [...met].sort() : [state]
  const areas = overlaps.filter((one) => states.includes(one.state))
  const { counties } = loadAreas(places)
  // Counties, and cities outside them, divide a state without gaps.
  const whole = basis === 'area' && areas.some(({ type, covers }) => type === 'state' && covers)
  const together = whole ? areas.map(({ district_id }) => district_id).filter((id) => counties.has(id)) : []
  return areaDistricts.keep(places, asked, { states, areas, counties: together }, areas.length * AREA_BYTES)
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

const areaTable = defineTable<OpenPart, Areas>('areas', ({ areas }) => areas.length * AREA_BYTES)

export function loadAreas(places: OpenPart): Areas {
  const known = areaTable.find(places)
  if (known) return known
  const rows = places
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
    }))
  return areaTable.keep(places, toAreas(rows))
}
