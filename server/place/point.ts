// Finds the areas that contain a point, from the cell index alone. HUSTINGS_PLACES=memory reads all of it when a bundle opens; by default
// each bucket is read at the first lookup in it. Then both are the same.

import { METRES_PER_DEGREE } from '../../data/geometry/polygon.ts'
import { cellKey, regionDisk } from '../../data/index/cell.ts'
import { areasInCell } from '../../data/index/crossing.ts'
import type { Bundle, OpenPart } from '../../data/store/bundle.ts'
import { memoizePerPart } from '../read/per-part-cache.ts'
import { type Cells, openCells } from './cells.ts'

const cellsOf = memoizePerPart(openCells)

/**
 * Ordinals, ascending, of the areas that contain a point (integer microdegrees). A point on a shared border has one area per
 * layer.
 */
export function areasAt(bundle: Pick<Bundle, 'places'>, lngMicro: number, latMicro: number): number[] {
  return areasInCell(cellsOf(bundle.places).find(cellKey(lngMicro, latMicro)), lngMicro, latMicro)
}

/** Search radii in metres for the areas nearest to a point. Lines at 1:10,000,000 are rarely farther off. */
const PROBE_RADII_M = [30, 100, 300, 1_000, 3_000]
const PROBES = 16
/** Fewer, because they run for every point of a state with simplified city lines. */
const BORDER_PROBES = 8
const METRES_PER_MICRODEGREE = METRES_PER_DEGREE / 1e6

/** Ordinals, each once, of the areas in a region and its neighbours: no search from the region finds others. @param region its first key */
export function areasNear(places: OpenPart, region: number): ReadonlySet<number> {
  const { areasIn } = cellsOf(places)
  return new Set(regionDisk(region).flatMap((one) => [...areasIn(one)]))
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
 * Reads all of a part's index, one bucket at a time, and lets the event loop run between buckets. An index that is read or being
 * read is not read again.
 * @param isOpen returns false once the part is closed
 * @returns bytes held; 0 if the part was closed before reading ended
 */
export async function loadPlacesIndex(places: OpenPart, isOpen: () => boolean): Promise<number> {
  const whole = wholeOf(places)
  if (whole.held > 0) return whole.held
  whole.reading ??= readBuckets(cellsOf(places), isOpen).finally(() => {
    whole.reading = undefined
  })
  whole.held = await whole.reading
  return whole.held
}

/** Bytes of an index that has been read, or 0; and its reading. */
const wholeOf = memoizePerPart((_places: OpenPart): { held: number; reading: Promise<number> | undefined } => ({
  held: 0,
  reading: undefined,
}))

async function readBuckets({ listBuckets, loadBucket }: Cells, isOpen: () => boolean): Promise<number> {
  let held = 0
  for (const bucket of listBuckets()) {
    await new Promise(setImmediate)
    if (!isOpen()) return 0
    held = loadBucket(bucket)
  }
  return held
}
