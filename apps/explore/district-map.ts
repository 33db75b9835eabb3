// Maps of districts: one among its neighbors, and those in which an election has contests.

import { setImmediate } from 'node:timers/promises'
import { type Box, MICRODEGREES, type MultiPolygon } from '../../data/geometry/polygon.ts'
import type { StateCode } from '../../data/schema/vocabulary.ts'
import type { CityPoint, Host, ShapedDistrict } from '../../server/host.ts'
import { type MapCollection, type MapProperties, toBbox, toFeature, toPoint } from './map-geojson.ts'
import { drawTogether, frameOf, innerPoint, MAP_CITIES_MAX, partInView, toSameSide } from './map-shapes.ts'
import { districtNumber } from './narrowing.ts'

/** @setting Points that are tried, across and down, for the name of each district of a map: a state has up to 400. */
const NAME_CANDIDATES = 12

/** @setting Cities whose names are written before those of the districts, the largest first: a reader finds the way by them. */
const LARGE_CITIES = 6
/** With so many larger cities, a map names no others: small places help nobody to find a district of a state. */
const ENOUGH_CITIES = 10

/** Kinds of districts that an election's map shows, in the order of its links: each kind covers the state. */
export const MAP_LAYERS = ['congressional', 'state_upper', 'state_lower', 'county'] as const
export type MapLayer = (typeof MAP_LAYERS)[number]

const WHOLE_WORLD: Box = {
  west: -360 * MICRODEGREES,
  south: -90 * MICRODEGREES,
  east: 360 * MICRODEGREES,
  north: 90 * MICRODEGREES,
}

export interface MappedDistrict {
  id: number
  state: StateCode
  type: string
  retired: boolean
}

type Reads<Own extends keyof Host['data']> = Pick<Host['data'], Own | 'divisionsIn' | 'districtsOfPlans' | 'citiesIn'>

/** Undefined if the boundaries of the district are not held. */
export async function drawDistrict(
  { districtOutline, divisionsIn, districtsOfPlans, citiesIn }: Reads<'districtOutline'>,
  { id, state, type, retired }: MappedDistrict,
): Promise<MapCollection | undefined> {
  const outline = districtOutline(id)
  if (!outline) return undefined
  const { bulk, frame } = frameOf([outline.rings.map((ring) => [ring.map((at) => at * outline.step)])])
  const isDivision = (type === 'state' || type === 'county') && !retired
  const districts = isDivision ? divisionsIn(type, frame) : districtsOfPlans([id], frame)
  const counties = type === 'county' ? [] : divisionsIn('county', frame, state)
  const cities = type === 'place' ? [] : citiesIn(frame, MAP_CITIES_MAX)
  const own = districts.filter((one) => one.id === id)
  const others = districts.filter((one) => one.id !== id)
  if (own.length === 0) return undefined
  return toCollection({ bulk, frame }, { districts: [...own, ...others].map(toPart), counties, cities })
}

/** The districts of a state that an election's contests of one layer are voted in. Undefined if there are none with boundaries. */
export async function drawElection(
  { votedDistricts, divisionsIn, districtsOfPlans, citiesIn }: Reads<'votedDistricts'>,
  { election, state, layer }: { election: number; state: StateCode; layer: MapLayer },
): Promise<MapCollection | undefined> {
  const voted = new Map(
    votedDistricts(election).flatMap(({ id, type, contests }) => (type === layer ? [[id, contests] as const] : [])),
  )
  if (voted.size === 0) return undefined
  const districts = districtsOfPlans([...voted.keys()], WHOLE_WORLD)
  await setImmediate()
  const [whole] = divisionsIn('state', WHOLE_WORLD, state)
  const view = frameOf(whole ? [whole.polygons] : districts.map(({ polygons }) => polygons))
  const counties = layer === 'county' ? [] : divisionsIn('county', WHOLE_WORLD, state)
  await setImmediate()
  return toCollection(view, {
    districts: districts.map((district) => {
      const [contest, ...others] = voted.get(district.id) ?? []
      if (contest === undefined) return { ...district, layer: 'around', properties: {} }
      return { ...district, layer: 'part', properties: { id: district.id, ...(others.length === 0 && { contest }) } }
    }),
    counties,
    cities: layer === 'county' ? [] : citiesIn(view.frame, MAP_CITIES_MAX, state),
    ...(whole && { whole }),
  })
}

/** Those for which an election's map has a layer. */
export function findLayers({ votedDistricts }: Pick<Host['data'], 'votedDistricts'>, election: number): MapLayer[] {
  const types = new Set(votedDistricts(election).map(({ type }) => type))
  return MAP_LAYERS.filter((layer) => types.has(layer))
}

interface DrawnDistrict extends ShapedDistrict {
  layer: 'part' | 'around'
  properties: Pick<MapProperties, 'id' | 'contest'>
}

function toPart(district: ShapedDistrict): DrawnDistrict {
  return { ...district, layer: 'part', properties: { id: district.id } }
}

interface Drawn {
  /** Their names are written in this order, while there is room. */
  districts: readonly DrawnDistrict[]
  counties: readonly ShapedDistrict[]
  cities: readonly CityPoint[]
  /** The state around them. */
  whole?: ShapedDistrict
}

async function toCollection(
  { bulk, frame }: ReturnType<typeof frameOf>,
  { districts, counties, cities, whole }: Drawn,
): Promise<MapCollection> {
  const shapes = [...districts, ...counties, ...(whole ? [whole] : [])].map(({ polygons }) => toSameSide(polygons))
  const drawn = await drawTogether(shapes, frame)
  const shapeOf = (at: number): MultiPolygon => drawn[at] ?? []
  const first = districts.length
  const larger = cities.filter(({ population }) => population > 0)
  const named = larger.length >= ENOUGH_CITIES ? larger : cities
  return {
    type: 'FeatureCollection',
    bbox: toBbox(frame),
    view: toBbox(bulk),
    features: [
      ...districts.map(({ layer, name, properties }, at) => toFeature(layer, name, shapeOf(at), properties)),
      ...counties.map(({ name }, at) => toFeature('county', name, shapeOf(first + at))),
      ...(whole ? [toFeature('place', whole.name, shapeOf(first + counties.length))] : []),
      ...districts.flatMap((district, at) => {
        // A district without a contest in the election has no label. A neighbor has its name where it is in view at first.
        if (district.layer === 'around') return []
        const shape = partInView(shapeOf(at), bulk)
        if (shape.length === 0) return []
        const [lng, lat] = innerPoint(shape, NAME_CANDIDATES)
        return [toPoint('label', districtNumber(district.ocd_id) ?? district.name, { lng, lat }, district.properties)]
      }),
      ...named.map((city, at) => toPoint(at < LARGE_CITIES ? 'large_city' : 'city', city.name, city)),
    ],
  }
}
