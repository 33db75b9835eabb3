// Checks that districts divide their outline without gaps and overlaps.

import { expect } from 'vitest'
import { edgesOf } from '../../../build/boundaries/border.ts'
import { polygonsArea } from '../../../build/boundaries/polygon.ts'
import type { MultiPolygon } from '../../../data/geometry/polygon.ts'
import { isValid } from '../../../ingest/boundary/shape.ts'

/** Valid parts, together the outline's area; every edge once, on the outline's border or in reverse in one other part. */
export function expectCoverage(parts: readonly MultiPolygon[], outline: MultiPolygon): void {
  expect(parts.map(isValid)).toEqual(parts.map(() => true))
  const edges = parts.flatMap(edgesOf)
  const directed = new Set(edges.map((edge) => edge.join()))
  expect(directed.size).toBe(edges.length)
  const outer = edges.filter(([ax, ay, bx, by]) => !directed.has([bx, by, ax, ay].join()))
  const vertices = new Set(outer.map(([ax, ay]) => `${ax},${ay}`))
  for (const [ax, ay] of edgesOf(outline)) expect(vertices.has(`${ax},${ay}`)).toBe(true)
  const missing = polygonsArea(outline) - parts.reduce((sum, part) => sum + polygonsArea(part), 0)
  expect(Math.abs(missing) / polygonsArea(outline)).toBeLessThan(1e-8)
}
