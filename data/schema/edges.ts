// The record of a cell that borders run through: which areas may contain a point there, and the edges that decide it.
//
// Layout, little-endian, numbers LEB128 unless sized: int32 x, int32 y of the reference point; count of candidates, each the
// step of its ordinal * 2 + inside; count of groups, each: count of toggles, their positions among the candidates; count of
// chains, each: points * 4 + form, then the points from the reference point on, in one of three forms:
//   NARROW box, int16 x, y, then 12-bit steps dx, dy packed in three bytes; SHORT box, int16 x, y each; LONG int32 x, y each.
// A box is int8 west, south, east, north in BOX_UNIT, rounded outwards: a lookup passes over what lies off its way.

/** Edges as polylines [x0, y0, x1, y1, …] in microdegrees from the reference point; crossing one toggles `toggles`. */
export interface EdgeGroup {
  /** Positions in `candidates`, rising. */
  toggles: number[]
  chains: number[][]
}

export interface EdgeRecord {
  /** The reference point, absolute microdegrees. */
  x: number
  y: number
  /** Areas with an edge in the cell, by rising ordinal, and whether each contains the reference point. */
  candidates: { ordinal: number; inside: boolean }[]
  groups: EdgeGroup[]
}

export const NARROW = 0
export const SHORT = 1
export const LONG = 2

/** Microdegrees. */
export const BOX_UNIT = 256
/** The farthest coordinate that a box can hold. */
const BOX_REACH = 127 * BOX_UNIT
/** Longer chains are cut: short ones are passed over more often, but each costs nine bytes. */
const CHAIN_EDGES = 24

function formOf(chain: readonly number[]): number {
  let form = NARROW
  for (let i = 0; i < chain.length; i++) {
    const value = chain[i] ?? 0
    if (value < -BOX_REACH || value > BOX_REACH) return LONG
    const step = i < 2 ? 0 : value - (chain[i - 2] ?? 0)
    if (step < -2048 || step > 2047) form = SHORT
  }
  return form
}

function cut(chain: readonly number[]): number[][] {
  const pieces: number[][] = []
  for (let i = 0; i + 2 < chain.length; i += CHAIN_EDGES * 2) pieces.push(chain.slice(i, i + CHAIN_EDGES * 2 + 2))
  return pieces
}

/** West, south, east, north in BOX_UNIT. */
function boxOf(chain: readonly number[]): number[] {
  const [xs, ys] = [chain.filter((_, i) => i % 2 === 0), chain.filter((_, i) => i % 2 === 1)]
  const low = [Math.min(...xs), Math.min(...ys)].map((value) => Math.floor(value / BOX_UNIT))
  return [...low, ...[Math.max(...xs), Math.max(...ys)].map((value) => Math.ceil(value / BOX_UNIT))]
}

/** Chains come back from decodeEdges cut to CHAIN_EDGES. */
export function encodeEdges(record: EdgeRecord): Uint8Array {
  const bytes: number[] = []
  const sized = (value: number, width: number): void => {
    for (let shift = 0; shift < width; shift += 8) bytes.push((value >> shift) & 255)
  }
  const unsigned = (value: number): void => {
    for (; value > 127; value = Math.floor(value / 128)) bytes.push((value % 128) + 128)
    bytes.push(value)
  }
  sized(record.x, 32)
  sized(record.y, 32)
  unsigned(record.candidates.length)
  let last = 0
  for (const { ordinal, inside } of record.candidates) {
    unsigned((ordinal - last) * 2 + (inside ? 1 : 0))
    last = ordinal
  }
  unsigned(record.groups.length)
  for (const { toggles, chains } of record.groups) {
    unsigned(toggles.length)
    for (const position of toggles) unsigned(position)
    const pieces = chains.flatMap(cut)
    unsigned(pieces.length)
    for (const chain of pieces) {
      const form = formOf(chain)
      unsigned((chain.length / 2) * 4 + form)
      if (form !== LONG) for (const side of boxOf(chain)) sized(side, 8)
      for (let i = 0; i < chain.length; i += 2) {
        const [x, y] = [chain[i] ?? 0, chain[i + 1] ?? 0]
        if (form === NARROW && i > 0) sized(((x - (chain[i - 2] ?? 0)) & 4095) | ((y - (chain[i - 1] ?? 0)) << 12), 24)
        else {
          sized(x, form === LONG ? 32 : 16)
          sized(y, form === LONG ? 32 : 16)
        }
      }
    }
  }
  return Uint8Array.from(bytes)
}

/** The reverse, for people and tests; lookups read the bytes in place (crossing.ts). */
export function decodeEdges(bytes: Uint8Array): EdgeRecord {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 0
  const sized = (width: 16 | 24 | 32): number => {
    const low = view.getUint16(at, true)
    const value =
      width === 16 ? (low << 16) >> 16 : width === 24 ? low | (view.getInt8(at + 2) << 16) : view.getInt32(at, true)
    at += width / 8
    return value
  }
  const unsigned = (): number => {
    let value = 0
    for (let scale = 1; ; scale *= 128) {
      const byte = view.getUint8(at++)
      value += (byte & 127) * scale
      if (byte < 128) return value
    }
  }
  const chain = (): number[] => {
    const head = unsigned()
    const form = head % 4
    const points: number[] = []
    if (form !== LONG) at += 4
    for (let i = 0; i < Math.floor(head / 4); i++) {
      if (form === NARROW && i > 0) {
        const step = sized(24)
        points.push((points.at(-2) ?? 0) + ((step << 20) >> 20), (points.at(-1) ?? 0) + (step >> 12))
      } else points.push(sized(form === LONG ? 32 : 16), sized(form === LONG ? 32 : 16))
    }
    return points
  }
  const list = <Item>(item: () => Item): Item[] => Array.from({ length: unsigned() }, item)
  const [x, y] = [sized(32), sized(32)]
  let ordinal = 0
  const candidates = list(() => {
    const step = unsigned()
    ordinal += Math.floor(step / 2)
    return { ordinal, inside: step % 2 === 1 }
  })
  const groups = list(() => ({ toggles: list(unsigned), chains: list(chain) }))
  return { x, y, candidates, groups }
}
