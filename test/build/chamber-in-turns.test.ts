import { expect, it } from 'vitest'
import { isInTurns, lowerChamber, upperChamber } from '../../data/reference/legislatures.ts'

// Sources: the states' constitutions: North Carolina's senate is elected whole every two years, Michigan's whole every four; Nevada's,
// Pennsylvania's and California's by halves; of lower chambers North Dakota's alone is.
it('chambers that a general election fills by halves are known, so that one listed district proves nothing', () => {
  expect((['NC', 'MI', 'NY', 'NV', 'PA', 'CA'] as const).map((state) => isInTurns(upperChamber(state)))).toEqual([
    ...[false, false, false, true, true, true],
  ])
  expect((['NC', 'NV', 'PA', 'MI', 'ND'] as const).map((state) => isInTurns(lowerChamber(state)))).toEqual([
    ...[false, false, false, false, true],
  ])
})
