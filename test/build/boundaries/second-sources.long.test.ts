// Lines that are drawn here, against every second source of the same plan: random points of each district, the share that lies in
// another district of the second source, and the share that does although no border is as near as both sources may err.
//
// Needs `make proof`. SECOND_SOURCES_TABLE=file writes the table as Markdown; POINTS=n takes n points a district (60).

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { edgesOf } from '../../../build/boundaries/border.ts'
import { type Composed, composeBoundaries } from '../../../build/boundaries/boundaries.ts'
import type { Boundary } from '../../../build/boundaries/boundary.ts'
import { boxOf, planeAt, squaredDistance } from '../../../build/boundaries/polygon.ts'
import { createAreaSets } from '../../../build/index/area-grid.ts'
import { createBoxes } from '../../../build/index/cells.ts'
import { collectEdges } from '../../../build/index/rings.ts'
import { type Box, fromCoordinates, type MultiPolygon } from '../../../data/geometry/polygon.ts'
import { NEW_YORK_CITY } from '../../../data/reference/congressional-plans.ts'
import { findStateByFips } from '../../../data/schema/states.ts'
import { findSmd } from '../../../ingest/boundary/dc.ts'
import { repair } from '../../../ingest/boundary/shape.ts'
import { readCsv } from '../../../ingest/read/csv.ts'
import { readGeoJson } from '../../../ingest/read/geojson.ts'
import type { FetchedFile } from '../../../ingest/read/source.ts'
import { readTopoJson } from '../../../ingest/read/topojson.ts'
import { hasTestData, TEST_DATA } from '../cells-layers.ts'
import { readPlans, readPublished } from '../shares-lines.ts'
import { randomGenerator } from './random.ts'

const POINTS = Number(process.env.POINTS ?? 60)

/** States with new congressional lines in November 2026: there the file of 2026 is no second source of the plan drawn here. */
const REDRAWN_2026 = ['AL', 'CA', 'FL', 'LA', 'MO', 'NC', 'OH', 'TN', 'TX', 'UT']

interface Drawn {
  /** The same in both sources. */
  key: string
  polygons: MultiPolygon
  /** How far the lines may lie from the true ones, in metres. */
  error_m: number
}

interface Measured {
  points: number
  /** In another district of the second source. */
  differ: number
  /** And farther from the district's border than both sources may err. */
  beyond: number
  /** Nearer to a generalised border than its error: both districts are answered. */
  possible: number
}

type IsNear = (x: number, y: number) => boolean

interface Row extends Measured {
  pair: string
  state: string
  districts: number
}

const rows: Row[] = []
let composed: Composed = { boundaries: [], near: [], separations: [], conflicts: [] }
let published: Boundary[] = []

