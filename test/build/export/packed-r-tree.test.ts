import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodeTree, hilbertOrder, sizeOfTree } from '../../../build/export/flatgeobuf.ts'
import type { Box } from '../../../data/geometry/polygon.ts'

const at = (x: number, y: number): Box => ({ west: x, south: y, east: x, north: y })

test('the order is down the curve as its textbook draws it, cell by cell', () => {
  const cell = fc.nat(0xffff)
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell), { minLength: 2, maxLength: 50 }), (cells) => {
      // The corners make each unit a cell of the curve.
      const all: [number, number][] = [[0, 0], [0xffff, 0xffff], ...cells]
      const along = all.map(([x, y]) => distance(x, y))
      const order = hilbertOrder(all.map(([x, y]) => at(x, y)))
      expect(Array.from(order, (i) => along[i])).toEqual(along.toSorted((a, b) => b - a))
    }),
    { numRuns: 50 },
  )
})

/** The distance along the curve, quarter by quarter. */
function distance(ofX: number, ofY: number): number {
  let [x, y, sum] = [ofX, ofY, 0]
  for (let side = 0x8000; side >= 1; side /= 2) {
    const [right, upper] = [x >= side ? 1 : 0, y >= side ? 1 : 0]
    sum += side * side * ((3 * right) ^ upper)
    ;[x, y] = [x - right * side, y - upper * side]
    if (upper === 1) continue
    if (right === 1) [x, y] = [side - 1 - x, side - 1 - y]
    ;[x, y] = [y, x]
  }
  return sum
}

test('shapes with one centre keep their order, whatever their size; those on a line are sorted along it', () => {
  const around = [3, 1, 4, 1, 5].map((size) => ({ west: 7 - size, south: 7 - size, east: 7 + size, north: 7 + size }))
  expect([...hilbertOrder(around)]).toEqual([0, 1, 2, 3, 4])
  const line = [...hilbertOrder([at(2, 0), at(0, 0), at(3, 0), at(1, 0)])]
  expect([line, line.toReversed()]).toContainEqual([1, 3, 0, 2])
})

test('over nothing there is no order and no tree', () => {
  expect([...hilbertOrder([])]).toEqual([])
  expect(sizeOfTree(0)).toBe(0)
  expect(encodeTree([], [])).toHaveLength(0)
})
