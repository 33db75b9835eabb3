// The place of a point: the areas that contain it, and those that may.

import { METRES_PER_DEGREE } from '../geometry/polygon.ts'
import { CITY_BOUNDARIES_ERROR_M } from '../reference/city-boundaries.ts'
import type { BoundaryPrecision } from '../schema/vocabulary.ts'

/** Inside a district's boundaries, or nearer to them than the error of generalized boundaries. */
export type AreaRole = 'lines' | 'near'

/** A district's boundaries, or the band near them. */
export interface Area {
  district_id: number
  role: AreaRole
  type: string
  state: string
  retired: number
  /** The precision of a city's boundaries; null for other districts, and census designated places. */
  city_lines: BoundaryPrecision | null
  /** A city outside all counties, which covers its part of the state as a county does elsewhere. */
  outside_counties: boolean
}

export interface PlaceArea {
  district_id: number
  role: AreaRole
  /**
   * The district covers the whole place. True for a point, unless the district is only the nearest one, or the point is too
   * close to the simplified border of a city or just outside the border of its state.
   */
  covers: boolean
  /** Share of the place's area in the district's boundaries; null for a point, or if unknown. */
  share: number | null
}

export interface Areas {
  /** By ordinal; ordinals are dense. */
  areas: readonly (Area | undefined)[]
  /** States and types with boundaries in use, such as `NC county`. */
  drawn: ReadonlySet<string>
  /** States that have cities with simplified boundaries. */
  simplified: ReadonlySet<string>
  /** The area of each state. */
  states: ReadonlyMap<string, Area>
  /** Ids of the counties and of the cities outside all counties. */
  counties: ReadonlySet<number>
}

/** Where a point lies. */
export interface PointPlace {
  /** Of the state that contains it, or else of the county; '' outside every state and county. */
  state: string
  /** No state contains the point, but a county does, because its boundaries reach farther. Every area is then only possible. */
  beside_state: boolean
  areas: readonly PlaceArea[]
  /** Layers that cover the state but have no district at the point. */
  gaps: readonly string[]
  /** The state has cities with simplified boundaries, and the point is in none with exact boundaries. */
  may_border_city: boolean
}

const ROLES: readonly AreaRole[] = ['lines', 'near']

/** Layers whose districts cover the whole state, if they are drawn. */
export const COVERING_TYPES = ['county', 'congressional', 'state_upper', 'state_lower']

/** @param rows by ascending ordinal */
export function toAreas(rows: Iterable<Area & { ordinal: number }>): Areas {
  const areas: (Area | undefined)[] = []
  const drawn = new Set<string>()
  const simplified = new Set<string>()
  const states = new Map<string, Area>()
  const counties = new Set<number>()
  for (const { ordinal, district_id, role, type, state, retired, city_lines, outside_counties } of rows) {
    const area = { district_id, role, type, state, retired, city_lines, outside_counties }
    areas[ordinal] = area
    if (isLines(area, 'state')) states.set(state, area)
    if (typeOf(area) === 'county') counties.add(district_id)
    if (retired === 0) drawn.add(`${state} ${type}`)
    if (city_lines === 'simplified') simplified.add(state)
  }
  return { areas, drawn, simplified, states, counties }
}

/** The type of the layer, of those that cover the state, that the area belongs to. */
function typeOf({ type, outside_counties }: Area): string {
  return outside_counties ? 'county' : type
}

function isLines(area: Area, type: string): boolean {
  return typeOf(area) === type && area.role === 'lines' && area.retired === 0
}

/**
 * The state that contains the point decides which districts apply, because another state's boundaries may cross the border. Where no
 * state does, the state of the county decides.
 * @param within ordinals of the areas that contain the point
 * @param possible ordinals of the areas that may contain it, as `findPossible` finds them
 */
export function toPlace(
  known: Areas,
  { within, possible }: { within: readonly number[]; possible: readonly number[] },
): PointPlace {
  const inside = within.map((ordinal) => requireArea(known, ordinal))
  const containing = inside.find((area) => isLines(area, 'state'))
  const { state } = containing ?? inside.find((area) => isLines(area, 'county')) ?? { state: '' }
  const own = inside.filter((area) => area.state === state)
  const beside_state = !containing && state !== ''
  const nearest = possible.map((ordinal) => requireArea(known, ordinal))
  const certain = beside_state ? [] : own.filter((area) => !nearest.includes(area))
  const beside = beside_state ? [known.states.get(state), ...own] : []
  const doubtful = new Set([...beside, ...nearest].flatMap((area) => area?.district_id ?? []))
  const covered = new Set(own.filter(({ role, retired }) => role === 'lines' && retired === 0).map(typeOf))
  return {
    state,
    beside_state,
    areas: [
      ...certain.map(({ district_id, role }) => ({ district_id, role, covers: true, share: null })),
      ...[...doubtful].flatMap((district_id) =>
        ROLES.map((role) => ({ district_id, role, covers: false, share: null })),
      ),
    ],
    gaps: COVERING_TYPES.filter((type) => known.drawn.has(`${state} ${type}`) && !covered.has(type)),
    may_border_city: known.simplified.has(state) && !own.some(({ city_lines }) => city_lines === 'exact'),
  }
}

/**
 * Ordinals, ascending, of the areas that may contain a point. If a layer has a gap at the point, the state's nearest districts are
 * possible. So are cities whose simplified border is nearer than its error, on either side of it, except in a city with exact boundaries.
 * @param within ordinals of the areas that contain the point
 * @param layers the gaps whose layer has boundaries in use around the point: most gaps are far from every district, because the layer is
 *   drawn in a part of the state alone
 */
