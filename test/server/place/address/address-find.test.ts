import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertIndex, writeAddressPart } from '../../../../build/bundle/places-part.ts'
import { buildCells } from '../../../../build/index/cells.ts'
import { collectAddresses } from '../../../../cli/analyse/export/county-facts.ts'
import { openAddresses } from '../../../../client/county/addresses.ts'
import { type OpenPart, openPart } from '../../../../data/store/bundle.ts'
import { writePart } from '../../../../data/store/part.ts'
import { openWarehouse } from '../../../../data/store/warehouse.ts'
import { parseAddress } from '../../../../data/street/address-text.ts'
import { collectSink } from '../../../../ingest/engine/sink.ts'
import { readOpenAddresses } from '../../../../ingest/geocode/address-points.ts'
import { readAddrfeat } from '../../../../ingest/geocode/addrfeat.ts'
import type { SourceReader } from '../../../../ingest/read/source.ts'
import { findLocalAddress } from '../../../../server/place/address.ts'
import { areasAt as areasAtIn } from '../../../../server/place/point.ts'
import { makeAddrfeat } from '../../../ingest/geocode/addrfeat-bytes.ts'
import { table, textsBeside } from '../../../table.ts'
import { shareFolder } from '../../../temporary.ts'
import { insertRows } from '../../rows.ts'

const text = textsBeside(import.meta.url)

const POINTS = [
  // A house with two flats; two streets that differ in kind; one that has a direction.
  [-122.2, 37.7, '12', 'OAK ST', 'OAKLAND', '94601'],
  [-122.2001, 37.7, '12', 'OAK ST', 'OAKLAND', '94601'],
  [-122.21, 37.71, '12', 'ELM ST', 'OAKLAND', '94601'],
  [-122.22, 37.72, '12', 'ELM AVE', 'OAKLAND', '94601'],
  [-122.23, 37.73, '40', 'N PINE ST', 'OAKLAND', '94601'],
  // Two streets side by side that differ in kind.
  [-122.235, 37.73, '8', 'PARK ST', 'OAKLAND', '94601'],
  [-122.2351, 37.73, '8', 'PARK AVE', 'OAKLAND', '94601'],
  // One street name in two cities, one ZIP code in two places, and an address without either.
  [-122.24, 37.74, '7', 'MAIN ST', 'OAKLAND', '94602'],
  [-122.44, 37.74, '7', 'MAIN ST', 'ALBANY', '94706'],
  [-122.25, 37.75, '9', 'LAKE DR', '', '94603'],
  [-122.26, 37.76, '5', 'HILL RD', '', ''],
  [-122.46, 37.76, '6', 'HILL RD', '', ''],
  [-122.27, 37.77, '3', 'BAY CT', 'ALBANY', '94706'],
  // One lot number in two districts: the line is at -122.3.
  [-122.2999, 37.7, '1', 'EDGE WAY', 'OAKLAND', '94601'],
  [-122.3001, 37.7, '1', 'EDGE WAY', 'OAKLAND', '94601'],
  // A house number with a letter, a fraction, and a block.
  [-122.28, 37.7, '12A', 'FIR ST', 'OAKLAND', '94601'],
  [-122.281, 37.7, '12 1/2', 'FIR ST', 'OAKLAND', '94601'],
  [-122.282, 37.7, '37-14', '82ND ST', 'OAKLAND', '94601'],
] as const

type Point = readonly [lng: number, lat: number]
const edge = (FULLNAME: string, LFROMHN: string, LTOHN: string, line: readonly Point[]) => ({
  ...{ FULLNAME, LFROMHN, LTOHN, ZIPL: '94601', PARITYL: 'O', line },
})
const OAK: readonly Point[] = [
  [-122.2, 37.7],
  [-122.19, 37.7],
]
const ASH: readonly Point[] = [
  [-122.2, 37.6],
  [-122.2, 37.605],
  [-122.19, 37.605],
]
const EDGES = [
  { ...edge('Oak St', '101', '199', OAK), RFROMHN: '100', RTOHN: '198', ZIPR: '94601', PARITYR: 'E' },
  edge('Ash St', '199', '101', ASH),
  edge('82nd St', '37-01', '37-99', [
    [-122.28, 37.7],
    [-122.28, 37.71],
  ]),
]

