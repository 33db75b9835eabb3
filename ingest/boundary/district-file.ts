// Reads the boundaries of one layer of districts from a file of any city or county. The operator names the column and the forms of id and name.

import { fromCoordinates } from '../../data/geometry/polygon.ts'
import { STATE_EXTENTS } from '../../data/reference/state-extents.ts'
import { stateOf } from '../../data/schema/states.ts'
import type { StateCode } from '../../data/schema/vocabulary.ts'
import type { PolygonFeature } from '../read/feature.ts'
import { withoutZeroDecimals } from '../read/field-value.ts'
import { type FetchedFile, type Outline, type Sink, SourceError, type SourceReader } from '../read/source.ts'
import { findLayerFaults, type LayerMeasure, type LayerPromise, measureLayer } from './layer-check.ts'
import { addShape, type BoundaryPlan, type FileLocation, readFeatures, repair } from './shape.ts'

export interface DistrictForm {
  state: StateCode
  /** The property with the district's number or name. */
  id_column: string
  /** The OCD id and the name, with `{id}` for that value. */
  ocd_id: string
  name: string
  /** False for a feature of another place, or of no district. */
  isDistrict?(properties: Record<string, unknown>): boolean
  /** The object of a TopoJSON file, or the layer of a GeoPackage, if it has several. */
  object?: string
  /** Of a file whose positions are not in degrees, and that does not say so. */
  projection?: string
}

/** What an operator says of a layer, beside its form. */
export interface DistrictLayer extends Omit<DistrictForm, 'id_column'>, LayerPromise {
  /** Without one, the column that numbers the districts from 1. */
  id_column?: string | undefined
}

interface Drawn {
  /** Of the first feature. */
  at: FileLocation
  nth: number
  id: string
  coordinates: number[][][][]
}

/**
 * Files: of any format of readFeatures. Features with one value are joined, with an issue for each after the first.
 * Boundaries outside the state are left out, with an issue `lines-outside-state`. Throws SourceError if a feature lacks the column.
 */
export function readDistrictFile(plan: BoundaryPlan, form: DistrictForm): SourceReader {
  return async (files, { source, states }, sink) => {
    if (!states.has(form.state)) return
    const features = await loadFeatures(files, form, sink)
    for (const district of drawDistricts(features, form, source.id, sink)) addDistrict(sink, plan, form, district)
  }
}

/** The same, of a layer that must fit the area that it divides. Throws SourceError with each reason why it does not. */
export function readDistrictLayer(plan: BoundaryPlan, layer: DistrictLayer): SourceReader<'outlines'> {
  return async (files, { source, states, outlines: [outline] }, sink) => {
    if (!states.has(layer.state)) return
    const features = await loadFeatures(files, layer, sink)
    const file = files[0]?.name ?? source.id
    const form = { ...layer, id_column: layer.id_column ?? loadNumberColumn(features, layer.districts, file) }
    const drawn = drawDistricts(features, form, source.id, sink)
    const faults = findLayerFaults(measureDistricts(drawn, outline), layer, outline?.name ?? 'its area')
    if (faults.length > 0) throw new SourceError(`is held back: ${faults.join('; ')}`, { file })
    for (const district of drawn) addDistrict(sink, plan, form, district)
  }
}

export function measureDistricts(drawn: readonly Drawn[], outline: Outline | undefined): LayerMeasure {
  const districts = drawn.map(({ id, coordinates }) => ({
    id,
    polygons: repair(fromCoordinates(coordinates)).polygons,
  }))
  return measureLayer(districts, outline)
}

export type DistrictFeature = PolygonFeature & { file: string }

/** The features of all files that are districts. Throws SourceError for a file without one. */
export async function loadFeatures(
  files: readonly FetchedFile[],
  { isDistrict, object, projection }: Pick<DistrictForm, 'isDistrict' | 'object' | 'projection'>,
  sink: Pick<Sink, 'issue' | 'records'>,
): Promise<DistrictFeature[]> {
  const features: DistrictFeature[] = []
  for (const file of files) {
    const before = features.length
    let all = 0
    for await (const feature of readFeatures(file, sink, object, projection)) {
      all++
      if (isDistrict?.(feature.properties) !== false) features.push({ ...feature, file: file.name })
    }
    sink.records?.(file.name, features.length - before)
    if (features.length > before) continue
    const got = all === 0 ? 'has no feature with an area' : `has ${all} features and none that where takes`
    throw new SourceError(`${got}, expected one for each district`, { file: file.name })
  }
  return features
}

/** One for each number or name. Those outside the state are left out. */
export function drawDistricts(
  features: readonly DistrictFeature[],
  form: DistrictForm,
  entry: string,
  sink: Pick<Sink, 'issue'>,
): Drawn[] {
  const drawn = new Map<string, Drawn>()
  for (const { file, line, nth, properties, polygons } of features) {
    const at = { file, line }
    const id = findId(properties, form.id_column, { at, nth, entry, sink })
    if (id === undefined) continue
    const before = drawn.get(id.toLowerCase())
    if (before) reportJoined(before, { at, nth, column: form.id_column, id }, sink)
    const coordinates = [...(before?.coordinates ?? []), ...polygons]
    drawn.set(id.toLowerCase(), { ...(before ?? { at, nth, id }), coordinates })
  }
  return [...drawn.values()].filter(({ id, at, nth, coordinates }) => {
    const placement = placeInExtent(form.state, coordinates)
    if (placement === 'inside') return true
    const value = form.name.replaceAll('{id}', id)
    reportPlacement(placement, { at, nth, state: form.state, value, coordinates }, sink)
    return false
  })
}

