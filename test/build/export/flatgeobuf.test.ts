// The package's own reader reads what is written, from the file and over HTTP by ranges.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import Config from 'flatgeobuf/lib/mjs/config.js'
import type { IGeoJsonFeature } from 'flatgeobuf/lib/mjs/geojson/feature.js'
import { deserialize } from 'flatgeobuf/lib/mjs/geojson.js'
import type { HeaderMeta } from 'flatgeobuf/lib/mjs/header-meta.js'
import { afterAll, beforeAll, expect, type MockInstance, test, vi } from 'vitest'
import { type Layer, type Shape, type Shapes, sizeOfTree, writeFlatGeobuf } from '../../../build/export/flatgeobuf.ts'
import { type Box, boxesMeet, type MultiPolygon, toCoordinates } from '../../../data/geometry/polygon.ts'
import { shareFolder } from '../../temporary.ts'
import { type Ranges, serveRanges } from './ranges.ts'
import { cutSquare, held, NULLS, NUMBERED, numbered, roundShapes, TYPED, toDegrees } from './shapes.ts'

const SQUARE = cutSquare(-84_000_000, 42_000_000, 1_000_000)

const folder = shareFolder()
let ranges: Ranges
const mergedGap = Config.global.extraRequestThreshold()
let debug: MockInstance
beforeAll(async () => {
  ranges = await serveRanges(folder)
  // The reader tells its steps.
  debug = vi.spyOn(console, 'debug').mockImplementation(() => {})
  // It would fetch small files whole.
  Config.global.setExtraRequestThreshold(2000)
})
afterAll(async () => {
  Config.global.setExtraRequestThreshold(mergedGap)
  debug.mockRestore()
  await ranges.close()
})

let files = 0

async function write(layer: Layer, shapes: Shapes): Promise<string> {
  files += 1
  const file = join(folder, `${files}.fgb`)
  await writeFlatGeobuf(file, layer, shapes)
  return file
}

const bytesOf = (file: string): Uint8Array => new Uint8Array(readFileSync(file))

async function read(from: Uint8Array | string, rect?: ReturnType<typeof toDegrees>) {
  const headers: HeaderMeta[] = []
  const options = { headerMetaFn: (header: HeaderMeta) => headers.push(header), ...(rect && { rect }) }
  const features: IGeoJsonFeature[] = []
  for await (const feature of deserialize(from, options)) features.push(feature)
  return { header: headers[0], features }
}

async function numbersIn(from: Uint8Array | string, box: Box): Promise<number[]> {
  return numbersOf((await read(from, toDegrees(box))).features)
}

function numbersOf(features: readonly IGeoJsonFeature[]): number[] {
  return features.map(({ properties }) => Number(properties?.number)).sort((a, b) => a - b)
}

/** What the index must find, without an index. */
function meeting({ boxes }: Shapes, box: Box): number[] {
  return [...boxes.keys()].filter((at) => boxesMeet(boxes[at] ?? box, box))
}

test('each kind of value and polygon comes back as it was, the values to the last digit', async () => {
  const hole = Int32Array.of(-83_900_000, 42_100_000, -83_900_000, 42_200_000, -83_800_000, 42_200_000)
  const shapes: Shape[] = [
    {
      polygons: [[...(SQUARE[0] ?? []), hole], ...cutSquare(-80_123_457, 41_000_001, 7)],
      properties: {
        ...{ id: Number.MAX_SAFE_INTEGER, name: 'Cañon City — 日本', has_boundary: true, population: 2 ** 31 - 1 },
        ...{ error_m: 0.1, details: { plan: ['119', null, 2.5], ü: {} }, valid_from: '2024-11-05' },
      },
    },
    {
      polygons: cutSquare(-180_000_000, 51_000_000, 359_900_000),
      properties: {
        ...{ id: -Number.MAX_SAFE_INTEGER, name: '', has_boundary: false, population: -(2 ** 31) },
        ...{ error_m: -1e300, details: 0, valid_from: '0001-01-01' },
      },
    },
    { polygons: cutSquare(0, 0, 1), properties: NULLS },
    { polygons: cutSquare(1, 1, 1), properties: { ...NULLS, name: 'x'.repeat(70_000) } },
  ]
  const { features } = await read(bytesOf(await write(TYPED, held(shapes))))
  const expected = shapes.map(({ polygons, properties }) => ({
    type: 'Feature',
    geometry: { type: 'MultiPolygon', coordinates: toCoordinates(polygons) },
    properties: Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== null)),
  }))
  expect(features).toHaveLength(shapes.length)
  expect(features.map(({ type, geometry, properties }) => ({ type, geometry, properties }))).toEqual(
    expect.arrayContaining(expected),
  )
})