describe.skipIf(!hasTestData || process.env.PROOF !== '1')('lines against their second sources', () => {
  beforeAll(async () => {
    published = await readPublished([], (id) => /^(states|counties-|cd118|cd119|nyc-congress|sld-|dc-)/.test(id))
    composed = await composeBoundaries(published, await readPlans())
  }, 1_200_000)
  afterAll(() => {
    if (process.env.SECOND_SOURCES_TABLE) writeFileSync(process.env.SECOND_SOURCES_TABLE, toMarkdown(rows))
  })

  const served = (layer: string, state: string, date = '2024-11-05'): Boundary[] =>
    composed.boundaries.filter(
      (boundary) =>
        boundary.layer === layer &&
        boundary.state === state &&
        (boundary.valid_from ?? '') <= date &&
        date <= (boundary.valid_to ?? '9999'),
    )
  const congress = (state: string): Drawn[] => served('congressional', state).map(byGeoid)
  const codes = (): string[] => [...new Set(composed.boundaries.map(({ state }) => state))].sort()
  /** Whether a point is nearer to a generalised border of the election of 2024 than its error. */
  const nearOf = (state: string): IsNear => {
    const vintages = new Set(served('congressional', state).map(({ vintage }) => vintage))
    const bands = composed.near.filter((boundary) => boundary.state === state && vintages.has(boundary.vintage))
    const find = locator(bands.map(byGeoid))
    return (x, y) => find(x, y).length > 0
  }
  const compare = (
    pair: string,
    state: string,
    own: readonly Drawn[],
    second: readonly Drawn[],
    isNear: IsNear = () => false,
  ): Row => {
    const row = { pair, state, districts: own.length, ...measure(own, second, isNear) }
    rows.push(row)
    return row
  }

  it('New York City, by its own congressional districts: no point is wrong', () => {
    const local = published.filter(({ vintage }) => vintage === NEW_YORK_CITY.vintage).map(byGeoid)
    const coarse = published.filter(({ vintage, state }) => vintage === 'cd119' && state === 'NY').map(byGeoid)
    const own = congress('NY')
    const [find, findLocal, findCoarse] = [own, local, coarse].map(locator)
    const near = nearOf('NY')
    const box = boxOf(local.flatMap(({ polygons }) => polygons))
    const random = randomGenerator(3_060)
    const counts = new Map(local.map(({ key }) => [key, { points: 0, by_coarse_file: 0, wrong: 0, possible: 0 }]))
    for (let points = 0; points < 3_060; ) {
      const [x, y] = pointIn(box, random)
      const count = counts.get(findLocal?.(x, y)[0]?.key ?? '')
      const [truth] = findLocal?.(x, y) ?? []
      if (!count || !truth) continue
      points++
      count.points++
      if (findCoarse?.(x, y)[0]?.key !== truth.key) count.by_coarse_file++
      if (
        find?.(x, y)
          .map(({ key }) => key)
          .join() !== truth.key
      )
        count.wrong++
      if (near(x, y)) count.possible++
    }
    const total = (column: 'by_coarse_file' | 'wrong' | 'possible'): number =>
      [...counts.values()].reduce((all, count) => all + count[column], 0)
    if (process.env.SECOND_SOURCES_TABLE) console.log(Object.fromEntries(counts))
    expect(total('by_coarse_file')).toBeGreaterThan(300)
    expect(total('wrong')).toBe(0)
    expect(total('possible')).toBeLessThan(10)
    expect(find?.(-73_947_325, 40_809_159).map(({ key }) => key)).toEqual(['3613'])
  })

  it('districts that have not moved in a new plan keep full detail', () => {
    const unmoved = codes()
      .flatMap((state) => served('congressional', state))
      .filter(({ vintage, drawn_from }) => vintage === 'cd119' && drawn_from?.join() === 'cd118')
    expect(unmoved.map(({ census_geoid }) => census_geoid)).toEqual(['1301', '1302', '1303', '1308', '1312', '3604'])
  })

  it('congressional districts, by the 119th file of 1:20,000,000', () => {
    const found = codes().flatMap((state) => {
      const coarse = published
        .filter((boundary) => boundary.vintage === 'cd119' && boundary.state === state)
        .map(byGeoid)
      return coarse.length > 1 ? compare('119th 1:20m', state, congress(state), coarse, nearOf(state)) : []
    })
    expectFewBeyond(found, 0.001)
  }, 600_000)

  it('congressional districts, by the file of November 2026', () => {
    const file = load('cd2026_simplified/cd2026_districts.topojson.gz')
    const drawn = [...readTopoJson(file, 'districts_2026')].map(({ properties, polygons }) => ({
      ...{ key: String(properties.GEOID), polygons: repair(fromCoordinates(polygons)).polygons },
      // Simplified to 1.5 km; its publisher's own statement of how far lines may be off.
      error_m: 2_000,
    }))
    const found = codes().flatMap((state) => {
      const second = drawn.filter(({ key }) => findStateByFips(key.slice(0, 2))?.code === state)
      return second.length > 1 ? compare('2026 1.5 km', state, congress(state), second, nearOf(state)) : []
    })
    const same = found.filter(({ state }) => !REDRAWN_2026.includes(state))
    expectFewBeyond(same, 0.001)
  }, 600_000)

  it("New York City's congressional, senate and assembly districts, by the city's own", () => {
    for (const [layer, file, digits] of [
      ['congressional', 'congress', 2],
      ['state_upper', 'senate', 3],
      ['state_lower', 'assembly', 3],
    ] as const) {
      const local = [...readGeoJson(load(`nyc_local/${file}.json.gz`))].map(({ properties, polygons }) => ({
        key: `36${(/\d+$/.exec(String(properties.nm))?.[0] ?? '').padStart(digits, '0')}`,
        ...{ polygons: repair(fromCoordinates(polygons)).polygons, error_m: 100 },
      }))
      const own = served(layer, 'NY').map(byGeoid)
      const row = compare(`nyc_local/${file}`, 'NY', local, own)
      expectFewBeyond([row], 0.001)
    }
  }, 600_000)

  it('counties in full detail, by the atlas of 1:10,000,000', () => {
    const atlas = readAtlas('counties')
    const found = codes().flatMap((state) => {
      // Connecticut's counties have gone from the atlas.
      const own = served('county', state)
        .filter(({ vintage }) => vintage === '2017')
        .map(byGeoid)
      const second = atlas.filter(({ key }) => findStateByFips(key.slice(0, 2))?.code === state)
      return own.length > 1 && state !== 'CT' ? compare('atlas 1:10m (county)', state, own, second) : []
    })
    expectFewBeyond(found, 0.001)
    const borough: Record<string, string> = { Bronx: '36005', Brooklyn: '36047', Manhattan: '36061', Queens: '36081' }
    const boroughs = [...readGeoJson(load('nyc_local/borough.json.gz'))].map(({ properties, polygons }) => ({
      key: borough[String(properties.nm)] ?? '36085',
      ...{ polygons: repair(fromCoordinates(polygons)).polygons, error_m: 100 },
    }))
    expectFewBeyond([compare('nyc_local/borough', 'NY', boroughs, served('county', 'NY').map(byGeoid))], 0.001)
  }, 600_000)

  it('states in full detail, by the atlas of 1:10,000,000', () => {
    const atlas = readAtlas('states')
    const own = composed.boundaries.filter(({ layer }) => layer === 'state').map(byGeoid)
    expectFewBeyond([compare('atlas 1:10m (state)', 'all', own, atlas)], 0.001)
  }, 600_000)

  it('wards and commissions of the District of Columbia, by their single-member districts', () => {
    const smds = served('smd', 'DC').flatMap((boundary) => ({ ...boundary, smd: findSmd(boundary.name) }))
    const wards = new Map(
      [
        ...readCsv(
          load('dc_local/districts.csv'),
          {
            columns: ['smd_name', 'redistricting_year', 'ward_id'],
            allowExtra: true,
          },
          { issue() {} },
        ),
      ]
        .filter(({ record }) => record.redistricting_year === '2022')
        .map(({ record }) => [record.smd_name, `ward:${record.ward_id.split('_')[1]}`]),
    )
    const toKey = {
      anc: ({ smd }: (typeof smds)[number]) => smd?.anc_ocd_id,
      ward: ({ smd }: (typeof smds)[number]) => wards.get(smd?.name ?? ''),
    }
    for (const layer of ['anc', 'ward'] as const) {
      const own = served(layer, 'DC').map(({ ocd_id, polygons, error_m }) => ({
        key: layer === 'anc' ? ocd_id : (ocd_id.split('/').at(-1) ?? ''),
        ...{ polygons, error_m },
      }))
      const second = smds.map((smd) => ({ key: toKey[layer](smd) ?? '', polygons: smd.polygons, error_m: smd.error_m }))
      // The list names Ward 6 for two single-member districts that the wards' file has in Ward 8: 6/8F04 and 6/8F05.
      expectFewBeyond([compare(`SMDs (${layer})`, 'DC', own, second)], layer === 'anc' ? 0 : 0.005)
    }
  }, 600_000)
})

