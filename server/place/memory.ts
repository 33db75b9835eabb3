// The cell index of a places part held in memory: the rows of its cell table as typed arrays.

import type { Part } from '../../data/store/bundle.ts'

/** Rows of a slice, 2^10: reading one stops the event loop for a millisecond or two. */
const SLICE_BITS = 10
/** Keys of a bucket, 2^7: few enough rows to lie side by side in the processor's cache. */
const BUCKET_BITS = 7

export interface HeldCells {
  bytes: number
  /** The row of a key's run, until the next call. */
  find(key: number): HeldRow
}

export interface HeldRow {
  set_id: number
  edges: Uint8Array
  start: number
  /** Equal to `start` where there is no edge record. */
  end: number
}

interface CellRow {
  key: number
  set_id: number
  edges: Uint8Array | null
}

/**
 * Reads slice by slice and lets the event loop run between them.
 * @param isOpen asked before each slice: where it says no, the rest is not read and there is no result
 */
export async function holdCells(places: Part, isOpen: () => boolean): Promise<HeldCells | undefined> {
  const rows = places.statement<CellRow>(
    'SELECT key, set_id, edges FROM cell WHERE key > $after ORDER BY key LIMIT $count',
  )
  const keys: number[] = []
  const runs: number[] = []
  const edges: Uint8Array[] = []
  for (let after = -1; ; ) {
    await new Promise(setImmediate)
    if (!isOpen()) return undefined
    const slice = rows.all({ after, count: 2 ** SLICE_BITS })
    const last = slice.at(-1)
    if (!last) return toHeld(Int32Array.from(keys), Int32Array.from(runs), edges)
    const held = new Uint8Array(slice.reduce((sum, row) => sum + (row.edges?.length ?? 0), 0))
    let end = 0
    for (const row of slice) {
      keys.push(row.key)
      runs.push(row.set_id, end)
      if (row.edges) held.set(row.edges, end)
      end += row.edges?.length ?? 0
    }
    edges.push(held)
    after = last.key
  }
}

/** @param runs of each row, the set and where its edge record begins in the edges of its slice */
function toHeld(keys: Int32Array, runs: Int32Array, edges: readonly Uint8Array[]): HeldCells {
  const buckets = toBuckets(keys)
  const none = new Uint8Array(0)
  // One row serves all calls: a lookup makes no garbage but its answer.
  const row: HeldRow = { set_id: 0, edges: none, start: 0, end: 0 }
  return {
    bytes: [keys, runs, buckets, ...edges].reduce((sum, { byteLength }) => sum + byteLength, 0),
    find(key) {
      const bucket = Math.min(key >> BUCKET_BITS, buckets.length - 2)
      let low = buckets[bucket] ?? 0
      let high = buckets[bucket + 1] ?? 0
      while (low < high) {
        const middle = (low + high) >> 1
        if ((keys[middle] ?? 0) <= key) low = middle + 1
        else high = middle
      }
      const at = low - 1
      row.edges = edges[at >> SLICE_BITS] ?? none
      row.set_id = runs[at * 2] ?? 0
      row.start = runs[at * 2 + 1] ?? 0
      const isLast = (at + 1) % 2 ** SLICE_BITS === 0 || at + 1 === keys.length
      row.end = isLast ? row.edges.length : (runs[at * 2 + 3] ?? 0)
      return row
    },
  }
}

/** Of each bucket of keys the first row at or after its first key; one more at the end. */
function toBuckets(keys: Int32Array): Int32Array {
  const buckets = new Int32Array(((keys.at(-1) ?? 0) >> BUCKET_BITS) + 2).fill(keys.length)
  for (let row = keys.length - 1, bucket = buckets.length - 1; bucket >= 0; bucket--) {
    while (row >= 0 && (keys[row] ?? 0) >= bucket << BUCKET_BITS) row--
    buckets[bucket] = row + 1
  }
  return buckets
}
