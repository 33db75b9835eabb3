// Districts of one layer come to lie apart: slivers and slits go to one, and so do true overlaps with a more exact line; everything else stays.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { unpairedEdges } from '../../../build/boundaries/border.ts'
import { type DrawnDistrict, findFaults, separate } from '../../../build/boundaries/exclusive.ts'
import { polygonsContain, type Ring } from '../../../data/geometry/polygon.ts'
import { isValid } from '../../../ingest/boundary/shape.ts'
import { box, plane, ring, SOUTH, WEST } from './metres.ts'

const district = (ocd_id: string, ...rings: Ring[]): DrawnDistrict => ({ ocd_id, polygons: [rings], error_m: 25 })

/** The districts that contain a point, given in metres. */
function holders(separated: readonly { ocd_id: string; polygons: Ring[][] }[], x: number, y: number): string[] {
  const [px, py] = [Math.round(WEST + x / plane.east), Math.round(SOUTH + y / plane.north)]
  return separated.filter(({ polygons }) => polygonsContain(polygons, px, py)).map(({ ocd_id }) => ocd_id)
}

function separated(districts: readonly DrawnDistrict[]) {
  const { polygons, ...counts } = separate(districts)
  return { counts, after: districts.map((one, at) => ({ ...one, polygons: polygons[at] ?? [] })) }
}

