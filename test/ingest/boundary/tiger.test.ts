import { describe, expect, it } from 'vitest'
import { decodeMultiPolygon, toCoordinates } from '../../../data/geometry/polygon.ts'
import type { StateCode } from '../../../data/schema/vocabulary.ts'
import { boundarySources } from '../../../ingest/boundary/sources.ts'
import { geocodeSources } from '../../../ingest/geocode/sources.ts'
import { fileOf } from '../run-reader.ts'
import { collect, collection, divisionsOf, loadSource, square } from './collect.ts'

const US = 'ocd-division/country:us'
const [NC, NV, IN] = [`${US}/state:nc`, `${US}/state:nv`, `${US}/state:in`]

/** A feature of one square degree, from its west side on. */
const at = (lng: number, properties: object) => ({ properties, polygon: square(lng, 35) })
const district = (geoid: string, lng = -79) =>
  at(lng, { GEOID20: geoid, NAMELSAD20: `District ${geoid}`, CD118FP: 'x' })

/** @param geoids of the divisions that are published, empty for one without */
function read(
  id: string,
  features: readonly ReturnType<typeof at>[],
  geoids: Readonly<Record<string, string>> = {},
  states?: readonly StateCode[],
) {
  const source = loadSource([...boundarySources, ...geocodeSources], id)
  const files = [fileOf('lines.json', collection(...features))]
  return collect(source, { files, divisions: divisionsOf(Object.keys(geoids), geoids), ...(states && { states }) })
}

