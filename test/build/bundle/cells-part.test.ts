import { join } from 'node:path'
import { expect, it } from 'vitest'
import { insertIndex } from '../../../build/bundle/places-part.ts'
import { buildCells } from '../../../build/index/cells.ts'
import type { MultiPolygon } from '../../../data/geometry/polygon.ts'
import { openPart } from '../../../data/store/bundle.ts'
import { writePart } from '../../../data/store/part.ts'
import { areasAt } from '../../../server/place/point.ts'
import { shareFolder } from '../../temporary.ts'
import { plainTests } from '../cells-brute.ts'

const folder = shareFolder()

function openAreas(shapes: readonly MultiPolygon[], without?: string): ReturnType<typeof openPart> {
  const index = buildCells(shapes.map((polygons, i) => ({ ordinal: i + 1, polygons })))
  const { sha256 } = writePart(folder, 'places', ({ insert }) =>
    insertIndex(
      // The rows of `cell` are to be read even if they are left out: those of `cell_run` come from them.
      { insert: (table, columns, rows) => insert(table, columns, [...rows].slice(table === without ? Infinity : 0)) },
      index,
    ),
  )
  return openPart(join(folder, `${sha256}.sqlite`), sha256)
}

const shapes: MultiPolygon[] = [
  [[Int32Array.from([0, 0, 400_000, 0, 400_000, 300_000, 0, 300_000])]],
  [[Int32Array.from([400_000, 0, 700_000, 100_000, 400_000, 300_000])]],
  [[Int32Array.from([-50_000, -50_000, 800_000, 10_000, 300_000, 500_000])]],
]

it('areasAt answers from a sealed part as the half-open ray cast does over the polygons', () => {
  const places = openAreas(shapes)
  const { halfOpen } = plainTests(shapes)
  for (let x = -100_000; x <= 900_000; x += 20_000)
    for (let y = -100_000; y <= 600_000; y += 20_000)
      expect({ x, y, areas: areasAt({ places }, x, y) }).toEqual({ x, y, areas: halfOpen([x, y]) })
  expect(areasAt({ places }, 150_000, 100_000)).toEqual([1, 3])
  expect(areasAt({ places }, -120_000_000, -40_000_000)).toEqual([])
  places.close()
})

it('areasAt returns answers that the caller may change', () => {
  const places = openAreas(shapes)
  areasAt({ places }, 150_000, 100_000).push(99)
  expect(areasAt({ places }, 150_000, 100_000)).toEqual([1, 3])
  places.close()
})

it.each([
  ['set', 'area_set', /cell with set \d+, but no area_set/],
  ['cell', 'cell', /no edges of cell \d+, which borders cross/],
])('areasAt names the %s that a damaged part lacks', (_, table, fault) => {
  const places = openAreas(shapes, table)
  expect(() => areasAt({ places }, 150_000, 100_000)).toThrow(fault)
  places.close()
})
