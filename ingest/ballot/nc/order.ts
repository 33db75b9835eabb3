// Where a contest stands on North Carolina's ballot, as a string that sorts.

import type { ContestDivision } from '../part-division.ts'
import type { NcTitle } from './area.ts'
import { NC_FAMILIES, NC_OFFICE_ORDER } from './family.ts'

/** The State Board's order of offices; within an office by division, seat, the full term first, and party. */
export function ballotPlace(
  title: NcTitle,
  division: ContestDivision,
  party: string | null,
  contestName: string,
): string {
  const office = NC_OFFICE_ORDER.indexOf(title.office)
  return [
    String(NC_FAMILIES.indexOf(title.family)),
    String(office < 0 ? NC_OFFICE_ORDER.length : office),
    division.within_ocd_id ?? division.ocd_id,
    division.ocd_id,
    title.office,
    title.seat ?? '',
    title.unexpired ? '1' : '0',
    party ?? '',
    contestName,
  ]
    .map((part) => part.replace(/\d+/g, (digits) => digits.padStart(6, '0')))
    .join('\t')
}
