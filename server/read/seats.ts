// Which districts are the seats of present officeholders.

import type { Part } from '../../data/store/bundle.ts'
import { keepWhole } from './keep.ts'

/** Ids of the districts, each in the lines that its holder was elected in; none without officeholders. */
export const loadSeats = keepWhole(
  (officeholders: Part): ReadonlySet<number> =>
    new Set(
      officeholders
        .statement<{ district_id: number }>(
          'SELECT DISTINCT district_id FROM officeholder WHERE district_id IS NOT NULL ORDER BY district_id',
        )
        .all()
        .map(({ district_id }) => district_id),
    ),
)
