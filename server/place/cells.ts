// The cell index of a places part: runs are kept bucket by bucket once they have been asked for (some 10 MB of the nation), edge
// records only where the whole index is held in memory.

import { BUCKET_KEYS, decodeRuns } from '../../data/schema/runs.ts'
import type { Part } from '../../data/store/bundle.ts'

export interface Cells {
  /** The cell of a key, until the next call; undefined where the part has no cells. */
  find(key: number): Cell | undefined
  /**
   * Takes all of it into memory, a bucket at a time, and lets the event loop run between them.
   * @param isOpen asked before each bucket: where it says no, the rest is not read
   * @returns the bytes held; 0 where the rest was not read
   */
  hold(isOpen: () => boolean): Promise<number>
}

export interface Cell {
  /** Of the areas that may contain a point of the cell; without edges, those that do. */
  set_id: number
  /** Undefined where no border runs through the cell. */
  edges: Uint8Array | undefined
  /** The record's place in `edges`. */
  start: number
  end: number
}

interface Bucket {
  /** Of each run set_id * 2 + edged, and where its record begins in `edges`; at the end of them 0, and where the last record ends. */
  runs: Int32Array
  /** The run of each key. */
  places: Uint16Array
  /** The records of its cells, one after the other; undefined where they are not held. */
  edges: Uint8Array | undefined
}

/** Of buckets that lie in one run. */
const ONE_PLACE = new Uint16Array(BUCKET_KEYS)

export function openCells(places: Part): Cells {
  const runsUpTo = places.statement<{ bucket: number; runs: Uint8Array }>(
    'SELECT bucket, runs FROM cell_run WHERE bucket <= $bucket ORDER BY bucket DESC LIMIT 1',
  )
  const edgesOf = places.value<Uint8Array>('SELECT edges FROM cell WHERE key = $key')
  const buckets: (Bucket | undefined)[] = []
  // One serves all calls: a lookup makes no garbage but its answer.
  const cell: Cell = { set_id: 0, edges: undefined, start: 0, end: 0 }

  const load = (at: number): Bucket | undefined => {
    const row = runsUpTo.get({ bucket: at })
    if (!row) return undefined
    const decoded = decodeRuns(row.runs)
    const isOwn = row.bucket === at
    const values = isOwn ? decoded.values : decoded.values.slice(-1)
    const runs = new Int32Array(values.length * 2 + 2)
    for (const [run, value] of values.entries()) runs[run * 2] = value
    const bucket = { runs, places: isOwn ? decoded.places : ONE_PLACE, edges: undefined }
    buckets[at] = bucket
    return bucket
  }

  return {
    find(key) {
      const at = Math.floor(key / BUCKET_KEYS)
      const bucket = buckets[at] ?? load(at)
      if (!bucket) return undefined
      const { runs, edges } = bucket
      const run = (bucket.places[key - at * BUCKET_KEYS] ?? 0) * 2
      const value = runs[run] ?? 0
      cell.set_id = value >> 1
      if ((value & 1) === 0) cell.edges = undefined
      else if (edges) {
        cell.edges = edges
        cell.start = runs[run + 1] ?? 0
        cell.end = runs[run + 3] ?? 0
      } else {
        cell.edges = edgesOf({ key })
        cell.start = 0
        cell.end = cell.edges?.length ?? 0
      }
      return cell
    },
    async hold(isOpen) {
      const filled = places.statement<{ bucket: number }>('SELECT bucket FROM cell_run ORDER BY bucket').all()
      const edgesIn = places.statement<{ edges: Uint8Array }>(
        'SELECT edges FROM cell WHERE key >= $from AND key < $to ORDER BY key',
      )
      let bytes = 0
      for (const { bucket: at } of filled) {
        await new Promise(setImmediate)
        if (!isOpen()) return 0
        const bucket = buckets[at] ?? load(at)
        if (!bucket) continue
        const rows = edgesIn.all({ from: at * BUCKET_KEYS, to: (at + 1) * BUCKET_KEYS })
        const edges = new Uint8Array(rows.reduce((sum, row) => sum + row.edges.length, 0))
        let [end, next] = [0, 0]
        for (let run = 0; run < bucket.runs.length; run += 2) {
          bucket.runs[run + 1] = end
          const row = ((bucket.runs[run] ?? 0) & 1) === 1 ? rows[next++] : undefined
          if (!row) continue
          edges.set(row.edges, end)
          end += row.edges.length
        }
        bucket.edges = edges
        bytes += bucket.runs.byteLength + bucket.places.byteLength + edges.byteLength
      }
      return bytes
    },
  }
}
