// Compares the index with plain tests at many points: random, near borders, on vertices and on edges.

import { buildCells, type CellIndex } from '../../build/index/cells.ts'
import { cellCorners, cellKey } from '../../data/index/cell.ts'
import { lookupIn, type Plain, type Point, plainTests } from './cells-brute.ts'
import { type Layer, toAreas } from './cells-layers.ts'

export type Find = (point: Point) => number[]

export interface Proof {
  points: number
  /** Points with an area on whose border they lie. */
  onBorder: number
  /** Pairs of a point and a partition whose areas lie all around it. */
  insideLayer: number
  /** The first few points where the index differs from a plain test, with both answers. */
  differences: string[]
  /** A line for each layer with points in several of its areas, or in none though its areas lie all around. */
  notExactlyOne: string[]
}

/** Layers by name. */
export interface Rules {
  /** A point lies in one area at most, and in one exactly where areas of the layer lie all around it and no other state's at it. */
  partitions: readonly string[]
  /** A point lies in one area at most. */
  apart?: readonly string[]
}

/** PROOF=1 uses the full number of points. */
export const RANDOM_POINTS = process.env.PROOF === '1' ? 200_000 : 20_000
export const BORDER_POINTS = RANDOM_POINTS / 4
export const PROOF_TIMEOUT = process.env.PROOF === '1' ? 1_200_000 : 120_000

/** Microdegrees to the points around one on a border, and around any other: wider, a notch of the coast would be all around. */
const BESIDE = 3
const AROUND = 50

export class Proving {
  readonly layers: readonly Layer[]
  readonly find: Find
  private readonly others: readonly Find[]
  private readonly plain: Plain
  /** The position of each area's layer, by ordinal. */
  private readonly layerOf: number[]
  private readonly rings: Int32Array[]
  private seed = 7

  private built: CellIndex | undefined

  /**
   * @param find answers with 1-based positions in the layers' shapes, one layer after the other; without it an index is built.
   * @param others are to answer as it does.
   */
  constructor(layers: readonly Layer[], find?: Find, others: readonly Find[] = []) {
    const areas = toAreas(layers)
    this.layers = layers
    this.find = find ?? lookupIn(this.index)
    this.others = others
    this.layerOf = [-1, ...layers.flatMap(({ shapes }, at) => shapes.map(() => at))]
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
    return [turned(Math.round(x + this.random(2 * reach) - reach)), Math.round(y + this.random(2 * reach) - reach)]
  }

  /** Around a vertex, as far as the ring reaches: dense where the lines are. */
  randomPoint(): Point {
    const ring = this.rings[Math.floor(this.random(this.rings.length))] ?? new Int32Array(2)
    const at = Math.floor(this.random(ring.length / 2)) * 2
    return this.near(ring[at] ?? 0, ring[at + 1] ?? 0, 10 ** (3 + this.random(3)))
  }

  /** A vertex, the middle of an edge, or a point within 100 m of an edge. */
  borderPoint(): Point {
    const kind = Math.floor(this.random(3))
    return kind === 2 ? this.nearEdge(this.random(1), 900) : this.nearEdge(kind / 2, 0)
  }

  private nearEdge(along: number, reach: number): Point {
    const ring = this.rings[Math.floor(this.random(this.rings.length))] ?? new Int32Array(2)
    const at = Math.floor(this.random(ring.length / 2)) * 2
    const to = (at + 2) % ring.length
    const x = (ring[at] ?? 0) + ((ring[to] ?? 0) - (ring[at] ?? 0)) * along
    const y = (ring[at + 1] ?? 0) + ((ring[to + 1] ?? 0) - (ring[at + 1] ?? 0)) * along
    return this.near(x, y, reach)
  }

  /** Points within 100 m of an edge, in cells whose own outline is not a plain hexagon: one in some hundred. */
  crookedCells(): { cells: number; points: Point[] } {
    const crooked = new Map<number, boolean>()
    const points: Point[] = []
    for (let tries = 0; tries < RANDOM_POINTS * 200 && points.length < RANDOM_POINTS / 8; tries++) {
      const point = this.nearEdge(this.random(1), 900)
      const key = cellKey(...point)
      const isCrooked = crooked.get(key) ?? cellCorners(key).length > 12
      crooked.set(key, isCrooked)
      if (isCrooked) points.push(point)
    }
    return { cells: [...crooked.values()].filter((isCrooked) => isCrooked).length, points }
  }

