// The sample's lines and ZIP codes: counties of us-atlas, whole, joined or cut, as data/sample/districts.csv and zips.csv say.

import { z } from 'zod'
import { toCoordinates } from '../../data/schema/multipolygon.ts'
import { type Area, addShape, type Plan } from '../boundary/shape.ts'
import type { FetchedFile, ReadContext, Sink } from '../source.ts'
import { SourceError } from '../source.ts'
import { type Atlas, readAtlas } from './atlas.ts'
import {
  countiesField,
  countiesIn,
  findCounties,
  readDistricts,
  type SampleDistrict,
  toCountyDivision,
  windowField,
} from './district.ts'
import { prepareShapes, type Recipe } from './recipe.ts'
import { fileNamed, readRows, state, text } from './row.ts'

const zipRow = z.object({
  zip: z.string().regex(/^00[0-4]\d\d$/, 'expected an invented ZIP code, 00000 to 00499 (real ones begin at 00501)'),
  state,
  place_name: text,
  county_geoid: z.string().regex(/^\d{5}$/),
  lat: z.coerce.number().min(-90).max(90),
  lng: z.coerce.number().min(-180).max(180),
  /** GEOIDs of the counties that the ZIP is said to lie in, `;` between. */
  zip_counties: z.string().regex(/^(\d{5}(;\d{5})*)?$/),
  counties: countiesField,
  window: windowField,
})

/** us-atlas is simplified for maps of 1:10,000,000: in Nevada 99 % of the full lines' vertices lie within 1.1 km of it, all within 2.5 km. */
const REAL = { lines_precision: 'simplified', error_m: 2500 } as const
/** Invented lines are the true ones, and share their vertices with those of us-atlas. */
const INVENTED = { lines_precision: 'exact', error_m: 0 } as const

interface Drawn {
  area: Area
  plan: Plan
  recipe: Recipe
  at: { file: string; line: number }
}

/** Writes shape, zip and zip_county rows of the states asked for. */
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

/** A district's lines, none where it has none; a state brings its counties. */
function drawDistrict(row: SampleDistrict, districts: readonly SampleDistrict[], atlas: Atlas, file: string): Drawn[] {
  const at = { file, line: row.line }
  const { layer, state, ocd_id, census_geoid, name, vintage, valid_from, valid_to, window } = row
  if (row.counties === '') return []
  if (vintage === null) throw new SourceError(`vintage: expected one for drawn lines, got none`, at)
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

/** Census class of an active incorporated place. */
const INCORPORATED = 'C1'
