// States whose legislative lines of 2024 already applied to earlier elections, as far as a source here confirms it.

import type { StateCode } from '../schema/vocabulary.ts'

/** The first day of the plan's first election year. */
export const LINES_OF_2024_SINCE: Readonly<Partial<Record<StateCode, string>>> = {
  // Source: Pennsylvania's 2021 Legislative Reapportionment Commission, final plan of 4 February 2022, first used in 2022.
  PA: '2022-01-01',
}
