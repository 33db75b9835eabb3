// School districts that a county numbers, where a results file names them in another way. By the OCD id of the county.

const SOUTH_CAROLINA = 'ocd-division/country:us/state:sc'

/** Numbers by name. Source: York County's four districts as the South Carolina Department of Education lists them, 2024. */
const NAMED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  [`${SOUTH_CAROLINA}/county:york`]: { YORK: '1', CLOVER: '2', 'ROCK HILL': '3', 'FORT MILL': '4' },
}

/** Counties whose trustees' numbers are those of districts, and not of parts of one. Source: Lexington County School Districts One to Five. */
const BY_NUMBER: ReadonlySet<string> = new Set([`${SOUTH_CAROLINA}/county:lexington`])

/** The number of a district that the county's files call by this name, in capitals. */
export function schoolNumber(county_id: string, name: string): string | undefined {
  return NAMED[county_id]?.[name]
}

export function numbersSchools(county_id: string): boolean {
  return BY_NUMBER.has(county_id)
}
