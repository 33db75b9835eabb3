// Pennsylvania: a candidate of two parties is one choice, listed under the first party.

import { groupBy } from '../../../../data/core/group-by.ts'
import type { ListReader } from '../../list/built-in.ts'

export const pa: ListReader = {
  candidacies: (read) =>
    [...groupBy(read, ({ contest, name }) => JSON.stringify([contest, name])).values()].flatMap((lines) => {
      const [first] = lines
      return first ? { ...first, party_label: lines.map(({ party_label }) => party_label).join(' / ') } : []
    }),
}
