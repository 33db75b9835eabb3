// Finds the area of a Kentucky filing from its county, the clerk's free-text description, and its district.

import { type DivisionIndex, isPlace } from '../division.ts'

export interface KyListed {
  office: string
  county: string
  description: string
  district: string
}

/** As in the filings; a part is '' if the office has none. */
export interface KyPlace {
  county: string
  /** A city or a school district. METRO means the consolidated county itself. */
  place: string
  district: string
  /** For a city: `COUNCIL`, `COMMIS`, or '' if the description does not say. */
  body: string
}
export const METRO = 'METRO'

/** Counties consolidated with their cities. `description` matches an office of the whole county. */
export const METROS: Readonly<Record<string, { name: string; description: RegExp }>> = {
  FAYETTE: { name: 'Lexington-Fayette Urban County', description: /^URBAN COUNTY\b/ },
  JEFFERSON: { name: 'Louisville Metro', description: /^METRO\b/ },
}

type Found = KyPlace | { unknown: string }

/** Returns the place, or the reason why it is unknown. */
export function kyPlace(listed: KyListed, index: DivisionIndex): Found {
  const { office, county, description } = listed
  switch (office) {
    case 'MAYOR':
    case 'CITY LEGISLATIVE BODY':
      return cityPlace(listed, index)
    case 'SCHOOL BOARD MEMBER':
      return schoolPlace(listed)
    case 'CONSTABLE':
    case 'COUNTY COMMISSIONER':
    case 'MAGISTRATE / JUSTICE OF THE PEACE':
      return districtPlace(county, description.trim(), listed.district.trim())
    default:
      return { ...NOWHERE, county }
  }
}

const NOWHERE = { place: '', district: '', body: '' } as const

/** `RADCLIFF CITY COUNCIL`, `MAYOR-CITY OF GLASGOW`, `CENTRAL CITY MAYOR`. */
function cityPlace(listed: KyListed, index: DivisionIndex): Found {
  const { office, county, description } = listed
  const district = office === 'MAYOR' ? '' : listed.district.trim()
  if (METROS[county]?.description.test(description)) return { county, place: METRO, district, body: '' }
  const words = description
    .replace(/[-,]/g, ' ')
    .replace(/\b(MAYOR|COUNCIL|COMMIS+ION(ER)?|OF)\b/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const city = [words, words.replace(/ ?\bCITY\b ?/g, '')].find((name) => name !== '' && isPlace(index, name))
  if (city === undefined) return { unknown: 'the description names no city of Kentucky' }
  const [body = ''] = /COUNCIL|COMMIS/.exec(description) ?? []
  return { county, place: city, district, body }
}

/** `BELL COUNTY SCHOOL BOARD DIVISION 2`, `PINEVILLE SCHOOL BOARD`. */
function schoolPlace({ county, description, district }: KyListed): Found {
  const [, school] = /^(.+) SCHOOL BOARD\b/.exec(description.trim()) ?? []
  return school === undefined
    ? { unknown: 'the description names no school district' }
    : { ...NOWHERE, county, place: school, district: district.trim() }
}

/** From the District column, else from the description: `1ST DISTRICT`, `DIST. 4`, `EAST DISTRICT`. */
function districtPlace(county: string, description: string, district: string): Found {
  const [, before, after] = /\b(\d+)(?:ST|ND|RD|TH) DIST|\bDIST[A-Z]*\.? *(\d+)/.exec(description) ?? []
  const named = before ?? after ?? ''
  if (named !== '' && district !== '' && named !== district)
    return { unknown: `the description names district ${named} and the District column ${district}` }
  const [compass] = /^(NORTH|SOUTH)?(EAST|WEST)?(CENTRAL)?\b/.exec(description) ?? []
  const code = [district, named, description, compass ?? ''].find((word) => /^(\d{1,2}|[A-Z]{4,9})$/.test(word))
  return code === undefined || !(/^\d/.test(code) || code === compass)
    ? { unknown: 'neither the District column nor the description names a district' }
    : { ...NOWHERE, county, district: code }
}
