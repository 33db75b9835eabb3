// An endorser that looked at a contest and has no position in it, and why (docs/rules.md#stances).

import type { StanceRow } from '../../data/core/endorsement.ts'
import type { Issue } from '../../data/store/source-read.ts'
import { type PlacedEndorsement, type SourceLocation, toIssue } from './position.ts'

export interface PlacedStance {
  row: StanceRow
  at: SourceLocation
}

/**
 * The first stance of each endorser in a contest, unless the feed endorses a choice there: then the position counts. Any other
 * stance gives an issue, `stance-beside-choice` or `duplicate-stance`.
 */
export function placeStances(
  stated: readonly PlacedStance[],
  endorsements: readonly PlacedEndorsement[],
): { stances: PlacedStance[]; issues: Issue[] } {
  const positions = new Set(endorsements.map(({ row }) => `${row.endorser_slug}/${row.contest_key}`))
  const first = new Map<string, PlacedStance>()
  const issues: Issue[] = []
  for (const stance of stated) {
    const { stance_key, endorser_slug, stance: value } = stance.row
    const refuse = (code: string, message: string): void => {
      issues.push(toIssue(stance, { code, field: 'stance', value, message }))
    }
    if (positions.has(stance_key))
      refuse(
        'stance-beside-choice',
        `${endorser_slug} endorses a choice in this contest; the stance is left out, expected one or the other`,
      )
    else if (first.has(stance_key))
      refuse('duplicate-stance', `${endorser_slug} already has a stance in this contest, which is used`)
    else first.set(stance_key, stance)
  }
  return { stances: [...first.values()], issues }
}
