// Councils whose members must each live in an area and are elected by all voters.

/** OCD ids. Source: Charter of the County of Maui, section 3-1. */
const COUNTIES: ReadonlySet<string> = new Set(['ocd-division/country:us/state:hi/county:maui'])

export function livesInArea(ocd_id: string): boolean {
  return COUNTIES.has(ocd_id)
}
