import { beforeAll, describe, expect, it } from 'vitest'
import type { Boundary } from '../../../build/boundaries/boundary.ts'
import { findOverlaps } from '../../../build/boundaries/district-overlap.ts'
import { findFaults, makeExclusive } from '../../../build/boundaries/exclusive.ts'
import { decodeMultiPolygon, polygonsContain } from '../../../data/geometry/polygon.ts'
import { boundarySources } from '../../../ingest/boundary/sources.ts'
import { toDivisions } from '../../../ingest/engine/source-dependencies.ts'
import { hasTestData } from '../../build/cells-layers.ts'
import { readPublished } from '../../build/shares-lines.ts'
import { collect, collection, divisionsOf, loadSource, square, textFile } from './collect.ts'

const COUNCIL = 'ocd-division/country:us/state:ny/place:new_york/council_district'
const SOURCE = loadSource(boundarySources, 'nyc-council-2023')
const CONGRESS = loadSource(boundarySources, 'nyc-congress-119')

/** Two features as the file has them, with every ninth vertex of the large rings. */
const CUT = `{"type":"FeatureCollection", "features": [
{"type":"Feature","geometry":{"type":"MultiPolygon","coordinates":[[[[-73.96656,40.71802],[-73.96715,40.71832],[-73.96718,40.71828],[-73.9666,40.71797],[-73.96656,40.71802]]],[[[-73.97163,40.72663],[-73.98239,40.73141],[-73.97862,40.74102],[-73.9873,40.74468],[-73.99033,40.73713],[-74.00282,40.72836],[-73.98854,40.7229],[-73.9783,40.71553],[-73.97315,40.71999],[-73.97163,40.72663]]]]},"properties":{"nm":"Council District 2"}},
{"type":"Feature","geometry":{"type":"Polygon","coordinates":[[[-73.92804,40.69291],[-73.93739,40.69819],[-73.95337,40.6994],[-73.95596,40.67935],[-73.93641,40.67177],[-73.92736,40.67918],[-73.92804,40.69291]]]},"properties":{"nm":"Council District 36"}}
]}
`

describe('council districts of New York City', () => {
  const labelled = (nm: string) =>
    textFile('council.json', collection({ properties: { nm }, polygon: square(-74, 40.7, 0.1) }))

  it('take their number from the label', async () => {
    const { shape, issues } = await collect(SOURCE, { files: [textFile('council.json', CUT)] })
    const plan = {
      layer: 'council',
      state: 'NY',
      vintage: '2023',
      valid_from: '2023-01-01',
      valid_to: '2032-12-31',
      lines_precision: 'simplified',
      error_m: 100,
      census_geoid: null,
      class: null,
      repaired: false,
    }
    expect(shape.map(({ rings, ...rest }) => rest)).toEqual([
      { ...plan, ocd_id: `${COUNCIL}:2`, name: 'New York City Council District 2' },
      { ...plan, ocd_id: `${COUNCIL}:36`, name: 'New York City Council District 36' },
    ])
    expect(issues).toEqual([])
    const [second, other] = shape.map(({ rings }) => decodeMultiPolygon(rings))
    expect(second?.map((rings) => rings.map((ring) => ring.length / 2))).toEqual([[4], [9]])
    // Tompkins Square Park.
    expect([second, other].map((polygons) => polygonsContain(polygons ?? [], -73_981_700, 40_726_500))).toEqual([
      true,
      false,
    ])
  })

  it.each(['Council District 0', 'Council District 52', 'Council District 01', 'Precinct 1'])(
    'stop the source where the label is %s',
    async (label) => {
      const read = collect(SOURCE, { files: [labelled(label)] })
      await expect(read).rejects.toThrow(`got the nm "${label}", expected Council District 1 to 51`)
    },
  )

  it('are not read for other states', async () => {
    const { shape, issues } = await collect(SOURCE, { files: [labelled('Council District 1')], states: ['NJ'] })
    expect([...shape, ...issues]).toEqual([])
  })
})

