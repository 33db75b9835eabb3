// Finds the areas that contain a point, by the parity of crossed edges. Integer-exact: with edges up to LONGEST_EDGE every product
// stays below 2^53. All points are treated as shifted by (ε, ε²), so that no point lies on an edge, and a point on a border that two
// areas share is in exactly one of them (simulation of simplicity, Edelsbrunner and Mücke 1990).

import { BOX_UNIT, REFERENCE_SOUTH, REFERENCE_UNIT, REFERENCE_WEST } from './edges.ts'

const FULL_TURN = 360_000_000
const HALF_TURN = FULL_TURN / 2

/** Microdegrees, in longitude or latitude: (60e6)² * 2 < 2^53. */
export const LONGEST_EDGE = 60_000_000

/** The shorter way from one longitude to another, in microdegrees. */
export function turn(from: number, to: number): number {
  const way = to - from
  return way > HALF_TURN ? way - FULL_TURN : way < -HALF_TURN ? way + FULL_TURN : way
}

/** Whether the segment from the origin to (px, py) crosses the edge a–b. */
export function crosses(ax: number, ay: number, bx: number, by: number, px: number, py: number): boolean {
  const tie = sideTie(px, py)
  return px * ay - py * ax > tie !== px * by - py * bx > tie && parts(ax, ay, bx - ax, by - ay, px, py)
}

/** An integer cross product above this value means left of the segment: the shift by (ε, ε²) decides ties. */
function sideTie(px: number, py: number): number {
  return py > 0 || (py === 0 && px < 0) ? -1 : 0
}

/** Whether the line through a with direction d separates the origin from (px, py). */
function parts(ax: number, ay: number, dx: number, dy: number, px: number, py: number): boolean {
  const tie = dy < 0 || (dy === 0 && dx > 0) ? -1 : 0
  return dy * ax - dx * ay > tie !== dx * (py - ay) - dy * (px - ax) > tie
}

// Scratch memory of the point test. The test never yields, so all callers share it.
let states = new Uint8Array(16)
let bytes: Uint8Array = new Uint8Array(0)
let at = 0
// End of the chain tested last.
let endX = 0
let endY = 0

/** A cell's areas and record, in place in columns that hold many. */
export interface Cell {
  /** From `first` on: how many areas may contain a point of the cell, and their ordinals, ascending. */
  areas: Uint32Array
  first: number
  /** From `start` to `end`: the record (edges.ts). Without one, each point of the cell is in exactly those areas. */
  edges: Uint8Array
  start: number
  end: number
}

/** The ordinals, ascending, of the areas that may contain a point of a cell. */
export function areasOf({ areas, first }: Cell): Uint32Array {
  return areas.subarray(first + 1, first + 1 + (areas[first] ?? 0))
}

/**
 * The ordinals, ascending, of the areas that contain a point of a cell.
 * @throws RangeError if the record is truncated
 */
export function areasInCell(cell: Cell, lngMicro: number, latMicro: number): number[] {
  const { areas, edges, start, end } = cell
  const first = cell.first + 1
  const count = areas[cell.first] ?? 0
  const found: number[] = []
  if (start === end) {
    for (let i = 0; i < count; i++) found.push(areas[first + i] ?? 0)
    return found
  }
  bytes = edges
  at = start + 5
  const middle = edges[start + 2] ?? 0
  const x = (edges[start] ?? 0) | ((edges[start + 1] ?? 0) << 8) | ((middle & 15) << 16)
  const y = (middle >> 4) | ((edges[start + 3] ?? 0) << 4) | ((edges[start + 4] ?? 0) << 12)
  const px = turn(x * REFERENCE_UNIT + REFERENCE_WEST, lngMicro)
  const py = latMicro - (y * REFERENCE_UNIT + REFERENCE_SOUTH)
  if (count > states.length * 7) states = new Uint8Array(count)
  for (let i = 0; i * 7 < count; i++) states[i] = 0
  toggle()
  // The reference point itself crosses no edge.
  if (px !== 0 || py !== 0) crossChains(end, px, py)
  if (at > end || end > edges.length) throw new RangeError(`edge record of ${end - start} bytes: it is truncated`)
  for (let i = 0, byte = 0; i < count; byte++)
    for (let state = states[byte] ?? 0, next = i + 7; i < next && i < count; i++, state >>= 1)
      if (state & 1) found.push(areas[first + i] ?? 0)
  return found
}

