import { describe, expect, it } from 'vitest'
import { carolinaLayers, hasTestData } from './cells-layers.ts'
import { BORDER_POINTS, PROOF_TIMEOUT, Proving, RANDOM_POINTS, times } from './cells-proof.ts'

const NONE = { differences: [], notExactlyOne: [] }
// The District's wards and SMDs are no partition: their files leave slits and overlaps a microdegree wide.
const PARTITIONS = ['nc counties', 'nc congressional', 'nc upper', 'nc lower']

// Needs the publishers' files (HUSTINGS_TEST_DATA or ../shared/data).
describe.skipIf(!hasTestData)(
  'the cell index over North Carolina and the District of Columbia in full detail',
  async () => {
    const proving = new Proving(hasTestData ? await carolinaLayers() : [])

    it('answers as plain tests do at random points', { timeout: PROOF_TIMEOUT }, () => {
      const proof = proving.prove(
        times(RANDOM_POINTS, () => proving.randomPoint()),
        PARTITIONS,
      )
      expect(proof).toMatchObject({ ...NONE, points: RANDOM_POINTS })
    })

    it('answers as plain tests do near borders, and on them with exactly one area of a layer', {
      timeout: PROOF_TIMEOUT,
    }, () => {
      const proof = proving.prove(
        times(BORDER_POINTS, () => proving.borderPoint()),
        PARTITIONS,
      )
      expect(proof).toMatchObject({ ...NONE, points: BORDER_POINTS })
      expect(proof.insideLayer).toBeGreaterThan(BORDER_POINTS / 10)
    })

    it('answers as plain tests do in cells that are not hexagons, if borders run through any', () => {
      expect(proving.prove(proving.crookedCells().points, PARTITIONS)).toMatchObject(NONE)
    })

    it('knows the State Capitol and the Wilson Building', () => {
      const areasBy = (point: readonly [number, number]): Record<string, number> => {
        const counts: Record<string, number> = {}
        let first = 1
        for (const { name, shapes } of proving.layers) {
          const count = proving
            .find(point)
            .filter((ordinal) => ordinal >= first && ordinal < first + shapes.length).length
          if (count > 0) counts[name] = count
          first += shapes.length
        }
        return counts
      }
      expect(areasBy([-78_639_100, 35_780_400])).toEqual({
        'nc counties': 1,
        'nc congressional': 1,
        'nc upper': 1,
        'nc lower': 1,
        'nc places': 1,
        'nc schools': 1,
      })
      expect(areasBy([-77_031_400, 38_895_100])).toEqual({ 'dc counties': 1, 'dc wards': 1, 'dc anc': 1, 'dc smd': 1 })
    })
  },
)
