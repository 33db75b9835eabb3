// Offices of townships, counties, cities and towns; else of an unknown area.

import { slug } from '../../read/identity.ts'
import { cityOffice, place } from './city-office.ts'
import { countyOffice } from './county-office.ts'
import { namesArea } from './court.ts'
import { splitLocality } from './locality.ts'
import { type OfficeLine, type OfficeReading, withoutFillers } from './reading.ts'
import { officeTitle } from './title.ts'
import { unknown } from './unknown-office.ts'

const TOWNSHIP_OFFICE =
  /\b(?:TOWNSHIP )?(?:COMMITTEE|TRUSTEES?|CLERK|BOARD(?: MEMBERS?)?|COUNCIL(?: MEMBERS?)?|ASSESSOR|SUPERVISORS?|CONSTABLE|COMMISSIONERS?|MAYOR|TREASURER)(?= |$)/

/** Every office gets an area: if it names none, an unknown part of its county. */
export function readLocal(line: OfficeLine, town: string | null): OfficeReading | undefined {
  return township(line) ?? countyOffice(line) ?? cityOffice(line, town) ?? unknown(line)
}

function township(line: OfficeLine): OfficeReading | undefined {
  const { text } = line.words
  if (!/\bTOWNSHIP\b|\bTWP\b|\bTWSP\b/.test(text) || !line.county || !TOWNSHIP_OFFICE.test(text)) return undefined
  // `JASPER COUNTY COUNCIL HARDEEVILLE TOWNSHIP` is a seat of the county's council.
  if (namesArea(text, `${line.county.full_name} Council`)) return undefined
  const role = TOWNSHIP_OFFICE.exec(text)?.[0] ?? ''
  const office = role.replace(/^TOWNSHIP /, '')
  const name = withoutFillers(
    text
      .replace(role, ' ')
      .replace(/\bTOWNSHIP OF\b/, ' ')
      .replace(/\b(?:TOWNSHIP|TWP|TWSP)\b/g, ' '),
  )
  if (name === '') return undefined
  // `COLUMBUS CITY TOWNSHIP TRUSTEE` is no city's.
  const isTownship = splitLocality(name).type === null || text.includes(`TOWNSHIP ${office}`)
  const area = isTownship ? `${name} TOWNSHIP` : name
  return place(line, area, {
    role: office,
    subject: `township-${slug(office)}`,
    title: `${officeTitle(area)} ${officeTitle(office)}`,
  })
}
