// Which areas contain a point: parities of crossed edges. Integer-exact: with edges up to LONGEST_EDGE every product stays
// below 2^53. All points of the plane are taken as moved by (ε, ε²), so that no point lies on an edge, and a point on a
// border that two areas share is in exactly one of them (simulation of simplicity, Edelsbrunner and Mücke 1990).

import { BOX_UNIT, LONG, NARROW } from './edges.ts'

const FULL_TURN = 360_000_000
const HALF_TURN = FULL_TURN / 2

/** Microdegrees, in longitude or latitude: (60e6)² * 2 < 2^53. */
export const LONGEST_EDGE = 60_000_000

/** The way from one longitude to another the short way round, microdegrees. */
export function turn(from: number, to: number): number {
  const way = to - from
  return way > HALF_TURN ? way - FULL_TURN : way < -HALF_TURN ? way + FULL_TURN : way
}

/** Whether the segment from the origin to (px, py) crosses the edge a–b. */
export function crosses(ax: number, ay: number, bx: number, by: number, px: number, py: number): boolean {
  const tie = sideTie(px, py)
  return px * ay - py * ax > tie !== px * by - py * bx > tie && parts(ax, ay, bx - ax, by - ay, px, py)
}

/** An integer cross product above this lies left of the segment: ties fall as the move by (ε, ε²) lets them. */
function sideTie(px: number, py: number): number {
  return py > 0 || (py === 0 && px < 0) ? -1 : 0
}

/** Whether the line through a with direction d parts the origin from (px, py). */
function parts(ax: number, ay: number, dx: number, dy: number, px: number, py: number): boolean {
  const tie = dy < 0 || (dy === 0 && dx > 0) ? -1 : 0
  return dy * ax - dx * ay > tie !== dx * (py - ay) - dy * (px - ax) > tie
}

// Scratch of the point test: it runs to its end without yielding, so one set serves all callers.
let ordinals = new Int32Array(64)
let states = new Uint8Array(64)
let bytes: Uint8Array = new Uint8Array(0)
let at = 0

/**
 * The ordinals, rising, of the areas that contain a point of the record's cell; `interior` are those of the whole cell.
 * @param start where the record begins in `record`
 */
export function areasInCell(
  record: Uint8Array,
  interior: ArrayLike<number>,
  lngMicro: number,
  latMicro: number,
  start = 0,
): number[] {
  bytes = record
  at = start
  const px = turn(readInt32(), lngMicro)
  const py = latMicro - readInt32()
  const count = readUnsigned()
  if (count > states.length) {
    ordinals = new Int32Array(count * 2)
    states = new Uint8Array(count * 2)
  }
  let ordinal = 0
  for (let i = 0; i < count; i++) {
    const step = readUnsigned()
    ordinal += step >>> 1
    ordinals[i] = ordinal
    states[i] = step & 1
  }
  // At the reference point itself nothing can be crossed.
  for (let groups = px === 0 && py === 0 ? 0 : readUnsigned(); groups > 0; groups--) {
    const toggles = readUnsigned()
    const first = at
    for (let i = 0; i < toggles; i++) readUnsigned()
    let odd = false
    for (let chains = readUnsigned(); chains > 0; chains--) if (crossesChainOddly(px, py)) odd = !odd
    if (!odd) continue
    const next = at
    at = first
    for (let i = 0; i < toggles; i++) {
      const position = readUnsigned()
      states[position] = 1 - (states[position] ?? 0)
    }
    at = next
  }
  return merge(interior, count)
}

function crossesChainOddly(px: number, py: number): boolean {
  const head = readUnsigned()
  const form = head & 3
  const points = head >>> 2
  if (form === LONG) return crossesOddly(points, true, px, py)
  const start = at + 4
  const end = start + (form === NARROW ? 1 + points * 3 : points * 4)
  if (isOff(px, py)) {
    at = end
    return false
  }
  at = start
  if (form !== NARROW) return crossesOddly(points, false, px, py)
  const odd = crossesNarrowOddly(start, end, px, py)
  at = end
  return odd
}

