// Finds the areas that contain a point, from the cell index alone.
//
// Edges are read from SQLite (HUSTINGS_PLACES=sqlite, the default) or held in memory (HUSTINGS_PLACES=memory); the answers
// are the same. SQLite is the default: a nationwide lookup takes about 1 µs longer, in a request of 100 µs or more, while
// memory takes about 25 MB more in each worker. All workers share one copy of SQLite's pages.

import { METRES_PER_DEGREE } from '../../data/geometry/polygon.ts'
import { cellKey, REGION_KEYS, regionDisk } from '../../data/index/cell.ts'
import { areasInCell } from '../../data/index/crossing.ts'
import { BUCKET_KEYS, decodeRuns } from '../../data/index/runs.ts'
import { decodeRising } from '../../data/index/varint.ts'
import type { Bundle, OpenPart } from '../../data/store/bundle.ts'
import { memoizePerPart } from '../read/per-part-cache.ts'

// The cell index of a places part. Runs are cached by bucket on first use (about 10 MB for the nation). Edge records are
// cached only if the whole index is held in memory.

interface Cells {
  /** Returns the cell of a key, valid until the next call; undefined if the part has no cells. */
  find(key: number): Cell | undefined
  /** The sets of the cells of a region, each once. @param region its first key */
  setsIn(region: number): number[]
  /**
   * Loads the whole index into memory, one bucket at a time, and lets the event loop run between buckets.
   * @param isOpen checked before each bucket; loading stops when it returns false
   * @returns bytes held; 0 if loading stopped
   */
  hold(isOpen: () => boolean): Promise<number>
}

interface Cell {
  /** The areas that may contain a point of the cell; without edges, exactly those that do. */
  set_id: number
  /** Undefined if no border crosses the cell. */
  edges: Uint8Array | undefined
  /** Start of the record in `edges`. */
  start: number
  end: number
}

interface Bucket {
  /**
   * For each run: set_id * 2 + edged, then the start of its record in `edges`. The last entry is 0 and the end of the last
   * record.
   */
  runs: Int32Array
  /** The run of each key. */
  places: Uint16Array
  /** The records of its cells, concatenated; undefined if they are not in memory. */
  edges: Uint8Array | undefined
}

/** Shared by buckets that lie in one run. */
const ONE_PLACE = new Uint16Array(BUCKET_KEYS)

