// Known points in the publishers' own files: each projection is the right one if the seat of the body lies in its district.

import { describe, expect, it } from 'vitest'
import { decodeMultiPolygon, polygonsContain } from '../../../data/geometry/polygon.ts'
import { localSources } from '../../../ingest/boundary/local-districts.ts'
import { boundarySources } from '../../../ingest/boundary/sources.ts'
import { collect, hasMirror, loadSource } from './collect.ts'

describe.skipIf(!hasMirror)('districts of councils', () => {
  // City halls and court houses.
  it.each([
    ['council-chicago-2023', 50, -87.6319, 41.8837, '42'],
    ['council-los-angeles-2022', 15, -118.2427, 34.0537, '14'],
    ['council-philadelphia-2024', 10, -75.1636, 39.9524, '5'],
    ['council-philadelphia-2012', 10, -75.1636, 39.9524, '5'],
    ['council-san-antonio-2022', 10, -98.4951, 29.424, '1'],
    ['council-san-antonio-2017', 10, -98.4951, 29.424, '1'],
    ['council-san-diego-2022', 9, -117.1627, 32.7169, '3'],
    ['council-austin-2022', 10, -97.7472, 30.2649, '9'],
    // Its airport, and a shopping street in the north.
    ['council-austin-2022', 10, -97.6664, 30.1945, '2'],
    ['council-austin-2022', 10, -97.7253, 30.4021, '7'],
    ['council-tacoma-2026', 5, -122.4437, 47.256, '2'],
    // Point Defiance.
    ['council-tacoma-2026', 5, -122.5155, 47.306, '1'],
    ['commission-hennepin-2020', 7, -93.2656, 44.9772, '3'],
    ['commission-ramsey-2020', 7, -93.0938, 44.9443, '5'],
    ['commission-mecklenburg-june-2022', 6, -80.838, 35.2214, '4'],
    ['commission-wake-2020', 7, -78.6403, 35.7768, '5'],
    ['commission-cuyahoga-2022', 11, -81.696, 41.5023, '7'],
    ['commission-allegheny-2012', 13, -79.9965, 40.4383, '13'],
    // City Hall, the Statue of Liberty, Riverdale, downtown Flushing, Fort Greene Park and Staten Island Borough Hall.
    ['nyc-council-2023', 51, -74.0059, 40.7127, '1'],
    ['nyc-council-2023', 51, -74.0445, 40.6892, '1'],
    ['nyc-council-2023', 51, -73.9096, 40.9005, '11'],
    ['nyc-council-2023', 51, -73.8301, 40.7596, '20'],
    ['nyc-council-2023', 51, -73.9755, 40.6917, '35'],
    ['nyc-council-2023', 51, -74.0757, 40.6424, '49'],
  ])('%s: %i districts', async (id, count, lng, lat, district) => {
    const { shape } = await collect(loadSource(boundarySources, id))
    expect(shape).toHaveLength(count)
    const at = shape.filter(({ rings }) => polygonsContain(decodeMultiPolygon(rings), lng * 1e6, lat * 1e6))
    expect(at.map(({ ocd_id }) => ocd_id?.split(':').at(-1))).toEqual([district])
  })

  it('of San Antonio have the same limits in web Mercator and in the state plane, within 60 m', async () => {
    const boxes = await Promise.all(
      ['council-san-antonio-2022', 'council-san-antonio-2017'].map(async (id) => {
        const { shape } = await collect(loadSource(localSources, id))
        const rings = shape.flatMap((one) => decodeMultiPolygon(one.rings).flat())
        const of = (at: 0 | 1) => rings.flatMap((ring) => [...ring].filter((_, index) => index % 2 === at))
        return [of(0), of(1)].flatMap((all) => [
          all.reduce((a, b) => Math.min(a, b)),
          all.reduce((a, b) => Math.max(a, b)),
        ])
      }),
    )
    const [current = [], retired = []] = boxes
    expect(current.every((limit, at) => Math.abs(limit - (retired[at] ?? 0)) < 600)).toBe(true)
  })
})