/** Whether the segment from the origin to (px, py) misses the box that comes next. */
function isOff(px: number, py: number): boolean {
  const west = (((bytes[at] ?? 0) << 24) >> 24) * BOX_UNIT
  const south = (((bytes[at + 1] ?? 0) << 24) >> 24) * BOX_UNIT
  const east = (((bytes[at + 2] ?? 0) << 24) >> 24) * BOX_UNIT
  const north = (((bytes[at + 3] ?? 0) << 24) >> 24) * BOX_UNIT
  if (px < 0 ? east < px || west > 0 : west > px || east < 0) return true
  if (py < 0 ? north < py || south > 0 : south > py || north < 0) return true
  // Twice the middle, and the half sides.
  const across = px * (south + north) - py * (west + east)
  const reach = (px < 0 ? -px : px) * (north - south) + (py < 0 ? -py : py) * (east - west)
  return across > reach || across < -reach
}

function crossesNarrowOddly(start: number, end: number, px: number, py: number): boolean {
  const record = bytes
  const tie = sideTie(px, py)
  let x = (((record[start] ?? 0) | ((record[start + 1] ?? 0) << 8)) << 16) >> 16
  let y = (((record[start + 2] ?? 0) | ((record[start + 3] ?? 0) << 8)) << 16) >> 16
  let side = px * y - py * x > tie
  let odd = false
  for (let i = start + 4; i < end; i += 3) {
    const middle = record[i + 1] ?? 0
    const dx = (((record[i] ?? 0) | (middle << 8)) << 20) >> 20
    const dy = (((middle >> 4) | ((record[i + 2] ?? 0) << 4)) << 20) >> 20
    const next = px * (y + dy) - py * (x + dx) > tie
    if (next !== side) {
      side = next
      if (parts(x, y, dx, dy, px, py)) odd = !odd
    }
    x += dx
    y += dy
  }
  return odd
}

function crossesOddly(points: number, isLong: boolean, px: number, py: number): boolean {
  const tie = sideTie(px, py)
  let x = isLong ? readInt32() : readInt16()
  let y = isLong ? readInt32() : readInt16()
  let side = px * y - py * x > tie
  let odd = false
  for (let rest = points; rest > 1; rest--) {
    const nextX = isLong ? readInt32() : readInt16()
    const nextY = isLong ? readInt32() : readInt16()
    const next = px * nextY - py * nextX > tie
    if (next !== side) {
      side = next
      if (parts(x, y, nextX - x, nextY - y, px, py)) odd = !odd
    }
    x = nextX
    y = nextY
  }
  return odd
}

function merge(interior: ArrayLike<number>, count: number): number[] {
  const result: number[] = []
  let i = 0
  for (let c = 0; c < count; c++) {
    if (states[c] === 0) continue
    const ordinal = ordinals[c] ?? 0
    for (; i < interior.length && (interior[i] ?? 0) < ordinal; i++) result.push(interior[i] ?? 0)
    result.push(ordinal)
  }
  for (; i < interior.length; i++) result.push(interior[i] ?? 0)
  return result
}

function readUnsigned(): number {
  const first = bytes[at++] ?? 128
  if (first < 128) return first
  let value = first - 128
  for (let scale = 128; ; scale *= 128) {
    const byte = bytes[at++]
    if (byte === undefined)
      throw new RangeError(`an edge record of ${bytes.length} bytes ends in the middle of a number`)
    if (byte < 128) return value + byte * scale
    value += (byte - 128) * scale
  }
}

function readInt16(): number {
  const value = (((bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8)) << 16) >> 16
  at += 2
  return value
}

function readInt32(): number {
  const value =
    (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 3] ?? 0) << 24)
  at += 4
  return value
}
