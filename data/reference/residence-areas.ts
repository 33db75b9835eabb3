// Councils and commissions whose members must each live in an area and are elected by all voters.

/** OCD ids. Source: Charter of the County of Maui, section 3-1. */
const COUNTIES: ReadonlySet<string> = new Set(['ocd-division/country:us/state:hi/county:maui'])

const INDIANA = 'ocd-division/country:us/state:in'
/** Source: Indiana Code 36-2-2-4: in the counties with these populations each district elects its own commissioner. */
const BY_DISTRICT: ReadonlySet<string> = new Set([`${INDIANA}/county:lake`, `${INDIANA}/county:st_joseph`])

/** @param ocd_id of a county */
export function livesInArea(ocd_id: string): boolean {
  return COUNTIES.has(ocd_id)
}

/** Source: Indiana Code 36-2-2-5: the voters of the whole county elect each commissioner. */
export function commissionerLivesInDistrict(ocd_id: string): boolean {
  return ocd_id.startsWith(`${INDIANA}/county:`) && !BY_DISTRICT.has(ocd_id)
}
