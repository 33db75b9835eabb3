// Reads the features of a boundary file, and converts each to a shape row: microdegrees, repaired, encoded. Unusable boundaries give an
// issue.

import type { ShapeRow } from '../../data/core/rows.ts'
import {
  type Box,
  boundingBox,
  boxesMeet,
  encodeMultiPolygon,
  fromCoordinates,
  type MultiPolygon,
  type Ring,
  reverseRing,
  ringArea,
  ringContains,
} from '../../data/geometry/polygon.ts'
import { addRing, overlay } from '../../data/geometry/polygon-overlay.ts'
import { forEachNearPair, meeting, segmentsOf, type TaggedEdges } from '../../data/geometry/segment.ts'
import type { BoundaryPrecision } from '../../data/schema/vocabulary.ts'
import type { PolygonFeature } from '../read/feature.ts'
import { readGeoJson } from '../read/geojson.ts'
import { isSqlite, readGeoPackage } from '../read/geopackage.ts'
import { readKml } from '../read/kml.ts'
import { readShapefile } from '../read/shapefile.ts'
import { type FetchedFile, type Sink, SourceError } from '../read/source.ts'
import { readTopoJson } from '../read/topojson.ts'
import { isZip, readMember } from '../read/zip.ts'

/** Values of a registry entry for all boundaries of a source. */
export interface BoundaryPlan {
  layer: ShapeRow['layer']
  /** e.g. `cd118`, `sld2024`, `2022` */
  vintage: string
  /** First and last day of the elections that use these boundaries, as far as known; null means open. */
  valid_from: string | null
  valid_to: string | null
  lines_precision: BoundaryPrecision
  /** The largest distance, in meters, of these boundaries from the true ones. */
  error_m: number
}

/** The values in a file for one district. */
export type ShapeArea = Pick<ShapeRow, 'state' | 'ocd_id' | 'census_geoid' | 'name' | 'class'>

export interface FileLocation {
  file: string
  line: number | null
}

/** @param coordinates GeoJSON MultiPolygon coordinates in degrees */
export function addShape(
  sink: Sink,
  at: FileLocation,
  plan: BoundaryPlan,
  { coordinates, ...area }: ShapeArea & { coordinates: number[][][][] },
): void {
  const named = `${plan.layer} ${area.census_geoid ?? ''} ${area.name}`.replace(/ +/g, ' ')
  const { polygons, repaired } = repair(fromCoordinates(coordinates))
  if (polygons.length === 0) {
    sink.issue({
      ...at,
      field: 'geometry',
      code: 'empty-shape',
      value: named,
      message: `the lines of ${named} enclose no area, expected a polygon; it is left out`,
      severity: 'refused',
    })
    return
  }
  if (repaired)
    sink.issue({
      ...at,
      field: 'geometry',
      code: 'repaired-polygon',
      value: named,
      message: `the lines of ${named} cross or touch themselves, expected a valid polygon; repaired`,
      severity: 'mended',
    })
  sink.row('shape', { ...plan, ...area, rings: encodeMultiPolygon(polygons), repaired }, at)
}

// Repairs invalid polygons of publishers' files. Valid polygons pass unchanged.

// Builds valid polygons for the area that an invalid polygon encloses.

/** An outer ring as tagged in the overlay. */
interface Solid {
  /** Tags of its holes. */
  holes: readonly number[]
  /** The number of other polygons that contain it. If odd, it is a hole in them. */
  depth: number
}