describe('TIGER features', () => {
  it('become shapes with the plan of their registry line; water is left out', async () => {
    const { shape, issues } = await read('cd118-nc', [district('3702'), district('37ZZ', -77)], { [`${NC}/cd:2`]: '' })
    const plan = { layer: 'congressional', vintage: 'cd118', valid_from: '2022-01-01', valid_to: null }
    const lines = { lines_precision: 'exact', error_m: 25, repaired: false, class: null }
    const own = { state: 'NC', ocd_id: `${NC}/cd:2`, census_geoid: '3702', name: 'District 3702' }
    expect(shape).toEqual([{ ...plan, ...lines, ...own, rings: expect.any(Uint8Array) }])
    expect(toCoordinates(decodeMultiPolygon(shape[0]?.rings ?? new Uint8Array()))).toEqual([square(-79, 35)])
    expect(issues).toMatchObject([{ code: 'no-district', value: '37ZZ', severity: 'ignored' }])
  })

  // biome-ignore format: a ring a line
  it.each([
    ['that cross themselves are repaired', [[[-79, 35], [-78, 36], [-78, 35], [-79, 36], [-79, 35]]], [true], 'repaired-polygon', 'mended'],
    ['without area are left out', [[[-79, 35], [-78, 35], [-79, 35], [-79, 35]]], [], 'empty-shape', 'refused'],
  ])('%s, with an issue', async (_, polygon, repaired, code, severity) => {
    const { shape, issues } = await read('cd118-nc', [{ ...district('3702'), polygon }], { [`${NC}/cd:2`]: '' })
    expect(shape.map((row) => row.repaired)).toEqual(repaired)
    expect(issues).toMatchObject([{ code, severity, file: 'lines.json' }])
  })

  it('without an OCD division have a null ocd_id, with an issue', async () => {
    const { shape, issues } = await read('cd118-nc', [district('3715')])
    expect(shape).toMatchObject([{ ocd_id: null, census_geoid: '3715' }])
    expect(issues).toMatchObject([{ code: 'unknown-division', severity: 'mended', value: '3715' }])
  })

  it('of other states are skipped; at-large seats and delegates have no number', async () => {
    const features = ['3702', '1198', '5600', '0639'].map((GEOID, nth) => at(-100 + nth, { GEOID, NAMELSAD: GEOID }))
    const ids = [`${NC}/cd:2`, `${US}/district:dc/cd:at-large`, `${US}/state:wy/cd:at-large`]
    const geoids = Object.fromEntries(ids.map((id) => [id, '']))
    const { shape, issues } = await read('cd119', features, geoids, ['NC', 'DC', 'WY'])
    expect(shape.map(({ ocd_id }) => ocd_id)).toEqual(ids)
    expect(issues).toEqual([])
  })

  it.each([
    [{ GEOID: '3702' }, 'lines.json: a feature has no text in GEOID20; its properties are GEOID'],
    [{ GEOID20: '9902', NAMELSAD20: 'x' }, 'got the GEOID 9902'],
    [{ GEOID20: '0602', NAMELSAD20: 'x' }, 'holds no feature of NC'],
  ])('of %j stop the source', async (properties, message) => {
    await expect(read('cd118-nc', [at(-79, properties)])).rejects.toThrow(message)
  })

  it('of an independent city, from county code 510, are found among the places', async () => {
    const county = (GEOID: string, NAME: string, lng: number) => at(lng, { GEOID, NAME, NAMELSAD: NAME })
    const features = [county('32510', 'Carson City', -119), county('32005', 'Douglas', -118)]
    const geoids = { [`${NV}/place:carson_city`]: '', [`${NV}/county:carson_city`]: '', [`${NV}/county:douglas`]: '' }
    const { shape } = await read('counties-nv', features, geoids)
    expect(shape.map(({ census_geoid, ocd_id }) => `${census_geoid} ${ocd_id}`)).toEqual([
      `32510 ${NV}/place:carson_city`,
      `32005 ${NV}/county:douglas`,
    ])
  })

  // biome-ignore format: a case a line
  it.each([
    [
      'are found by GEOID; designated places are no divisions',
      'places-nc',
      ['3755000 Raleigh CLASSFP C1', '3723980 Fontana CLASSFP C1', '3701940 Flat CLASSFP U1'],
      { [`${NC}/place:raleigh`]: 'place-3755000' },
      ['Raleigh C1 place:raleigh', 'Fontana C1 null', 'Flat U1 null'],
      ['unknown-division 3723980'],
    ],
    [
      'in cartographic files have their class by LSAD',
      'places-in',
      ['1827000 Gary LSAD 25', '1836003 Indianapolis LSAD 00', '1800000 Nowhere LSAD 57'],
      { [`${IN}/place:gary`]: 'place-1827000' },
      ['Gary C place:gary', 'Indianapolis C null', 'Nowhere U null'],
      ['unknown-division 1836003'],
    ],
    ['of Puerto Rico are no municipios', 'places-pr', ['7276770 Juan LSAD 62', '7245170 Yuca LSAD 55'], {}, ['Yuca U null'], ['no-district 7276770']],
  ])('of places %s', async (_, id, texts, geoids, shapes, issues) => {
    const features = texts.map((text, nth) => {
      const [GEOID, NAME, key = '', value] = text.split(' ')
      return at(-79 + nth, { GEOID, NAME, [key]: value })
    })
    const { shape, codes } = await read(id, features, geoids)
    expect(shape.map((row) => `${row.name} ${row.class} ${row.ocd_id?.split('/').at(-1) ?? null}`)).toEqual(shapes)
    expect(new Set(shape.map(({ layer, valid_from, valid_to }) => `${layer} ${valid_from} ${valid_to}`)).size).toBe(1)
    expect(codes).toEqual(issues)
  })

  it('of ZIP areas have the ZIP as their GEOID', async () => {
    const { shape, issues } = await read('zcta-dc', [at(-77, { GEOID10: '1120024', ZCTA5CE10: '20024' })])
    expect(shape).toMatchObject([{ layer: 'zcta', state: 'DC', census_geoid: '20024', ocd_id: null, name: '20024' }])
    expect(issues).toEqual([])
  })

  it('of generalised ZIP areas have a state each, and some have no lines', async () => {
    const lost = { type: 'Feature', properties: { zip: '24205' }, geometry: null }
    const geometry = { type: 'Polygon', coordinates: square(-82, 36) }
    const features = [{ type: 'Feature', properties: { zip: '24201' }, geometry }, lost]
    const files = [fileOf('va.json', { type: 'FeatureCollection', features })]
    const { shape, issues } = await collect(loadSource(geocodeSources, 'zcta-va'), { files })
    expect(shape).toMatchObject([{ state: 'VA', census_geoid: '24201', lines_precision: 'generalised' }])
    expect(issues).toMatchObject([{ code: 'no-geometry', severity: 'refused' }])
  })
})

it('redrawn states have lines for November 2026; doubtful ones are left out, and unchanged ones are not read', async () => {
  const geoids = ['4801', '2901', '1301']
  const geometries = geoids.map((GEOID, nth) => ({
    type: 'Polygon',
    arcs: [[nth]],
    properties: { STATEFP: GEOID.slice(0, 2), DISTRICT: '01', GEOID, NAMELSAD: 'Congressional District 1' },
  }))
  const topology = {
    type: 'Topology',
    arcs: geoids.map((_, nth) => square(nth * 2 - 100, 30)[0]),
    objects: { districts_2026: { type: 'GeometryCollection', geometries } },
  }
  const TX = `${US}/state:tx/cd:1`
  const { shape, issues } = await collect(loadSource(boundarySources, 'cd120'), {
    files: [fileOf('districts.topojson', topology)],
    divisions: divisionsOf([TX]),
  })
  const plan = { vintage: 'cd120', valid_from: '2026-01-01', valid_to: null }
  expect(shape).toMatchObject([{ ...plan, state: 'TX', ocd_id: TX, lines_precision: 'generalised', error_m: 2000 }])
  expect(issues).toMatchObject([{ code: 'doubtful-lines', value: '2901', severity: 'refused' }])
})
