// Where a candidacy of Kentucky's filings is voted, from its county, the clerk's free description, and its district.

import { type DivisionIndex, isPlace } from '../division.ts'

export interface KyListed {
  office: string
  county: string
  description: string
  district: string
}

/** `<county>|<place>|<district>|<body>`, or why it cannot be told. */
export type KyPlace = { text: string } | { unknown: string }

/** Counties consolidated with their cities; `description` is that of an office of the whole. */
export const METROS: Readonly<Record<string, { name: string; description: RegExp }>> = {
  FAYETTE: { name: 'Lexington-Fayette Urban County', description: /^URBAN COUNTY\b/ },
  JEFFERSON: { name: 'Louisville Metro', description: /^METRO\b/ },
}

export function kyPlace(listed: KyListed, index: DivisionIndex): KyPlace {
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
      return { text: `${county}|||` }
  }
}

/** `RADCLIFF CITY COUNCIL`, `MAYOR-CITY OF GLASGOW`, `CENTRAL CITY MAYOR`. */
function cityPlace({ office, county, description, district }: KyListed, index: DivisionIndex): KyPlace {
  const number = office === 'MAYOR' ? '' : district.trim()
  if (METROS[county]?.description.test(description)) return { text: `${county}|METRO|${number}|` }
  const words = description
    .replace(/[-,]/g, ' ')
    .replace(/\b(MAYOR|COUNCIL|COMMIS+ION(ER)?|OF)\b/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const city = [words, words.replace(/ ?\bCITY\b ?/g, '')].find((name) => name !== '' && isPlace(index, name))
  if (city === undefined) return { unknown: 'the description names no city of Kentucky' }
  const [body = ''] = /COUNCIL|COMMIS/.exec(description) ?? []
  return { text: `${county}|${city}|${number}|${body}` }
}

/** `BELL COUNTY SCHOOL BOARD DIVISION 2`, `PINEVILLE SCHOOL BOARD`. */
function schoolPlace({ county, description, district }: KyListed): KyPlace {
  const [, school] = /^(.+) SCHOOL BOARD\b/.exec(description.trim()) ?? []
  return school === undefined
    ? { unknown: 'the description names no school district' }
    : { text: `${county}|${school}|${district.trim()}|` }
}

/** The District column, or else the description: `1ST DISTRICT`, `DIST. 4`, `EAST DISTRICT`. */
function districtPlace(county: string, description: string, district: string): KyPlace {
  const [, before, after] = /\b(\d+)(?:ST|ND|RD|TH) DIST|\bDIST[A-Z]*\.? *(\d+)/.exec(description) ?? []
  const named = before ?? after ?? ''
  if (named !== '' && district !== '' && named !== district)
    return { unknown: `the description names district ${named} and the District column ${district}` }
  const [compass] = /^(NORTH|SOUTH)?(EAST|WEST)?(CENTRAL)?\b/.exec(description) ?? []
  const code = [district, named, description, compass ?? ''].find((word) => /^(\d{1,2}|[A-Z]{4,9})$/.test(word))
  return code === undefined || !(/^\d/.test(code) || code === compass)
    ? { unknown: 'neither the District column nor the description names a district' }
    : { text: `${county}||${code}|` }
}
