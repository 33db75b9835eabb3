// Layers of districts at the portals of offices, and the faults of those: an error sent as a good answer, a page that is cut, repeated or in
// another projection. A layer with a fault is held back, and no other.

import { afterEach, expect, it } from 'vitest'
import { collection, square } from '../boundary/collect.ts'
import { readConfigured } from '../cases/configured.ts'
import { makeZip } from '../read/zip-bytes.ts'
import { type LayerFaults, openPortal, type Portal, type PortalFeature } from './portal.ts'

let portal: Portal | undefined
afterEach(() => portal?.close())

const FEATURES: PortalFeature[] = [1, 2, 3, 4, 5].map((DIST) => ({
  id: DIST,
  properties: { DIST, CITY: 'Sampleton', REP_EMAIL: 'ann@example.org' },
  polygon: square(-70 + DIST / 10, 44, 0.1),
}))
const ELSEWHERE: PortalFeature = {
  ...{ id: 9, properties: { DIST: 1, CITY: 'Otherville', REP_EMAIL: '' } },
  polygon: square(-69, 45, 0.1),
}
const DOWNLOADS = collection(
  ...FEATURES.map(({ properties: { DIST }, polygon }) => ({ properties: { DIST }, polygon })),
)

async function readPortal(
  faults: LayerFaults,
  lines: readonly string[],
  path = '/rest/services/Council/FeatureServer/0',
) {
  const text = JSON.stringify(DOWNLOADS)
  const files = {
    '/api/geospatial/abcd-1234?method=export&format=GeoJSON': text,
    '/files/wards.zip': makeZip([{ name: 'wards.geojson', content: text }]),
    '/resource/abcd-1234.geojson': '{"message":"dataset.missing","errorCode":"dataset.missing"}',
    '/page': '<!DOCTYPE html><html><body>Open data</body></html>',
  }
  portal = await openPortal([...FEATURES, ELSEWHERE], files, faults)
  return readConfigured(
    'district_files',
    [
      ...[
        `url: ${portal.url}${path}`,
        'allow_private_network: true',
        'layer: council',
        'plan: 2031',
        'name: Sampleton {id}',
      ],
      'ocd_id: ocd-division/country:us/state:me/place:sampleton/council_district:{id}',
      ...lines,
    ],
    {},
  )
}
const OWN = ["where: CITY = 'Sampleton'", 'districts: 5']
const idsOf = ({ shape }: Awaited<ReturnType<typeof readPortal>>) =>
  shape.map(({ ocd_id }) => ocd_id?.split(':').at(-1))

it.each<[string, LayerFaults]>([
  ['all at once', {}],
  ['on pages of two', { page: 2 }],
  ['on one page although pages are asked for', { pageless: true }],
  ['in meters, and says so', { out_sr: 'said' }],
])('a layer that comes %s', async (_, faults) => {
  const ran = await readPortal(faults, [...OWN, 'id_column: DIST'])
  expect(idsOf(ran)).toEqual(['1', '2', '3', '4', '5'])
  const [file] = ran.kept
  expect(file?.text).not.toContain('example.org')
  // The day of its data, not of its settings.
  expect(file?.published_on).toBe('2031-05-06')
  const queries = portal?.asked.filter(({ searchParams }) => searchParams.has('outFields')) ?? []
  expect(queries.length).toBeGreaterThan(0)
  for (const { searchParams } of queries)
    expect([searchParams.get('outFields'), searchParams.get('outSR'), searchParams.get('where')]).toEqual([
      ...['DIST', '4326', "CITY = 'Sampleton'"],
    ])
})

it('a layer without id_column is asked for every field but those that sound personal', async () => {
  expect(idsOf(await readPortal({}, OWN))).toEqual(['1', '2', '3', '4', '5'])
  expect(portal?.asked.map(({ searchParams }) => searchParams.get('outFields')).filter(Boolean)).toEqual([
    'OBJECTID,DIST,CITY',
  ])
})

it.each<[string, LayerFaults, string, string[]?]>([
  [
    'an error as a good answer',
    { error_at: 1 },
    'answers the error 400 Unable to complete operation., expected the layer',
  ],
  ['an error on its second page', { page: 2, error_at: 4 }, 'answers the error 400 Unable'],
  [
    'the same page again',
    { page: 2, same_page: true },
    'counts 5 features and gave 2 different ones, expected all of them',
  ],
  ['meters as degrees', { out_sr: 'unsaid' }, 'expected longitude and latitude in degrees'],
  ['an empty where', { nothing: true }, "has no feature where CITY = 'Sampleton', expected one for each district"],
  ['points', { geometry: 'esriGeometryPoint' }, 'is a layer of esriGeometryPoint, expected areas'],
  ['another field', {}, 'has no field WARD, expected one of OBJECTID, DIST, CITY, REP_EMAIL', ['id_column: WARD']],
  [
    'another count',
    {},
    'it has 5 districts, expected 6',
    ["where: CITY = 'Sampleton'", 'districts: 6', 'id_column: DIST'],
  ],
])('a layer with %s is held back, with the reason', async (_, faults, reason, lines) => {
  await expect(
    readPortal(faults, lines?.includes('districts: 6') ? lines : [...OWN, ...(lines ?? ['id_column: DIST'])]),
  ).rejects.toThrow(reason)
})

it.each([
  ['an export', '/api/geospatial/abcd-1234?method=export&format=GeoJSON'],
  ['a file', '/files/wards.zip'],
])('%s gives the same districts', async (_, path) => {
  expect(idsOf(await readPortal({}, ['districts: 5'], path))).toEqual(['1', '2', '3', '4', '5'])
})

it.each([
  ['an export that is gone', '/resource/abcd-1234.geojson', 'got type "undefined", expected a FeatureCollection'],
  ['a page in place of the file', '/page', 'web page'],
  ['no file', '/files/none.zip', 'answered 404'],
])('%s is held back, with the reason', async (_, path, reason) => {
  await expect(readPortal({}, ['districts: 5'], path)).rejects.toThrow(reason)
})

it.each(['FeatureServer', 'FeatureServer/0/query?where=1%3D1&f=geojson'])(
  'the address of a server or a query is none of a layer: %s',
  async (end) => {
    await expect(readPortal({}, [], `/rest/services/Council/${end}`)).rejects.toThrow(
      'expected the address of a layer, which ends in FeatureServer/0',
    )
  },
)