function openCells(places: OpenPart): Cells {
  const runsUpTo = places.statement<{ bucket: number; runs: Uint8Array }>(
    'SELECT bucket, runs FROM cell_run WHERE bucket <= $bucket ORDER BY bucket DESC LIMIT 1',
  )
  const edgesOf = places.value<Uint8Array>('SELECT edges FROM cell WHERE key = $key')
  const buckets: (Bucket | undefined)[] = []
  // One object serves all calls, so that a lookup allocates only its answer.
  const cell: Cell = { set_id: 0, edges: undefined, start: 0, end: 0 }
  /** The key of that cell: points of a search are mostly in one. */
  let last = -1

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
      if (key === last) return cell
      const at = Math.floor(key / BUCKET_KEYS)
      const bucket = buckets[at] ?? load(at)
      if (!bucket) return undefined
      last = key
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
    setsIn(region) {
      const at = Math.floor(region / BUCKET_KEYS)
      const bucket = buckets[at] ?? load(at)
      if (!bucket) return []
      const first = region - at * BUCKET_KEYS
      const runs = new Set(bucket.places.subarray(first, first + REGION_KEYS))
      return Array.from(runs, (run) => (bucket.runs[run * 2] ?? 0) >> 1)
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

interface Lookup {
  cells: Cells
  set(params: { set_id: number }): Uint8Array | undefined
  /** Sets loaded so far, by set_id. */
  known: (readonly number[] | undefined)[]
  /** Bytes held in memory once loading is complete. */
  held: number
  /** Set while loading. */
  holding: Promise<number> | undefined
}

const lookupIn = memoizePerPart(
  (places: OpenPart): Lookup => ({
    cells: openCells(places),
    set: places.value('SELECT ordinals FROM area_set WHERE set_id = $set_id'),
    known: [],
    held: 0,
    holding: undefined,
  }),
)

/**
 * Ordinals, ascending, of the areas that contain a point (integer microdegrees). A point on a shared border has one area per
 * layer.
 */
export function areasAt(bundle: Pick<Bundle, 'places'>, lngMicro: number, latMicro: number): number[] {
  const lookup = lookupIn(bundle.places)
  const cell = lookup.cells.find(cellKey(lngMicro, latMicro))
  if (!cell) return []
  const set = lookup.known[cell.set_id] ?? loadSet(lookup, cell.set_id)
  return cell.edges ? areasInCell(cell.edges, set, lngMicro, latMicro, cell.start, cell.end) : set.slice()
}

/** Search radii in metres for the areas nearest to a point. Lines at 1:10,000,000 are rarely farther off. */
const PROBE_RADII_M = [30, 100, 300, 1_000, 3_000]
const PROBES = 16
/** Fewer, because they run for every point of a state with simplified city lines. */
const BORDER_PROBES = 8
const METRES_PER_MICRODEGREE = METRES_PER_DEGREE / 1e6

/** Ordinals, each once, of the areas in a region and its neighbours: no search from the region finds others. @param region its first key */
export function areasNear(places: OpenPart, region: number): ReadonlySet<number> {
  const lookup = lookupIn(places)
  const sets = new Set(regionDisk(region).flatMap(lookup.cells.setsIn))
  return new Set([...sets].flatMap((set_id) => lookup.known[set_id] ?? loadSet(lookup, set_id)))
}

/**
 * Ordinals, each once, of the areas nearest to a point: for each layer, those on the smallest search circle that meets any of it.
 * @param layerOf the layer of an area; undefined for an area that is not wanted
 */
export function findNearest(
  bundle: Pick<Bundle, 'places'>,
  { lngMicro, latMicro, layers }: { lngMicro: number; latMicro: number; layers: readonly string[] },
  layerOf: (ordinal: number) => string | undefined,
): number[] {
  const nearest: number[] = []
  let missing = layers
  for (const radius of PROBE_RADII_M) {
    if (missing.length === 0) break
    const found = new Map<number, string>()
    for (const areas of areasAround(bundle, { lngMicro, latMicro, radius, probes: PROBES }))
      for (const ordinal of areas) {
        const layer = layerOf(ordinal)
        if (layer !== undefined && missing.includes(layer)) found.set(ordinal, layer)
      }
    nearest.push(...found.keys())
    const met = new Set(found.values())
    missing = missing.filter((layer) => !met.has(layer))
  }
  return nearest
}

/**
 * Ordinals, each once, of the areas with a border within `radius` metres of a point that is in the areas `within`. Every straight border
 * is found; a strip narrower than the radius may lie between two probes.
 */
export function findBordering(
  bundle: Pick<Bundle, 'places'>,
  { lngMicro, latMicro, within }: { lngMicro: number; latMicro: number; within: readonly number[] },
  radius: number,
): number[] {
  const found = new Set<number>()
  // Between two probes, their chord is nearer to the point than the circle.
  const circle = { lngMicro, latMicro, radius: radius / Math.cos(Math.PI / BORDER_PROBES), probes: BORDER_PROBES }
  for (const areas of areasAround(bundle, circle)) {
    for (const ordinal of areas) if (!within.includes(ordinal)) found.add(ordinal)
    for (const ordinal of within) if (!areas.includes(ordinal)) found.add(ordinal)
  }
  return [...found]
}

/** The areas at points all around a circle, whose radius is in metres. */
function* areasAround(
  bundle: Pick<Bundle, 'places'>,
  { lngMicro, latMicro, radius, probes }: { lngMicro: number; latMicro: number; radius: number; probes: number },
): Generator<number[]> {
  const east = METRES_PER_MICRODEGREE * Math.cos((latMicro / 180e6) * Math.PI)
  for (let probe = 0; probe < probes; probe++) {
    const angle = (2 * Math.PI * probe) / probes
    const lng = Math.round(lngMicro + (radius * Math.cos(angle)) / east)
    const lat = Math.round(latMicro + (radius * Math.sin(angle)) / METRES_PER_MICRODEGREE)
    yield areasAt(bundle, turnLongitude(lng), lat)
  }
}

/** Normalises to [-180°, 180°). */
function turnLongitude(lngMicro: number): number {
  if (lngMicro >= 180e6) return lngMicro - 360e6
  return lngMicro < -180e6 ? lngMicro + 360e6 : lngMicro
}

/**
 * Loads a part's index into memory while the part continues to serve. An index that is loaded or loading is not read again.
 * @param isOpen returns false once the part is closed
 * @returns bytes held; 0 if the part was closed before loading finished
 */
export async function loadPlacesIndex(places: OpenPart, isOpen: () => boolean): Promise<number> {
  const lookup = lookupIn(places)
  if (lookup.held === 0) {
    lookup.holding ??= lookup.cells.hold(isOpen).finally(() => {
      lookup.holding = undefined
    })
    lookup.held = await lookup.holding
  }
  return lookup.held
}

function loadSet(lookup: Lookup, set_id: number): readonly number[] {
  const ordinals = lookup.set({ set_id })
  if (!ordinals)
    throw new Error(`the places part has a cell with set ${set_id}, but no area_set of that id: rebuild the bundle`)
  const set = decodeRising(ordinals)
  lookup.known[set_id] = set
  return set
}
