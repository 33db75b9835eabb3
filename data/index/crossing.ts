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
let records: DataView = new DataView(new ArrayBuffer(0))
let at = 0
// End of the chain tested last.
let endX = 0
let endY = 0

/** A cell's areas and record, in place in columns that hold many. */
export interface Cell {
  /** From `first` on: how many areas may contain a point of the cell, and their ordinals, ascending. */
  areas: Uint32Array
  first: number
  /** From `start` to `end`: the record (edges.ts). Without one, each point of the cell is in exactly those areas. Made by `toRecords`. */
  records: DataView
  start: number
  end: number
}

/** Bytes behind the last record: a number is read as four bytes, and a truncated record is read before it is refused. */
const READ_AHEAD = 8

/** The records, one after another, as lookups read them. */
export function toRecords(parts: readonly Uint8Array[]): DataView {
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  const bytes = new Uint8Array(length + READ_AHEAD)
  let end = 0
  for (const part of parts) {
    bytes.set(part, end)
    end += part.length
  }
  return new DataView(bytes.buffer)
}

/** The ordinals, ascending, of the areas that may contain a point of a cell. */
export function areasOf({ areas, first }: Pick<Cell, 'areas' | 'first'>): Uint32Array {
  return areas.subarray(first + 1, first + 1 + (areas[first] ?? 0))
}

/**
 * The ordinals, ascending, of the areas that contain a point of a cell.
 * @throws RangeError if the record is truncated
 */
export function areasInCell(cell: Cell, lngMicro: number, latMicro: number): number[] {
  const { areas, start, end } = cell
  const first = cell.first + 1
  const count = areas[cell.first] ?? 0
  const found: number[] = []
  if (start === end) {
    for (let i = 0; i < count; i++) found.push(areas[first + i] ?? 0)
    return found
  }
  records = cell.records
  at = start + 5
  const low = records.getUint32(start, true)
  const x = low & 0xfffff
  const y = (low >>> 20) | (records.getUint8(start + 4) << 12)
  const px = turn(x * REFERENCE_UNIT + REFERENCE_WEST, lngMicro)
  const py = latMicro - (y * REFERENCE_UNIT + REFERENCE_SOUTH)
  if (count > states.length * 7) states = new Uint8Array(count)
  for (let i = 0; i * 7 < count; i++) states[i] = 0
  toggle()
  // The reference point itself crosses no edge.
  if (px !== 0 || py !== 0) crossChains(end, px, py)
  if (at > end || end > records.byteLength - READ_AHEAD)
    throw new RangeError(`edge record of ${end - start} bytes: it is truncated`)
  for (let i = 0, byte = 0; i < count; byte++)
    for (let state = states[byte] ?? 0, next = i + 7; i < next && i < count; i++, state >>= 1)
      if (state & 1) found.push(areas[first + i] ?? 0)
  return found
}

/** Reads the next mask. */
function toggle(): void {
  for (let i = 0; ; i++) {
    const mask = records.getUint8(at++)
    states[i] = (states[i] ?? 0) ^ (mask & 127)
    if (mask < 128) return
  }
}

function crossChains(end: number, px: number, py: number): void {
  let odd = false
  let mask = at
  while (at < end) {
    const head = records.getUint16(at, true)
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
      while (records.getUint8(at++) > 127);
    }
    const [edges, startWidth, width] = [head & 31, (head >> 6) & 30, head >> 11]
    const isPassed = (head & 64) > 0 && isOff(px, py)
    if (head & 64) at += 4
    const next = at + ((startWidth * 2 + width * edges * 2 + 7) >> 3)
    if (!isPassed && next <= end && crossesOddly(edges, startWidth, width, px, py)) odd = !odd
    at = next
  }
  if (!odd) return
  const last = at
  at = mask
  toggle()
  at = last
}

/** Reads the next box. Whether the segment from the origin to (px, py) misses it. */
function isOff(px: number, py: number): boolean {
  const west = records.getInt8(at) * BOX_UNIT
  const south = records.getInt8(at + 1) * BOX_UNIT
  const east = records.getInt8(at + 2) * BOX_UNIT
  const north = records.getInt8(at + 3) * BOX_UNIT
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
  endX = x
  endY = y
  return odd
}

/** The signed number of this many bits. */
function signedAt(bit: number, width: number): number {
  // Four bytes hold 25 bits at any bit offset.
  if (width > 25) return signedAt(bit + 16, width - 16) * 65_536 + (signedAt(bit, 16) & 65_535)
  return (records.getInt32(bit >> 3, true) << (32 - width - (bit & 7))) >> (32 - width)
}
