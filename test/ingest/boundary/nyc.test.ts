import { describe, expect, it } from 'vitest'
import { decodeMultiPolygon, polygonsContain } from '../../../data/geometry/polygon.ts'
import { boundarySources } from '../../../ingest/boundary/sources.ts'
import { fileOf } from '../run-reader.ts'
import { collect, collection, divisionsOf, loadSource, square } from './collect.ts'

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
    fileOf('council.json', collection({ properties: { nm }, polygon: square(-74, 40.7, 0.1) }))

  it('take their number from the label', async () => {
    const { shape, issues } = await collect(SOURCE, { files: [fileOf('council.json', CUT)] })
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
    fileOf('congress.json', collection({ properties: { nm }, polygon: square(-74, 40.7, 0.1) }))

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