/** Reads the next mask. */
function toggle(): void {
  for (let i = 0; ; i++) {
    const mask = bytes[at++] ?? 0
    states[i] = (states[i] ?? 0) ^ (mask & 127)
    if (mask < 128) return
  }
}

function crossChains(end: number, px: number, py: number): void {
  let odd = false
  let mask = at
  while (at < end) {
    const head = (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8)
    at += 2
    if (head & 32) {
      const first = at
      if (odd) {
        at = mask
        toggle()
        at = first
        odd = false
      }
      mask = first
      while ((bytes[at++] ?? 0) > 127);
    }
    if (head & 64) {
      const isPassed = isOff(px, py)
      at += 4
      if (isPassed) {
        at += (((head >> 6) & 30) * 2 + (head >> 11) * (head & 31) * 2 + 7) >> 3
        continue
      }
    }
    if (crossesOddly(head & 31, (head >> 6) & 30, head >> 11, px, py)) odd = !odd
  }
  if (!odd) return
  const last = at
  at = mask
  toggle()
  at = last
}

/** Reads the next box. Whether the segment from the origin to (px, py) misses it. */
function isOff(px: number, py: number): boolean {
  const west = (((bytes[at] ?? 0) << 24) >> 24) * BOX_UNIT
  const south = (((bytes[at + 1] ?? 0) << 24) >> 24) * BOX_UNIT
  const east = (((bytes[at + 2] ?? 0) << 24) >> 24) * BOX_UNIT
  const north = (((bytes[at + 3] ?? 0) << 24) >> 24) * BOX_UNIT
  if (px < 0 ? east < px || west > 0 : west > px || east < 0) return true
  if (py < 0 ? north < py || south > 0 : south > py || north < 0) return true
  // Twice the centre, and the half sides.
  const across = px * (south + north) - py * (west + east)
  const reach = (px < 0 ? -px : px) * (north - south) + (py < 0 ? -py : py) * (east - west)
  return across > reach || across < -reach
}

function crossesOddly(edges: number, startWidth: number, width: number, px: number, py: number): boolean {
  const tie = sideTie(px, py)
  let bit = at * 8
  let x = endX
  let y = endY
  if (startWidth > 0) {
    x = signedAt(bit, startWidth)
    y = signedAt(bit + startWidth, startWidth)
    bit += startWidth * 2
  }
  let side = px * y - py * x > tie
  let odd = false
  for (let rest = edges; rest > 0; rest--) {
    const dx = signedAt(bit, width)
    const dy = signedAt(bit + width, width)
    bit += width * 2
    const next = px * (y + dy) - py * (x + dx) > tie
    if (next !== side) {
      side = next
      if (parts(x, y, dx, dy, px, py)) odd = !odd
    }
    x += dx
    y += dy
  }
  at = (bit + 7) >> 3
  endX = x
  endY = y
  return odd
}

/** The signed number of this many bits. */
function signedAt(bit: number, width: number): number {
  // Four bytes hold 25 bits at any bit offset.
  if (width > 25) return signedAt(bit + 16, width - 16) * 65_536 + (signedAt(bit, 16) & 65_535)
  const from = bit >> 3
  const four =
    (bytes[from] ?? 0) | ((bytes[from + 1] ?? 0) << 8) | ((bytes[from + 2] ?? 0) << 16) | ((bytes[from + 3] ?? 0) << 24)
  return (four << (32 - width - (bit & 7))) >> (32 - width)
}
