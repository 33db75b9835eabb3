// That the areas of real ZIP codes, places and counties add up over every layer, and are those of another algorithm.

import { describe, expect, it } from 'vitest'
import type { Boundary } from '../../../build/boundaries/boundary.ts'
import { overlapIndex } from '../../../build/boundaries/overlap-rule.ts'
import { planeAt, polygonsArea } from '../../../build/boundaries/polygon.ts'
import { type Box, boundingBox, boxesMeet, type MultiPolygon } from '../../../data/geometry/polygon.ts'
import { PROOF_ONLY } from '../../proof/only.ts'
import { hasTestData } from '../cells-layers.ts'
import { readLines } from '../shares-lines.ts'
import { sweep } from './sweep.ts'

const PROOF = process.env.PROOF === '1'
/** Every so many are looked at; ZIP areas are few and small. */
const EVERY = { county: PROOF ? 1 : 30, place: PROOF ? 1 : 30, zcta: 1 }
const PAIRS_MIN = 2_000
/**
 * Their files draw some places in two districts: those of Congress are simplified one by one, and some school districts stand
 * inside another. What lies in two counts for both.
 */
const TWICE = [
  ...['CA', 'TX'].map((state) => `congressional cd118 ${state}`),
  ...['KY', 'MI', 'MN', 'PA'].map((state) => `school 2012 ${state}`),
]
/** In decimetres: Clipper rounds crossings to a microdegree. Of an area's sliver in a layer that is more than a thousandth. */
const ROUNDING = 1

interface Drawn {
  boundary: Boundary
  polygons: MultiPolygon
  error_m: number
  id: number
  box: Box
}

// Needs the publishers' files (HUSTINGS_TEST_DATA or ../shared/data).
describe.skipIf(!hasTestData || PROOF_ONLY !== null)(
  `areas of ${PROOF ? 'the whole nation' : 'NC and DC'}`,
  async () => {
    const boundaries = hasTestData && PROOF ? await readLines(PROOF ? [] : ['NC', 'DC']) : []
    const chosen = Object.entries(EVERY).flatMap(([layer, every]) =>
      boundaries.filter((boundary) => boundary.layer === layer).filter((_, i) => i % every === 0),
    )
    const layers = new Map<string, Boundary[]>()
    for (const boundary of boundaries) {
      const name = `${boundary.layer} ${boundary.vintage} ${boundary.state}`
      layers.set(name, [...(layers.get(name) ?? []), boundary])
    }
    const seen = { areas: 0, pairs: 0, slivers: 0 }

    it.each([...layers.keys()].filter((name) => !name.startsWith('zcta')))(
      'over %s',
      { timeout: 7_200_000 },
      (name) => {
        const layer = (layers.get(name) ?? []).map(drawn)
        const find = overlapIndex(layer)
        const wrong: string[] = []
        // As the build asks: ZIP areas may reach into other states.
        for (const area of chosen.filter((one) => one.layer === 'zcta' || one.state === layer[0]?.boundary.state)) {
          const around = boundingBox(area.polygons.flat())
          const near = layer.filter(({ box }) => boxesMeet(box, around))
          if (near.length === 0) continue
          const found = find(area)
          const swept = sweep(
            area.polygons,
            near.map(({ polygons }) => polygons),
          )
          const whole = polygonsArea(area.polygons)
          const slack = perimeter(area.polygons) * ROUNDING
          const hold = (what: string, got: number, expected: number, allowed: number): void => {
            if (Math.abs(got - expected) > allowed)
              wrong.push(`${area.layer} ${area.state} ${area.name}: ${what} ${got} of ${whole}, expected ${expected}`)
          }
          hold('itself', swept.area, whole, slack)
          const sizes = new Map(found.map(({ id, size }) => [id, size]))
          near.forEach(({ id, boundary }, i) => {
            const common = swept.common[i] ?? 0
            if (common > 0) seen.pairs++
            hold(boundary.name, sizes.get(id) ?? 0, common, slack)
          })
          seen.slivers += found.filter(({ counts }) => !counts).length
          if (swept.covered < slack) continue
          seen.areas++
          const sum = found.reduce((total, { size }) => total + size, 0)
          const repeated = TWICE.includes(name) ? swept.repeated : 0
          hold('the sum', sum, swept.covered + repeated, Math.max(0.001 * swept.covered, slack))
        }
        expect(wrong).toEqual([])
      },
    )

    it('in thousands of pairs, slivers among them', () => {
      expect(seen.areas).toBeGreaterThan(chosen.length)
      expect(seen.pairs).toBeGreaterThan(PAIRS_MIN)
      expect(seen.slivers).toBeGreaterThan(100)
    })
  },
)

function drawn(boundary: Boundary, id: number): Drawn {
  return {
    boundary,
    polygons: boundary.polygons,
    error_m: boundary.error_m,
    id,
    box: boundingBox(boundary.polygons.flat()),
  }
}

/** In decimetres. */
function perimeter(polygons: MultiPolygon): number {
  const { east, north } = planeAt(boundingBox(polygons.flat()))
  let metres = 0
  for (const ring of polygons.flat())
    for (let i = 0; i < ring.length; i += 2) {
      const j = (i + 2) % ring.length
      metres += Math.hypot(((ring[j] ?? 0) - (ring[i] ?? 0)) * east, ((ring[j + 1] ?? 0) - (ring[i + 1] ?? 0)) * north)
    }
  return metres * 10
}
