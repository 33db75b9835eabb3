// Holds the index against plain tests on many points: at random, near borders, on vertices and on edges.

import { buildCells, type CellIndex } from '../../build/cells.ts'
import { cellCorners, cellKey } from '../../data/schema/cell.ts'
import { decodeEdges } from '../../data/schema/edges.ts'
import { lookupIn, type Point, plainTests } from './cells-brute.ts'
import { type Layer, toAreas } from './cells-layers.ts'

export interface Proof {
  points: number
  /** Points with an area on whose border they lie. */
  onBorder: number
  /** Of those, points with a layer's areas all around. */
  insideLayer: number
  /** The first few points where the index answers otherwise than a plain test, with both answers. */
  differences: string[]
  /** The first few border points that are not in exactly one area of a layer that surrounds them. */
  notExactlyOne: string[]
}

/** PROOF=1 asks for the full number of points. */
export const RANDOM_POINTS = process.env.PROOF === '1' ? 200_000 : 20_000
export const BORDER_POINTS = RANDOM_POINTS / 4
export const PROOF_TIMEOUT = process.env.PROOF === '1' ? 1_200_000 : 120_000

export class Proving {
  readonly layers: readonly Layer[]
  readonly find: (point: Point) => number[]
  private readonly plain: ReturnType<typeof plainTests>
  private readonly rings: Int32Array[]
  private seed = 7

  private built: CellIndex | undefined

  /** @param find answers with 1-based positions in the layers' shapes, one layer after the other; without it an index is built. */
  constructor(layers: readonly Layer[], find?: (point: Point) => number[]) {
    const areas = toAreas(layers)
    this.layers = layers
    this.find = find ?? lookupIn(this.index)
    this.plain = plainTests(areas.map(({ polygons }) => polygons))
    this.rings = areas.flatMap(({ polygons }) => polygons.flat())
  }

  get index(): CellIndex {
    this.built ??= buildCells(toAreas(this.layers))
    return this.built
  }

  random(below: number): number {
    this.seed = (Math.imul(this.seed, 1664525) + 1013904223) >>> 0
    return (this.seed / 2 ** 32) * below
  }

  private near(x: number, y: number, reach: number): Point {
    const moved = Math.round(x + this.random(2 * reach) - reach)
    const turned = moved >= 180e6 ? moved - 360e6 : moved < -180e6 ? moved + 360e6 : moved
    return [turned, Math.round(y + this.random(2 * reach) - reach)]
  }

  /** Around a vertex, as far as the ring reaches: dense where the lines are. */
  randomPoint(): Point {
    const ring = this.rings[Math.floor(this.random(this.rings.length))] ?? new Int32Array(2)
    const at = Math.floor(this.random(ring.length / 2)) * 2
    return this.near(ring[at] ?? 0, ring[at + 1] ?? 0, 10 ** (3 + this.random(3)))
  }

  /** A vertex, the middle of an edge, or a point within 100 m of an edge. */
  borderPoint(): Point {
    const ring = this.rings[Math.floor(this.random(this.rings.length))] ?? new Int32Array(2)
    const at = Math.floor(this.random(ring.length / 2)) * 2
    const to = (at + 2) % ring.length
    const kind = Math.floor(this.random(3))
    const along = kind === 0 ? 0 : kind === 1 ? 0.5 : this.random(1)
    const x = (ring[at] ?? 0) + ((ring[to] ?? 0) - (ring[at] ?? 0)) * along
    const y = (ring[at + 1] ?? 0) + ((ring[to + 1] ?? 0) - (ring[at + 1] ?? 0)) * along
    return this.near(x, y, kind === 2 ? 900 : 0)
  }

  /** Cells with edges whose own outline is not a plain hexagon, and points on and near the edges inside them. */
  crookedCells(): { cells: number; points: Point[] } {
    const rows = [...this.index.cells].filter(({ key, edges }) => edges && cellCorners(key).length > 12)
    const edges: number[][] = []
    for (const row of rows) {
      const { x, y, groups } = decodeEdges(row.edges ?? new Uint8Array(0))
      for (const chain of groups.flatMap(({ chains }) => chains))
        for (let i = 0; i + 3 < chain.length; i += 2)
          edges.push([row.key, ...chain.slice(i, i + 4).map((value, j) => value + (j % 2 === 0 ? x : y))])
    }
    const points: Point[] = []
    for (let tries = 0; tries < RANDOM_POINTS * 10 && points.length < RANDOM_POINTS / 4; tries++) {
      const [key = 0, ax = 0, ay = 0, bx = 0, by = 0] = edges[Math.floor(this.random(edges.length))] ?? []
      const along = this.random(1)
      const point = this.near(ax + (bx - ax) * along, ay + (by - ay) * along, 900)
      if (cellKey(...point) === key) points.push(point)
    }
    return { cells: rows.length, points }
  }

  prove(points: Iterable<Point>, partitions: readonly string[]): Proof {
    const proof: Proof = { points: 0, onBorder: 0, insideLayer: 0, differences: [], notExactlyOne: [] }
    for (const point of points) {
      proof.points++
      const got = this.find(point)
      const { inside, border } = this.plain.hao(point)
      const strictly = got.filter((ordinal) => !border.includes(ordinal))
      const halfOpen = this.plain.halfOpen(point)
      if (strictly.join() !== inside.join() || got.join() !== halfOpen.join())
        note(proof.differences, `${point}: index ${got}, hao ${inside} and on ${border}, half-open ${halfOpen}`)
      if (border.length > 0) {
        proof.onBorder++
        this.proveOne(point, got, { partitions, proof })
      }
    }
    return proof
  }

  private proveOne(
    [x, y]: Point,
    got: readonly number[],
    { partitions, proof }: { partitions: readonly string[]; proof: Proof },
  ): void {
    const around = [-3, 0, 3].flatMap((dx) => [-3, 0, 3].map((dy): Point => [x + dx, y + dy]))
    const answers = around.map((point) => this.plain.hao(point))
    let first = 1
    for (const { name, shapes } of this.layers) {
      const [from, to] = [first, first + shapes.length]
      first = to
      if (!partitions.includes(name)) continue
      const isHere = (ordinal: number): boolean => ordinal >= from && ordinal < to
      if (!answers.every(({ inside, border }) => inside.some(isHere) || border.some(isHere))) continue
      proof.insideLayer++
      const count = got.filter(isHere).length
      if (count !== 1) note(proof.notExactlyOne, `${x},${y} lies in ${count} areas of ${name}: ${got.filter(isHere)}`)
    }
  }
}

function note(list: string[], text: string): void {
  if (list.length < 10) list.push(text)
}

export function* times<Item>(count: number, make: () => Item): Generator<Item> {
  for (let i = 0; i < count; i++) yield make()
}
