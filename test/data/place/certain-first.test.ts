import { expect, test } from 'vitest'
import { certainFirst } from '../../../data/place/certain-first.ts'

test('certain contests come before possible ones, each in their order', () => {
  const contests = [
    { id: 1, match: 'possible' },
    { id: 2, match: 'certain' },
    { id: 3, match: 'possible' },
    { id: 4, match: 'certain' },
  ] as const
  expect(certainFirst(contests).map(({ id }) => id)).toEqual([2, 4, 1, 3])
})
