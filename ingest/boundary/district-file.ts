// Reads the boundaries of one layer of districts from a file of any city or county. The operator names the column and the forms of id and name.

import { STATE_EXTENTS } from '../../data/reference/state-extents.ts'
import { stateOf } from '../../data/schema/states.ts'
import type { StateCode } from '../../data/schema/vocabulary.ts'
import { withoutZeroDecimals } from '../read/field-value.ts'
import { readGeoJson } from '../read/geojson.ts'
import type { Unproject } from '../read/projection.ts'
import { type FetchedFile, type Sink, SourceError, type SourceReader } from '../read/source.ts'
import { addShape, type BoundaryPlan, type FileLocation, readFeatures } from './shape.ts'

export interface DistrictForm {
  state: StateCode
  /** The property with the district's number or name. */
  id_column: string
  /** The OCD id and the name, with `{id}` for that value. */
  ocd_id: string
  name: string
  /** False for a feature of another place, or of no district. */
  isDistrict?(properties: Record<string, unknown>): boolean
  /** The object of a TopoJSON file. */
  object?: string
  /** Of a GeoJSON file whose positions are not in degrees. */
  unproject?: Unproject
}

interface Drawn {
  /** Of the first feature. */
  at: FileLocation
  nth: number
  id: string
  coordinates: number[][][][]
}

/**
 * Files: GeoJSON, a zipped shapefile, or TopoJSON with `object`. Features with one value are joined, with an issue for each after the first.
 * Boundaries outside the state are left out, with an issue `lines-outside-state`. Throws SourceError if a feature lacks the column.
 */
export function readDistrictFile(plan: BoundaryPlan, form: DistrictForm): SourceReader {
  return async (files, { source, states }, sink) => {
    if (!states.has(form.state)) return
    const drawn = new Map<string, Drawn>()
    for (const file of files) {
      let features = 0
      const { unproject } = form
      const found = unproject ? readGeoJson(file, sink, unproject) : readFeatures(file, sink, form.object)
      for await (const { line, nth, properties, polygons } of found) {
        if (form.isDistrict?.(properties) === false) continue
        features++
        const at = { file: file.name, line }
        const id = findId(properties, form.id_column, { at, nth, entry: source.id, sink })
        if (id === undefined) continue
        const before = drawn.get(id.toLowerCase())
        if (before) reportJoined(before, { at, nth, column: form.id_column, id }, sink)
        const coordinates = [...(before?.coordinates ?? []), ...polygons]
        drawn.set(id.toLowerCase(), { ...(before ?? { at, nth, id }), coordinates })
      }
      sink.records?.(file.name, features)
      requireFeatures(features, file)
    }
    for (const { id, at, nth, coordinates } of drawn.values()) {
      const placement = placeInExtent(form.state, coordinates)
      if (placement === 'inside') add({ id, at, coordinates })
      else
        reportPlacement(
          placement,
          { at, nth, state: form.state, value: form.name.replaceAll('{id}', id), coordinates },
          sink,
        )
    }

    function add({ id, at, coordinates }: Omit<Drawn, 'nth'>): void {
      addShape(sink, at, plan, {
        state: form.state,
        ocd_id: form.ocd_id.replaceAll('{id}', id.toLowerCase()),
        census_geoid: null,
        name: form.name.replaceAll('{id}', id),
        class: null,
        coordinates,
      })
    }
  }
}

/** Boundaries elsewhere are of another place, or their positions are not in the order of GeoJSON. */
function reportPlacement(
  placement: 'swapped' | 'outside',
  {
    at,
    nth,
    state,
    value,
    coordinates,
  }: { at: FileLocation; nth: number; state: StateCode; value: string; coordinates: Drawn['coordinates'] },
  sink: Pick<Sink, 'issue'>,
): void {
  const [first, second] = coordinates[0]?.[0]?.[0] ?? []
  const instead =
    placement === 'swapped'
      ? 'its positions have latitude before longitude, expected longitude before latitude'
      : 'expected lines that reach it'
  const message = `feature ${nth} lies outside ${stateOf(state).name}, at ${first}, ${second}: ${instead}; its lines are left out`
  sink.issue({ ...at, field: 'geometry', code: 'lines-outside-state', value, message, severity: 'refused' })
}

