// A ring with boxes around each run of its vertices, so that a test that needs few of them skips the others.

import type { MultiPolygon, Ring } from '../../data/geometry/multipolygon.ts'
import { type Box, boundingBox, crossingsRightOf } from '../../data/geometry/polygon.ts'

/** Vertices of a run; the last run may have fewer. */
export const RUN_VERTICES = 32

export interface IndexedRing {
  ring: Ring
  box: Box
  /** For each run: its westernmost, easternmost, southernmost and northernmost coordinate. */
  runs: Int32Array
}

/** The rings of all polygons, in their order. */
export function indexRings(polygons: MultiPolygon): IndexedRing[] {
  return polygons.flat().map((ring) => ({ ring, box: boundingBox([ring]), runs: boxRuns(ring) }))
}

function boxRuns(ring: Ring): Int32Array {
  const length = 2 * RUN_VERTICES
  const runs = new Int32Array(4 * Math.ceil(ring.length / length))
  for (let run = 0; run * length < ring.length; run++) {
    const { west, east, south, north } = boundingBox([ring.subarray(run * length, (run + 1) * length)])
    runs.set([west, east, south, north], 4 * run)
  }
  return runs
}

/** The same answer as polygonsContain of the rings' polygons. */
export function ringsContain(rings: readonly IndexedRing[], x: number, y: number): boolean {
  let crossings = 0
  for (const { ring, box, runs } of rings) {
    if (y < box.south || y > box.north || x < box.west || x > box.east) continue
    for (let run = 0, from = 0; from < ring.length; run++, from += 2 * RUN_VERTICES) {
      // The first edge of a run begins at the last vertex of the run before.
      const before = ring[(from === 0 ? ring.length : from) - 1] ?? 0
      const [south = 0, north = 0] = [runs[4 * run + 2], runs[4 * run + 3]]
      if ((south > y && before > y) || (north <= y && before <= y)) continue
      crossings += crossingsRightOf(ring, x, y, from, Math.min(from + 2 * RUN_VERTICES, ring.length))
    }
  }
  return crossings % 2 === 1
}