describe('congressional districts inside New York City', () => {
  const labelled = (nm: string) =>
    textFile('congress.json', collection({ properties: { nm }, polygon: square(-74, 40.7, 0.1) }))

  it('belong to a plan of the national file, which the label tells', async () => {
    const { shape, issues } = await collect(CONGRESS, {
      files: [labelled('Congressional District 3'), labelled('Congressional District 13')],
      divisions: divisionsOf(['ocd-division/country:us/state:ny/cd:13']),
    })
    const plan = {
      ...{
        layer: 'congressional',
        state: 'NY',
        vintage: 'cd119_nyc',
        valid_from: '2024-01-01',
        valid_to: null,
      },
      ...{ lines_precision: 'simplified', error_m: 100, class: null, repaired: false },
    }
    expect(shape.map(({ rings, ...rest }) => rest)).toEqual([
      { ...plan, ocd_id: null, census_geoid: '3603', name: 'Congressional District 3' },
      {
        ...plan,
        ocd_id: 'ocd-division/country:us/state:ny/cd:13',
        census_geoid: '3613',
        name: 'Congressional District 13',
      },
    ])
    expect(issues).toEqual([])
  })

  it.each(['Congressional District 27', 'Congressional District', 'Council District 1'])(
    'stop the source where the label is %s',
    async (label) => {
      const read = collect(CONGRESS, { files: [labelled(label)] })
      await expect(read).rejects.toThrow(`got the nm "${label}", expected Congressional District 1 to 26`)
    },
  )
})

// Needs the publishers' files (HUSTINGS_TEST_DATA or ../shared/data).
describe.skipIf(!hasTestData)('the 51 real council districts of New York City', () => {
  let all: Boundary[] = []
  let published: Boundary[] = []
  let boundaries: Boundary[] = []

  beforeAll(async () => {
    const read = await readPublished(['NY'], (id) => ['states', 'counties-ny', SOURCE.id].includes(id))
    all = (await makeExclusive(read)).boundaries
    published = read.filter(({ layer }) => layer === 'council')
    boundaries = all.filter(({ layer }) => layer === 'council')
  })

  it('are those that Open Civic Data publishes', async () => {
    const { division } = await collect(loadSource(boundarySources, 'ocd-divisions'), { states: ['NY'] })
    const known = toDivisions(division).under('ocd-division/country:us/state:ny/place:new_york', 'council_district')
    expect(boundaries.map(({ ocd_id }) => ocd_id).sort()).toEqual(known.map(({ ocd_id }) => ocd_id).sort())
    expect(boundaries).toHaveLength(51)
  })

  it('have neither overlaps nor gaps, as published', () => {
    expect(findFaults(boundaries.map(({ polygons }) => polygons))).toEqual({ overlaps: [], holes: [] })
    expect(boundaries).toEqual(published)
  })

  it.each([
    ['City Hall', 40.7127, -74.0059, [1]],
    ['the Statue of Liberty', 40.6892, -74.0445, [1]],
    ['Riverdale', 40.9005, -73.9096, [11]],
    ['downtown Flushing', 40.7596, -73.8301, [20]],
    ['Tompkins Square Park', 40.7265, -73.9817, [2]],
    ['Fort Greene Park', 40.6917, -73.9755, [35]],
    ['Staten Island Borough Hall', 40.6424, -74.0757, [49]],
    ['the East River', 40.705, -73.99, []],
    ['Hoboken', 40.744, -74.032, []],
  ])('at %s', (_, lat, lng, numbers) => {
    const there = boundaries.filter(({ polygons }) => polygonsContain(polygons, lng * 1e6, lat * 1e6))
    expect(there.map(({ ocd_id }) => ocd_id)).toEqual(numbers.map((number) => `${COUNCIL}:${number}`))
  })

  // 22 has Rikers Island, which is the Bronx's; 8, 34 and 50 cross from one borough to another.
  it.each([
    ['the Bronx', '36005', [8, ...range(11, 18), 22]],
    ['Brooklyn', '36047', [...range(33, 48), 50]],
    ['Manhattan', '36061', range(1, 10)],
    ['Queens', '36081', [...range(19, 32), 34]],
    ['Staten Island', '36085', range(49, 51)],
    ['Nassau', '36059', []],
    ['Westchester', '36119', []],
  ])('those of %s are no more than its own', async (_, geoid, numbers) => {
    const counties = all.filter(({ layer, census_geoid }) => layer === 'county' && census_geoid === geoid)
    expect(counties).toHaveLength(1)
    const { overlaps } = await findOverlaps([...counties, ...boundaries], [], [])
    const there = overlaps.flatMap(([layer, , , ocd_id]) =>
      layer === 'county' && String(ocd_id).startsWith(COUNCIL) ? Number(String(ocd_id).split(':').at(-1)) : [],
    )
    expect(there.sort((a, b) => a - b)).toEqual(numbers)
  })
})

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, at) => first + at)
}