  prove(points: Iterable<Point>, { partitions, apart = [] }: Rules): Proof {
    const proof: Proof = { points: 0, onBorder: 0, insideLayer: 0, differences: [], notExactlyOne: [] }
    const isPartition = this.layers.map(({ name }) => partitions.includes(name))
    const isApart = this.layers.map(({ name }) => partitions.includes(name) || apart.includes(name))
    const wrong = new Map<number, string[]>()
    for (const point of points) {
      proof.points++
      const got = this.find(point)
      const { inside, border } = this.plain.hao(point)
      const strictly = got.filter((ordinal) => !border.includes(ordinal))
      const expected = border.length > 0 ? this.plain.halfOpen(point) : inside
      const isSame = strictly.join() === inside.join() && got.join() === expected.join()
      if (!isSame || this.others.some((find) => find(point).join() !== got.join()))
        note(proof.differences, `${point}: index ${got}, hao ${inside} and on ${border}, half-open ${expected}`)
      if (border.length > 0) proof.onBorder++

      const counts = this.countByLayer(got)
      const around = this.layersAround(point, border.length > 0).filter((layer) => isPartition[layer])
      proof.insideLayer += around.length
      const several = [...counts.keys()].filter((layer) => isApart[layer] && counts.get(layer) !== 1)
      const none = around.filter(
        (layer) =>
          !counts.has(layer) &&
          !this.isAbroad(layer, [...counts.keys()]) &&
          !(border.length > 0 && this.isWithinOne(point, layer)),
      )
      for (const layer of [...several, ...none])
        wrong.set(layer, [...(wrong.get(layer) ?? []), `${point} in ${counts.get(layer) ?? 0}`])
    }
    for (const [layer, [first, ...more]] of wrong)
      proof.notExactlyOne.push(`${this.layers[layer]?.name}: ${first}, and ${more.length} more`)
    proof.notExactlyOne.sort()
    return proof
  }

  /** Whether any of the layers at a point is another state's: it may reach between two points of this one. */
  private isAbroad(layer: number, there: readonly number[]): boolean {
    const own = this.layers[layer]?.state
    return there.some((other) => this.layers[other]?.state !== own)
  }

  /** Whether one area of the layer lies all around a point of its border: a needle of its own outline, and no gap between two. */
  private isWithinOne(point: Point, layer: number): boolean {
    const ordinals = besides(point, BESIDE).flatMap((beside) => {
      const { inside, border } = this.plain.hao(beside)
      return [...inside, ...border].filter((ordinal) => this.layerOf[ordinal] === layer)
    })
    return new Set(ordinals).size === 1
  }

  private countByLayer(ordinals: readonly number[]): Map<number, number> {
    const counts = new Map<number, number>()
    for (const ordinal of ordinals) {
      const layer = this.layerOf[ordinal] ?? -1
      counts.set(layer, (counts.get(layer) ?? 0) + 1)
    }
    return counts
  }

  /** Layers with areas at eight points around: for a point on a border so near that nothing but a slit lies between. */
  private layersAround(point: Point, isOnBorder: boolean): number[] {
    let layers: Set<number> | undefined
    for (const beside of besides(point, isOnBorder ? BESIDE : AROUND)) {
      const { inside, border } = isOnBorder ? this.plain.hao(beside) : { inside: this.find(beside), border: [] }
      const there = new Set([...inside, ...border].map((ordinal) => this.layerOf[ordinal] ?? -1))
      layers = layers ? new Set([...layers].filter((layer) => there.has(layer))) : there
    }
    return [...(layers ?? [])]
  }
}

const COMPASS = [-1, 0, 1]
  .flatMap((east) => [-1, 0, 1].map((north) => [east, north] as const))
  .filter(([east, north]) => east !== 0 || north !== 0)

/** The eight points around one. */
function besides([x, y]: Point, reach: number): Point[] {
  return COMPASS.map(([east, north]): Point => [turned(x + east * reach), y + north * reach])
}

/** Across the antimeridian, in [-180°, 180°). */
export function turned(x: number): number {
  return x >= 180e6 ? x - 360e6 : x < -180e6 ? x + 360e6 : x
}

function note(list: string[], text: string): void {
  if (list.length < 10) list.push(text)
}

export function* times<Item>(count: number, make: () => Item): Generator<Item> {
  for (let i = 0; i < count; i++) yield make()
}
