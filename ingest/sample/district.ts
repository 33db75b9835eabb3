// The sample's districts, from data/sample/districts.csv: its states, the invented divisions, and how their boundaries are made from
// counties; with the checks of a row that all files of the sample share.

import { merge } from 'topojson-client'
import { z } from 'zod'
import { type Box, type MultiPolygon, toMicrodegrees } from '../../data/geometry/polygon.ts'
import {
  DISTRICT_LEVELS,
  DISTRICT_TYPES,
  type DistrictType,
  type Level,
  STATE_CODES,
  type StateCode,
} from '../../data/schema/vocabulary.ts'
import { readCsv } from '../read/csv.ts'
import { ocdSlug } from '../read/identity.ts'
import { readJson } from '../read/json.ts'
import { type FetchedFile, type Sink, SourceError } from '../read/source.ts'

// Reads and checks one row of a sample CSV file. The sample is our own data, so an invalid row stops the source.

/** A required text field. */
export const text = z.string().min(1)
/** An optional text field; empty becomes null. */
export const optional = z.string().transform((value) => (value === '' ? null : value))
export const flag = z.enum(['true', 'false']).transform((value) => value === 'true')
export const parseCount = z
  .string()
  .regex(/^[1-9]\d*$/)
  .transform(Number)
export const optionalDate = z.union([z.literal('').transform(() => null), z.iso.date()])
export const state = z.enum(STATE_CODES)

/** Reads a file whose columns are exactly the keys of `shape`. Throws SourceError with the line of the first invalid field. */
export function* readRows<Shape extends z.ZodRawShape>(
  file: FetchedFile,
  row: z.ZodObject<Shape>,
  sink: Sink,
): Generator<{ line: number; row: z.output<z.ZodObject<Shape>> }> {
  for (const { line, record } of readCsv(file, { columns: Object.keys(row.shape) }, sink)) {
    const parsed = row.safeParse(record)
    if (!parsed.success) {
      const [issue] = parsed.error.issues
      throw new SourceError(`${issue?.path.join('.')}: ${issue?.message}`, { file: file.name, line })
    }
    yield { line, row: parsed.data }
  }
}

/** Returns a source's file by name. Throws SourceError if the registry names no such file. */
export function fileNamed(files: readonly FetchedFile[], name: string): FetchedFile {
  const file = files.find((candidate) => candidate.name.endsWith(`/${name}`))
  if (!file) throw new SourceError('the sample has no file of this name', { file: name })
  return file
}

/** `west south east north` in percent of the bounding box of the row's counties; empty (null) means the whole box. */
export const windowField = z
  .string()
  .regex(/^(\d{1,3} \d{1,3} \d{1,3} \d{1,3})?$/, 'expected four percentages `west south east north`, or nothing')
  .transform((value): Box | null => {
    if (value === '') return null
    const [west = 0, south = 0, east = 0, north = 0] = value.split(' ').map(Number)
    return { west, south, east, north }
  })
  .refine((box) => !box || (box.west < box.east && box.south < box.north && box.east <= 100 && box.north <= 100), {
    message: 'expected west < east <= 100 and south < north <= 100',
  })

/** County FIPS codes, or `all` for the whole state; empty if there are no boundaries. */
export const countiesField = z
  .string()
  .regex(/^(all|(\d{5}( \d{5})*)?)$/, 'expected `all`, or county FIPS codes separated by spaces, or nothing')

const districtRow = z.object({
  ocd_id: z.string().startsWith('ocd-division/country:us/state:'),
  state,
  layer: z.enum(DISTRICT_TYPES),
  census_geoid: optional,
  name: text,
  vintage: optional,
  valid_from: optionalDate,
  valid_to: optionalDate,
  counties: countiesField,
  window: windowField,
})
export type SampleDistrict = z.output<typeof districtRow> & { line: number }

export function readDistricts(file: FetchedFile, sink: Sink): SampleDistrict[] {
  return [...readRows(file, districtRow, sink)].map(({ line, row }) => ({ ...row, line }))
}

/** A division with the fields that contests need. */
export interface Division {
  ocd_id: string
  type: DistrictType
  level: Level
  name: string
  state: StateCode
}

/** Every division that a contest of the sample may name, by OCD id: those in districts.csv and the counties of its states. */
export function divisionsOf(
  districts: readonly SampleDistrict[],
  counties: readonly AtlasCounty[],
): Map<string, Division> {
  const divisions = new Map<string, Division>()
  for (const { ocd_id, layer, name, state } of districts)
    divisions.set(ocd_id, { ocd_id, type: layer, level: DISTRICT_LEVELS[layer], name, state })
  for (const home of districts.filter(({ layer }) => layer === 'state'))
    for (const county of countiesIn(home, counties)) {
      const division = toCountyDivision(county, home)
      divisions.set(division.ocd_id, division)
    }
  return divisions
}

