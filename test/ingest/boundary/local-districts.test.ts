import { expect, it } from 'vitest'
import { decodeMultiPolygon, toCoordinates } from '../../../data/geometry/polygon.ts'
import { localSources } from '../../../ingest/boundary/local-districts.ts'
import { fileOf } from '../run-reader.ts'
import { collect, collection as file, loadSource, square } from './collect.ts'

async function read(id: string, content: object) {
  const { shape, issues } = await collect(loadSource(localSources, id), {
    files: [fileOf('council.geojson', content)],
  })
  return {
    shape,
    issues,
    names: shape.map(({ ocd_id, name, valid_from, valid_to }) => [ocd_id, name, valid_from, valid_to]),
  }
}

it('wards and districts have the ids of Open Civic Data, and the days of their elections', async () => {
  const chicago = await read('council-chicago-2023', file({ properties: { ward: '42' }, polygon: square(-88, 41) }))
  expect(chicago.names).toEqual([
    ['ocd-division/country:us/state:il/place:chicago/ward:42', 'Chicago Ward 42', '2023-01-01', null],
  ])
  expect(chicago.shape).toMatchObject([{ layer: 'council', state: 'IL', lines_precision: 'exact' }])
  const wake = await read('commission-wake-2020', file({ properties: { DISTRICT: '5' }, polygon: square(-79, 35) }))
  expect(wake.names).toEqual([
    [
      'ocd-division/country:us/state:nc/county:wake/council_district:5',
      'Wake County Commission District 5',
      ...['2020-01-01', '2021-12-31'],
    ],
  ])
  expect(wake.shape).toMatchObject([{ layer: 'county_council' }])
})

it('one file has the districts of several cities; members at large have none', async () => {
  const features = file(
    { properties: { JUR_NAME: 'SAN DIEGO', DISTRICT: 3 }, polygon: square(-117, 32) },
    { properties: { JUR_NAME: 'SOLANA BEACH', DISTRICT: 1 }, polygon: square(-116, 32) },
    { properties: { JUR_NAME: 'SOLANA BEACH', DISTRICT: null }, polygon: square(-115, 32) },
  )
  const CA = 'ocd-division/country:us/state:ca'
  const [city, neighbour] = await Promise.all(
    ['council-san-diego-2022', 'council-solana-beach-2024'].map((id) => read(id, features)),
  )
  expect(city?.names).toEqual([
    [`${CA}/place:san_diego/council_district:3`, 'San Diego City Council District 3', '2022-01-01', null],
  ])
  expect(neighbour?.names.map(([id]) => id)).toEqual([`${CA}/place:solana_beach/council_district:1`])
  expect(neighbour?.issues).toMatchObject([{ code: 'bad-value', field: 'DISTRICT', severity: 'refused' }])
  const retired = await read(
    'council-philadelphia-2012',
    file(
      { properties: { district: '5' }, polygon: square(-75, 39) },
      { properties: { office: { name: 'Council Member At-Large' } }, polygon: square(-75, 39) },
    ),
  )
  expect(retired.names.map(([id]) => id)).toEqual([
    'ocd-division/country:us/state:pa/place:philadelphia/council_district:5',
  ])
  expect(retired.issues).toEqual([])
})

it('positions of a state plane become degrees', async () => {
  // A square of 10,000 feet at the origin of the projection.
  const [x, y] = [1_968_500, 13_123_333.333]
  // biome-ignore format: a ring a line
  const ring = [[x, y], [x + 10_000, y], [x + 10_000, y + 10_000], [x, y + 10_000], [x, y]]
  const { shape } = await read('council-san-antonio-2017', file({ properties: { district: '1' }, polygon: [ring] }))
  const [corner] = toCoordinates(decodeMultiPolygon(shape[0]?.rings ?? new Uint8Array()))[0]?.[0] ?? []
  expect(corner?.map((part) => Math.round(part * 1e4) / 1e4)).toEqual([-99, 27.8333])
})