function addDistrict(
  sink: Sink,
  plan: BoundaryPlan,
  { state, ocd_id, name }: DistrictForm,
  { id, at, coordinates }: Drawn,
): void {
  addShape(sink, at, plan, {
    state,
    ocd_id: ocd_id.replaceAll('{id}', id.toLowerCase()),
    census_geoid: null,
    name: name.replaceAll('{id}', id),
    class: null,
    coordinates,
  })
}

// The column that numbers the districts, and the features that are asked for.

/** The program that drew a file numbers its features in these. */
const OWN_NUMBER = /^(?:objectid|fid|gid|oid|ogc_fid|id)(?:_\d{1,3})?$/i

/**
 * The columns whose values are 1 to N, or A to the Nth letter, each for one district. Columns that number every feature alike count once, by the first.
 * @param districts N, if it is known
 */
export function findNumberColumns(
  features: readonly Pick<PolygonFeature, 'properties'>[],
  districts?: number | undefined,
): string[] {
  const found = new Map<string, string>()
  for (const column of Object.keys(features[0]?.properties ?? {})) {
    if (OWN_NUMBER.test(column)) continue
    const ids = features.map(({ properties }) => toId(properties[column]))
    const distinct = new Set(ids)
    const isNumbered = (first: (nth: number) => string): boolean =>
      Array.from({ length: distinct.size }, (_, nth) => first(nth)).every((id) => distinct.has(id))
    const fits = distinct.size > 1 && (districts === undefined || districts === distinct.size)
    if (!fits || !(isNumbered((nth) => `${nth + 1}`) || isNumbered((nth) => String.fromCharCode(65 + nth)))) continue
    const key = ids.join(' ')
    if (!found.has(key)) found.set(key, column)
  }
  return [...found.values()]
}

function loadNumberColumn(features: readonly DistrictFeature[], districts: number | undefined, file: string): string {
  const [column, ...more] = findNumberColumns(features, districts)
  if (column !== undefined && more.length === 0) return column
  const names = Object.keys(features[0]?.properties ?? {})
  const got =
    column === undefined
      ? `no field numbers ${districts ?? 'its'} districts from 1; its fields are ${names.slice(0, 20).join(', ') || 'none'}`
      : `the fields ${[column, ...more].join(', ')} number its districts differently`
  throw new SourceError(`is held back: ${got}; name the right one under id_column`, { file })
}

/** `CITY = 'Alvin'`, `DIST <= 5`, `WARD IN ('1', '2')`. */
const COMPARISON = /^(?:"([^"]{1,100})"|([A-Za-z_][\w.]{0,99})) ?(=|<>|<=|>=|<|>|IN\b) ?(\S.*)$/is
const VALUE = /^(?:'[^']*'|-?[\d.]+)$/
const LIST = /^\(([^()]*)\)$/

/** Undefined for a text that is not comparisons of a field with a value, joined by AND. */
export function parseWhere(where: string): ((properties: Record<string, unknown>) => boolean) | undefined {
  const tests = where.split(/\sAND\s/i).map((part) => {
    const [, quoted, plain = quoted, sign = '', value = ''] = COMPARISON.exec(part.replace(/\s+/g, ' ').trim()) ?? []
    const list = /^in$/i.test(sign) ? LIST.exec(value)?.[1] : VALUE.exec(value)?.[0]
    const values = (/^in$/i.test(sign) ? (list ?? '').split(',') : [list ?? '']).map((text) =>
      text.trim().replace(/^'|'$/g, ''),
    )
    return plain === undefined || list === undefined ? undefined : { field: plain, sign, values }
  })
  if (tests.some((test) => test === undefined)) return undefined
  return (properties) =>
    tests.every(
      (test) => test === undefined || test.values.some((value) => compares(properties[test.field], test.sign, value)),
    )
}

function compares(found: unknown, sign: string, value: string): boolean {
  if (found === undefined || found === null) return false
  const [a, b] = [Number(found), Number(value)]
  const order =
    Number.isNaN(a) || Number.isNaN(b) ? (String(found) === value ? 0 : String(found) < value ? -1 : 1) : a - b
  switch (sign) {
    case '<>':
      return order !== 0
    case '<=':
      return order <= 0
    case '>=':
      return order >= 0
    case '<':
      return order < 0
    case '>':
      return order > 0
    default:
      return order === 0
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
  const text = textOf(value)
  const own = toId(value)
  if (own !== undefined) return own
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

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? withoutZeroDecimals(String(value)).trim() : ''
}

/** `07`, 7, `7.0`, `District 7` and `Ward No. 7` are `7`. */
function toId(value: unknown): string | undefined {
  const text = textOf(value)
  const bare = text
    .replace(/\b(?:city|council|commissioner|commission|ward|district|dist|number|no)\b\.?/gi, '')
    .replace(/[#\s]/g, '')
  const id = /^(?:\d{1,3}|[A-Z])$/i.test(bare) ? bare : text
  return /^[\p{L}\p{N}][\p{L}\p{N}._~-]*$/u.test(id) ? id.replace(/^0+(?=\d)/, '') : undefined
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
