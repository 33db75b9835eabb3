// The map of an area: its parts, with the numbers of their answers if it has a narrowing question, what lies around it, county lines and cities.

import { setImmediate } from 'node:timers/promises'
import { type Box, boundingBox, type MultiPolygon, ringArea, toMicrodegrees } from '../../data/geometry/polygon.ts'
import type { Narrowing } from '../../data/schema/ballot.ts'
import type { CityPoint, Host, ShapedDistrict } from '../../server/host.ts'
import { type MapCollection, type MapFeature, toBbox, toFeature, toPoint } from './map-geojson.ts'
import {
  type AreaMap,
  areaPolygons,
  cutMap,
  frameOf,
  innerPoint,
  isInside,
  MAP_CITIES_MAX,
  type MapFace,
} from './map-shapes.ts'
import { marksOf, numbersOf, UNLISTED } from './narrowing.ts'

/** Of the question: the bundle and the place say the rest. */
interface AskedArea {
  /** A city, county or ZIP code, as the service labels it. */
  label: string
  narrow_by: Narrowing
  /** Ids of the districts that are drawn if no question names any. */
  dividing: readonly number[]
  /** The part that the question is about, as `part` of /v1/ballot. */
  part: readonly string[]
}

/** Undefined if the area's shape is not held. */
export async function drawAreaMap(
  { areaShape, districtsOfPlans, divisionsIn, citiesIn }: Host['data'],
  { label, narrow_by, dividing, part }: AskedArea,
): Promise<MapCollection | undefined> {
  const shape = areaShape(label)
  if (!shape) return undefined
  const area = areaPolygons(shape)
  const { frame } = frameOf(area)
  const asked = narrow_by.options.flatMap((option) => option.districts.map(({ id }) => id))
  const chosen = part.map((id) => Math.abs(Number(id)))
  const drawn = [...new Set([...asked, ...chosen, ...dividing])]
  const districts = drawn.length === 0 ? [] : districtsOfPlans(drawn, frame)
  const counties = divisionsIn('county', frame)
  const map = await cutMap(area, districts.map(polygonsOf), counties.map(polygonsOf))
  await setImmediate()
  return toCollection(map, {
    label,
    narrow_by,
    dividing,
    part,
    districts,
    counties,
    cities: citiesIn(frame, MAP_CITIES_MAX),
  })
}

function polygonsOf({ polygons }: ShapedDistrict): MultiPolygon {
  return polygons
}

interface Drawn extends AskedArea {
  districts: readonly ShapedDistrict[]
  counties: readonly ShapedDistrict[]
  cities: readonly CityPoint[]
}

/** @param drawn in the order of the map's districts and lines */
export function toCollection(map: AreaMap, drawn: Drawn): MapCollection {
  const { narrow_by, label, part, districts, counties, cities } = drawn
  const nameOf = (face: MapFace): string => face.districts.map((at) => districts[at]?.name ?? '').join(', ')
  const isIn = (face: MapFace, id: string): boolean =>
    face.districts.some((at) => districts[at]?.id === Math.abs(Number(id))) !== id.startsWith('-')
  const whole = map.faces.filter((face) => face.inside)
  const chosen = part.length === 0 ? [] : whole.filter((face) => part.every((id) => isIn(face, id)))
  const inside = chosen.length > 0 ? chosen : whole
  const bulk = part.length === 0 ? map.bulk : chosen.length > 0 ? bulkOf(chosen) : boxOf(narrow_by)
  const isNumbered = narrow_by.options.length > 0 && numbersOf(narrow_by) !== undefined
  const marks = marksOf(narrow_by)
  const options = findOptions(inside, narrow_by)
  const parts = inside.map((face, at) => {
    const found = options[at] ?? -1
    const option = found < 0 && narrow_by.options.length > 0 ? UNLISTED : found
    const own = [...new Set(narrow_by.options[option]?.districts.map(({ name }) => name))].join(', ')
    return { ...face, name: own || nameOf(face), option, mark: marks[option] || undefined }
  })
  // Beside a list, a label that it lacks would lead nowhere.
  const named = parts.filter(({ option }) => option >= 0 || narrow_by.options.length === 0)
  return {
    type: 'FeatureCollection',
    bbox: toBbox(map.frame),
    view: toBbox(bulk),
    features: [
      ...map.faces
        .filter((face) => !inside.includes(face))
        .map((face): MapFeature => toFeature('around', nameOf(face), face.polygons)),
      ...parts.map(({ name, option, polygons }) => toFeature('part', name, polygons, { option })),
      ...map.lines.map((polygons, at) => toFeature('county', counties[at]?.name ?? '', polygons)),
      toFeature('place', label, map.outline),
      ...labeled(named).map(({ name, option, mark, polygons }) => {
        const [lng, lat] = innerPoint(polygons)
        // A part outside the named districts may reach over several others: it has a number and no name, as one of several districts.
        const isNamed = narrow_by.kind === 'district' && (narrow_by.options[option]?.districts.length ?? 1) === 1
        const text = isNamed && !(isNumbered && mark !== undefined) ? name : ''
        return toPoint('label', text, { lng, lat }, { option, ...(mark !== undefined && { mark }) })
      }),
      ...narrow_by.options.flatMap(({ lat, lng }, option) =>
        lat === null || lng === null || !marks[option] || options.includes(option)
          ? []
          : [
              toPoint(
                'label',
                '',
                { lng: toMicrodegrees(lng), lat: toMicrodegrees(lat) },
                { option, mark: marks[option] ?? '' },
              ),
            ],
      ),
      ...cities.map((city) => toPoint('city', city.name, city)),
    ],
  }
}

