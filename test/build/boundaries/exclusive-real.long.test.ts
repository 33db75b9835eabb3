// Districts that overlap in the publishers' files: after `makeExclusive` each point lies in exactly one.

import { describe, expect, it } from 'vitest'
import { edgesOf } from '../../../build/boundaries/border.ts'
import type { Boundary } from '../../../build/boundaries/boundary.ts'
import { findFaults, makeExclusive } from '../../../build/boundaries/exclusive.ts'
import { boxOf, planeAt, squaredDistance } from '../../../build/boundaries/polygon.ts'
import { encodeMultiPolygon, type MultiPolygon, polygonsContain } from '../../../data/geometry/polygon.ts'
import { PROOF_ONLY } from '../../proof/only.ts'
import { hasTestData } from '../cells-layers.ts'
import { readPublished } from '../shares-lines.ts'
import { randomGenerator } from './random.ts'

const POINTS = 20_000

const isAsked = (source: string): boolean =>
  ['states', 'counties-atlas', 'cd118-ca', 'cd118-tx', 'school-districts-mi'].includes(source)

// Needs the publishers' files (HUSTINGS_TEST_DATA or ../shared/data).
const SKIPPED = PROOF_ONLY !== null || !hasTestData

describe.skipIf(SKIPPED)(`on the real files${PROOF_ONLY ? ` (${PROOF_ONLY})` : ''}`, async () => {
  const published = !SKIPPED ? await readPublished(['CA', 'LA', 'MI', 'TX'], isAsked) : []
  const { boundaries, separations } = await makeExclusive(published)
  const of = (all: readonly Boundary[], layer: string, state: string, vintage: string): Boundary[] =>
    all.filter((one) => one.layer === layer && one.state === state && one.vintage === vintage)

  it.each([
    ['CA', 52, { none: 42, several: 14 }],
    ['TX', 38, { none: 22, several: 3 }],
  ])('each point of %s lies in one of its %s congressional districts', (state, count, before) => {
    const [outline] = of(published, 'state', state, '2017')
    const points = pointsIn(outline?.polygons ?? [], POINTS)
    const counted = (districts: readonly Boundary[]) => {
      const counts = points.map((point) => holding(districts, point).length)
      return { none: counts.filter((n) => n === 0).length, several: counts.filter((n) => n > 1).length }
    }
    const fitted = of(boundaries, 'congressional', state, 'cd118')
    expect(fitted.length).toBe(count)
    expect(counted(of(published, 'congressional', state, 'cd118'))).toEqual(before)
    expect(counted(fitted)).toEqual({ none: 0, several: 0 })
    expect(fitted.every(({ lines_precision, error_m }) => lines_precision === 'generalised' && error_m === 1_100)).toBe(
      true,
    )
    // The publisher's lines, or halfway between two of them: 598 m in California, 667 m in Texas.
    expect(farthestInside(fitted, of(published, 'congressional', state, 'cd118'))).toBeLessThan(700)
  })

  it('three parishes of Louisiana no longer share a triangle', () => {
    const [before, after] = [of(published, 'county', 'LA', '2023'), of(boundaries, 'county', 'LA', '2023')]
    const { overlaps } = findFaults(before.map(({ polygons }) => polygons))
    const points = pointsIn(overlaps, 200)
    expect(new Set(points.map((point) => holding(before, point).length))).toEqual(new Set([3]))
    expect(new Set(points.map((point) => holding(after, point).length))).toEqual(new Set([1]))
    expect(findFaults(after.map(({ polygons }) => polygons))).toEqual({ overlaps: [], holes: [] })
    const changed = after.filter(({ polygons }, at) => polygons !== before[at]?.polygons)
    expect(changed.map(({ name }) => name)).toEqual(['Ouachita', 'Richland'])
    expect(separations.filter(({ state }) => state === 'LA')).toEqual([
      { layer: 'county', state: 'LA', vintage: '2023', districts: 2, slivers: 1, gaps: 0, kept: 0 },
    ])
  })

  // The file lists the enclaves of 27 districts as parts of them; what then remains are slivers of Michigan's repaired lines.
  it('no place in Michigan lies in two school districts', () => {
    expect(separations.filter(({ layer }) => layer === 'school')).toEqual([
      { layer: 'school', state: 'MI', vintage: '2012', districts: 16, slivers: 15, gaps: 0, kept: 0 },
    ])
    const after = of(boundaries, 'school', 'MI', '2012')
    expect(findFaults(after.map(({ polygons }) => polygons)).overlaps).toEqual([])
  })

  it('lines that cross nothing keep their bytes', () => {
    const touched = new Set(separations.map(({ layer, state, vintage }) => [layer, state, vintage].join()))
    const bytes = ({ polygons }: Boundary): string => Buffer.from(encodeMultiPolygon(polygons)).toString('base64')
    const rest = published.flatMap((one, at) =>
      touched.has([one.layer, one.state, one.vintage].join()) ? [] : [[one, boundaries[at]] as const],
    )
    expect(rest.length).toBeGreaterThan(250)
    expect(rest.filter(([one, now]) => !now || bytes(now) !== bytes(one))).toEqual([])
  })
})

function holding(boundaries: readonly Boundary[], [x, y]: readonly [number, number]): Boundary[] {
  return boundaries.filter(({ polygons }) => polygonsContain(polygons, x, y))
}

function pointsIn(polygons: MultiPolygon, count: number): (readonly [number, number])[] {
  const box = boxOf(polygons)
  const random = randomGenerator(118)
  const points: (readonly [number, number])[] = []
  while (points.length < count) {
    const point = [
      Math.round(box.west + random() * (box.east - box.west)),
      Math.round(box.south + random() * (box.north - box.south)),
    ] as const
    if (polygonsContain(polygons, ...point)) points.push(point)
  }
  return points
}

/** Metres from any border between two districts to the nearest published line. */
function farthestInside(fitted: readonly Boundary[], published: readonly Boundary[]): number {
  const plane = planeAt(boxOf(fitted.flatMap(({ polygons }) => polygons)))
  const edges = fitted.flatMap(({ polygons }) => edgesOf(polygons))
  const all = new Set(edges.map((edge) => edge.join()))
  const drawn = published.flatMap(({ polygons }) => edgesOf(polygons))
  const corners = new Set(drawn.map(([x, y]) => `${x},${y}`))
  let farthest = 0
  for (const [ax, ay, bx, by] of edges) {
    if (corners.has(`${ax},${ay}`) || !all.has([bx, by, ax, ay].join())) continue
    let nearest = Infinity
    for (const [cx, cy, dx, dy] of drawn)
      nearest = Math.min(
        nearest,
        squaredDistance(
          0,
          0,
          (cx - ax) * plane.east,
          (cy - ay) * plane.north,
          (dx - ax) * plane.east,
          (dy - ay) * plane.north,
        ),
      )
    farthest = Math.max(farthest, nearest)
  }
  return Math.sqrt(farthest)
}
