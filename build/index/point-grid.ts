// Finds the areas that contain a point during the build: a grid of boxes stores the set at each box's middle, carried along
// each row.

import { crosses } from '../../data/index/crossing.ts'
import type { AreaSets } from './area-set.ts'
import { floorIndex, Pairs } from './pairs.ts'
import type { Edges } from './rings.ts'

/** Microdegrees. A few cells wide, so that one test looks at few edges. */
const SIDE = 50_000
const COLUMNS = 2 ** 13

interface Boxes {
  /** Number of the set of areas at a point in microdegrees; lng in [-180°, 180°). */
  setAt(x: number, y: number): number
}

export function createBoxes(edges: Edges, sets: AreaSets): Boxes {
  const { ends, count } = edges
  let originX = 0
  let originY = 0
  for (let i = 0; i < count * 4; i += 2) {
    originX = Math.min(originX, ends[i] ?? 0)
    originY = Math.min(originY, ends[i + 1] ?? 0)
  }
  // Extended by one to the west, so that the first column's west side lies outside all areas.
  originX -= 1
  const pairs = new Pairs()
  for (let edge = 0; edge < count; edge++) boxesOf(edge, ends, originX, originY, pairs)
  const { places, starts, edges: members } = pairs.group()
  const middles = new Int32Array(places.length)
  const exits = new Int32Array(places.length)

  /** The set at q, given that p has `set` and both lie in one box. */
  const carry = (box: number, set: number, px: number, py: number, qx: number, qy: number): number => {
    let result = set
    if (px === qx && py === qy) return result
    for (let i = starts[box] ?? 0; i < (starts[box + 1] ?? 0); i++) {
      const at = (members[i] ?? 0) * 4
      const ax = (ends[at] ?? 0) - px
      const ay = (ends[at + 1] ?? 0) - py
      const bx = (ends[at + 2] ?? 0) - px
      const by = (ends[at + 3] ?? 0) - py
      if (crosses(ax, ay, bx, by, qx - px, qy - py)) result = sets.xor(result, edges.sets[members[i] ?? 0] ?? 0)
    }
    return result
  }

  let row = -1
  for (let box = 0; box < places.length; box++) {
    const place = places[box] ?? 0
    const entry = Math.floor(place / COLUMNS) === row ? (exits[box - 1] ?? 0) : 0
    row = Math.floor(place / COLUMNS)
    const west = originX + (place % COLUMNS) * SIDE
    const y = originY + row * SIDE + SIDE / 2
    middles[box] = carry(box, entry, west, y, west + SIDE / 2, y)
    exits[box] = carry(box, middles[box] ?? 0, west + SIDE / 2, y, west + SIDE, y)
  }

  const setAt = (x: number, y: number): number => {
    const column = Math.floor((x - originX) / SIDE)
    const line = Math.floor((y - originY) / SIDE)
    if (column < 0 || line < 0) return 0
    const place = line * COLUMNS + column
    const box = floorIndex(places, place)
    if (box < 0 || Math.floor((places[box] ?? 0) / COLUMNS) !== line) return 0
    if (places[box] !== place) return exits[box] ?? 0
    const [middleX, middleY] = [originX + column * SIDE + SIDE / 2, originY + line * SIDE + SIDE / 2]
    return carry(box, middles[box] ?? 0, middleX, middleY, x, y)
  }
  return { setAt }
}

/** Adds each box that the edge meets, including its east side, where the path to the next box ends. Extra boxes do no harm. */
function boxesOf(edge: number, ends: Int32Array, originX: number, originY: number, pairs: Pairs): void {
  const ax = (ends[edge * 4] ?? 0) - originX
  const ay = (ends[edge * 4 + 1] ?? 0) - originY
  const bx = (ends[edge * 4 + 2] ?? 0) - originX
  const by = (ends[edge * 4 + 3] ?? 0) - originY
  const [west, east, south, north] = [Math.min(ax, bx), Math.max(ax, bx), Math.min(ay, by), Math.max(ay, by)]
  for (let row = Math.floor(south / SIDE); row <= Math.floor(north / SIDE); row++) {
    let [left, right] = [west, east]
    if (north - south > SIDE && east - west > SIDE) {
      const at = (y: number): number => ax + ((bx - ax) * (Math.min(north, Math.max(south, y)) - ay)) / (by - ay)
      const [low, high] = [at(row * SIDE), at((row + 1) * SIDE)]
      left = Math.min(low, high) - 2
      right = Math.max(low, high) + 2
    }
    for (let column = Math.max(0, Math.ceil(left / SIDE) - 1); column <= Math.floor(right / SIDE); column++)
      pairs.add(row * COLUMNS + column, edge)
  }
}
