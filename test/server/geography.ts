// An invented region with real state codes: two counties, two coarse congressional districts, one city, one board
// without lines. All borders are parallels and meridians. The lines of one county reach beyond those of its state.

import { createHash } from 'node:crypto'
import { insertAreaGrids, insertIndex, insertOutlines, insertStateOutlines } from '../../build/bundle/places-part.ts'
import { buildCells } from '../../build/index/cells.ts'
import { encodeMultiPolygon } from '../../data/geometry/polygon.ts'
import type { District, DistrictSummary } from '../../data/schema/district.ts'
import { type BoundaryPrecision, LEVELS, type Level, type StateCode } from '../../data/schema/vocabulary.ts'
import type { PartWriter } from '../../data/store/part.ts'
import { type Box, polygonOf, sizeOfBoth } from './box.ts'
import { insertRows, insertStates } from './rows.ts'

export function idOf(kind: string, key: string): number {
  return Number.parseInt(createHash('sha256').update(`${kind} ${key}`).digest('hex').slice(0, 13), 16)
}

interface Drawn extends Pick<District, 'type' | 'level' | 'name' | 'ocd_id' | 'state'> {
  vintage: string
  box: Box | null
  /** Points within this distance of the lines are `near`. */
  near?: Box
  lines_precision?: BoundaryPrecision
  valid_from?: string
  valid_to?: string
  retired?: boolean
}

const nc = 'ocd-division/country:us/state:nc'
const dc = 'ocd-division/country:us/district:dc'
const NEAR: Box = [-77.55, 35, -77.45, 36]

/** The state reaches over water, to the west of its counties. */
const WATER_EDGE = -78.98

const drawn = (type: District['type'], level: Level, name: string, ocd_id: string, vintage: string, box: Box) => {
  const state: StateCode = ocd_id.startsWith(dc) ? 'DC' : 'NC'
  return { type, level, name, ocd_id, state, vintage, box }
}
const of2024 = { near: NEAR, valid_from: '2024-01-01' }

export const DISTRICTS = {
  nc: drawn('state', 'state', 'North Carolina', nc, '2020', [-79, 35, -77, 36]),
  dc: drawn('state', 'state', 'District of Columbia', dc, '2020', [-77.1, 38.8, -76.9, 39]),
  alder: drawn('county', 'county', 'Alder County', `${nc}/county:alder`, '2020', [WATER_EDGE, 35, -78, 36]),
  birch: drawn('county', 'county', 'Birch County', `${nc}/county:birch`, '2020', [-78, 35, -76.98, 36]),
  cd1: { ...drawn('congressional', 'federal', 'District 1', `${nc}/cd:1`, '2024', [-79, 35, -77.5, 36]), ...of2024 },
  cd2: { ...drawn('congressional', 'federal', 'District 2', `${nc}/cd:2`, '2024', [-77.5, 35, -77, 36]), ...of2024 },
  old: {
    ...drawn('state_lower', 'state', 'House 1 of old', `${nc}/sldl:1`, '2022', [-79, 35, -77, 36]),
    ...{ valid_to: '2023-12-31', retired: true },
  },
  raleigh: {
    ...drawn('place', 'city', 'Ráleigh', `${nc}/place:raleigh`, '2020', [-78.6, 35.4, -78.4, 35.6]),
    lines_precision: 'simplified',
  },
  twinNc: drawn('place', 'city', 'Twin', `${nc}/place:twin`, '2020', [-78.9, 35.1, -78.8, 35.2]),
  twinDc: drawn('place', 'city', 'Twin', `${dc}/place:twin`, '2020', [-77.05, 38.85, -77, 38.9]),
  board: {
    ...{ type: 'school_board', level: 'school', name: 'Board District 3', state: 'NC', vintage: 'unheld', box: null },
    ocd_id: `${nc}/county:alder/school_board:3`,
  },
} satisfies Record<string, Drawn>
export type DistrictName = keyof typeof DISTRICTS

export function districtId(name: DistrictName): number {
  const { ocd_id, vintage } = DISTRICTS[name]
  return idOf('district', `${ocd_id}/${vintage}`)
}

export function summaryOf(name: DistrictName): DistrictSummary {
  const { name: label, level, ocd_id, state: code, type, box, near, lines_precision }: Drawn = DISTRICTS[name]
  return {
    ...{ id: districtId(name), name: label, level, ocd_id, state: code, type },
    lines_precision: box === null ? null : (lines_precision ?? (near ? 'generalised' : 'exact')),
  }
}

