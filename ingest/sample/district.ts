// Reads data/sample/districts.csv: the sample's states, the invented divisions, and how their lines are made from counties.

import { z } from 'zod'
import type { Box } from '../../data/geometry/polygon.ts'
import type { DistrictType, Level, StateCode } from '../../data/schema/vocabulary.ts'
import { DISTRICT_TYPES } from '../../data/schema/vocabulary.ts'
import { ocdSlug } from '../read/identity.ts'
import type { FetchedFile, Sink } from '../read/source.ts'
import { SourceError } from '../read/source.ts'
import type { AtlasCounty } from './atlas.ts'
import { optional, optionalDate, readRows, state, text } from './row.ts'

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

/** County FIPS codes, or `all` for the whole state; empty if there are no lines. */
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
    divisions.set(ocd_id, { ocd_id, type: layer, level: LEVEL_OF_LAYER[layer], name, state })
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

const LEVEL_OF_LAYER: Record<DistrictType, Level> = {
  state: 'state',
  county: 'county',
  congressional: 'federal',
  state_upper: 'state',
  state_lower: 'state',
  place: 'city',
  council: 'city',
  county_council: 'county',
  ward: 'city',
  anc: 'city',
  smd: 'city',
  school: 'school',
  school_board: 'school',
  court: 'state',
  special: 'special',
}