test('the header says what the layer is, where, of how many shapes and in which columns', async () => {
  const shapes = numbered([cutSquare(-100_000_001, 30_000_000, 10), cutSquare(-90_000_000, 20_000_000, 500_000)])
  const columns = TYPED.columns.map(({ name }) => name)
  const { header } = await read(
    bytesOf(
      await write(TYPED, {
        boxes: shapes.boxes,
        read: async (ordinals) => (await shapes.read(ordinals)).map(withoutValues),
      }),
    ),
  )
  expect(header).toMatchObject({
    ...{ geometryType: 6, featuresCount: 2, indexNodeSize: 16, title: TYPED.title, description: TYPED.description },
    envelope: Float64Array.of(-100.000001, 20, -89.5, 30.00001),
    crs: { org: 'EPSG', code: 4326 },
  })
  expect(header?.columns?.map(({ name }) => name)).toEqual(columns)
  // Long, String, Bool, Int, Double, Json, DateTime in the numbers of the format.
  expect(header?.columns?.map(({ type }) => type)).toEqual([7, 11, 2, 5, 10, 12, 13])
  expect(header?.columns?.map(({ description }) => description)).toEqual(['The id of the API.', ...Array(6).fill(null)])
})

function withoutValues({ polygons }: Shape): Shape {
  return { polygons, properties: NULLS }
}

test.each([1, 16, 17, 257])('a box finds what brute force finds in a file of %i shapes', async (count) => {
  const side = Math.ceil(Math.sqrt(count))
  const shapes = numbered(
    Array.from({ length: count }, (_, i) =>
      cutSquare((i % side) * 1000, Math.floor(i / side) * 1000, 1 + ((i * 37) % 1500)),
    ),
  )
  const file = bytesOf(await write(NUMBERED, shapes))
  const all = await read(file)
  expect(all.header?.featuresCount).toBe(count)
  expect(numbersOf(all.features)).toEqual([...Array(count).keys()])
  for (const box of [
    { west: 0, south: 0, east: 0, north: 0 },
    { west: 1500, south: 900, east: 4100, north: 3200 },
    { west: -9, south: 2, east: -1, north: 90_000 },
    { west: -1e6, south: -1e6, east: 1e6, north: 1e6 },
  ])
    expect(await numbersIn(file, box)).toEqual(meeting(shapes, box))
})

test('a layer without shapes has a header, no index and no features, also where it replaces a larger one', async () => {
  const path = await write(NUMBERED, numbered([SQUARE]))
  await writeFlatGeobuf(path, TYPED, held([]))
  const file = bytesOf(path)
  const { header, features } = await read(file)
  expect(features).toEqual([])
  expect(header).toMatchObject({ featuresCount: 0, indexNodeSize: 0, envelope: null, crs: { code: 4326 } })
  expect(file.length).toBe(12 + new DataView(file.buffer).getUint32(8, true))
})

test('over HTTP, boxes find what brute force finds, for any shapes', async () => {
  const microdegrees = fc.integer({ min: -2000, max: 2000 })
  const polygons = fc
    .record({ west: microdegrees, south: microdegrees, size: fc.integer({ min: 1, max: 600 }) })
    .map(({ west, south, size }): MultiPolygon => cutSquare(west, south, size))
  const box = fc
    .record({ west: microdegrees, south: microdegrees, width: fc.nat(900), height: fc.nat(900) })
    .map(({ west, south, width, height }): Box => ({ west, south, east: west + width, north: south + height }))
  await fc.assert(
    fc.asyncProperty(
      fc.array(polygons, { minLength: 1, maxLength: 300, size: 'max' }),
      fc.array(box, { minLength: 1, maxLength: 4 }),
      async (all, boxes) => {
        const shapes = numbered(all)
        const url = ranges.urlOf(await write(NUMBERED, shapes))
        for (const one of boxes) expect(await numbersIn(url, one)).toEqual(meeting(shapes, one))
      },
    ),
    { numRuns: 15 },
  )
})

