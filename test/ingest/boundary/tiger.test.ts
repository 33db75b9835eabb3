import { describe, expect, it } from 'vitest'
import { decodeMultiPolygon, toCoordinates } from '../../../data/geometry/polygon.ts'
import { boundarySources } from '../../../ingest/boundary/sources.ts'
import { geocodeSources } from '../../../ingest/geocode/sources.ts'
import { fileOf } from '../run-reader.ts'
import { collect, collection, divisionsOf, loadSource, square } from './collect.ts'

const NC = 'ocd-division/country:us/state:nc'
const cd118 = loadSource(boundarySources, 'cd118-nc')

function district(geoid: string, name: string, at: number): { properties: object; polygon: number[][][] } {
  return { properties: { GEOID20: geoid, NAMELSAD20: name, CD118FP: geoid.slice(2) }, polygon: square(at, 35) }
}

describe('TIGER features', () => {
  it('become shapes with the plan of their registry line; water is left out', async () => {
    const features = [district('3702', 'Congressional District 2', -79), district('37ZZ', 'not defined', -77)]
    const files = [fileOf('cd.json', collection(...features))]
    const { shape, issues } = await collect(cd118, { files, divisions: divisionsOf([`${NC}/cd:2`]) })
    const [row, ...more] = shape
    expect(more).toEqual([])
    expect({ ...row, rings: undefined }).toEqual({
      layer: 'congressional',
      state: 'NC',
      ocd_id: `${NC}/cd:2`,
      census_geoid: '3702',
      name: 'Congressional District 2',
      class: null,
      vintage: 'cd118',
      valid_from: '2022-01-01',
      valid_to: null,
      lines_precision: 'exact',
      error_m: 25,
      rings: undefined,
      repaired: false,
    })
    expect(toCoordinates(decodeMultiPolygon(row?.rings ?? new Uint8Array()))).toEqual([square(-79, 35)])
    expect(issues).toMatchObject([{ code: 'no-district', value: '37ZZ', severity: 'ignored' }])
  })

  it('that cross themselves are repaired, with an issue', async () => {
    // biome-ignore format: a ring a line
    const bowtie = [[[-79, 35], [-78, 36], [-78, 35], [-79, 36], [-79, 35]]]
    const files = [fileOf('cd.json', collection({ ...district('3702', 'Two', 0), polygon: bowtie }))]
    const { shape, issues } = await collect(cd118, { files, divisions: divisionsOf([`${NC}/cd:2`]) })
    expect(shape).toMatchObject([{ repaired: true }])
    expect(issues).toMatchObject([{ code: 'repaired-polygon', severity: 'mended', file: 'cd.json' }])
  })

  it('without an OCD division have a null ocd_id, with an issue', async () => {
    const files = [fileOf('cd.json', collection(district('3715', 'Fifteen', -79)))]
    const { shape, issues } = await collect(cd118, { files })
    expect(shape).toMatchObject([{ ocd_id: null, census_geoid: '3715' }])
    expect(issues).toMatchObject([{ code: 'unknown-division', severity: 'mended', value: '3715' }])
  })

  it('without area are left out and reported', async () => {
    // biome-ignore format: a ring a line
    const line = [[[-79, 35], [-78, 35], [-79, 35], [-79, 35]]]
    const files = [fileOf('cd.json', collection({ ...district('3702', 'Two', 0), polygon: line }))]
    const { shape, issues } = await collect(cd118, { files, divisions: divisionsOf([`${NC}/cd:2`]) })
    expect(shape).toEqual([])
    expect(issues).toMatchObject([{ code: 'empty-shape', severity: 'refused' }])
  })

  it('of other states are skipped; at-large seats and delegates have no number', async () => {
    const source = loadSource(boundarySources, 'cd119')
    const features = ['3702', '1198', '5600', '0639'].map((GEOID, index) => ({
      properties: { GEOID, NAMELSAD: GEOID },
      polygon: square(-100 + index, 35),
    }))
    const ids = [
      `${NC}/cd:2`,
      'ocd-division/country:us/district:dc/cd:at-large',
      'ocd-division/country:us/state:wy/cd:at-large',
    ]
    const { shape, issues } = await collect(source, {
      files: [fileOf('cd.json', collection(...features))],
      states: ['NC', 'DC', 'WY'],
      divisions: divisionsOf(ids),
    })
    expect(shape.map(({ ocd_id }) => ocd_id)).toEqual(ids)
    expect(issues).toEqual([])
  })

  it('stop the source if a GEOID is missing or has no state, or if no feature belongs to the source', async () => {
    const read = (properties: object): Promise<unknown> =>
      collect(cd118, { files: [fileOf('cd.json', collection({ properties, polygon: square(-79, 35) }))] })
    await expect(read({ GEOID: '3702' })).rejects.toThrow(
      'cd.json: a feature has no text in GEOID20; its properties are GEOID',
    )
    await expect(read({ GEOID20: '9902', NAMELSAD20: 'x' })).rejects.toThrow('got the GEOID 9902')
    await expect(read({ GEOID20: '0602', NAMELSAD20: 'x' })).rejects.toThrow('holds no feature of NC')
  })

  it('of an independent city, from county code 510, are found among the places', async () => {
    const NV = 'ocd-division/country:us/state:nv'
    const county = (GEOID: string, NAME: string, at: number) => ({
      properties: { GEOID, NAME, NAMELSAD: NAME },
      polygon: square(at, 39),
    })
    const { shape } = await collect(loadSource(boundarySources, 'counties-nv'), {
      files: [fileOf('c.json', collection(county('32510', 'Carson City', -119), county('32005', 'Douglas', -118)))],
      divisions: divisionsOf([`${NV}/place:carson_city`, `${NV}/county:carson_city`, `${NV}/county:douglas`]),
    })
    expect(shape.map(({ census_geoid, ocd_id }) => [census_geoid, ocd_id])).toEqual([
      ['32510', `${NV}/place:carson_city`],
      ['32005', `${NV}/county:douglas`],
    ])
  })

  it('of counties and places are found by GEOID; designated places are no divisions', async () => {
    const place = (GEOID: string, NAME: string, CLASSFP: string, at: number) => ({
      properties: { GEOID, NAME, CLASSFP },
      polygon: square(at, 35),
    })
    const { shape, issues } = await collect(loadSource(boundarySources, 'places-nc'), {
      files: [
        fileOf(
          'places.json',
          collection(
            place('3755000', 'Raleigh', 'C1', -79),
            place('3723980', 'Fontana Dam', 'C1', -78),
            place('3701940', 'Flat Rock', 'U1', -77),
          ),
        ),
      ],
      divisions: divisionsOf([`${NC}/place:raleigh`], { [`${NC}/place:raleigh`]: 'place-3755000' }),
    })
    expect(shape).toMatchObject([
      { layer: 'place', ocd_id: `${NC}/place:raleigh`, class: 'C1', name: 'Raleigh', valid_from: null, valid_to: null },
      { ocd_id: null, class: 'C1' },
      { ocd_id: null, class: 'U1' },
    ])
    expect(issues).toMatchObject([{ code: 'unknown-division', value: '3723980' }])
  })

  it('of places in cartographic files have their class by LSAD', async () => {
    const place = (GEOID: string, NAME: string, LSAD: string, at: number) => ({
      properties: { GEOID, NAME, LSAD },
      polygon: square(at, 40),
    })
    const IN = 'ocd-division/country:us/state:in'
    const read = (id: string, ...features: ReturnType<typeof place>[]) =>
      collect(loadSource(boundarySources, id), {
        files: [fileOf('places.json', collection(...features))],
        divisions: divisionsOf([`${IN}/place:gary`], { [`${IN}/place:gary`]: 'place-1827000' }),
      })
    const indiana = await read(
      'places-in',
      place('1827000', 'Gary', '25', -87),
      place('1836003', 'Indianapolis city (balance)', '00', -86),
      place('1800000', 'Nowhere', '57', -85),
    )
    expect(indiana.shape.map(({ ocd_id, class: kind, vintage }) => [ocd_id, kind, vintage])).toEqual([
      [`${IN}/place:gary`, 'C', 'current'],
      [null, 'C', 'current'],
      [null, 'U', 'current'],
    ])
    expect(indiana.issues).toMatchObject([{ code: 'unknown-division', value: '1836003' }])
    const islands = await read(
      'places-pr',
      place('7276770', 'San Juan', '62', -66),
      place('7245170', 'La Yuca', '55', -65),
    )
    expect(islands.shape).toMatchObject([{ name: 'La Yuca', class: 'U' }])
    expect(islands.issues).toMatchObject([{ code: 'no-district', value: '7276770', severity: 'ignored' }])
  })

  it('of ZIP areas have the ZIP as their GEOID', async () => {
    const properties = { GEOID10: '1120024', ZCTA5CE10: '20024' }
    const files = [fileOf('zip.json', collection({ properties, polygon: square(-77, 38) }))]
    const { shape, issues } = await collect(loadSource(geocodeSources, 'zcta-dc'), { files })
    expect(shape).toMatchObject([{ layer: 'zcta', state: 'DC', census_geoid: '20024', ocd_id: null, name: '20024' }])
    expect(issues).toEqual([])
    // Generalised files have a state each, and some areas without lines.
    const lost = { type: 'Feature', properties: { zip: '24205' }, geometry: null }
    const held = {
      ...{ type: 'Feature', properties: { zip: '24201' } },
      geometry: { type: 'Polygon', coordinates: square(-82, 36) },
    }
    const virginia = await collect(loadSource(geocodeSources, 'zcta-va'), {
      files: [fileOf('va.json', { type: 'FeatureCollection', features: [held, lost] })],
    })
    expect(virginia.shape).toMatchObject([{ state: 'VA', census_geoid: '24201', lines_precision: 'generalised' }])
    expect(virginia.issues).toMatchObject([{ code: 'no-geometry', severity: 'refused' }])
  })
})

