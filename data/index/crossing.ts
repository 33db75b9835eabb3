// Finds the areas that contain a point, by the parity of crossed edges. Integer-exact: with edges up to LONGEST_EDGE every product
// stays below 2^53. All points are treated as shifted by (ε, ε²), so that no point lies on an edge, and a point on a border that two
// areas share is in exactly one of them (simulation of simplicity, Edelsbrunner and Mücke 1990).

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
  // Twice the center, and the half sides.
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

// The record of a cell that borders cross: the edges that decide which of the cell's areas contain a point.
//
// Layout, little-endian: five bytes, 20 bits each, of the reference point's x and y; mask of the areas that contain it; chains to
// the end. A mask is seven areas of the cell's set a byte, the lowest bit first, and 128 if another byte follows.
// A chain: uint16 of edges, 5 bits; 1 if a mask of the areas that it bounds follows, 0 if they are those of the previous chain;
// 1 if a box follows; half the width of the start, 4 bits; width of the steps, 5 bits. Then its mask; its box, int8 west, south,
// east, north in BOX_UNIT from the reference point, rounded outwards, so that a lookup can skip the chain; and in signed
// numbers of those widths, packed without gaps, x and y of the start from the reference point (of width 0: the end of the
// chain before) and dx, dy of each step; the last byte is filled with zeros.

/** Edges as polylines [x0, y0, x1, y1, …] in microdegrees from the reference point. Crossing one toggles the areas in `toggles`. */
export interface EdgeGroup {
  /** Positions in the cell's set, ascending. */
  toggles: number[]
  chains: number[][]
}

export interface EdgeRecord {
  /** The reference point of toReference, in absolute microdegrees. */
  x: number
  y: number
  /** Positions in the cell's set, ascending, of the areas that contain the reference point. */
  inside: number[]
  groups: EdgeGroup[]
}

/** Microdegrees. */
const REFERENCE_UNIT = 512
const REFERENCE_WEST = -180_000_000
const REFERENCE_SOUTH = -90_000_000
const BOX_UNIT = 256
/** The farthest coordinate that a box can hold. */
const BOX_REACH = 127 * BOX_UNIT
/** Longer chains are cut: lookups skip short ones more often, but each costs ten bytes. */
const CHAIN_EDGES = 24
/** A shorter chain gets no box: testing its edges takes no longer than testing a box. */
const BOXED_EDGES = 5
const WIDEST = 30

/** The nearest point to the south-west that can be a reference point. */
export function toReference(x: number, y: number): [number, number] {
  const snap = (value: number, least: number): number =>
    least + Math.floor((value - least) / REFERENCE_UNIT) * REFERENCE_UNIT
  return [snap(x, REFERENCE_WEST), snap(y, REFERENCE_SOUTH)]
}

/** Bits of a signed number. */
function widthOf(value: number): number {
  return 33 - Math.clz32(value < 0 ? ~value : value)
}

function cut(chain: readonly number[]): number[][] {
  const pieces: number[][] = []
  for (let i = 0; i + 2 < chain.length; i += CHAIN_EDGES * 2) pieces.push(chain.slice(i, i + CHAIN_EDGES * 2 + 2))
  return pieces
}

/** West, south, east, north in BOX_UNIT; undefined if a box would not help or cannot hold the chain. */
function findBox(chain: readonly number[]): number[] | undefined {
  if (chain.length / 2 <= BOXED_EDGES || chain.some((value) => Math.abs(value) > BOX_REACH)) return undefined
  const [xs, ys] = [chain.filter((_, i) => i % 2 === 0), chain.filter((_, i) => i % 2 === 1)]
  const low = [Math.min(...xs), Math.min(...ys)].map((value) => Math.floor(value / BOX_UNIT))
  return [...low, ...[Math.max(...xs), Math.max(...ys)].map((value) => Math.ceil(value / BOX_UNIT))]
}

/** Direction does not matter: starts the chain at the previous chain's end, or at the nearer of its own ends. */
function turned(chain: readonly number[], end: readonly number[]): readonly number[] {
  if (meets(chain, end)) return chain
  const back = Array.from(chain, (_, i) => chain[chain.length - 2 - i + 2 * (i % 2)] ?? 0)
  const reach = ([x = 0, y = 0]: readonly number[]): number => Math.max(widthOf(x), widthOf(y))
  return meets(back, end) || reach(back) < reach(chain) ? back : chain
}

function meets(chain: readonly number[], end: readonly number[]): boolean {
  return chain[0] === end[0] && chain[1] === end[1]
}