/** `07`, 7 and `7.0` are `7`. Undefined with an issue for a value that cannot be part of an OCD id. */
function findId(
  properties: Record<string, unknown>,
  column: string,
  { at, nth, entry, sink }: { at: FileLocation; nth: number; entry: string; sink: Pick<Sink, 'issue'> },
): string | undefined {
  if (!Object.hasOwn(properties, column)) {
    const got = Object.keys(properties).slice(0, 20).join(', ')
    throw new SourceError(
      `feature ${nth} has no ${column}, which id_column of the entry ${entry} in sources.yaml names; its properties are ${got || 'none'}`,
      at,
    )
  }
  const value = properties[column]
  const text = typeof value === 'string' || typeof value === 'number' ? withoutZeroDecimals(String(value)) : ''
  if (/^[\p{L}\p{N}][\p{L}\p{N}._~-]*$/u.test(text)) return text.replace(/^0+(?=\d)/, '')
  sink.issue({
    ...at,
    field: column,
    code: 'bad-value',
    value: text.slice(0, 100),
    message: `feature ${nth} has ${text === '' ? 'nothing' : JSON.stringify(text.slice(0, 100))}, expected the number or the name of a district, without spaces; its lines are left out`,
    severity: 'refused',
  })
  return undefined
}

function reportJoined(
  before: Drawn,
  { at, nth, column, id }: { at: FileLocation; nth: number; column: string; id: string },
  sink: Pick<Sink, 'issue'>,
): void {
  const other = before.at.file === at.file ? '' : ` of ${before.at.file}`
  sink.issue({
    ...at,
    field: column,
    code: 'repeated-district',
    value: id,
    message: `feature ${nth} has the ${column} of feature ${before.nth}${other}, expected one feature for each district; the lines of both make one district`,
    severity: 'mended',
  })
}

function requireFeatures(features: number, { name }: FetchedFile): void {
  if (features === 0) throw new SourceError('has no feature, expected one for each district', { file: name })
}

// Whether boundaries are in their state, roughly: by the quarter degrees that its outline reaches.

const CELLS_IN_DEGREE = 4

/** The cells of a state, as `row column` of quarter degrees from the equator and from Greenwich. */
function cellsOf(state: StateCode): ReadonlySet<string> {
  const cells = new Set<string>()
  for (const run of STATE_EXTENTS[state].split('; ')) {
    const [south = 0, west = 0, east = 0] = run.split(' ').map((degrees) => Number(degrees) * CELLS_IN_DEGREE)
    for (let column = west; column < east; column++) cells.add(`${south} ${column}`)
  }
  return cells
}

function cellAt(lng: number, lat: number): string {
  return `${Math.floor(lat * CELLS_IN_DEGREE)} ${Math.floor(lng * CELLS_IN_DEGREE)}`
}

/** `inside` if a vertex lies in a quarter degree of the state; `swapped` if one would with latitude before longitude. */
type Placement = 'inside' | 'swapped' | 'outside'

/** @param coordinates of a GeoJSON MultiPolygon, in degrees */
export function placeInExtent(state: StateCode, coordinates: readonly (readonly (readonly number[][])[])[]): Placement {
  const cells = cellsOf(state)
  let swapped = false
  for (const rings of coordinates)
    for (const ring of rings)
      for (const [lng = 0, lat = 0] of ring) {
        if (cells.has(cellAt(lng, lat))) return 'inside'
        swapped ||= cells.has(cellAt(lat, lng))
      }
  return swapped ? 'swapped' : 'outside'
}
