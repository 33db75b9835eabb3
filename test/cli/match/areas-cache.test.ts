import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createAreasCache } from '../../../cli/analyse/match/answer.ts'

test('finds the value of the same areas alone', () => {
  const cache = createAreasCache<string>()
  const areas = fc.array(fc.nat(30), { maxLength: 4 })
  fc.assert(
    fc.property(areas, areas, (one, other) => {
      cache.set(one, one.join())
      expect(cache.find([...one])).toBe(one.join())
      const found = cache.find(other)
      if (found !== undefined) expect(found).toBe(other.join())
    }),
    { numRuns: 5000 },
  )
})
