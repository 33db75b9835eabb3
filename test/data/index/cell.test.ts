import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { METRES_PER_DEGREE } from '../../../data/geometry/polygon.ts'
import { cellDisk, cellKey, RINGS_OF_3_KM } from '../../../data/index/cell.ts'
import { crosses, decodeEdges, type EdgeRecord, encodeEdges, toReference, turn } from '../../../data/index/crossing.ts'
import { areasByRecord } from '../../build/cells-brute.ts'

const points = fc.tuple(
  fc.integer({ min: -180_000_000, max: 180_000_000 }),
  fc.integer({ min: -90_000_000, max: 90_000_000 }),
)

it('cell keys have all points within 3 km of them in three rings', () => {
  const inhabited = fc.tuple(
    fc.integer({ min: -179_000_000, max: 179_000_000 }),
    fc.integer({ min: -75_000_000, max: 75_000_000 }),
  )
  fc.assert(
    fc.property(inhabited, fc.double({ min: 0, max: 2 * Math.PI, noNaN: true }), ([x, y], angle) => {
      const reach = (3000 / METRES_PER_DEGREE) * 1e6
      const east = Math.cos((y / 180e6) * Math.PI)
      const near = cellKey(Math.round(x + (reach * Math.cos(angle)) / east), Math.round(y + reach * Math.sin(angle)))
      expect(cellDisk(cellKey(x, y), RINGS_OF_3_KM)).toContain(near)
    }),
    { numRuns: 3000 },
  )
})

const ordinals = fc.uniqueArray(fc.integer({ min: 1, max: 60_000 }), { minLength: 1, maxLength: 300 })
const chains = (reach: number, step: number): fc.Arbitrary<number[]> =>
  fc
    .tuple(
      fc.integer({ min: -reach, max: reach }),
      fc.integer({ min: -reach, max: reach }),
      fc.array(fc.tuple(fc.integer({ min: -step, max: step }), fc.integer({ min: -step, max: step })), {
        minLength: 1,
        maxLength: 80,
      }),
    )
    .map(([x, y, steps]) => {
      const chain = [x, y]
      for (const [dx, dy] of steps) chain.push((chain.at(-2) ?? 0) + dx, (chain.at(-1) ?? 0) + dy)
      return chain
    })

const records: fc.Arbitrary<EdgeRecord & { areas: number[] }> = fc
  .tuple(
    points,
    ordinals,
    fc.array(fc.boolean(), { minLength: 300, maxLength: 300 }),
    fc.array(
      fc.tuple(
        fc.uniqueArray(fc.nat({ max: 299 }), { minLength: 1, maxLength: 8 }),
        fc.array(
          fc.oneof(chains(20_000, 2100), chains(30_000, 200), chains(33_000, 9000), chains(60_000_000, 5_000_000)),
          { minLength: 1, maxLength: 6 },
        ),
      ),
      { maxLength: 5 },
    ),
  )
  .map(([[lng, lat], list, inside, groups]) => {
    const [x, y] = toReference(lng, lat)
    return {
      ...{ x, y, areas: list.toSorted((a, b) => a - b), inside: list.flatMap((_, i) => (inside[i] ? [i] : [])) },
      groups: groups.map(([toggles, lines]) => ({
        toggles: [...new Set(toggles.map((position) => position % list.length))].sort((a, b) => a - b),
        chains: lines,
      })),
    }
  })

/** Chains as single edges of either direction: the codec cuts and turns chains, and may not lose, add or move an edge. */
function toEdges({ x, y, inside, groups }: EdgeRecord): object {
  const edges = (chain: number[]): string[] =>
    chain.flatMap((_, i) => {
      if (i % 2 === 1 || i + 3 >= chain.length) return []
      return [[chain.slice(i, i + 2).join(), chain.slice(i + 2, i + 4).join()].sort().join(' ')]
    })
  const list = groups.map((group) => ({ toggles: group.toggles, edges: group.chains.flatMap(edges).sort() }))
  return { x, y, inside, groups: list }
}