function load(path: string): FetchedFile {
  const bytes = readFileSync(join(TEST_DATA, 'boundaries', path))
  return { name: path, url: path, bytes: path.endsWith('.gz') ? gunzipSync(bytes) : bytes }
}

/** Drawn at 1:10,000,000. */
function readAtlas(layer: 'states' | 'counties'): Drawn[] {
  const shapes = readTopoJson(load('us_atlas_2023/counties-10m.json.gz'), layer)
  return Array.from(shapes, ({ properties, polygons }) => ({
    ...{ key: String(properties.id), polygons: repair(fromCoordinates(polygons)).polygons, error_m: 2_500 },
  }))
}

function expectFewBeyond(found: readonly Row[], share: number): void {
  const [points, beyond] = [sum(found, 'points'), sum(found, 'beyond')]
  expect(points).toBeGreaterThan(250)
  expect.soft(beyond / points, JSON.stringify(found.filter((row) => row.beyond > 0))).toBeLessThanOrEqual(share)
}

function sum(found: readonly Row[], column: 'points' | 'differ' | 'beyond'): number {
  return found.reduce((total, row) => total + row[column], 0)
}

function toMarkdown(all: readonly Row[]): string {
  const share = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(2)} %`
  return [
    '| second source | state | districts | points | differ | beyond both errors | possible |',
    '|---|---|---|---|---|---|---|',
    ...all.map(
      ({ pair, state, districts, points, differ, beyond, possible }) =>
        `| ${pair} | ${state} | ${districts} | ${points} | ${share(differ, points)} | ${share(beyond, points)} | ${share(possible, points)} |`,
    ),
    '',
  ].join('\n')
}

function byGeoid({ census_geoid, ocd_id, polygons, error_m }: Boundary): Drawn {
  return { key: census_geoid ?? ocd_id, polygons, error_m }
}

/** Points where the second source has no district, or several, tell nothing. */
function measure(own: readonly Drawn[], second: readonly Drawn[], isNear: IsNear): Measured {
  const [find, findSecond] = [locator(own), locator(second)]
  const random = randomGenerator(119)
  const measured = { points: 0, differ: 0, beyond: 0, possible: 0 }
  for (const district of own) {
    const box = boxOf(district.polygons)
    const limits: number[][] = []
    for (let taken = 0, tries = 0; taken < POINTS && tries < POINTS * 400; tries++) {
      const [x, y] = pointIn(box, random)
      if (!find(x, y).includes(district)) continue
      taken++
      const [other, ...more] = findSecond(x, y)
      if (!other || more.length > 0) continue
      measured.points++
      if (isNear(x, y)) measured.possible++
      if (other.key === district.key) continue
      measured.differ++
      if (limits.length === 0) limits.push(...edgesOf(district.polygons).map((edge) => [...edge]))
      if (distanceTo(limits, x, y) > district.error_m + other.error_m) measured.beyond++
    }
  }
  return measured
}

function pointIn(box: Box, random: () => number): [x: number, y: number] {
  return [
    Math.round(box.west + random() * (box.east - box.west)),
    Math.round(box.south + random() * (box.north - box.south)),
  ]
}

function locator(districts: readonly Drawn[]): (x: number, y: number) => Drawn[] {
  const sets = createAreaSets()
  const edges = collectEdges(
    districts.map(({ polygons }, at) => ({ ordinal: at + 1, polygons })),
    sets,
  )
  const boxes = createBoxes(edges, sets)
  return (x, y) => Array.from(sets.lists[boxes.setAt(x, y)] ?? []).flatMap((ordinal) => districts[ordinal - 1] ?? [])
}

function distanceTo(edges: readonly number[][], x: number, y: number): number {
  const { east, north } = planeAt({ west: x, east: x, south: y, north: y })
  let nearest = Infinity
  for (const [ax = 0, ay = 0, bx = 0, by = 0] of edges)
    nearest = Math.min(
      nearest,
      squaredDistance(0, 0, (ax - x) * east, (ay - y) * north, (bx - x) * east, (by - y) * north),
    )
  return Math.sqrt(nearest)
}
