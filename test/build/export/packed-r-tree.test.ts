import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodeTree, hilbertOrder, sizeOfTree } from '../../../build/export/flatgeobuf.ts'
import type { Box } from '../../../data/geometry/polygon.ts'

const at = (x: number, y: number): Box => ({ west: x, south: y, east: x, north: y })

test('the order walks a grid from neighbour to neighbour, and ends where the curve starts', () => {
  const cells = Array.from({ length: 256 }, (_, i) => ({ x: i % 16, y: Math.floor(i / 16) }))
  const walk = [...hilbertOrder(cells.map(({ x, y }) => at(x * 1000, y * 1000)))].map(
    (i) => cells[i] ?? { x: -1, y: -1 },
  )
  const steps = walk.slice(1).map(({ x, y }, i) => Math.abs(x - (walk[i]?.x ?? 99)) + Math.abs(y - (walk[i]?.y ?? 99)))
  expect(new Set(steps)).toEqual(new Set([1]))
  expect(new Set(walk).size).toBe(256)
  // The reference implementation sorts down the curve, which goes from the south-west to the south-east.
  expect([walk[0], walk.at(-1)]).toEqual([
    { x: 15, y: 0 },
    { x: 0, y: 0 },
  ])
})

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

test.each([
  { count: 1, levels: [1] },
  { count: 2, levels: [2] },
  { count: 16, levels: [16] },
  { count: 17, levels: [2, 17] },
  { count: 256, levels: [16, 256] },
  { count: 257, levels: [2, 17, 257] },
])(
  'the tree over $count features has a root and levels of $levels, each node with the box of its children',
  ({ count, levels }) => {
    const nodes = 1 + sum(levels)
    const boxes = Array.from({ length: count }, (_, i) => ({
      west: -((i * 7919) % 1000),
      south: (i * 104_729) % 1000,
      east: 500_000 + i,
      north: 2_000_000 - i,
    }))
    const tree = readTree(
      encodeTree(
        boxes,
        boxes.map((_, i) => i * 1000),
      ),
    )
    expect(sizeOfTree(count)).toBe(nodes * 40)
    expect(tree).toHaveLength(nodes)
    const leaves = tree.slice(nodes - count)
    expect(leaves).toEqual(
      boxes.map(({ west, south, east, north }, i) => ({
        box: [west / 1e6, south / 1e6, east / 1e6, north / 1e6],
        offset: i * 1000,
      })),
    )
    // Each node but the root is the child of one parent, in order, and no parent has children of two levels.
    const levelEnds = [1, ...levels].map((_, i) => 1 + sum(levels.slice(0, i)))
    let child = 1
    for (const { box, offset } of tree.slice(0, nodes - count)) {
      const end = Math.min(child + 16, ...levelEnds.filter((levelEnd) => levelEnd > child))
      const children = tree.slice(child, end).map((node) => node.box)
      const extreme = (i: number): number => Math[i < 2 ? 'min' : 'max'](...children.map((box) => box[i] ?? Number.NaN))
      expect({ box, offset }).toEqual({ box: [0, 1, 2, 3].map(extreme), offset: child })
      child = end
    }
    expect(child).toBe(1 + sum(levels))
  },
)

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)

function readTree(bytes: Uint8Array): { box: number[]; offset: number }[] {
  const view = new DataView(bytes.buffer)
  return Array.from({ length: bytes.length / 40 }, (_, node) => ({
    box: [0, 8, 16, 24].map((field) => view.getFloat64(node * 40 + field, true)),
    offset: Number(view.getBigUint64(node * 40 + 32, true)),
  }))
}
