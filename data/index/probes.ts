// Searches around a point: the areas nearest to it, and those whose border is near.

import { METRES_PER_DEGREE } from '../geometry/polygon.ts'

/** Ordinals, ascending, of the areas that contain a point in integer microdegrees. A point on a shared border has one area per layer. */
export type AreasAt = (lngMicro: number, latMicro: number) => number[]

/**
 * Search radii in meters for the areas nearest to a point. Boundaries at 1:10,000,000 are rarely farther off; RINGS_OF_3_KM (cell.ts)
 * relies on the last.
 */
const PROBE_RADII_M = [30, 100, 300, 1_000, 3_000]
const PROBES = 16
/** Fewer, because they run for every point of a state with simplified city boundaries. */
const BORDER_PROBES = 8
const METRES_PER_MICRODEGREE = METRES_PER_DEGREE / 1e6

/**
 * Ordinals, each once, of the areas nearest to a point: for each layer, those on the smallest search circle that meets any of it.
 * @param layerOf the layer of an area; undefined for an area that is not wanted
 */
export function findNearest(
  areasAt: AreasAt,
  { lngMicro, latMicro, layers }: { lngMicro: number; latMicro: number; layers: readonly string[] },
  layerOf: (ordinal: number) => string | undefined,
): number[] {
  const nearest: number[] = []
  let missing = layers
  for (const radius of PROBE_RADII_M) {
    if (missing.length === 0) break
    const found = new Map<number, string>()
    for (const areas of areasAround(areasAt, { lngMicro, latMicro, radius, probes: PROBES }))
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
 * Ordinals, each once, of the areas with a border within `radius` meters of a point that is in the areas `within`. Every straight border
 * is found; a strip narrower than the radius may lie between two probes.
 */
export function findBordering(
  areasAt: AreasAt,
  { lngMicro, latMicro, within }: { lngMicro: number; latMicro: number; within: readonly number[] },
  radius: number,
): number[] {
  const found = new Set<number>()
  // Between two probes, their chord is nearer to the point than the circle.
  const circle = { lngMicro, latMicro, radius: radius / Math.cos(Math.PI / BORDER_PROBES), probes: BORDER_PROBES }
  for (const areas of areasAround(areasAt, circle)) {
    for (const ordinal of areas) if (!within.includes(ordinal)) found.add(ordinal)
    for (const ordinal of within) if (!areas.includes(ordinal)) found.add(ordinal)
  }
  return [...found]
}

/** The areas at points all around a circle, whose radius is in meters. */
function* areasAround(
  areasAt: AreasAt,
  { lngMicro, latMicro, radius, probes }: { lngMicro: number; latMicro: number; radius: number; probes: number },
): Generator<number[]> {
  const east = METRES_PER_MICRODEGREE * Math.cos((latMicro / 180e6) * Math.PI)
  for (let probe = 0; probe < probes; probe++) {
    const angle = (2 * Math.PI * probe) / probes
    const lng = Math.round(lngMicro + (radius * Math.cos(angle)) / east)
    const lat = Math.round(latMicro + (radius * Math.sin(angle)) / METRES_PER_MICRODEGREE)
    yield areasAt(turnLongitude(lng), lat)
  }
}

/** Normalizes to [-180°, 180°). */
function turnLongitude(lngMicro: number): number {
  if (lngMicro >= 180e6) return lngMicro - 360e6
  return lngMicro < -180e6 ? lngMicro + 360e6 : lngMicro
}
