// A location → the districts whose lines contain it or that it overlaps.

import { toMicrodegrees } from '../../data/schema/multipolygon.ts'
import type { LocationBasis, LocationKind, LocationResolver } from '../../data/schema/vocabulary.ts'
import type { Bundle, Part } from '../../data/store/bundle.ts'
import { ApiError } from '../errors.ts'
import { keepRows, keepWhole } from '../read/keep.ts'
import { findNames } from './name.ts'
import { areasAt } from './point.ts'
import { type Sizes, toShare } from './share.ts'

export interface PlaceArea {
  district_id: number
  role: string
  /** The district covers the whole place; always so for a point. Of generalised lines, beside no border of theirs. */
  covers: boolean
  /** Of the place's area, in the district's lines; null of a point, and where it is not known. */
  share: number | null
}

export interface Place {
  kind: LocationKind
  /** One voter's place. */
  exact: boolean
  resolver: LocationResolver
  basis: LocationBasis
  label: string | null
  state: string
  areas: readonly PlaceArea[]
  /** Equal for places of equal answers: it names the areas, not where they were asked for. */
  key: string
  /** Ids of the counties in which all of it lies; empty where that is not known, and for a point. */
  counties: readonly number[]
}

interface AreaRow {
  district_id: number
  role: string
  type: string
  state: string
}

/** @throws ApiError 404 for a point outside every state. */
export function findPoint(bundle: Bundle, lat: number, lng: number): Place {
  const ordinals = areasAt(bundle, toMicrodegrees(lng), toMicrodegrees(lat))
  const place = loadPoint(bundle.places, ordinals.join(' '))
  if (place.state === '')
    throw new ApiError('not_found', 'The point lies outside every state and territory that this server has lines of.')
  return place
}

/** The place of every point in the same areas. @param key their ordinals; a place outside every state has the state '' */
const loadPoint = keepRows((places, key: string): Place => {
  const known = loadAreas(places)
  const areas = key === '' ? [] : key.split(' ').map((ordinal) => requireArea(known, Number(ordinal)))
  return {
    kind: 'coordinates',
    exact: true,
    resolver: 'coordinates',
    basis: 'point',
    label: null,
    state: areas.find((area) => area.type === 'state' && area.role === 'lines')?.state ?? '',
    areas: areas.map(({ district_id, role }) => ({ district_id, role, covers: true, share: null })),
    key,
    counties: [],
  }
})

function requireArea(known: readonly (AreaRow | undefined)[], ordinal: number): AreaRow {
  const area = known[ordinal]
  if (!area) throw new Error(`the places part names area ${ordinal}, and has no such area: rebuild the bundle`)
  return area
}

/**
 * Undefined for an address. @throws ApiError 404 for no known place, 400 for a name that several have. The text stands in
 * no message.
 */
export function findArea(bundle: Bundle, text: string): Place | undefined {
  const names = findNames(bundle, text)
  if (!names) return undefined
  const [first] = names
  const basis = names.some((name) => name.basis === 'county') ? 'county' : 'area'
  const keys = [...new Set(names.map((name) => name.area_key))]
  const areas = loadOverlaps(bundle, keys)
  // Counties part their state without a gap.
  const whole = basis === 'area' && areas.some(({ type, covers }) => type === 'state' && covers)
  return {
    kind: first.kind,
    exact: false,
    resolver: 'area',
    basis,
    label: first.label,
    state: first.state,
    areas,
    key: [first.kind, first.label, ...keys].join('|'),
    counties: whole ? areas.filter(({ type }) => type === 'county').map(({ district_id }) => district_id) : [],
  }
}

function loadOverlaps(bundle: Bundle, keys: readonly string[]): (PlaceArea & { type: string })[] {
  // Several areas of one name are covered by a district that covers each.
  return bundle.places
    .statement<Sizes & { district_id: number; role: string; type: string; covers: number }>(
      `SELECT overlap.district_id, overlap.role, district.type, sum(overlap.covers) = json_array_length($keys) AS covers,
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
    .map(({ size, whole, ...row }) => {
      const covers = row.covers === 1
      return { ...row, covers, share: toShare({ size, whole }, covers) }
    })
}

/** By ordinal, which is dense. */
const loadAreas = keepWhole((places: Part) => {
  const rows = places
    .statement<AreaRow & { ordinal: number }>(
      `SELECT area.ordinal, area.district_id, area.role, district.type, district.state
FROM area
JOIN district ON district.id = area.district_id
ORDER BY area.ordinal`,
    )
    .all()
  const areas: (AreaRow | undefined)[] = []
  for (const { ordinal, district_id, role, type, state } of rows) areas[ordinal] = { district_id, role, type, state }
  return areas
})