/** Valid polygons of the area that invalid ones enclose, by the rule at `repair`. */
function mend(polygons: MultiPolygon): MultiPolygon {
  const edges: TaggedEdges = { coordinates: [], tag: [] }
  const solids = new Map<number, Solid>()
  let tag = 0
  for (const rings of polygons) {
    const [shell, ...holes] = rings
    if (!shell) continue
    const shellTag = tag++
    const holeTags: number[] = []
    solids.set(shellTag, { holes: holeTags, depth: polygons.filter((other) => isInside(shell, other)).length })
    addRing(edges, shell, shellTag)
    for (const hole of holes) {
      if (isCopy(hole, shell)) continue
      addRing(edges, hole, tag)
      if (boxesMeet(boundingBox([hole]), boundingBox([shell])) && meets(hole, shell)) holeTags.push(tag)
      else solids.set(tag, { holes: [], depth: 0 })
      tag++
    }
  }
  const united = overlay(edges, (windings) => {
    let deepest = -1
    for (const [ring, count] of windings) {
      const solid = count === 0 ? undefined : solids.get(ring)
      if (solid && !solid.holes.some((hole) => (windings.get(hole) ?? 0) !== 0))
        deepest = Math.max(deepest, solid.depth)
    }
    return deepest >= 0 && deepest % 2 === 0 ? 0 : null
  })
  return united.get(0) ?? []
}

/** True if the ring lies inside the polygon and is not its shell. Tests midpoints of edges, because corners may touch. */
function isInside(ring: Ring, [shell, ...holes]: Ring[]): boolean {
  if (!shell || !boxesMeet(boundingBox([ring]), boundingBox([shell])) || isCopy(ring, shell)) return false
  let [x, y] = [ring[ring.length - 2] ?? 0, ring[ring.length - 1] ?? 0]
  for (let i = 0; i < ring.length; i += 2) {
    const [nextX, nextY] = [ring[i] ?? 0, ring[i + 1] ?? 0]
    const isIn = (other: Ring): boolean => ringContains(other, (x + nextX) / 2, (y + nextY) / 2)
    if (!isIn(shell) || holes.some(isIn)) return false
    x = nextX
    y = nextY
  }
  return true
}

/** True for the same cycle of vertices, with any start and direction. */
function isCopy(a: Ring, b: Ring): boolean {
  if (a.length !== b.length || Math.abs(ringArea(a)) !== Math.abs(ringArea(b))) return false
  const points = (ring: Ring): string[] => {
    const list: string[] = []
    for (let i = 0; i < ring.length; i += 2) list.push(`${ring[i]},${ring[i + 1]}`)
    return list.sort()
  }
  const other = points(b)
  return points(a).every((point, i) => point === other[i])
}

/** True if a vertex of the hole lies in its shell or the reverse, or their borders meet. */
function meets(hole: Ring, shell: Ring): boolean {
  for (let i = 0; i < hole.length; i += 2) if (ringContains(shell, hole[i] ?? 0, hole[i + 1] ?? 0)) return true
  for (let i = 0; i < shell.length; i += 2) if (ringContains(hole, shell[i] ?? 0, shell[i + 1] ?? 0)) return true
  let met = false
  const segments = segmentsOf([hole, shell])
  forEachNearPair(segments, (i, j) => {
    if (i < hole.length / 2 && j >= hole.length / 2 && meeting(segments, i, j) === 'cross') met = true
  })
  return met
}

/**
 * Validity follows OGC Simple Features 1.2.1, sections 6.1.11 and 6.1.14: simple rings that do not touch themselves, holes inside
 * their shell, rings that touch only at points and never cross, connected interiors, polygons that share only points.
 *
 * Repair: a ring encloses every area that it winds around (non-zero rule, in either direction: GeoJSON files disregard orientation,
 * and a doubled loop or a figure eight counts as inside). The even-odd rule would cut a hole where a ring overlaps itself. A
 * polygon is its first ring minus its holes; polygons are united. A hole that equals its shell is dropped; a hole outside its shell
 * becomes a shell; a polygon inside another is a hole in it (the school districts' files list enclaves this way, which belong to
 * neighbors).
 *
 * A valid polygon keeps every vertex; only the orientation is set (outer rings counter-clockwise, holes clockwise). A repaired
 * polygon keeps its vertices away from the fault; crossings are rounded to the microdegree. Returns an empty list if nothing is
 * left.
 */