describe('edge records', () => {
  it('decode to the same edges', () => {
    fc.assert(
      fc.property(records, (record) => {
        expect(toEdges(decodeEdges(encodeEdges(record)))).toEqual(toEdges(record))
      }),
      { numRuns: 500 },
    )
  })

  it('answer like a test of each edge', () => {
    fc.assert(
      fc.property(
        records,
        fc.integer({ min: -16_000, max: 16_000 }),
        fc.integer({ min: -16_000, max: 16_000 }),
        (record, dx, dy) => {
          const inside = record.areas.map((_, i) => record.inside.includes(i))
          for (const { toggles, chains } of record.groups)
            for (const chain of chains)
              for (let i = 0; i + 3 < chain.length; i += 2) {
                const [ax = 0, ay = 0, bx = 0, by = 0] = chain.slice(i, i + 4)
                if (crosses(ax, ay, bx, by, dx, dy))
                  for (const position of toggles) inside[position] = !inside[position]
              }
          const expected = record.areas.filter((_, i) => inside[i])
          const lng = turn(0, record.x + dx)
          expect(areasByRecord(encodeEdges(record), record.areas, [lng, record.y + dy])).toEqual(expected)
          const [before, after] = [Uint8Array.from([1, 2, 3]), Uint8Array.from([255, 255])]
          const among = Uint8Array.from([...before, ...encodeEdges(record), ...after])
          expect(areasByRecord(among, record.areas, [lng, record.y + dy], [3, among.length - 2])).toEqual(expected)
        },
      ),
      { numRuns: 2000 },
    )
  })

  it('answer across a chain that follows one that the lookup may skip', () => {
    // Away from the segment, a zigzag long enough for a box; from its end, a line down through the segment.
    const zigzag = Array.from({ length: 32 }, (_, nth) => [5000 + 40 * nth, 5000 + (nth % 2) * 400]).flat()
    const record = { x: -180e6, y: -90e6, inside: [], groups: [{ toggles: [0], chains: [[...zigzag, 6000, -5000]] }] }
    const at = (dx: number) => areasByRecord(encodeEdges(record), [7], [record.x + dx, record.y + 10])
    expect([at(3000), at(9000)]).toEqual([[], [7]])
  })

  it('are refused if they end early', () => {
    const groups = [{ toggles: [0], chains: [[9, 9, 800, 9]] }]
    const bytes = encodeEdges({ x: -180e6, y: -90e6, inside: [1], groups })
    for (let length = 1; length < bytes.length; length++) {
      if (length === 6) continue // Whole, without chains.
      expect(() => areasByRecord(bytes.subarray(0, length), [7, 8], [-180e6 + 5, -90e6 + 5])).toThrow('is truncated')
    }
    expect(areasByRecord(bytes, [7, 8], [-180e6 + 5, -90e6 + 5])).toEqual([8])
  })

  it('refuse numbers that they cannot hold', () => {
    const groups = [{ toggles: [0], chains: [[0, 0, 2 ** 29, 0]] }]
    expect(() => encodeEdges({ x: -180e6, y: -90e6, inside: [], groups })).toThrow('at most 30 bits')
  })
})

it('crosses counts a vertex on the segment once, if the segment passes through', () => {
  // From the origin to (10, 0); the border bends at (5, 0), on the segment.
  expect(crosses(5, -5, 5, 0, 10, 0) !== crosses(5, 0, 5, 5, 10, 0)).toBe(true)
  // A border that only touches the segment from above, and one from below.
  expect(crosses(0, 5, 5, 0, 10, 0)).toBe(crosses(5, 0, 10, 5, 10, 0))
  expect(crosses(0, -5, 5, 0, 10, 0)).toBe(crosses(5, 0, 10, -5, 10, 0))
})

it('crosses counts an edge through an end of the segment for one side only', () => {
  const throughEnd = crosses(10, -5, 10, 5, 10, 0)
  const beyondEnd = crosses(10, -5, 10, 5, 11, 0)
  expect([throughEnd, beyondEnd]).toEqual([true, true])
  expect(crosses(0, -5, 0, 5, 10, 0)).toBe(false)
})
