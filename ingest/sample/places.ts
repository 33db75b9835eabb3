// The sample's boundaries and ZIP codes: counties of us-atlas, whole, joined or cut, as data/sample/districts.csv and zips.csv define.

import { z } from 'zod'
import { type Box, boundingBox, type MultiPolygon, toCoordinates } from '../../data/geometry/polygon.ts'
import { addRing, overlay } from '../../data/geometry/polygon-overlay.ts'
import type { TaggedEdges } from '../../data/geometry/segment.ts'
import { addShape, type BoundaryPlan, type ShapeArea } from '../boundary/shape.ts'
import { type FetchedFile, type ReadContext, type Sink, SourceError } from '../read/source.ts'
import {
  type Atlas,
  type AtlasCounty,
  arcsOf,
  countiesField,
  countiesIn,
  fileNamed,
  findCounties,
  joinCounties,
  type Point,
  readAtlas,
  readDistricts,
  readRows,
  type SampleDistrict,
  state,
  text,
  toCountyDivision,
  windowField,
} from './district.ts'

// Cuts shapes along meridians and parallels. Pieces, neighbors and unions share exactly the same vertices.

/** The part of a box between percentages of its width and height, counted from the south-west corner. */
export function windowOf(box: Box, percent: Box): Box {
  const along = (low: number, high: number, share: number): number => low + Math.round(((high - low) * share) / 100)
  return {
    west: along(box.west, box.east, percent.west),
    south: along(box.south, box.north, percent.south),
    east: along(box.west, box.east, percent.east),
    north: along(box.south, box.north, percent.north),
  }
}

/**
 * Adds a vertex to an arc, rounded to the microdegree, at each crossing with a box's border. If this runs before shapes are built,
 * each crossing is a vertex of all shapes along the arc, and cutting them needs no rounding.
 */
export function addCrossings(arc: readonly Point[], boxes: readonly Box[]): Point[] {
  const result: Point[] = []
  for (const point of arc) {
    const before = result.at(-1)
    if (before) result.push(...crossings(before, point, boxes))
    result.push(point)
  }
  return result
}

/** The points where the edge from a to b crosses the boxes' borders, in its direction, each once, without the edge's ends. */
function crossings(a: Point, b: Point, boxes: readonly Box[]): Point[] {
  const found: { share: number; point: Point }[] = []
  for (const { west, south, east, north } of boxes) {
    for (const x of [west, east]) {
      if (a[0] <= x === b[0] <= x || a[0] === x || b[0] === x) continue
      const share = (x - a[0]) / (b[0] - a[0])
      const y = Math.round(a[1] + share * (b[1] - a[1]))
      if (y >= south && y <= north) found.push({ share, point: [x, y] })
    }
    for (const y of [south, north]) {
      if (a[1] <= y === b[1] <= y || a[1] === y || b[1] === y) continue
      const share = (y - a[1]) / (b[1] - a[1])
      const x = Math.round(a[0] + share * (b[0] - a[0]))
      if (x >= west && x <= east) found.push({ share, point: [x, y] })
    }
  }
  const seen = new Set([String(a), String(b)])
  return found
    .sort((one, other) => one.share - other.share)
    .map(({ point }) => point)
    .filter((point) => !seen.has(String(point)) && seen.add(String(point)))
}

const SHAPE = 0
const BOX = 1

/** The part of a shape inside a box; an empty list if they do not meet. */
export function cutToBox(polygons: MultiPolygon, { west, south, east, north }: Box): MultiPolygon {
  const edges: TaggedEdges = { coordinates: [], tag: [] }
  for (const ring of polygons.flat()) addRing(edges, ring, SHAPE)
  addRing(edges, Int32Array.of(west, south, east, south, east, north, west, north), BOX)
  const inBoth = overlay(edges, (windings) => ((windings.get(SHAPE) ?? 0) && (windings.get(BOX) ?? 0) ? SHAPE : null))
  return inBoth.get(SHAPE) ?? []
}

// Converts recipes (counties and a window) to polygons, all from one topology whose arcs already have every crossing.

interface Recipe {
  /** Empty if there are no boundaries. */
  counties: readonly AtlasCounty[]
  /** Percentages of the counties' bounding box; null means the whole box. */
  window: Box | null
}

type MakeShape = (recipe: Recipe) => MultiPolygon

/** Prepares all recipes together, because a cut in one district adds a vertex to its neighbors. */
function prepareShapes(atlas: Atlas, recipes: readonly Recipe[]): MakeShape {
  const boxes = new Map<number, Box[]>()
  for (const { counties, window } of recipes) {
    if (!window) continue
    const box = boxOf(counties, atlas, window)
    for (const arc of new Set(counties.flatMap(arcsOf))) boxes.set(arc, [...(boxes.get(arc) ?? []), box])
  }
  const arcs = atlas.arcs.map((arc, index) => {
    const crossed = boxes.get(index)
    return crossed ? addCrossings(arc, crossed) : arc
  })
  return ({ counties, window }) => {
    const joined = joinCounties(counties, arcs)
    return window ? cutToBox(joined, boxOf(counties, atlas, window)) : joined
  }
}

