// What an invalid polygon is taken to enclose, drawn anew as valid ones.

import type { MultiPolygon, Ring } from '../../data/schema/multipolygon.ts'
import type { TaggedEdges } from '../../data/schema/node.ts'
import { addRing, overlay } from '../../data/schema/overlay.ts'
import { boundingBox, boxesMeet, ringArea, ringContains } from '../../data/schema/polygon.ts'
import { forEachNearPair, meeting, segmentsOf } from '../../data/schema/segment.ts'

/** An outer ring as tagged in the overlay. */
interface Solid {
  /** Tags of its holes. */
  holes: readonly number[]
  /** How many of the other polygons it lies wholly inside: odd is a hole of them. */
  depth: number
}

/** Valid polygons of what invalid ones are taken to enclose: the rule of ingest/boundary/repair.ts. */
export function mend(polygons: MultiPolygon): MultiPolygon {
  const edges: TaggedEdges = { coordinates: [], tag: [] }
  const solids = new Map<number, Solid>()
  let tag = 0
  for (const rings of polygons) {
    const [shell, ...holes] = rings
    if (!shell) continue
    const shellTag = tag++
    const holeTags: number[] = []
    solids.set(shellTag, { holes: holeTags, depth: polygons.filter((other) => isInside(shell, other)).length })
    addRing(edges, shell, shellTag)
    for (const hole of holes) {
      if (isCopy(hole, shell)) continue
      addRing(edges, hole, tag)
      if (boxesMeet(boundingBox([hole]), boundingBox([shell])) && meets(hole, shell)) holeTags.push(tag)
      else solids.set(tag, { holes: [], depth: 0 })
      tag++
    }
  }
  const mended = overlay(edges, (windings) => {
    let deepest = -1
    for (const [ring, count] of windings) {
      const solid = count === 0 ? undefined : solids.get(ring)
      if (solid && !solid.holes.some((hole) => (windings.get(hole) ?? 0) !== 0))
        deepest = Math.max(deepest, solid.depth)
    }
    return deepest >= 0 && deepest % 2 === 0 ? 0 : null
  })
  return mended.get(0) ?? []
}

/** Whether the ring lies wholly in the polygon, of which it is not the shell itself. Midpoints of edges tell: corners may touch. */
function isInside(ring: Ring, [shell, ...holes]: Ring[]): boolean {
  if (!shell || !boxesMeet(boundingBox([ring]), boundingBox([shell])) || isCopy(ring, shell)) return false
  let [x, y] = [ring[ring.length - 2] ?? 0, ring[ring.length - 1] ?? 0]
  for (let i = 0; i < ring.length; i += 2) {
    const [nextX, nextY] = [ring[i] ?? 0, ring[i + 1] ?? 0]
    const isIn = (other: Ring): boolean => ringContains(other, (x + nextX) / 2, (y + nextY) / 2)
    if (!isIn(shell) || holes.some(isIn)) return false
    x = nextX
    y = nextY
  }
  return true
}

/** The same cycle of vertices, from any start and either way. */
function isCopy(a: Ring, b: Ring): boolean {
  if (a.length !== b.length || Math.abs(ringArea(a)) !== Math.abs(ringArea(b))) return false
  const points = (ring: Ring): string[] => {
    const list: string[] = []
    for (let i = 0; i < ring.length; i += 2) list.push(`${ring[i]},${ring[i + 1]}`)
    return list.sort()
  }
  const other = points(b)
  return points(a).every((point, i) => point === other[i])
}

/** Whether any vertex of the hole lies in its shell or the reverse, or their borders meet. */
function meets(hole: Ring, shell: Ring): boolean {
  for (let i = 0; i < hole.length; i += 2) if (ringContains(shell, hole[i] ?? 0, hole[i + 1] ?? 0)) return true
  for (let i = 0; i < shell.length; i += 2) if (ringContains(hole, shell[i] ?? 0, shell[i + 1] ?? 0)) return true
  let met = false
  const segments = segmentsOf([hole, shell])
  forEachNearPair(segments, (i, j) => {
    if (i < hole.length / 2 && j >= hole.length / 2 && meeting(segments, i, j) === 'cross') met = true
  })
  return met
}
