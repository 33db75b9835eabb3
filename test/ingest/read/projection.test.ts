import { expect, it } from 'vitest'
import { PROJECTIONS } from '../../../ingest/read/projection.ts'

const FOOT = 1200 / 3937

/** Metres between two positions in degrees. */
function distance([lng, lat]: readonly [number, number], [east, north]: readonly [number, number]): number {
  return Math.hypot((lng - east) * 111_320 * Math.cos((lat * Math.PI) / 180), (lat - north) * 111_320)
}

it.each([
  ['2264, its origin', PROJECTIONS[2264](609_601.22 / FOOT, 0), [-79, 33.75]],
  ['2278, its origin', PROJECTIONS[2278](600_000 / FOOT, 4_000_000 / FOOT), [-99, 27 + 5 / 6]],
  ['3734, its origin', PROJECTIONS[3734](600_000 / FOOT, 0), [-82.5, 39 + 2 / 3]],
  ['3857, the edge of the map', PROJECTIONS[3857](20_037_508.342789, 20_037_508.342789), [180, 85.0511287798]],
  ['26915, the equator', PROJECTIONS[26915](500_000, 0), [-93, 0]],
] as const)('projected positions %s', (_, found, [lng, lat]) => {
  expect(distance(found, [lng, lat])).toBeLessThan(0.01)
})

// The meridian from the equator to 45 degrees is 4,984,944.378 m long on this ellipsoid.
it('projected positions 26915, a known length of the meridian', () => {
  expect(distance(PROJECTIONS[26915](500_000, 4_984_944.378 * 0.9996), [-93, 45])).toBeLessThan(0.01)
})

it('projected positions of a state plane grow by the scale of its parallels', () => {
  const [a, b] = [PROJECTIONS[3734](1_968_500, 700_000), PROJECTIONS[3734](1_978_500, 700_000)]
  // Between the parallels the scale is a little below 1.
  const metres = distance(a, b)
  expect(metres).toBeGreaterThan(10_000 * FOOT * 0.996)
  expect(metres).toBeLessThan(10_000 * FOOT * 1.004)
})
