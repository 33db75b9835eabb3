// The division of a contest, as its rows name it.

import type { ContestRow } from '../../data/core/rows.ts'

export type ContestDivision = Pick<
  ContestRow,
  'ocd_id' | 'district_type' | 'district_level' | 'district_name' | 'within_ocd_id'
> & {
  /** Why no published division was found; the id is then minted. */
  unmatched: 'unmatched-place' | 'unmatched-school-district' | 'unmatched-division' | null
}
