// A list that an office publishes again for each election, at an address with the year in it.

import type { StateCode } from '../../data/schema/vocabulary.ts'

/**
 * What these sources have in common: public record, fetched again while it lasts, and no failure before the office has published it. No
 * file of the layout was available: the readers follow a description of it.
 */
export function awaitedList(state: StateCode, year: number) {
  return {
    licence: 'Public record',
    vintage: String(year),
    published_on: `${year}-01-01`,
    living: true,
    awaited: true,
    seen: false,
    states: [state],
    personal: [],
    family: 'public',
    needs: ['divisions'],
  } as const
}
