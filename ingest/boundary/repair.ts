// Mends polygons that publishers' files hold invalid; valid ones pass untouched.

import type { MultiPolygon, Ring } from '../../data/schema/multipolygon.ts'
import { type Box, boundingBox, boxesMeet, reverseRing, ringArea, ringContains } from '../../data/schema/polygon.ts'
import { forEachNearPair, meeting, segmentsOf } from '../../data/schema/segment.ts'
import { mend } from './mend.ts'

/**
 * Validity is that of OGC Simple Features 1.2.1, section 6.1.11 and 6.1.14: simple rings that do not touch themselves, holes
 * inside their shell, rings that touch at points only and never cross, connected insides, polygons apart but for points.
 *
 * Mending: a ring encloses what it winds around at all (non-zero, whichever way it runs: GeoJSON files disregard orientation,
 * and a doubled loop or a figure eight is all inside); a polygon is its first ring less its holes; polygons are united. Even-odd
 * would punch a hole where a ring overlaps itself. A hole that is a copy of its shell is dropped; one wholly outside it is a shell;
 * a polygon wholly inside another is a hole of it (the school districts' files list enclaves so, which are their neighbours').
 *
 * A valid polygon keeps every vertex (only the orientation is set: outer rings counter-clockwise, holes clockwise), and so does
 * a mended one away from the fault; crossings are rounded to the microdegree. Nothing left is an empty list.
 */
export function repair(polygons: MultiPolygon): { polygons: MultiPolygon; repaired: boolean } {
  if (isValid(polygons)) return { polygons: polygons.map(orient), repaired: false }
  return { polygons: mend(polygons), repaired: true }
}

export function isValid(polygons: MultiPolygon): boolean {
  const rings = polygons.flat()
  if (polygons.some((polygon) => polygon.length === 0)) return false
  if (rings.some((ring) => ring.length < 6 || ringArea(ring) === 0)) return false
  switch (touching(rings)) {
    case 'fault':
      return false
    case 'nowhere':
      return isNested(polygons)
    case 'between-rings':
      return sameShape(mend(polygons), polygons)
  }
}

/** `between-rings`: rings touch at points, which is valid unless they cross there or cut an inside in two. */
function touching(rings: readonly Ring[]): 'fault' | 'between-rings' | 'nowhere' {
  const segments = segmentsOf(rings)
  const ringOf = new Uint32Array(segments.ax.length)
  const firsts: number[] = []
  let at = 0
  rings.forEach((ring, index) => {
    firsts.push(at)
    ringOf.fill(index, at, at + ring.length / 2)
    at += ring.length / 2
  })
  let [fault, touched] = [false, false]
  forEachNearPair(segments, (i, j) => {
    if (fault) return
    const how = meeting(segments, i, j)
    if (how === null) return
    const ring = ringOf[i] ?? 0
    if (how !== 'touch') fault = true
    else if (ring !== ringOf[j]) touched = true
    else {
      const first = firsts[ring] ?? 0
      const last = first + (rings[ring]?.length ?? 0) / 2 - 1
      if (j !== i + 1 && !(i === first && j === last)) fault = true
    }
  })
  return fault ? 'fault' : touched ? 'between-rings' : 'nowhere'
}

/** For rings that do not meet: every hole in its shell and in no other hole, every shell in no other polygon. */
function isNested(polygons: MultiPolygon): boolean {
  const measured = polygons.map((rings) => rings.map((ring) => ({ ring, box: boundingBox([ring]) })))
  for (const polygon of measured) {
    const [shell, ...holes] = polygon
    if (!shell || holes.some((hole) => !isWithin(hole, shell))) return false
    if (holes.some((hole) => holes.some((other) => other !== hole && isWithin(hole, other)))) return false
    for (const other of measured) {
      const [otherShell, ...otherHoles] = other
      if (other === polygon || !otherShell || !isWithin(shell, otherShell)) continue
      if (!otherHoles.some((hole) => isWithin(shell, hole))) return false
    }
  }
  return true
}

type Measured = { ring: Ring; box: Box }

function isWithin(inner: Measured, outer: Measured): boolean {
  return boxesMeet(inner.box, outer.box) && ringContains(outer.ring, inner.ring[0] ?? 0, inner.ring[1] ?? 0)
}

function orient(rings: Ring[]): Ring[] {
  return rings.map((ring, index) => (ringArea(ring) > 0 === (index === 0) ? ring : reverseRing(ring)))
}

/** The same rings, told by the exact areas and numbers of rings (a ring may have gained vertices on its own edges). */
function sameShape(mended: MultiPolygon, given: MultiPolygon): boolean {
  const measure = (polygons: MultiPolygon): string =>
    polygons
      .map(([shell, ...holes]) => [
        shell ? Math.abs(ringArea(shell)) : 0,
        ...holes.map((hole) => Math.abs(ringArea(hole))).sort((a, b) => a - b),
      ])
      .map((areas) => areas.join(' '))
      .sort()
      .join(';')
  return measure(mended) === measure(given)
}