/** Uses the arcs as published, so that added vertices cannot move a window. */
function boxOf(counties: readonly AtlasCounty[], atlas: Atlas, window: Box): Box {
  return windowOf(boundingBox(joinCounties(counties, atlas.arcs).flat()), window)
}

const zipRow = z.object({
  zip: z.string().regex(/^00[0-4]\d\d$/, 'expected an invented ZIP code, 00000 to 00499 (real ones begin at 00501)'),
  state,
  place_name: text,
  county_geoid: z.string().regex(/^\d{5}$/),
  lat: z.coerce.number().min(-90).max(90),
  lng: z.coerce.number().min(-180).max(180),
  /** GEOIDs of the ZIP's counties, separated by `;`. */
  zip_counties: z.string().regex(/^(\d{5}(;\d{5})*)?$/),
  counties: countiesField,
  window: windowField,
})

/**
 * us-atlas is simplified for maps of 1:10,000,000: in Nevada 99 % of the full boundaries' vertices lie within 1.1 km of it, all within
 * 2.5 km.
 */
const REAL = { lines_precision: 'simplified', error_m: 2500 } as const
/** Invented boundaries are exact by definition, and share their vertices with those of us-atlas. */
const INVENTED = { lines_precision: 'exact', error_m: 0 } as const

interface Drawn {
  area: ShapeArea
  plan: BoundaryPlan
  recipe: Recipe
  at: { file: string; line: number }
}

/** Writes shape, zip and zip_county rows of the selected states. */
export function readSamplePlaces(files: readonly FetchedFile[], context: ReadContext, sink: Sink): void {
  const atlas = readAtlas(fileNamed(files, 'counties-10m.json'))
  const districtFile = fileNamed(files, 'districts.csv')
  const zipFile = fileNamed(files, 'zips.csv')
  const districts = readDistricts(districtFile, sink)
  const drawn = districts.flatMap((row) => drawDistrict(row, districts, atlas, districtFile.name))
  for (const { line, row } of readRows(zipFile, zipRow, sink)) {
    const at = { file: zipFile.name, line }
    const counties = findCounties(row, districts, atlas.counties, at)
    const area = { state: row.state, ocd_id: null, census_geoid: row.zip, name: row.zip, class: null }
    const plan = { layer: 'zcta', vintage: 'sample', valid_from: null, valid_to: null, ...INVENTED } as const
    if (counties.length > 0) drawn.push({ area, plan, recipe: { counties, window: row.window }, at })
    if (!context.states.has(row.state)) continue
    const { zip, state, place_name, county_geoid, lat, lng } = row
    sink.row('zip', { zip, state, place_name, county_geoid, lat, lng }, at)
    for (const county of row.zip_counties.split(';').filter(Boolean))
      sink.row('zip_county', { zip, state, county_geoid: county, range_count: null }, at)
  }
  const make = prepareShapes(
    atlas,
    drawn.map(({ recipe }) => recipe),
  )
  for (const { area, plan, recipe, at } of drawn)
    if (context.states.has(area.state)) addShape(sink, at, plan, { ...area, coordinates: toCoordinates(make(recipe)) })
}

/** A district's boundaries; empty if it has none. A state also gives its counties. */
function drawDistrict(row: SampleDistrict, districts: readonly SampleDistrict[], atlas: Atlas, file: string): Drawn[] {
  const at = { file, line: row.line }
  const { layer, state, ocd_id, census_geoid, name, vintage, valid_from, valid_to, window } = row
  if (row.counties === '') return []
  if (vintage === null) throw new SourceError(`vintage: a district with lines needs one, got none`, at)
  const plan = { layer, vintage, valid_from, valid_to, ...(layer === 'state' ? REAL : INVENTED) }
  const area = { state, ocd_id, census_geoid, name, class: layer === 'place' ? INCORPORATED : null }
  const whole: Drawn = {
    area,
    plan,
    recipe: { counties: findCounties(row, districts, atlas.counties, at), window },
    at,
  }
  if (layer !== 'state') return [whole]
  const counties = countiesIn(row, atlas.counties).map((county): Drawn => {
    const division = toCountyDivision(county, row)
    return {
      area: { state, ocd_id: division.ocd_id, census_geoid: county.geoid, name: division.name, class: null },
      plan: { ...plan, layer: 'county' },
      recipe: { counties: [county], window: null },
      at,
    }
  })
  return [whole, ...counties]
}

/** Census class code of an active incorporated place. */
const INCORPORATED = 'C1'