it('redrawn states have lines for November 2026; doubtful ones are left out, and unchanged ones are not read', async () => {
  const geoids = ['4801', '2901', '1301']
  const topology = {
    type: 'Topology',
    arcs: geoids.map((_, at) => square(at * 2 - 100, 30)[0]),
    objects: {
      districts_2026: {
        type: 'GeometryCollection',
        geometries: geoids.map((GEOID, at) => ({
          ...{ type: 'Polygon', arcs: [[at]] },
          properties: { STATEFP: GEOID.slice(0, 2), DISTRICT: '01', GEOID, NAMELSAD: 'Congressional District 1' },
        })),
      },
    },
  }
  const TX = 'ocd-division/country:us/state:tx/cd:1'
  const { shape, issues } = await collect(loadSource(boundarySources, 'cd120'), {
    files: [fileOf('districts.topojson', topology)],
    divisions: divisionsOf([TX]),
  })
  expect(shape).toMatchObject([
    {
      ...{ state: 'TX', ocd_id: TX, vintage: 'cd120', valid_from: '2026-01-01', valid_to: null },
      ...{ lines_precision: 'generalised', error_m: 2000 },
    },
  ])
  expect(issues).toMatchObject([{ code: 'doubtful-lines', value: '2901', severity: 'refused' }])
})
