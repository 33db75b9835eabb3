import { expect, test } from 'vitest'
import { certainFirst, certainFirstInLevels } from '../../../data/place/match.ts'

test('certain contests come before possible ones, each in their order', () => {
  const contests = [
    { id: 1, match: 'possible' },
    { id: 2, match: 'certain' },
    { id: 3, match: 'possible' },
    { id: 4, match: 'certain' },
  ] as const
  expect(certainFirst(contests).map(({ id }) => id)).toEqual([2, 4, 1, 3])
})

test('within each level of each election, whose order stays', () => {
  const contests = [
    { id: 1, election: { slug: 'a' }, level: 'federal', match: 'possible' },
    { id: 2, election: { slug: 'a' }, level: 'federal', match: 'certain' },
    { id: 3, election: { slug: 'a' }, level: 'state', match: 'certain' },
    { id: 4, election: { slug: 'b' }, level: 'federal', match: 'possible' },
    { id: 5, election: { slug: 'b' }, level: 'federal', match: 'certain' },
  ] as const
  expect(certainFirstInLevels(contests).map(({ id }) => id)).toEqual([2, 1, 3, 5, 4])
})