export function findPossible(
  known: Areas,
  { state, may_border_city }: PointPlace,
  {
    areasAt,
    layers,
    ...point
  }: { areasAt: AreasAt; layers: readonly string[]; lngMicro: number; latMicro: number; within: readonly number[] },
): number[] {
  const nearest = findNearest(known, state, { areasAt, layers, ...point })
  const cities = may_border_city
    ? findBordering(areasAt, point, CITY_BOUNDARIES_ERROR_M).filter((ordinal) => {
        const area = known.areas[ordinal]
        return area?.city_lines === 'simplified' && area.state === state
      })
    : []
  return [...nearest, ...cities].sort((a, b) => a - b)
}

/** @throws Error for an ordinal that is not among the areas */
export function requireArea({ areas }: Areas, ordinal: number): Area {
  const area = areas[ordinal]
  if (!area) throw new Error(`the index refers to area ${ordinal}, which is not held: build it again`)
  return area
}

// Searches around a point: the areas nearest to it, and those whose border is near.

/** Ordinals, ascending, of the areas that contain a point in integer microdegrees. A point on a shared border has one area per layer. */
export type AreasAt = (lngMicro: number, latMicro: number) => number[]

/**
 * Search radii in meters for the areas nearest to a point. Boundaries at 1:10,000,000 are rarely farther off; RINGS_OF_3_KM (cell.ts)
 * relies on the last.
 */
const PROBE_RADII_M = [30, 100, 300, 1_000, 3_000]
const PROBES = 16
/** Fewer, because they run for every point of a state with simplified city boundaries. */
const BORDER_PROBES = 8
const METRES_PER_MICRODEGREE = METRES_PER_DEGREE / 1e6

/** Ordinals, each once, of a state's areas nearest to a point: for each layer, those on the smallest search circle that meets any of it. */
function findNearest(
  known: Areas,
  state: string,
  {
    areasAt,
    layers,
    lngMicro,
    latMicro,
  }: { areasAt: AreasAt; layers: readonly string[]; lngMicro: number; latMicro: number },
): number[] {
  const nearest: number[] = []
  let missing = layers
  for (const radius of PROBE_RADII_M) {
    if (missing.length === 0) break
    const found = new Map<number, string>()
    for (const areas of areasAround(areasAt, { lngMicro, latMicro, radius, probes: PROBES }))
      for (const ordinal of areas) {
        const area = known.areas[ordinal]
        if (area?.state !== state || area.role !== 'lines' || area.retired !== 0) continue
        if (missing.includes(area.type)) found.set(ordinal, area.type)
      }
    nearest.push(...found.keys())
    const met = new Set(found.values())
    missing = missing.filter((layer) => !met.has(layer))
  }
  return nearest
}

/**
 * Ordinals, each once, of the areas with a border within `radius` meters of a point that is in the areas `within`. Every straight border
 * is found; a strip narrower than the radius may lie between two probes.
 */
export function findBordering(
  areasAt: AreasAt,
  { lngMicro, latMicro, within }: { lngMicro: number; latMicro: number; within: readonly number[] },
  radius: number,
): number[] {
  const found = new Set<number>()
  // Between two probes, their chord is nearer to the point than the circle.
  const circle = { lngMicro, latMicro, radius: radius / Math.cos(Math.PI / BORDER_PROBES), probes: BORDER_PROBES }
  for (const areas of areasAround(areasAt, circle)) {
    for (const ordinal of areas) if (!within.includes(ordinal)) found.add(ordinal)
    for (const ordinal of within) if (!areas.includes(ordinal)) found.add(ordinal)
  }
  return [...found]
}

/** The areas at points all around a circle, whose radius is in meters. */
function* areasAround(
  areasAt: AreasAt,
  { lngMicro, latMicro, radius, probes }: { lngMicro: number; latMicro: number; radius: number; probes: number },
): Generator<number[]> {
  const east = METRES_PER_MICRODEGREE * Math.cos((latMicro / 180e6) * Math.PI)
  for (let probe = 0; probe < probes; probe++) {
    const angle = (2 * Math.PI * probe) / probes
    const lng = Math.round(lngMicro + (radius * Math.cos(angle)) / east)
    const lat = Math.round(latMicro + (radius * Math.sin(angle)) / METRES_PER_MICRODEGREE)
    yield areasAt(turnLongitude(lng), lat)
  }
}

/** Normalizes to [-180°, 180°). */
function turnLongitude(lngMicro: number): number {
  if (lngMicro >= 180e6) return lngMicro - 360e6
  return lngMicro < -180e6 ? lngMicro + 360e6 : lngMicro
}

// A point that a person types as a place: `44.45,-69.78`, or `44.45 -69.78`.

const WITH_COMMA = /^(-?\d+(?:\.\d+)?)\s*,\s*(-?\d+(?:\.\d+)?)$/
/** Whole numbers may be the beginning of an address. */
const WITH_SPACE = /^(-?\d+\.\d+)\s+(-?\d+\.\d+)$/

/** The parameters of a point; undefined if the text is no point. Whether it lies on the earth is checked later. */
export function parsePointText(text: string): { lat: string; lng: string } | undefined {
  const typed = text.trim()
  const [, lat, lng] = WITH_COMMA.exec(typed) ?? WITH_SPACE.exec(typed) ?? []
  return lat === undefined || lng === undefined ? undefined : { lat, lng }
}
