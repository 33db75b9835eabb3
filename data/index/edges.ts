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
export const REFERENCE_UNIT = 512
export const REFERENCE_WEST = -180_000_000
export const REFERENCE_SOUTH = -90_000_000
export const BOX_UNIT = 256
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
