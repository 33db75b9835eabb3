// What the sources of an election declare to list of it.

import type { ContestKind, Level } from '../data/schema/vocabulary.ts'
import type { Listing } from '../data/store/source-read.ts'

/**
 * Whether a listing would hold this contest if it were on a ballot. A whole area's listing holds what is voted in a division inside it,
 * and what is voted in a division around it; of a division that crosses the area's border, its OCD id does not tell.
 * A source that does not say is taken to list everything.
 */
export function isListed(
  listing: Listing | undefined,
  { kind, level, ocd_id }: { kind: ContestKind; level: Level; ocd_id: string },
): boolean {
  if (!listing) return true
  const { kinds, levels, whole_in } = listing
  return (
    kinds.includes(kind) &&
    (levels?.includes(level) ?? true) &&
    whole_in.some((area) => isWithin(ocd_id, area) || isWithin(area, ocd_id))
  )
}

function isWithin(ocd_id: string, area: string): boolean {
  return ocd_id === area || ocd_id.startsWith(`${area}/`)
}
