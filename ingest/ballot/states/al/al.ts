// Alabama: a referendum is of the county of its line, and no party has a part in it.

import type { ListReader } from '../../list/built-in.ts'

export const al: ListReader = {
  contest: ({ 'Contest Title': title = '', 'County Name': county = '' }) =>
    title.trim() === 'REFERENDUM'
      ? `${county.trim().toUpperCase()}: REFERENDUM`
      : title.trim().replace(/ \((?:REP|DEM)\)$/, ''),
}