function maskOf(positions: readonly number[]): number[] {
  const mask = Array.from({ length: Math.floor((positions.at(-1) ?? 0) / 7) + 1 }, () => 128)
  for (const position of positions)
    mask[Math.floor(position / 7)] = (mask[Math.floor(position / 7)] ?? 0) | (1 << (position % 7))
  mask.push((mask.pop() ?? 0) & 127)
  return mask
}

/**
 * decodeEdges returns the chains cut to CHAIN_EDGES.
 * @throws RangeError for a coordinate or step of more than WIDEST bits
 */
export function encodeEdges(record: EdgeRecord): Uint8Array {
  const [x, y] = [(record.x - REFERENCE_WEST) / REFERENCE_UNIT, (record.y - REFERENCE_SOUTH) / REFERENCE_UNIT]
  const bytes = [
    x & 255,
    (x >> 8) & 255,
    (x >> 16) | ((y & 15) << 4),
    (y >> 4) & 255,
    y >> 12,
    ...maskOf(record.inside),
  ]
  // End of the previous chain. Unknown after a chain with a box, which a lookup may skip.
  let end: readonly number[] = []
  for (const { toggles, chains } of record.groups)
    for (const [at, piece] of chains.flatMap(cut).entries()) {
      const box = findBox(piece)
      const chain = turned(piece, end)
      const start = meets(chain, end) ? [] : chain.slice(0, 2)
      const steps = chain.slice(2).map((value, i) => value - (chain[i] ?? 0))
      const startWidth = Math.ceil(Math.max(0, ...start.map(widthOf)) / 2) * 2
      const width = Math.max(...steps.map(widthOf))
      if (startWidth > WIDEST || width > WIDEST)
        throw new RangeError(`edge record: expected numbers of at most ${WIDEST} bits, got the chain ${chain}`)
      const head = (steps.length / 2) | (at === 0 ? 32 : 0) | (box ? 64 : 0) | (startWidth << 6) | (width << 11)
      bytes.push(head & 255, head >> 8, ...(at === 0 ? maskOf(toggles) : []), ...(box ?? []).map((side) => side & 255))
      pack(bytes, [
        ...start.map((value) => [value, startWidth] as const),
        ...steps.map((value) => [value, width] as const),
      ])
      end = box ? [] : chain.slice(-2)
    }
  return Uint8Array.from(bytes)
}

function pack(bytes: number[], numbers: readonly (readonly [value: number, width: number])[]): void {
  let byte = 0
  let filled = 0
  for (const [value, width] of numbers)
    for (let bit = 0; bit < width; bit++) {
      byte |= ((value >> bit) & 1) << filled
      if (++filled < 8) continue
      bytes.push(byte)
      byte = 0
      filled = 0
    }
  if (filled > 0) bytes.push(byte)
}

/** The inverse of encodeEdges, for people and tests. Lookups read the bytes in place (crossing.ts). */
export function decodeEdges(bytes: Uint8Array): EdgeRecord {
  let bit = 0
  const number = (width: number): number => {
    let value = 0
    for (let i = 0; i < width; i++, bit++) value += (((bytes[bit >> 3] ?? 0) >> (bit & 7)) & 1) * 2 ** i
    return value
  }
  const signed = (width: number): number => {
    const value = number(width)
    return value >= 2 ** (width - 1) ? value - 2 ** width : value
  }
  const positions = (): number[] => {
    const found: number[] = []
    for (let first = 0; ; first += 7) {
      const mask = number(8)
      for (let i = 0; i < 7; i++) if ((mask >> i) & 1) found.push(first + i)
      if (mask < 128) return found
    }
  }
  const x = REFERENCE_WEST + number(20) * REFERENCE_UNIT
  const y = REFERENCE_SOUTH + number(20) * REFERENCE_UNIT
  const inside = positions()
  const groups: EdgeGroup[] = []
  let points: number[] = []
  while (bit < bytes.length * 8) {
    const [edges, isNew, isBoxed, startWidth, width] = [number(5), number(1), number(1), number(4) * 2, number(5)]
    if (isNew) groups.push({ toggles: positions(), chains: [] })
    if (isBoxed) bit += 32
    points = startWidth === 0 ? points.slice(-2) : [signed(startWidth), signed(startWidth)]
    for (let i = 0; i < edges * 2; i++) points.push((points.at(-2) ?? 0) + signed(width))
    groups.at(-1)?.chains.push(points)
    bit = Math.ceil(bit / 8) * 8
  }
  return { x, y, inside, groups }
}