const AREAS = [
  [1, 1, 'lines'],
  [2, 2, 'lines'],
  [3, 3, 'lines'],
  [4, 3, 'near'],
] as const

const folder = shareFolder()
let bundle: { places: OpenPart; addresses: OpenPart }

async function readRows(read: SourceReader, name: string, bytes: Uint8Array) {
  const sink = collectSink()
  const text = {
    id: name,
    publisher: '',
    url: '',
    licence: 'CC0-1.0',
    vintage: '',
    published_on: '2024-01-01',
  } as const
  const source = { ...text, states: ['CA'], files: [], personal: [], family: 'public', read } as const
  await read([{ name, bytes, url: '' }], { source, states: new Set(['CA']) }, sink)
  return { source, sink }
}

beforeAll(async () => {
  const warehouse = await openWarehouse(join(folder, 'work.duckdb'))
  const table = POINTS.map(([lng, lat, number, street, city, zip]) => [lng, lat, number, street, city, zip].join(','))
  const csv = Buffer.from(['LON,LAT,NUMBER,STREET,CITY,POSTCODE', ...table, ''].join('\n'))
  for (const { source, sink } of [
    await readRows(readOpenAddresses, 'points.csv', csv),
    await readRows(readAddrfeat, 'tl_2024_06001_addrfeat.zip', makeAddrfeat(EDGES)),
  ]) {
    const read = { ...source, source_id: source.id, signature: '', rows_in: 0, files: [] }
    await warehouse.replaceSource(read, sink.rows, sink.issues)
  }
  await warehouse.append('core.zip', [['zips', 'zips', 1, '94603', 'CA', 'San Leandro', '06001', 37.7, -122.2]])
  // In several pieces, as a part of many streets.
  const { sha256 } = await writeAddressPart(warehouse, folder, 3)
  await warehouse.close()
  const [west, east] = [-122_500_000, -122_100_000].map((lng) => [
    Int32Array.from([-122_300_000, 37_500_000, lng, 37_500_000, lng, 38_000_000, -122_300_000, 38_000_000]),
  ])
  // Two places, then a county: its lines in the east, and the points that its lines may reach in the west.
  const index = buildCells([west, east, east, west].map((rings, at) => ({ ordinal: at + 1, polygons: [rings ?? []] })))
  const places = writePart(folder, 'places', (writer) => {
    insertIndex(writer, index)
    const columns = 'id name ocd_id name_folded type level level_rank vintage state retired has_boundary summary body'
    insertRows(writer, 'district', columns, [
      [1, 'San Pablo', 'San Pablo', 'san pablo', 'place', 'city', 3, '1', 'CA', 0, 1, '{}', '{}'],
      [2, 'Saint Leander', 'Saint Leander', 'saint leander', 'place', 'city', 3, '1', 'CA', 0, 1, '{}', '{}'],
      [3, 'East', 'East', 'east', 'county', 'county', 2, '1', 'CA', 0, 1, '{}', '{}'],
    ])
    insertRows(writer, 'area', 'ordinal district_id role', AREAS)
    insertRows(writer, 'overlap', 'area_key district_id role covers size', [
      ['zip:94603', 2, 'lines', 1, 1],
      ['zip:94603', 3, 'lines', 1, 1],
      ['zip:94603', 3, 'near', 0, null],
    ])
  })
  const open = (hash: string) => openPart(join(folder, `${hash}.sqlite`), hash)
  bundle = { places: open(places.sha256), addresses: open(sha256) }
}, 60_000)

afterAll(() => {
  for (const part of [bundle.places, bundle.addresses]) part.close()
})

/** `-122.2 37.7`, `tie:` with the part to add, or `unknown`. */
function find(text: string): string {
  const parsed = parseAddress(text)
  if (parsed.kind !== 'address') return parsed.kind
  const found = findLocalAddress(bundle, parsed)
  if (!found) return 'unknown'
  return 'ambiguous' in found ? `tie: ${found.ambiguous.adds}` : `${found.lng} ${found.lat}`
}