export function fillPlaces(writer: PartWriter): void {
  const names = Object.keys(DISTRICTS).filter((name): name is DistrictName => name in DISTRICTS)
  const districts: [DistrictName, Drawn][] = names.map((name) => [name, DISTRICTS[name]])
  insertStates(writer)
  insertRows(
    writer,
    'district',
    'id ocd_id vintage state level level_rank type name name_folded census_geoid retired valid_from valid_to has_boundary summary body',
    districts.map(([name, { ocd_id, vintage, level, type, box, ...one }]) => {
      const summary = summaryOf(name)
      const body: Omit<District, 'report_url'> = {
        ...summary,
        ...{ ocd_id_minted: false, census_geoid: null, census_geoids: [], has_boundary: box !== null },
        website_url: null,
        ...{ retired: one.retired ?? false, valid_from: one.valid_from ?? null, valid_to: one.valid_to ?? null },
      }
      const folded = one.name.toLowerCase().replace('á', 'a')
      return [
        ...[summary.id, ocd_id, vintage, one.state, level, LEVELS.indexOf(level), type, one.name, folded, null],
        ...[body.retired ? 1 : 0, body.valid_from, body.valid_to, box === null ? 0 : 1],
        ...[JSON.stringify(summary), JSON.stringify(body)],
      ]
    }),
  )
  const areas = districts.flatMap(([name, { box, near }]) => [
    ...(box ? [{ name, role: 'lines' as const, polygons: polygonOf(box) }] : []),
    ...(near ? [{ name, role: 'near' as const, polygons: polygonOf(near) }] : []),
  ])
  const encoded = areas.map(({ name, role, polygons }) => ({
    ...{ district_id: districtId(name), role, rings: encodeMultiPolygon(polygons) },
  }))
  const lines = encoded.filter(({ role }) => role === 'lines')
  insertRows(writer, 'boundary', 'district_id rings', lines, ({ district_id, rings }) => [district_id, rings])
  insertOutlines(writer, encoded)
  insertStateOutlines(
    writer,
    districts.flatMap(([, { type, state: code, box, retired }]) =>
      type === 'state' && box && !retired ? [{ state: code, rings: encodeMultiPolygon(polygonOf(box)) }] : [],
    ),
  )
  insertRows(writer, 'area', 'ordinal district_id role', areas, ({ name, role }, at) => [
    at + 1,
    districtId(name),
    role,
  ])
  insertIndex(writer, buildCells(areas.map(({ polygons }, at) => ({ ordinal: at + 1, polygons }))))
  for (const [area, whole, part, near] of OVERLAPS) {
    const columns = 'area_key district_id role covers size'
    insertRows(writer, 'overlap', columns, [...whole, ...part], (name) => {
      const size = sizeOfBoth(AREA_BOXES[area], DISTRICTS[name].box)
      return [area, districtId(name), 'lines', Number(whole.includes(name)), size]
    })
    insertRows(writer, 'overlap', columns, near, (name) => [area, districtId(name), 'near', 0, null])
  }
  const boxes = Object.entries(AREA_BOXES).sort()
  insertRows(writer, 'area_size', 'area_key size', boxes, ([area, box]) => [area, sizeOfBoth(box, box)])
  const gridded = boxes.filter(([area]) => area !== of('nc'))
  insertAreaGrids(
    writer,
    gridded.map(([area_key, box]) => ({ area_key, shapes: [polygonOf(box)] })),
  )
  insertRows(writer, 'place_name', 'kind name_folded state area_key label basis', placeNames())
}

const of = (name: DistrictName): string => `district:${districtId(name)}`

/** Of the areas whose lines are held; ZIP 27999 has none. */
const AREA_BOXES: Readonly<Record<string, Box>> = {
  'zip:27601': [-78.7, 35.4, -78.5, 35.6],
  'zip:27777': [-79, 35.4, -78.5, 35.6],
  [of('raleigh')]: DISTRICTS.raleigh.box,
  [of('twinNc')]: DISTRICTS.twinNc.box,
  [of('twinDc')]: DISTRICTS.twinDc.box,
  [of('alder')]: DISTRICTS.alder.box,
  [of('nc')]: DISTRICTS.nc.box,
}

/** By area: the districts that cover it, those that cover a part, and those whose lines are near. */
const OVERLAPS: readonly (readonly [
  area: string,
  whole: DistrictName[],
  part: DistrictName[],
  near: DistrictName[],
])[] = [
  ['zip:27601', ['nc', 'alder', 'cd1'], ['raleigh'], []],
  ['zip:27777', ['nc', 'cd1'], ['alder', 'raleigh'], []],
  ['zip:27999', ['nc', 'birch'], ['cd1', 'cd2'], ['cd1', 'cd2']],
  // Whose generalised lines reach near Alder County.
  ['zip:27888', ['nc', 'birch'], [], ['alder']],
  [of('raleigh'), ['nc', 'alder', 'cd1', 'raleigh'], [], []],
  [of('alder'), ['nc', 'alder', 'cd1'], ['raleigh'], []],
  [of('twinNc'), ['nc', 'alder', 'cd1'], [], []],
  [of('twinDc'), ['dc'], [], []],
  [of('nc'), ['nc'], ['alder', 'birch', 'cd1', 'cd2', 'raleigh'], ['cd1', 'cd2']],
]

function placeNames(): string[][] {
  return [
    ['zip', '27601', 'NC', 'zip:27601', 'ZIP 27601', 'area'],
    ['zip', '27777', 'NC', 'zip:27777', 'ZIP 27777', 'area'],
    ['zip', '27999', 'NC', 'zip:27999', 'ZIP 27999', 'county'],
    ['zip', '27888', 'NC', 'zip:27888', 'ZIP 27888', 'area'],
    ['city', 'raleigh', 'NC', of('raleigh'), 'Ráleigh, NC', 'area'],
    ['city', 'bothplaces', 'NC', of('raleigh'), 'Both Places, NC', 'area'],
    ['city', 'bothplaces', 'NC', of('twinNc'), 'Both Places, NC', 'area'],
    ['city', 'halfheld', 'NC', 'zip:27999', 'Half Held, NC', 'area'],
    ['city', 'halfheld', 'NC', of('raleigh'), 'Half Held, NC', 'area'],
    ['city', 'unmapped', 'NC', of('alder'), 'Unmapped, NC', 'county'],
    ['city', 'twin', 'NC', of('twinNc'), 'Twin, NC', 'area'],
    ['city', 'twin', 'DC', of('twinDc'), 'Twin, DC', 'area'],
    ['county', 'alder', 'NC', of('alder'), 'Alder County, NC', 'area'],
    ['state', 'nc', 'NC', of('nc'), 'North Carolina', 'area'],
    ['state', 'northcarolina', 'NC', of('nc'), 'North Carolina', 'area'],
    ['state', 'dc', 'DC', of('dc'), 'District of Columbia', 'area'],
  ]
}
