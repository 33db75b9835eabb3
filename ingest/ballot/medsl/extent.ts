// The area of a contest, where its lines tell more than its words: which counties list it, and in how many precincts it has votes.

import type { ContestDivision } from '../contest-division.ts'
import { type DivisionIndex, findDivision } from '../division.ts'
import type { ListedOffice } from '../office.ts'
import { countyDivision } from '../office-rules/reading.ts'
import { type Block, linesOf } from './block.ts'
import type { ReadBlock } from './join.ts'
import { isBoard } from './seats.ts'

export interface Extent {
  division: ContestDivision
  level: ListedOffice['level']
}

export interface ExtentOptions {
  index: DivisionIndex
  /** Bodies of several counties (`findSpanning`). */
  spanning: ReadonlySet<string>
  /** Precincts with votes for President by county, one for each way of voting. */
  precincts: ReadonlyMap<string, number>
}

/** Precincts of a county from which on a share of them says something. */
const PRECINCTS_MIN = 5
/** Share of a county's precincts that a contest of the whole county has. */
const WHOLE_SHARE = 0.95
/** Share that no contest of the whole county has. */
const PART_SHARE = 0.7

/** A question of a district is not the county's, even if every precinct votes on it: `COQUILLE SCHOOL DISTRICT 8 BONDS`. */
const OF_DISTRICT = /\b(?:SCHOOLS?|COLLEGE|FIRE|HOSPITAL|LIBRARY DISTRICT|CEMETERY)\b/

/** @param lead the block that names the contest */
export function extentOf(group: readonly ReadBlock[], lead: ReadBlock, options: ExtentOptions): Extent {
  const { office } = lead.reading
  const { index } = options
  const division = findDivision(office.area, [], index)
  const { level } = office
  const tail = tailOf(lead)
  if (tail !== undefined && options.spanning.has(tail))
    return { division: { ...division, ocd_id: `${index.state.ocd_id}/${tail}`, within_ocd_id: null }, level }
  const { county } = lead
  if (!county || group.some((one) => one.county !== county)) return { division, level }
  const share = shareOf(group, options.precincts)
  const isUnknown =
    division.unmatched === 'unmatched-division' && division.ocd_id.startsWith(`${county.ocd_id}/special:`)
  if (isUnknown && !OF_DISTRICT.test(lead.block.office) && share !== undefined && share >= WHOLE_SHARE) {
    const whole = countyDivision(county)
    return { division: { ...whole, unmatched: null }, level: whole.district_level }
  }
  const isWhole = division.ocd_id === county.ocd_id && isBoard(office)
  if (isWhole && share !== undefined && share < PART_SHARE) {
    const ocd_id = `${county.ocd_id}/special:${office.subject.replaceAll('-', '_')}`
    const district_name = `${office.short_title}, districts of ${county.full_name}`
    return {
      division: { ...division, ocd_id, district_name, within_ocd_id: county.ocd_id, unmatched: 'unmatched-division' },
      level,
    }
  }
  return { division, level }
}

/** The bodies of which a contest lies in several counties, as the ends of their ids: `utility_district:nebraska_public_power_district`. */
export function findSpanning(groups: readonly ReadBlock[][]): Set<string> {
  const spanning = new Set<string>()
  for (const group of groups) {
    if (new Set(group.map(({ county }) => county?.ocd_id)).size < 2) continue
    for (const one of group) {
      const tail = tailOf(one)
      if (tail !== undefined) spanning.add(tail)
    }
  }
  return spanning
}

/** The end of a minted id that lies under the block's county. */
function tailOf({ county, reading: { office } }: ReadBlock): string | undefined {
  if (!county || office.area.kind !== 'found' || office.area.division.unmatched === null) return undefined
  const { ocd_id } = office.area.division
  return ocd_id.startsWith(`${county.ocd_id}/`) ? ocd_id.slice(county.ocd_id.length + 1) : undefined
}

function shareOf(group: readonly ReadBlock[], precincts: ReadonlyMap<string, number>): number | undefined {
  const all = precincts.get(group[0]?.block.county ?? '') ?? 0
  const lines = Math.max(0, ...group.map(({ block }) => linesOf(block)))
  return all < PRECINCTS_MIN || lines === 0 ? undefined : lines / all
}

/** Precincts with votes for President, by county. */
export function countPrecincts(blocks: readonly Block[]): Map<string, number> {
  const precincts = new Map<string, number>()
  for (const block of blocks)
    if (block.office === 'US PRESIDENT')
      precincts.set(block.county, Math.max(precincts.get(block.county) ?? 0, linesOf(block)))
  return precincts
}