const CASES = table<[text: string, found: string]>(text('cases'))

it.each(CASES)('%s: %s', (text, found) => {
  expect(find(text)).toBe(found)
})

describe('in the file of a county', () => {
  /** Of the county in the east. */
  let findHere: NonNullable<ReturnType<typeof openAddresses>>

  beforeAll(() => {
    const areas = AREAS.map(([ordinal, district_id, role]) => ({
      ...{ ordinal, district_id, role, state: 'CA', retired: 0 },
      ...{ type: ordinal < 3 ? 'place' : 'county', city_lines: null, outside_counties: false },
    }))
    const collected = collectAddresses(bundle, { district_id: 3, state: 'CA' }, areas, 3)
    const areasAt = (lng: number, lat: number) => areasAtIn(bundle, lng, lat)
    findHere =
      openAddresses({ county: { state: 'CA' }, held: { addresses: collected, own: 3, areasAt } }) ?? expect.fail()
  })

  /** In the west; and in both, without a city. */
  const ELSEWHERE = /^-122\.4|tie: the city/

  it.each(CASES)('%s: %s, unless it is in another county', (text, found) => {
    const here = findHere(text)
    const told = here && ('ambiguous' in here ? `tie: ${here.ambiguous.adds}` : `${here.lng} ${here.lat}`)
    if (ELSEWHERE.test(found)) expect(told ?? '').toMatch(/^$|^-122\.24 37\.74$/)
    else expect(told ?? (found === 'no_point' ? 'no_point' : 'unknown')).toBe(found)
  })

  it('finds numbers along ranges as the server does', () => {
    for (const text of ['149 Oak St, 94601', '150 Oak St, 94601', '199 Ash St, 94601', '37-51 82nd St, 94601']) {
      const here = findHere(text)
      expect(here && 'lng' in here && `${here.lng} ${here.lat}`).toBe(find(text))
    }
  })
})

describe('among ranges', () => {
  const METRES_A_DEGREE = 111_320
  const pointOf = (text: string): { lng: number; lat: number } => {
    const [lng = Number.NaN, lat = Number.NaN] = find(text).split(' ').map(Number)
    return { lng, lat }
  }

  it('a number is interpolated along its side, ten metres from the middle', () => {
    const [odd, even] = [pointOf('149 Oak St, 94601'), pointOf('150 Oak St, 94601')]
    for (const [{ lng, lat }, side] of [
      [odd, 1],
      [even, -1],
    ] as const) {
      expect(Math.abs(lng + 122.195)).toBeLessThan(0.0002)
      expect((lat - 37.7) * METRES_A_DEGREE * side).toBeCloseTo(10, 0)
    }
    const along = [101, 125, 149, 175, 199].map((number) => pointOf(`${number} Oak St, 94601`).lng)
    expect(along).toEqual(along.toSorted((a, b) => a - b))
    expect(Math.min(...along)).toBeGreaterThan(-122.2)
    expect(Math.max(...along)).toBeLessThan(-122.19)
  })

  it('a line may bend, and its numbers may decrease', () => {
    const [first, last] = [pointOf('199 Ash St, 94601'), pointOf('101 Ash St, 94601')]
    expect(first.lat).toBeLessThan(37.602)
    expect(first.lng).toBeLessThan(-122.2)
    expect(last.lng).toBeGreaterThan(-122.193)
    expect(last.lat).toBeGreaterThan(37.605)
  })

  it.each(['200 Oak St', '99 Oak St', '100 Ash St', '37-20 82nd St', '149 Oak Ave'])('%s is in none', (text) => {
    expect(find(`${text}, 94601`)).toBe('unknown')
  })

  it('a block has its own numbers, and an exact point takes precedence', () => {
    expect(pointOf('37-51 82nd St, 94601').lat).toBeCloseTo(37.705, 3)
    expect(find('37-14 82nd St, 94601')).toBe('-122.282 37.7')
    expect(pointOf('149 1/2 Oak St Apt 3, 94601')).toEqual(pointOf('149 Oak St, 94601'))
  })
})