/** The counties of a `state` row. */
export function countiesIn(home: SampleDistrict, counties: readonly AtlasCounty[]): AtlasCounty[] {
  return counties.filter(({ geoid }) => geoid.slice(0, 2) === home.census_geoid)
}

/** The counties in a row's `counties` field. Throws SourceError for a code that us-atlas does not have. */
export function findCounties(
  row: { counties: string; state: StateCode },
  districts: readonly SampleDistrict[],
  counties: readonly AtlasCounty[],
  at: { file: string; line: number },
): AtlasCounty[] {
  const home = districts.find(({ layer, state }) => layer === 'state' && state === row.state)
  if (!home) throw new SourceError(`state: expected one with a row of layer "state", got ${row.state}`, at)
  const all = countiesIn(home, counties)
  if (row.counties === 'all') return all
  return row.counties
    .split(' ')
    .filter(Boolean)
    .map((geoid) => {
      const county = all.find((candidate) => candidate.geoid === geoid)
      if (!county) throw new SourceError(`counties: expected codes of counties in ${home.name}, got ${geoid}`, at)
      return county
    })
}

export function toCountyDivision(county: AtlasCounty, home: SampleDistrict): Division {
  const ocd_id = `${home.ocd_id}/county:${ocdSlug(county.name)}`
  const name = county.name.endsWith('City') ? county.name : `${county.name} County`
  return { ocd_id, type: 'county', level: 'county', name, state: home.state }
}

// Counties of the npm package us-atlas as one topology in microdegrees. All shapes made from it share their borders exactly.

const named = { id: z.string().regex(/^\d{5}$/), properties: z.object({ name: z.string() }) }
const countyObject = z.discriminatedUnion('type', [
  z.object({ ...named, type: z.literal('Polygon'), arcs: z.array(z.array(z.int())) }),
  z.object({ ...named, type: z.literal('MultiPolygon'), arcs: z.array(z.array(z.array(z.int()))) }),
])
const pair = z.tuple([z.number(), z.number()])
const topology = z.object({
  type: z.literal('Topology'),
  transform: z.object({ scale: pair, translate: pair }),
  arcs: z.array(z.array(pair)),
  objects: z.object({ counties: z.object({ geometries: z.array(countyObject) }) }),
})

/** [lng, lat] in whole microdegrees. */
export type Point = [number, number]

export interface AtlasCounty {
  /** State and county FIPS, five digits. */
  geoid: string
  /** Without "County", e.g. `Kennebec`. */
  name: string
  geometry: z.infer<typeof countyObject>
}

export interface Atlas {
  counties: readonly AtlasCounty[]
  /** Borders between two junctions, each shared by the counties on both sides. */
  arcs: Point[][]
}

/** Reads `counties-10m.json`. Throws SourceError if it is not the quantized topology of us-atlas. */
export function readAtlas(file: FetchedFile): Atlas {
  const parsed = topology.safeParse(readJson(file))
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new SourceError(
      `expected the topology of us-atlas with an object "counties", got ${issue?.path.join('.')}: ${issue?.message}`,
      { file: file.name },
    )
  }
  const { transform, arcs, objects } = parsed.data
  return {
    counties: objects.counties.geometries
      .map((county) => ({ geoid: county.id, name: county.properties.name, geometry: county }))
      .sort((a, b) => (a.geoid < b.geoid ? -1 : 1)),
    arcs: arcs.map((arc) => toPoints(arc, transform)),
  }
}

/** Joins counties into one shape without the borders between them. Rings are open: the first point is not repeated. */
export function joinCounties(counties: readonly AtlasCounty[], arcs: Point[][]): MultiPolygon {
  const shape = merge(
    { type: 'Topology', objects: {}, arcs },
    counties.map((county) => county.geometry),
  )
  return shape.coordinates.map((rings) =>
    rings.map((ring) => Int32Array.from(ring.slice(0, -1).flatMap(([lng, lat]) => [lng ?? 0, lat ?? 0]))),
  )
}

/** The arcs that bound a county. A negative number means the same arc in reverse. */
export function arcsOf(county: AtlasCounty): number[] {
  return county.geometry.arcs.flat(2).map((arc) => (arc < 0 ? ~arc : arc))
}

/** Reverses TopoJSON's quantization: points are differences in steps of the transform. */
function toPoints(
  arc: readonly (readonly [number, number])[],
  { scale, translate }: { scale: readonly [number, number]; translate: readonly [number, number] },
): Point[] {
  let [x, y] = [0, 0]
  return arc.map(([dx, dy]) => {
    x += dx
    y += dy
    return [toMicrodegrees(x * scale[0] + translate[0]), toMicrodegrees(y * scale[1] + translate[1])]
  })
}