interface Part extends MapFace {
  name: string
  option: number
  mark: string | undefined
}

/** The largest part of each answer, and each part without one. */
function labeled(parts: readonly Part[]): Part[] {
  const largest = new Map<string, Part>()
  for (const part of parts) {
    const key = part.option < 0 ? `- ${part.name}` : String(part.option)
    const known = largest.get(key)
    if (!known || sizeOf(part.polygons) > sizeOf(known.polygons)) largest.set(key, part)
  }
  return [...largest.values()].filter(({ name, option }) => option >= 0 || name !== '')
}

function sizeOf(polygons: MultiPolygon): number {
  return polygons.reduce((sum, [outer]) => sum + (outer ? Math.abs(ringArea(outer)) : 0), 0)
}

function bulkOf(faces: readonly MapFace[]): Box {
  return frameOf(faces.map(({ polygons }) => polygons)).bulk
}

/** Of all points with an answer: a part along a generalized border has no polygon. */
function boxOf(narrow_by: Narrowing): Box {
  const points = pointsOf(narrow_by).filter(({ option }) => option >= 0)
  return boundingBox([Int32Array.from(points.flatMap(({ lng, lat }) => [toMicrodegrees(lng), toMicrodegrees(lat)]))])
}

/** The answer of each face: that of most points of the question in it, which were looked up. */
function findOptions(faces: readonly MapFace[], narrow_by: Narrowing): number[] {
  const votes = faces.map(() => new Map<number, number>())
  const boxes = faces.map(({ polygons }) => polygons.map((rings) => boundingBox(rings)))
  for (const { lng, lat, option } of pointsOf(narrow_by)) {
    const [x, y] = [toMicrodegrees(lng), toMicrodegrees(lat)]
    const found = faces.findIndex(({ polygons }, face) =>
      polygons.some((rings, at) => {
        const box = boxes[face]?.[at]
        if (!box || x < box.west || x > box.east || y < box.south || y > box.north) return false
        return isInside(rings, x, y)
      }),
    )
    const own = votes[found]
    own?.set(option, (own.get(option) ?? 0) + 1)
  }
  return votes.map((own) => [...own].sort(([a, n], [b, m]) => m - n || b - a)[0]?.[0] ?? -1)
}

interface AnsweredPoint {
  lng: number
  lat: number
  /** -1 without an answer. */
  option: number
}

/** The middles of the question's fields, and the point of each answer. */
function pointsOf({ grids, options }: Narrowing): AnsweredPoint[] {
  const fields = grids.flatMap(({ north, west, step_lat, step_lng, rows }) =>
    rows.flatMap((row, down) =>
      [...row].flatMap((letter, right) =>
        letter === ' '
          ? []
          : [
              {
                lng: west + (right + 0.5) * step_lng,
                lat: north - (down + 0.5) * step_lat,
                option: letter === '-' ? -1 : Number.parseInt(letter, 36),
              },
            ],
      ),
    ),
  )
  const answers = options.flatMap(({ lat, lng }, option) =>
    lat === null || lng === null ? [] : [{ lng, lat, option }],
  )
  return [...fields, ...answers]
}