export function repair(polygons: MultiPolygon): { polygons: MultiPolygon; repaired: boolean } {
  if (isValid(polygons)) return { polygons: polygons.map(orient), repaired: false }
  return { polygons: mend(polygons), repaired: true }
}

export function isValid(polygons: MultiPolygon): boolean {
  const rings = polygons.flat()
  if (polygons.some((polygon) => polygon.length === 0)) return false
  if (rings.some((ring) => ring.length < 6 || ringArea(ring) === 0)) return false
  switch (touching(rings)) {
    case 'fault':
      return false
    case 'nowhere':
      return isNested(polygons)
    case 'between-rings':
      return sameShape(mend(polygons), polygons)
  }
}

/** `between-rings`: rings touch at points, which is valid unless they cross there or split an interior. */
function touching(rings: readonly Ring[]): 'fault' | 'between-rings' | 'nowhere' {
  const segments = segmentsOf(rings)
  const ringOf = new Uint32Array(segments.ax.length)
  const firsts: number[] = []
  let at = 0
  rings.forEach((ring, index) => {
    firsts.push(at)
    ringOf.fill(index, at, at + ring.length / 2)
    at += ring.length / 2
  })
  let [fault, touched] = [false, false]
  forEachNearPair(segments, (i, j) => {
    if (fault) return
    const how = meeting(segments, i, j)
    if (how === null) return
    const ring = ringOf[i] ?? 0
    if (how !== 'touch') fault = true
    else if (ring !== ringOf[j]) touched = true
    else {
      const first = firsts[ring] ?? 0
      const last = first + (rings[ring]?.length ?? 0) / 2 - 1
      if (j !== i + 1 && !(i === first && j === last)) fault = true
    }
  })
  return fault ? 'fault' : touched ? 'between-rings' : 'nowhere'
}

/** For rings that do not meet: true if every hole is in its shell and in no other hole, and every shell in no other polygon. */
function isNested(polygons: MultiPolygon): boolean {
  const measured = polygons.map((rings) => rings.map((ring) => ({ ring, box: boundingBox([ring]) })))
  for (const polygon of measured) {
    const [shell, ...holes] = polygon
    if (!shell || holes.some((hole) => !isWithin(hole, shell))) return false
    if (holes.some((hole) => holes.some((other) => other !== hole && isWithin(hole, other)))) return false
    for (const other of measured) {
      const [otherShell, ...otherHoles] = other
      if (other === polygon || !otherShell || !isWithin(shell, otherShell)) continue
      if (!otherHoles.some((hole) => isWithin(shell, hole))) return false
    }
  }
  return true
}

type Measured = { ring: Ring; box: Box }

function isWithin(inner: Measured, outer: Measured): boolean {
  return boxesMeet(inner.box, outer.box) && ringContains(outer.ring, inner.ring[0] ?? 0, inner.ring[1] ?? 0)
}

function orient(rings: Ring[]): Ring[] {
  return rings.map((ring, index) => (ringArea(ring) > 0 === (index === 0) ? ring : reverseRing(ring)))
}

/** True for the same rings, by exact areas and numbers of rings (a ring may have extra vertices on its own edges). */
function sameShape(repaired: MultiPolygon, given: MultiPolygon): boolean {
  const measure = (polygons: MultiPolygon): string =>
    polygons
      .map(([shell, ...holes]) => [
        shell ? Math.abs(ringArea(shell)) : 0,
        ...holes.map((hole) => Math.abs(ringArea(hole))).sort((a, b) => a - b),
      ])
      .map((areas) => areas.join(' '))
      .sort()
      .join(';')
  return measure(repaired) === measure(given)
}

// Reads the features of a boundary file in any of its formats.

/**
 * Reads GeoJSON, TopoJSON, KML, a GeoPackage or a zipped shapefile, and a zip of one of them. The first bytes decide, because a mirror may
 * repack a publisher's zip, and an address need not name the format.
 * @param object the layer of a TopoJSON file or of a GeoPackage; null if it has one, and for other formats
 * @param projection of the positions, as in read/projection.ts; default: as the file says, else degrees
 */
