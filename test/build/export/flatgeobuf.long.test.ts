// An independent reader of map files, GDAL, reads what is written: the whole file, and boxes of it over HTTP by ranges.

import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { toWkb } from '../../../build/export/district-boundaries.ts'
import { type Shape, writeFlatGeobuf } from '../../../build/export/flatgeobuf.ts'
import { type Box, boxesMeet, type MultiPolygon } from '../../../data/geometry/polygon.ts'
import { projectFile } from '../../../data/store/paths.ts'
import { createVenv } from '../../clients/venv.ts'
import { type Ranges, serveRanges } from './ranges.ts'
import { cutSquare, held, NULLS, NUMBERED, numbered, roundShapes, TYPED, toDegrees } from './shapes.ts'

// Its wheel has GDAL 3.12 in it.
const venv = createVenv('pyogrio==0.13.0')
const missing = 'missing' in venv ? venv.missing : null
if (missing) console.warn(`GDAL: ${missing}.`)

const COLUMNS = 60
const ROWS = 50

const layer = z.object({
  about: z.record(z.string(), z.unknown()),
  rows: z.array(z.record(z.string(), z.string().nullable())),
})

let folder: string
let ranges: Ranges

/** Each argument is a path, or a path and a box in degrees. */
async function readWithGdal(...paths: string[]): Promise<z.infer<typeof layer>[]> {
  if ('missing' in venv) return expect.fail(venv.missing)
  const env = { ...process.env, GDAL_DISABLE_READDIR_ON_OPEN: 'EMPTY_DIR', no_proxy: '127.0.0.1' }
  const child = spawn(venv.python, [projectFile('test', 'build', 'export', 'read_with_gdal.py'), ...paths], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (more: string) => {
    text += more
  })
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve))
  expect(code).toBe(0)
  return text
    .trim()
    .split('\n')
    .map((line) => layer.parse(JSON.parse(line)))
}

/** As the reader hashes the well-known binary that GDAL makes. */
function hashOf(polygons: MultiPolygon): string {
  return createHash('sha256').update(toWkb(polygons)).digest('hex')
}

describe.skipIf(missing !== null)(`GDAL${missing ? ` (${missing})` : ''}`, () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'hustings-gdal-'))
    ranges = await serveRanges(folder)
  })
  afterAll(async () => {
    await ranges?.close()
    if (folder) rmSync(folder, { recursive: true })
    if ('remove' in venv) venv.remove()
  })

  test('reads the layer, each type of column and each form of polygon; and a layer without shapes', async () => {
    const hole = Int32Array.of(100_000, 100_000, 200_000, 100_000, 200_000, 150_000)
    const shapes: Shape[] = [
      {
        polygons: [...cutSquare(0, 0, 1_000_000).map((rings) => [...rings, hole]), ...cutSquare(-2_000_001, -3, 1)],
        properties: {
          ...{ id: Number.MAX_SAFE_INTEGER, name: 'Cañon City', has_boundary: true, population: -5 },
          ...{ error_m: 0.1, details: { plan: ['119', null] }, valid_from: '2024-11-05' },
        },
      },
      { polygons: cutSquare(5_000_000, 5_000_000, 1_000_000), properties: { ...NULLS, id: -7 } },
    ]
    const [file, empty] = [join(folder, 'typed.fgb'), join(folder, 'empty.fgb')]
    await writeFlatGeobuf(file, TYPED, held(shapes))
    await writeFlatGeobuf(empty, TYPED, held([]))
    const [read, first, none] = await readWithGdal(file, `${file} 0 0 1 1`, empty)
    expect(read?.about).toEqual({
      ...{ layer_name: 'districts', crs: 'EPSG:4326', geometry_type: 'MultiPolygon', features: 2 },
      total_bounds: [-2.000001, -0.000003, 6, 6],
      metadata: { TITLE: TYPED.title, DESCRIPTION: TYPED.description },
      types: {
        ...{ id: 'OFTInteger64', name: 'OFTString', has_boundary: 'OFTInteger', population: 'OFTInteger' },
        ...{ error_m: 'OFTReal', details: 'OFTString', valid_from: 'OFTDateTime' },
      },
    })
    expect(read?.rows).toHaveLength(2)
    expect(read?.rows.find(({ id }) => id === '-7')).toEqual({
      ...NULLS,
      ...{ id: '-7', shape: hashOf(shapes[1]?.polygons ?? []) },
    })
    expect(first?.rows).toEqual([
      {
        ...{ id: '9007199254740991', name: 'Cañon City', has_boundary: 'True', population: '-5', error_m: '0.1' },
        ...{ details: '{"plan":["119",null]}', valid_from: '2024-11-05T00:00:00' },
        shape: hashOf(shapes[0]?.polygons ?? []),
      },
    ])
    expect(none).toMatchObject({ about: { crs: 'EPSG:4326', features: 0 }, rows: [] })
  })

  test('reads a box of thousands of shapes by its index, over HTTP, from a small part of the file', async () => {
    const polygons = roundShapes(COLUMNS, ROWS, 150)
    const shapes = numbered(polygons)
    const file = join(folder, 'many.fgb')
    await writeFlatGeobuf(file, NUMBERED, shapes)
    const [all] = await readWithGdal(file)
    expect(all?.rows).toHaveLength(COLUMNS * ROWS)
    const hashes = new Map(all?.rows.map(({ number, shape }) => [number, shape]))
    expect(hashes).toEqual(new Map(polygons.map((one, number) => [String(number), hashOf(one)])))

    // Their sides lie between shapes, or cut them near their middle.
    const boxes: Box[] = [
      { west: -90_100_000, south: 9_900_000, east: -88_900_000, north: 10_100_000 },
      { west: -99_500_000, south: -500_000, east: -97_500_000, north: 1_500_000 },
      { west: -50_000_000, south: 48_950_000, east: -10_000_000, north: 90_000_000 },
      { west: -70_550_000, south: 20_450_000, east: -70_450_000, north: 20_550_000 },
    ]
    for (const box of boxes) {
      const before = ranges.served()
      const { minX, minY, maxX, maxY } = toDegrees(box)
      const [read] = await readWithGdal(`/vsicurl/${ranges.urlOf(file)} ${minX} ${minY} ${maxX} ${maxY}`)
      const expected = [...shapes.boxes.keys()].filter((at) => boxesMeet(shapes.boxes[at] ?? box, box))
      expect(read?.rows.map(({ number }) => Number(number)).sort((a, b) => a - b)).toEqual(expected)
      expect(ranges.served() - before).toBeGreaterThan(0)
      expect(ranges.served() - before).toBeLessThan(statSync(file).size / 20)
    }
  })
})
