// Finds the areas that contain a point, from the cell index alone. HUSTINGS_PLACES=memory reads all of it when a bundle opens; by default
// each bucket is read at the first lookup in it. Then both are the same.

import { BASE_CELLS, CELLS_PER_BASE, cellDisk, cellKey } from '../../data/index/cell.ts'
import { areasInCell, areasOf, type Cell, toRecords } from '../../data/index/crossing.ts'
import { BUCKET_KEYS, decodeRising, decodeRuns } from '../../data/index/runs.ts'
import type { AreasAt } from '../../data/place/point.ts'
import type { Bundle, OpenPart } from '../../data/store/bundle.ts'
import { defineTable } from '../read/bundle-cache.ts'

interface PlacesIndex {
  cells: Cells
  /** Its reading as a whole; undefined unless it goes on, or has ended. */
  whole: Promise<number> | undefined
}

const indexes = defineTable<OpenPart, PlacesIndex>('cells', ({ cells }) => cells.bytes())

function indexOf(places: OpenPart): PlacesIndex {
  return indexes.find(places) ?? indexes.keep(places, { cells: openCells(places), whole: undefined })
}

/** The ordinals, ascending, of the areas that contain a point. */
export function areasAt({ places }: Pick<Bundle, 'places'>, lngMicro: number, latMicro: number): number[] {
  return areasInCellAt(places, cellKey(lngMicro, latMicro), lngMicro, latMicro)
}

/** `areasAt` of one bundle. */
export function areasIn(bundle: Pick<Bundle, 'places'>): AreasAt {
  return (lngMicro, latMicro) => areasAt(bundle, lngMicro, latMicro)
}

/** As `areasAt`, for a point of the cell with this key. */
export function areasInCellAt(places: OpenPart, key: number, lngMicro: number, latMicro: number): number[] {
  return areasInCell(indexOf(places).cells.find(key), lngMicro, latMicro)
}

/** The ordinals, ascending, of the areas that contain each point of a cell; undefined if a border crosses it. */
export function areasOfWhole(places: OpenPart, key: number): Uint32Array | undefined {
  const cell = indexOf(places).cells.find(key)
  return cell.start === cell.end ? areasOf(cell) : undefined
}

/** Ordinals, each once, of the areas in a cell and in so many rings around it. */
export function areasNear(places: OpenPart, key: number, rings: number): ReadonlySet<number> {
  const { find } = indexOf(places).cells
  const near = new Set<number>()
  for (const one of cellDisk(key, rings)) for (const ordinal of areasOf(find(one))) near.add(ordinal)
  return near
}

/**
 * Reads all of a part's index, one bucket at a time, and lets the event loop run between buckets. An index that is read or being
 * read is not read again.
 * @param isOpen returns false once the part is closed
 * @returns bytes held; 0 if the part was closed before reading ended
 */
export async function loadPlacesIndex(places: OpenPart, isOpen: () => boolean): Promise<number> {
  const index = indexOf(places)
  index.whole ??= readBuckets(index.cells, isOpen)
  let held = 0
  try {
    held = await index.whole
  } finally {
    if (held === 0) index.whole = undefined
  }
  return held
}

async function readBuckets(cells: Cells, isOpen: () => boolean): Promise<number> {
  for (const bucket of cells.listBuckets()) {
    await new Promise(setImmediate)
    if (!isOpen()) return 0
    cells.loadBucket(bucket)
  }
  return cells.bytes()
}

// The cell index of a places part in flat columns, one bucket of cells at a time. The first lookup in a bucket reads its rows; later
// lookups read typed arrays alone, without SQLite. Each process, and each thread of `hustings match`, has columns of its own.

export type Cells = ReturnType<typeof openCells>

const BUCKETS = (BASE_CELLS * CELLS_PER_BASE) / BUCKET_KEYS

interface Bucket {
  /** For each 32 keys, a bit for each key that begins a run, the lowest first, then how many runs begin before them. */
  begins: Uint32Array
  /** For each run, where its set begins in `areas` and its record in `records`; at last, where they end. */
  starts: Uint32Array
  /** Each set of areas once, as in Cell. */
  areas: Uint32Array
  /** The records of the bucket, one after another. */
  records: DataView
}

interface Run {
  begin: number
  set_id: number
  /** Empty if no border crosses its cells. */
  edges: Uint8Array
}