export async function* readFeatures(
  file: FetchedFile,
  sink: Pick<Sink, 'issue'>,
  object: string | null = null,
  projection?: string,
): AsyncGenerator<PolygonFeature> {
  const named = object ?? undefined
  const head = Buffer.from(file.bytes.subarray(0, SNIFFED))
  if (head.length > 4 && head.readInt32BE(0) === SHP)
    throw new SourceError('is the .shp of a shapefile alone, expected a .zip with its .dbf and .prj', {
      file: file.name,
    })
  if (/^[\ufeff\s]*<(?:!doctype\s{1,9}html|html)\b/i.test(head.toString('utf8')))
    throw new SourceError('is a web page, expected a file of districts: save the file that the page links to', {
      file: file.name,
    })
  switch (await formatOf(file)) {
    case 'geopackage':
      return yield* readGeoPackage(file, object, sink, projection)
    case 'shapefile':
      return yield* readShapefile(file, sink, projection)
    case 'zip':
      return yield* readFeatures({ ...file, bytes: await readMember(file, ZIPPED) }, sink, object, projection)
    case 'kml':
      return yield* readKml(file, sink)
    case 'topojson':
      return yield* readTopoJson(file, named, sink, projection)
    case 'geojson':
      return yield* readGeoJson(file, sink, projection)
  }
}

/** Of a file that is packed alone. */
const ZIPPED = ['kml', 'geojson', 'json', 'topojson']

type Format = 'geojson' | 'topojson' | 'kml' | 'geopackage' | 'shapefile' | 'zip'

export async function formatOf({ bytes }: Pick<FetchedFile, 'bytes'>): Promise<Format> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (isSqlite(bytes)) return 'geopackage'
  if (isZip(bytes)) {
    const holds = (extension: string): boolean =>
      buffer.includes(`.${extension}`) || buffer.includes(`.${extension.toUpperCase()}`)
    // The names in a zip are not packed. A shapefile may lie beside a KML of the same layer.
    if (holds('gpkg')) return 'geopackage'
    return holds('kml') || buffer.includes('json') ? (holds('shp') ? 'shapefile' : 'zip') : 'shapefile'
  }
  const [head, tail] = [buffer.subarray(0, SNIFFED), buffer.subarray(-SNIFFED)]
  if (/^[\ufeff\s]*</.test(head.toString('utf8'))) return 'kml'
  return [head, tail].some((part) => /"type"\s{0,9}:\s{0,9}"Topology"/.test(part.toString('latin1')))
    ? 'topojson'
    : 'geojson'
}

/** The first number of a .shp. */
const SHP = 9994
/** Bytes of either end in which a format shows. */
const SNIFFED = 4096

/**
 * Returns the first of `fields` that the feature has, trimmed. The Census Bureau may append a decade: GEOID20 is GEOID. Throws SourceError
 * if none of them is text.
 */
export function loadText(feature: PolygonFeature, fields: readonly string[], file: string): string {
  const text = findText(feature, fields)
  if (text !== undefined) return text
  const got = Object.keys(feature.properties).slice(0, 20).join(', ')
  throw new SourceError(`a feature has no text in ${fields.join(' or ')}; its properties are ${got || 'none'}`, {
    file,
    line: feature.line,
  })
}

/** Whether `loadText` returns. */
export function hasText(feature: PolygonFeature, fields: readonly string[]): boolean {
  return findText(feature, fields) !== undefined
}

function findText({ properties }: PolygonFeature, fields: readonly string[]): string | undefined {
  for (const field of fields) {
    const value = properties[field] ?? findOfDecade(properties, field)
    if (typeof value === 'string' && value.trim() !== '') return value.trim()
  }
  return undefined
}

function findOfDecade(properties: Record<string, unknown>, field: string): unknown {
  const key = Object.keys(properties).find((name) => name.startsWith(field) && /^\d\d$/.test(name.slice(field.length)))
  return key === undefined ? undefined : properties[key]
}
