// Known points in the publishers' own files: city halls and court houses lie in their cities and districts, whatever the projection.

import { describe, expect, it } from 'vitest'
import { decodeMultiPolygon, fromCoordinates, polygonsContain } from '../../../data/geometry/polygon.ts'
import { drawDistricts, findNumberColumns, loadFeatures } from '../../../ingest/boundary/district-file.ts'
import { localSources } from '../../../ingest/boundary/local-districts.ts'
import { boundarySources } from '../../../ingest/boundary/sources.ts'
import { collectSink } from '../../../ingest/engine/sink.ts'
import { realFile } from '../real.ts'
import { collect, hasMirror, loadSource } from './collect.ts'

const shapesAt = async (id: string, lng: number, lat: number) => {
  const { shape } = await collect(loadSource(boundarySources, id))
  const [x, y] = [Math.round(lng * 1e6), Math.round(lat * 1e6)]
  return { shape, at: shape.filter(({ rings }) => polygonsContain(decodeMultiPolygon(rings), x, y)) }
}

describe.skipIf(!hasMirror)('districts of councils', () => {
  it.each([
    ['council-chicago-2023', 50, -87.6319, 41.8837, '42'],
    ['council-los-angeles-2022', 15, -118.2427, 34.0537, '14'],
    ['council-philadelphia-2024', 10, -75.1636, 39.9524, '5'],
    ['council-philadelphia-2012', 10, -75.1636, 39.9524, '5'],
    ['council-san-antonio-2022', 10, -98.4951, 29.424, '1'],
    ['council-san-antonio-2017', 10, -98.4951, 29.424, '1'],
    ['council-san-diego-2022', 9, -117.1627, 32.7169, '3'],
    ['council-austin-2022', 10, -97.7472, 30.2649, '9'],
    // Its airport.
    ['council-austin-2022', 10, -97.6664, 30.1945, '2'],
    ['council-tacoma-2026', 5, -122.4437, 47.256, '2'],
    // Point Defiance.
    ['council-tacoma-2026', 5, -122.5155, 47.306, '1'],
    ['commission-hennepin-2020', 7, -93.2656, 44.9772, '3'],
    ['commission-ramsey-2020', 7, -93.0938, 44.9443, '5'],
    ['commission-mecklenburg-june-2022', 6, -80.838, 35.2214, '4'],
    ['commission-wake-2020', 7, -78.6403, 35.7768, '5'],
    ['commission-cuyahoga-2022', 11, -81.696, 41.5023, '7'],
    ['commission-allegheny-2012', 13, -79.9965, 40.4383, '13'],
    // City Hall, the Statue of Liberty, Riverdale and Staten Island Borough Hall.
    ['nyc-council-2023', 51, -74.0059, 40.7127, '1'],
    ['nyc-council-2023', 51, -74.0445, 40.6892, '1'],
    ['nyc-council-2023', 51, -73.9096, 40.9005, '11'],
    ['nyc-council-2023', 51, -74.0757, 40.6424, '49'],
  ])('%s: %i districts', async (id, count, lng, lat, district) => {
    const { shape, at } = await shapesAt(id, lng, lat)
    expect([shape.length, at.map(({ ocd_id }) => ocd_id?.split(':').at(-1))]).toEqual([count, [district]])
  })

  // Cities that no built-in source reads: in each district, the point that GDAL and GEOS name inside of it.
  // biome-ignore format: a city a line
  it.each([
    ['ok_tulsa_2025', 'OK', [[-95.9755, 36.1999], [-95.9979, 36.0728], [-95.8421, 36.1871], [-95.9619, 36.14], [-95.891, 36.1189], [-95.7707, 36.1298], [-95.8776, 36.0621], [-95.9136, 36.022], [-95.9553, 36.0899]]],
    ['tn_memphis_2026', 'TN', [[-89.9204, 35.2092], [-89.8658, 35.1018], [-89.9171, 35.0379], [-89.9719, 35.096], [-89.9427, 35.1267], [-90.1183, 35.0738], [-90, 35.1976]]],
  ] as const)('%s, by the field that numbers its districts', async (name, state, points) => {
    const sink = collectSink()
    const files = [realFile(`boundaries/city_councils/${name}.json.gz`, 'https://example.org/council.json')]
    const features = await loadFeatures(files, {}, sink)
    const [id_column = ''] = findNumberColumns(features, points.length)
    const drawn = drawDistricts(features, { state, id_column, ocd_id: '{id}', name: '{id}' }, name, sink)
    const found = points.map(([lng, lat]) =>
      drawn.flatMap(({ id, coordinates }) => (polygonsContain(fromCoordinates(coordinates), Math.round(lng * 1e6), Math.round(lat * 1e6)) ? id : [])),
    )
    expect(found).toEqual(points.map((_, at) => [String(at + 1)]))
  })

  // In the cartographic lines and in the exact ones.
  it.each([
    ['il', 'Chicago', -87.6319, 41.8837],
    ['tx', 'Houston', -95.3692, 29.7601],
    ['az', 'Phoenix', -112.077, 33.4486],
    ['ca', 'Los Angeles', -118.2427, 34.0537],
    ['wa', 'Seattle', -122.3301, 47.6038],
    ['ga', 'Atlanta', -84.3905, 33.7486],
    ['ma', 'Boston', -71.0579, 42.3603],
    ['co', 'Denver', -104.991, 39.7393],
    ['ut', 'Salt Lake City', -111.8869, 40.7596],
    ['vt', 'Burlington', -73.2128, 44.4764],
    ['in', 'Indianapolis city (balance)', -86.1535, 39.7678],
    ['tn', 'Nashville-Davidson metropolitan government (balance)', -86.7785, 36.1668],
  ])('the city hall of %s: %s', async (state, name, lng, lat) => {
    for (const id of [`places-${state}`, `big-cities-${state}`])
      expect((await shapesAt(id, lng, lat)).at.map((one) => one.name)).toEqual([name])
  })

  it('of San Antonio have the same limits in web Mercator and in the state plane, within 60 m', async () => {
    const limitsOf = async (id: string) => {
      const { shape } = await collect(loadSource(localSources, id))
      const rings = shape.flatMap((one) => decodeMultiPolygon(one.rings).flat())
      return [0, 1].flatMap((axis) => {
        const all = rings.flatMap((ring) => [...ring].filter((_, index) => index % 2 === axis))
        return [all.reduce((a, b) => Math.min(a, b)), all.reduce((a, b) => Math.max(a, b))]
      })
    }
    const retired = await limitsOf('council-san-antonio-2017')
    const current = await limitsOf('council-san-antonio-2022')
    expect(current.every((limit, at) => Math.abs(limit - (retired[at] ?? 0)) < 600)).toBe(true)
  })
})