export function openCells(places: OpenPart) {
  const { loadRuns, loadSet } = openRows(places)
  const buckets = new Array<Bucket | undefined>(BUCKETS).fill(undefined)
  /** Buckets within one run, by its set: most of the world. */
  const uniform = new Map<number, Bucket>()
  let held = 0
  // One object serves all calls, so that a lookup allocates only its answer.
  const cell: Cell = { areas: new Uint32Array(1), first: 0, records: toRecords([]), start: 0, end: 0 }

  const load = (at: number): Bucket => {
    const runs = loadRuns(at)
    const [only, second] = runs
    const set_id = second || only?.edges.length ? undefined : only?.set_id
    const known = set_id === undefined ? undefined : uniform.get(set_id)
    if (known) return known
    const bucket = toBucket(runs, loadSet)
    if (set_id !== undefined) uniform.set(set_id, bucket)
    held += Object.values(bucket).reduce((sum, { byteLength }) => sum + byteLength, 0)
    return bucket
  }
  const bucketOf = (at: number): Bucket => {
    const bucket = buckets[at] ?? load(at)
    buckets[at] = bucket
    return bucket
  }

  return {
    /** The cell of a key, valid until the next call. */
    find(key: number): Cell {
      const at = Math.floor(key / BUCKET_KEYS)
      const { begins, starts, areas, records } = buckets[at] ?? bucketOf(at)
      const run = runOf(begins, key - at * BUCKET_KEYS) * 2
      cell.areas = areas
      cell.first = starts[run] ?? 0
      cell.records = records
      cell.start = starts[run + 1] ?? 0
      cell.end = starts[run + 3] ?? 0
      return cell
    },
    /** The buckets with rows of their own. */
    listBuckets: (): readonly number[] =>
      places
        .statement<{ bucket: number }>('SELECT bucket FROM cell_run ORDER BY bucket')
        .all()
        .map(({ bucket }) => bucket),
    /** Reads a bucket, unless a lookup did. */
    loadBucket: (at: number) => void bucketOf(at),
    /** Of all buckets that have been read. */
    bytes: () => held,
  }
}

const NO_EDGES = new Uint8Array()

/** The last run that begins at a key or before it. It counts bits, because each step of a search would be a branch that nobody can predict. */
function runOf(begins: Uint32Array, key: number): number {
  const word = (key >> 5) * 2
  return (begins[word + 1] ?? 0) + countBits((begins[word] ?? 0) << (31 - (key & 31))) - 1
}

/** Set bits of 32: sums of two, four and eight bits side by side (Hacker's Delight, 5-1). */
function countBits(bits: number): number {
  const twos = bits - ((bits >>> 1) & 0x55555555)
  const fours = (twos & 0x33333333) + ((twos >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

type Rows = ReturnType<typeof openRows>

/** Each function throws an Error that names a row that the part lacks. */
function openRows(places: OpenPart) {
  const runsUpTo = places.statement<{ bucket: number; runs: Uint8Array }>(
    'SELECT bucket, runs FROM cell_run WHERE bucket <= $bucket ORDER BY bucket DESC LIMIT 1',
  )
  const recordsIn = places.statement<{ key: number; edges: Uint8Array }>(
    'SELECT key, edges FROM cell WHERE key >= $from AND key < $to ORDER BY key',
  )
  const ordinalsOf = places.value<Uint8Array>('SELECT ordinals FROM area_set WHERE set_id = $set_id')
  return {
    loadRuns(at: number): Run[] {
      const row = runsUpTo.get({ bucket: at })
      if (!row) return []
      const { begins, values } = decodeRuns(row.runs)
      if (row.bucket < at) return [{ begin: 0, set_id: (values.at(-1) ?? 0) >> 1, edges: NO_EDGES }]
      const from = at * BUCKET_KEYS
      const records = recordsIn.all({ from, to: from + BUCKET_KEYS }).values()
      return Array.from(values, (value, run) => {
        const begin = begins[run] ?? 0
        if ((value & 1) === 0) return { begin, set_id: value >> 1, edges: NO_EDGES }
        const { key, edges = NO_EDGES } = records.next().value ?? {}
        if (key === from + begin && edges.length > 0) return { begin, set_id: value >> 1, edges }
        throw new Error(`the places part has no edges of cell ${from + begin}, which borders cross: rebuild the bundle`)
      })
    },
    loadSet(set_id: number): number[] {
      const ordinals = ordinalsOf({ set_id })
      if (ordinals) return decodeRising(ordinals)
      throw new Error(`the places part has a cell with set ${set_id}, but no area_set of that id: rebuild the bundle`)
    },
  }
}

function toBucket(runs: readonly Run[], loadSet: Rows['loadSet']): Bucket {
  const firsts = new Map<number, number>()
  const areas: number[] = []
  const starts: number[] = []
  let end = 0
  for (const run of runs) {
    let first = firsts.get(run.set_id)
    if (first === undefined) {
      first = areas.length
      firsts.set(run.set_id, first)
      const set = loadSet(run.set_id)
      areas.push(set.length, ...set)
    }
    starts.push(first, end)
    end += run.edges.length
  }
  starts.push(areas.length, end)
  const records = toRecords(runs.map(({ edges }) => edges))
  return { begins: markBegins(runs), starts: Uint32Array.from(starts), areas: Uint32Array.from(areas), records }
}

function markBegins(runs: readonly Run[]): Uint32Array {
  const begins = new Uint32Array(Math.ceil(BUCKET_KEYS / 32) * 2)
  for (const { begin } of runs) begins[(begin >> 5) * 2] = (begins[(begin >> 5) * 2] ?? 0) | (1 << (begin & 31))
  for (let word = 2; word < begins.length; word += 2)
    begins[word + 1] = (begins[word - 1] ?? 0) + countBits(begins[word - 2] ?? 0)
  return begins
}