describe('districts of one layer', () => {
  // Side by side without a common corner: a lies 10 m over b, whose eastern neighbour c it does not touch.
  const a = district('x:a', box(0, 0, 1_010, 1_000))
  const b = district('x:b', box(1_000, 200, 1_000, 1_000))
  const c = district('x:c', box(2_000, 200, 500, 1_000))

  it('give a sliver to the first, with its corners in both', () => {
    const { after, counts } = separated([c, b, a])
    expect(counts).toEqual({ slivers: 1, gaps: 0, kept: 0 })
    expect([holders(after, 1_005, 500), holders(after, 1_005, 1_100), holders(after, 1_005, 100)]).toEqual([
      ['x:a'],
      ['x:b'],
      ['x:a'],
    ])
    expect(findFaults(after.map(({ polygons }) => polygons)).overlaps).toEqual([])
    // The shared border of a and b is one edge of each: three sides of b's notch, less the two that stay its own.
    const [, ofB, ofA] = after.map(({ polygons }) => polygons)
    const alone = [ofA ?? [], ofB ?? []].reduce((sum, one) => sum + unpairedEdges([one]).length, 0)
    expect((alone - unpairedEdges([ofA ?? [], ofB ?? []]).length) / 4).toBe(2 * 2)
  })

  it('stay the very same where nothing crosses them', () => {
    const { after } = separated([a, b, c])
    expect(after[2]?.polygons).toBe(c.polygons)
    const clean = [district('x:a', box(0, 0, 1_000, 1_000)), district('x:b', box(1_000, 0, 1_000, 1_000)), c]
    expect(separated(clean)).toEqual({ counts: { slivers: 0, gaps: 0, kept: 0 }, after: clean })
    expect(separated(clean).after.map(({ polygons }, at) => polygons === clean[at]?.polygons)).toEqual([
      ...[true, true, true],
    ])
  })

  it('keep a true overlap, however it lies, beside slivers that they do not', () => {
    const wide = district('x:wide', box(-400, 100, 600, 600))
    const within = district('x:within', box(300, 300, 100, 100))
    const twin = district('x:twin', box(0, 0, 1_010, 1_000))
    for (const other of [wide, within, twin]) {
      const { after, counts } = separated([a, other])
      expect([counts, other.ocd_id]).toEqual([{ slivers: 0, gaps: 0, kept: 1 }, other.ocd_id])
      expect(after.map(({ polygons }) => polygons.length)).toEqual([1, 1])
    }
    const { after, counts } = separated([wide, b, a])
    expect(counts).toEqual({ slivers: 1, gaps: 0, kept: 1 })
    expect([holders(after, 100, 300), holders(after, 1_005, 500)]).toEqual([['x:wide', 'x:a'], ['x:a']])
  })

  it('give all that they share to the more exact line, unless nothing else would be left', () => {
    const exact = { ...district('x:exact', box(800, 0, 1_000, 1_000)), error_m: 10 }
    const { after, counts } = separated([a, exact])
    expect(counts).toEqual({ slivers: 1, gaps: 0, kept: 0 })
    expect([holders(after, 900, 500), holders(after, 700, 500)]).toEqual([['x:exact'], ['x:a']])
    const within = separated([district('x:within', box(900, 300, 100, 100)), exact])
    expect(holders(within.after, 950, 350)).toEqual(['x:within', 'x:exact'])
  })

  it('keep out of a fixed district, however exact they are, and take what lies between', () => {
    // A county around a city, with a hole that is 100 m wider than the city in the east, and too narrow in the west.
    const hole = ring(300, 300, 300, 700, 800, 700, 800, 300)
    const county = { ...district('x:county', box(0, 0, 1_000, 1_000), hole), error_m: 5 }
    const city = { ...district('x:city', box(200, 300, 500, 400)), error_m: 25 }
    const { polygons, ...counts } = separate([county], [city])
    expect(counts).toEqual({ slivers: 1, gaps: 1, kept: 0 })
    const after = [{ ...county, polygons: polygons[0] ?? [] }, city]
    expect([250, 500, 750, 900].map((x) => holders(after, x, 500))).toEqual([
      ...[['x:city'], ['x:city'], ['x:county'], ['x:county']],
    ])
    expect(findFaults(after.map((one) => one.polygons))).toEqual({ overlaps: [], holes: [] })
    // Without a fixed district, so wide a hole is an enclave.
    expect(separate([county, city]).gaps).toBe(0)
    // So is a hole that the fixed one touches with a small part of its border.
    const door = { ...district('x:door', box(280, 480, 20, 40)), error_m: 25 }
    expect(separate([county], [door]).gaps).toBe(0)
  })

  it('close a slit, and leave an enclave', () => {
    const west = district('x:west', box(0, 0, 1_000, 1_000))
    const east = (inward: number): DrawnDistrict =>
      district(
        'x:east',
        ring(1_000, 0, 2_000, 0, 2_000, 1_000, 1_000, 1_000, 1_000, 700, 1_000 + inward, 500, 1_000, 300),
      )
    const slit = separated([west, east(0.8)])
    expect(slit.counts).toEqual({ slivers: 0, gaps: 1, kept: 0 })
    expect(findFaults(slit.after.map(({ polygons }) => polygons))).toEqual({ overlaps: [], holes: [] })
    const enclave = separated([west, east(30)])
    expect(enclave.counts).toEqual({ slivers: 0, gaps: 0, kept: 0 })
    expect(holders(enclave.after, 1_010, 500)).toEqual([])
  })

  it('come out alike from any order, valid, each place with one that held it', () => {
    const metres = fc.integer({ min: -12, max: 12 })
    const corners = fc.array(fc.array(metres, { minLength: 8, maxLength: 8 }), { minLength: 9, maxLength: 9 })
    const points = fc.array(fc.tuple(fc.integer({ min: -20, max: 3_020 }), fc.integer({ min: -20, max: 3_020 })), {
      minLength: 40,
      maxLength: 40,
    })
    const orders = fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6, 7, 8], { minLength: 9 })
    let crossed = 0
    fc.assert(
      fc.property(corners, points, orders, (moved, places, order) => {
        const given = moved.map((moves, n) => {
          const [x, y] = [(n % 3) * 1_000, Math.floor(n / 3) * 1_000]
          const drawn = [x, y, x + 1_000, y, x + 1_000, y + 1_000, x, y + 1_000]
          return district(`x:${n}`, ring(...drawn.map((value, at) => value + (moves[at] ?? 0))))
        })
        const { after, counts } = separated(given)
        crossed += counts.slivers
        expect(counts.kept).toBe(0)
        const shuffled = separated(order.flatMap((n) => given[n] ?? [])).after
        expect([...shuffled].sort((one, other) => (one.ocd_id < other.ocd_id ? -1 : 1))).toEqual(after)
        expect(after.filter(({ polygons }) => !isValid(polygons))).toEqual([])
        // On the borders, where the faults are, as much as anywhere.
        for (const [x, y] of [...places, ...places.map(([u, v]) => [u, 1_000 + (v % 12)] as const)]) {
          const now = holders(after, x, y)
          expect(now.length).toBeLessThanOrEqual(1)
          // A crossing that is rounded bends the line there by a tenth of a metre.
          const around = [0, 1, 2, 3, 4, 5, 6, 7].map((eighth) => {
            const angle = (eighth / 4) * Math.PI
            return holders(given, x + 0.3 * Math.cos(angle), y + 0.3 * Math.sin(angle))
          })
          const before = holders(given, x, y)
          if (around.some((near) => near.join() !== before.join())) continue
          expect(now.length).toBe(Math.min(1, before.length))
          expect(before).toEqual(expect.arrayContaining(now))
        }
      }),
      { numRuns: process.env.PROOF ? 1_000 : 60, seed: 7 },
    )
    expect(crossed).toBeGreaterThan(100)
  })
})
