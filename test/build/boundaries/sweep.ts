// Areas of overlaps by another way than build/boundaries/overlap-rule.ts and Clipper: a line sweeps northward over all edges at once.

import { boundingBox, METRES_PER_DEGREE, MICRODEGREES, type MultiPolygon } from '../../../data/geometry/polygon.ts'

/** In square decimetres on the sphere. */
export interface Swept {
  area: number
  /** In at least one of the districts. */
  covered: number
  /** Area in two districts counts once, in three twice, and so on. */
  repeated: number
  /** By the district's place in the list. */
  common: readonly number[]
}

/** From south to north; `of` is 0 for the area, else the district's place and 1. */
interface Edge {
  ax: number
  ay: number
  bx: number
  by: number
  of: number
}

const DECIMETRES = (METRES_PER_DEGREE * 10) / MICRODEGREES

/**
 * Between two neighbouring heights no edge begins, ends or crosses another, so that every width there is a linear function of
 * the height; its product with cos φ is summed by Simpson's rule. No error but that of doubles.
 */
export function sweep(area: MultiPolygon, districts: readonly MultiPolygon[]): Swept {
  const box = boundingBox(area.flat())
  const edges = [area, ...districts].flatMap((polygons, of) => edgesIn(polygons, of, box))
  edges.sort((a, b) => a.ay - b.ay)
  const heights = [...new Set(edges.flatMap(({ ay, by }) => [ay, by]))].sort((a, b) => a - b)
  const swept = { area: 0, covered: 0, repeated: 0, common: districts.map(() => 0) }
  let active: Edge[] = []
  let next = 0
  heights.forEach((low, at) => {
    const high = heights[at + 1]
    if (high === undefined) return
    active = active.filter(({ by }) => by > low)
    for (let edge = edges[next]; edge && edge.ay <= low; edge = edges[next]) {
      active.push(edge)
      next++
    }
    const cuts = [low, ...crossings(active, low, high), high]
    cuts.forEach((from, cut) => {
      const to = cuts[cut + 1]
      if (to !== undefined && to > from) addStrip(swept, active, from, to)
    })
  })
  return swept
}

/**
 * Edges within the box's heights. What lies west of it is only told apart from nothing: as level with the box's west side, its
 * ends that cancel out left off. What lies east of it is left out.
 */
function edgesIn(polygons: MultiPolygon, of: number, box: ReturnType<typeof boundingBox>): Edge[] {
  const edges: Edge[] = []
  const west = new Map<number, number>()
  const addWest = (from: number, to: number): void => {
    for (const end of [from, to]) west.set(end, (west.get(end) ?? 0) + 1)
  }
  for (const ring of polygons.flat())
    for (let i = 0; i < ring.length; i += 2) {
      const j = (i + 2) % ring.length
      const upward = (ring[j + 1] ?? 0) > (ring[i + 1] ?? 0)
      const [ay, by] = [ring[upward ? i + 1 : j + 1] ?? 0, ring[upward ? j + 1 : i + 1] ?? 0]
      if (ay === by || by <= box.south || ay >= box.north) continue
      const [ax, bx] = [ring[upward ? i : j] ?? 0, ring[upward ? j : i] ?? 0]
      if (ax > box.east && bx > box.east) continue
      const edge = { ax, ay, bx, by, of }
      const [from, to] = [Math.max(ay, box.south), Math.min(by, box.north)]
      if (ax <= box.west && bx <= box.west) {
        addWest(from, to)
        continue
      }
      const cut = ax < box.west || bx < box.west ? ay + ((box.west - ax) / (bx - ax)) * (by - ay) : undefined
      const middle = cut === undefined ? undefined : Math.max(from, Math.min(to, cut))
      if (middle === undefined) edges.push(within(edge, from, to))
      else if (ax < box.west) {
        addWest(from, middle)
        edges.push(within(edge, middle, to))
      } else {
        edges.push(within(edge, from, middle))
        addWest(middle, to)
      }
    }
  const odd = [...west].filter(([, count]) => count % 2 === 1).map(([height]) => height)
  odd.sort((a, b) => a - b)
  for (let i = 0; i + 1 < odd.length; i += 2)
    edges.push({ ax: box.west, bx: box.west, ay: odd[i] ?? 0, by: odd[i + 1] ?? 0, of })
  return edges.filter(({ ay, by }) => ay < by)
}

function within(edge: Edge, from: number, to: number): Edge {
  return { ax: xAt(edge, from), ay: from, bx: xAt(edge, to), by: to, of: edge.of }
}

function xAt({ ax, ay, bx, by }: Edge, y: number): number {
  if (y === ay) return ax
  return y === by ? bx : ax + ((y - ay) / (by - ay)) * (bx - ax)
}

/** Heights, rising, at which two of the edges cross. */
function crossings(active: readonly Edge[], low: number, high: number): number[] {
  const found: number[] = []
  const lows = active.map((edge) => xAt(edge, low))
  const highs = active.map((edge) => xAt(edge, high))
  for (let i = 0; i < active.length; i++)
    for (let j = i + 1; j < active.length; j++) {
      const [below, above] = [(lows[i] ?? 0) - (lows[j] ?? 0), (highs[i] ?? 0) - (highs[j] ?? 0)]
      if (below * above < 0) found.push(low + (below / (below - above)) * (high - low))
    }
  return found.sort((a, b) => a - b)
}

function addStrip(swept: Swept & { common: number[] }, active: readonly Edge[], from: number, to: number): void {
  const sides = active.map((edge) => ({ of: edge.of, low: xAt(edge, from), high: xAt(edge, to) }))
  sides.sort((a, b) => a.low + a.high - (b.low + b.high))
  const inside = new Set<number>()
  let west = sides[0]
  for (const side of sides) {
    if (west && inside.has(0)) {
      const width = strip(side.low - west.low, side.high - west.high, from, to)
      swept.area += width
      if (inside.size > 1) swept.covered += width
      if (inside.size > 2) swept.repeated += (inside.size - 2) * width
      for (const of of inside) if (of > 0) swept.common[of - 1] = (swept.common[of - 1] ?? 0) + width
    }
    if (!inside.delete(side.of)) inside.add(side.of)
    west = side
  }
}

function strip(low: number, high: number, from: number, to: number): number {
  const cos = (y: number): number => Math.cos((y / MICRODEGREES / 180) * Math.PI)
  const mean = (low * cos(from) + 2 * (low + high) * cos((from + to) / 2) + high * cos(to)) / 6
  return mean * (to - from) * DECIMETRES * DECIMETRES
}