test('shapes are read some hundred at a time and in the order of the file, and equal input gives equal bytes', async () => {
  const all = numbered(roundShapes(30, 20, 5))
  const asked: (readonly number[])[] = []
  const once = bytesOf(
    await write(NUMBERED, {
      boxes: all.boxes,
      read: (ordinals) => {
        asked.push(ordinals)
        return all.read(ordinals)
      },
    }),
  )
  expect(Math.max(...asked.map((ordinals) => ordinals.length))).toBeLessThanOrEqual(256)
  const { features } = await read(once)
  expect(features.map(({ properties }) => properties?.number)).toEqual(asked.flat())
  const again = bytesOf(await write(NUMBERED, numbered(roundShapes(30, 20, 5))))
  expect(Buffer.compare(once, again)).toBe(0)
  // Nothing lies between the header, the index and the features, and nothing after them.
  const view = new DataView(once.buffer)
  let end = 12 + view.getUint32(8, true) + sizeOfTree(600)
  for (let i = 0; i < 600; i++) end += 4 + view.getUint32(end, true)
  expect(end).toBe(once.length)
})

test.each([
  ['id', 2 ** 53],
  ['id', 5n],
  ['population', 2 ** 31],
  ['population', -(2 ** 31) - 1],
  ['population', 0.5],
  ['name', 7],
  ['has_boundary', 1],
  ['error_m', Number.NaN],
  ['details', () => 1],
  ['valid_from', '2024-11-05T00:00:00Z'],
  ['valid_from', undefined],
  ['nickname', 'x'],
])('%s = %s is refused by the name of its column, and leaves no file', async (name, value) => {
  const file = join(folder, 'refused.fgb')
  const shapes = held([
    { polygons: SQUARE, properties: NULLS },
    { polygons: SQUARE, properties: { ...NULLS, [name]: value } },
  ])
  await expect(writeFlatGeobuf(file, TYPED, shapes)).rejects.toThrow(new RegExp(`shape 1\\b.*\\b${name}\\b`))
  expect(existsSync(file)).toBe(false)
})

test('a shape that the index would not find is refused, and so is one without an area or unread', async () => {
  const [box] = held([{ polygons: SQUARE, properties: {} }]).boxes
  if (!box) return expect.fail('the square has a box')
  const refused = (of: Box, polygons: MultiPolygon[]): Promise<void> =>
    writeFlatGeobuf(join(folder, 'refused.fgb'), NUMBERED, {
      boxes: [of],
      read: async () => polygons.map((one) => ({ polygons: one, properties: { number: 1 } })),
    })
  await expect(refused({ ...box, east: box.east - 1 }, [SQUARE])).rejects.toThrow(RangeError)
  await expect(refused({ ...box, south: box.south - 1 }, [SQUARE])).rejects.toThrow(RangeError)
  await expect(refused(box, [[]])).rejects.toThrow(RangeError)
  await expect(refused({ west: 1, south: 2, east: 3, north: 4 }, [[[Int32Array.of(1, 2, 3, 4)]]])).rejects.toThrow(
    'ring',
  )
  await expect(refused(box, [[...SQUARE, []]])).rejects.toThrow('ring')
  const nowhere = held([{ polygons: [], properties: { number: 1 } }])
  await expect(writeFlatGeobuf(join(folder, 'refused.fgb'), NUMBERED, nowhere)).rejects.toThrow('polygon')
  await expect(refused(box, [])).rejects.toThrow('got 0 shapes')
  expect(existsSync(join(folder, 'refused.fgb'))).toBe(false)
  await refused(box, [SQUARE])
  expect(existsSync(join(folder, 'refused.fgb'))).toBe(true)
})
