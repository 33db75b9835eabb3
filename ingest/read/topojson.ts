// Reads TopoJSON boundaries. Resolves shared arcs and quantization.

import type { Feature, Geometry } from 'geojson'
import { feature } from 'topojson-client'
import type { GeometryObject, Properties, Topology } from 'topojson-specification'
import { type PolygonFeature, toPolygonFeature } from './feature.ts'
import { crsOf } from './geojson.ts'
import { isObject, readJson } from './json.ts'
import { toUnproject } from './projection.ts'
import { type FetchedFile, type Sink, SourceError } from './source.ts'

/** 116 MB of real boundaries have 37 million positions. */
const POSITIONS_MAX = 50_000_000
/** A small file can use one long arc many times. Real files use each arc twice, once from either side. */
const USES_MAX = 4
const POSITIONS_FREE = 1_000_000

/**
 * Adds a feature's own id to its properties as `id`, unless they have one. Throws SourceError for a file that is not a topology, a
 * missing object, and an invalid arc.
 * @param objectName optional if the file has one object
 * @param sink receives features without polygons as issues; without a sink they stop the source
 * @param projection of the positions, as in projection.ts; default: what the topology's `crs` says, else degrees
 */
export function* readTopoJson(
  file: FetchedFile,
  objectName?: string,
  sink?: Pick<Sink, 'issue'>,
  projection?: string,
): Generator<PolygonFeature> {
  const topology = readJson(file)
  if (!isTopology(topology))
    throw new SourceError('is not TopoJSON, expected a Topology with arcs and objects', { file: file.name })
  const object = findObject(topology, objectName, file.name)
  checkArcs(topology, object, file.name)
  const named = projection ?? crsOf({ ...topology })
  const unproject = named === undefined ? null : toUnproject(named, { file: file.name })
  for (const [index, member] of membersOf(object, file.name).entries()) {
    const { id, properties, geometry } = unfold(topology, member, file.name)
    const place = { file: file.name, line: null, nth: index + 1 }
    const withId = id === undefined ? properties : { id, ...properties }
    const polygons = toPolygonFeature(withId, geometry, place, sink, unproject)
    if (polygons) yield polygons
  }
}

function membersOf(object: GeometryObject<Properties>, file: string): GeometryObject<Properties>[] {
  const members = object.type === 'GeometryCollection' ? object.geometries : [object]
  if (!Array.isArray(members)) throw new SourceError('holds a collection without a list of geometries', { file })
  return members
}

/** Unfolds one feature at a time, so that only that one is in memory. */
function unfold(topology: Topology, member: GeometryObject<Properties>, file: string): Feature<Geometry | null> {
  try {
    const [found] = feature(topology, { type: 'GeometryCollection', geometries: [member] }).features
    if (found) return found
    throw new RangeError('the result is empty')
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error)
    throw new SourceError(`its arcs cannot be unfolded: ${cause}`, { file })
  }
}

function isTopology(value: unknown): value is Topology {
  return (
    isObject(value) &&
    value.type === 'Topology' &&
    isObject(value.objects) &&
    Array.isArray(value.arcs) &&
    value.arcs.every((arc: unknown) => Array.isArray(arc) && arc.length >= 2 && arc.every(isPosition))
  )
}

function isPosition(value: unknown): boolean {
  return Array.isArray(value) && value.length >= 2 && value.every((part) => typeof part === 'number')
}

function findObject(topology: Topology, objectName: string | undefined, file: string): GeometryObject<Properties> {
  const names = Object.keys(topology.objects)
  const name = objectName ?? (names.length === 1 ? names[0] : undefined)
  const object = name !== undefined && Object.hasOwn(topology.objects, name) ? topology.objects[name] : undefined
  if (object === undefined) {
    const got = objectName === undefined ? `${names.length} objects` : `no object "${objectName}"`
    throw new SourceError(`has ${got}, expected one of: ${names.join(', ').slice(0, 300)}`, { file })
  }
  return object
}

/** topojson-client does not check arc numbers and does not limit the copied positions. */
function checkArcs(topology: Topology, object: GeometryObject<Properties>, file: string): void {
  const own = topology.arcs.reduce((sum, arc) => sum + arc.length, 0)
  const most = Math.min(POSITIONS_MAX, Math.max(POSITIONS_FREE, USES_MAX * own))
  let positions = 0
  const count = (arcs: unknown): void => {
    if (Array.isArray(arcs)) {
      for (const item of arcs) count(item)
      return
    }
    const arc = typeof arcs === 'number' ? topology.arcs[arcs < 0 ? ~arcs : arcs] : undefined
    if (!arc)
      throw new SourceError(`names the arc ${String(arcs)}, but has only ${topology.arcs.length} arcs`, { file })
    positions += arc.length
    if (positions > most)
      throw new SourceError(`unfolds to more than ${most} positions, too many for a file of ${own}`, { file })
  }
  const walk = (geometry: unknown): void => {
    if (!isObject(geometry)) throw new SourceError('holds a geometry that is not an object', { file })
    if (Array.isArray(geometry.geometries)) for (const member of geometry.geometries) walk(member)
    else if (geometry.arcs !== undefined) count(geometry.arcs)
  }
  walk(object)
}
