// Boards of special districts: water, fire, hospital, soil and water, community college.

import { ocdSlug, slug } from '../../read/identity.ts'
import { namesArea } from './court.ts'
import { areaPart, found, type OfficeLine, type OfficeReading, seatOf, suffixOf } from './reading.ts'
import { officeTitle } from './title.ts'

/** The topic, and the type in a division id. The first that matches. */
const TOPICS: readonly [RegExp, string][] = [
  [/\bCOMMUNITY DEVELOPMENT\b|\bSTEWARDSHIP\b/, 'community_development_district'],
  [/\b(?:SOIL|CONSERVATION|WATERSHED|NATURAL RESOURCES)\b/, 'soil_and_water_conservation_district'],
  [/\bCOMMUNITY COLLEGE\b|\bCOLLEGE\b|\bNWACC\b/, 'community_college'],
  [/\bEDUCATIONAL SERVICE\b/, 'educational_service_unit'],
  [/\bFIRE\b|\bRESCUE\b|\bR\.?F\.?P\.?D\b/, 'fire_district'],
  [/\bHOSPITAL\b|\bHEALTH\b|\bBROADLAWNS\b|\bMEDICAL\b/, 'hospital_district'],
  [/\bLIBRARY\b/, 'library_district'],
  [/\bPARKS?\b|\bRECREATION\b/, 'park_district'],
  [/\bCEMETERY\b/, 'cemetery_district'],
  [/\bMOSQUITO\b/, 'mosquito_control_district'],
  [/\bPOWER\b|\bPUD\b|\bUTILITY\b|\bUTILITIES\b|\bELECTRIC\b/, 'utility_district'],
  [
    /\bWATER\b|\bSEWER\b|\bSANITARY\b|\bSANITATION\b|\bIRRIGATION\b|\bDRAINAGE\b|\bLEVEE\b|\bFLOOD\b|\bPUBLIC WORKS\b|\bDIVERSION\b/,
    'water_district',
  ],
  [/\bIMPROVEMENT\b|\bSERVICES? DISTRICT\b|\bPUBLIC SERVICE\b|\bAGRICULTURAL EXTENSION\b/, 'service_district'],
  [
    /\bTRANSPORTATION\b|\bTRANSIT\b|\bAIRPORT\b|\bPORT OF\b|\bPORT\b|\bBRIDGE\b|\bHIGHWAY\b|\bROAD DISTRICT\b/,
    'transportation_district',
  ],
  [
    /\bTELEVISION\b|\bTV DISTRICT\b|\bAMBULANCE\b|\bEMS\b|\bAUTHORITY\b|\b(?:TAXING|SPECIAL|METRO) DISTRICT\b|\bGARRISON\b/,
    'special_district',
  ],
]
const NO_DISTRICT =
  /\b(?:TOWNSHIP (?:COMMITTEE|TRUSTEES?|CLERK|BOARD|CONSTABLE)|ALDERM[AE]N|SELECTMEN|CITY COMMISSION|ATTORNEY|COUNTY COMMISSION|COUNCIL|MAYOR|SHERIFF|SUPERINTENDENT|PUBLIC SERVICE COMMISSION(?:ER)?)\b/
/** What a title says of the office and not of the district. */
const OFFICE =
  /\b(?:MEMBERS?|TRUSTEES?|DIRECTORS?|DIR|SUPERVISORS?|COMMISSIONERS?|COMMISSION|BOARD|GOVERNORS?|OF|TO|THE|FOR|TRUSTEE|ADVISORY|COUNCIL)\b/g
/** Words of a kind of district, which do not name one. */
const KIND =
  /\b(?:SOIL|WATER|AND|&|CONSERVATION|DISTRICT|DIST|FIRE|PROTECTION|PUBLIC|HOSPITAL|LIBRARY|COUNTY|EDUCATIONAL|SERVICE|UNIT|COMMUNITY|COLLEGE|PARK|RECREATION|UTILITY|SPECIAL|TAXING|REGIONAL|TRANSPORTATION|CEMETERY|AGRICULTURAL|EXTENSION)\b/g

export function readSpecial(line: OfficeLine): OfficeReading | undefined {
  const { words, county, index } = line
  const topic = TOPICS.find(([pattern]) => pattern.test(words.text))?.[1]
  if (topic === undefined || NO_DISTRICT.test(words.text.replace(/\b(?:AGRICULTURAL )?EXTENSION COUNCIL\b/, '')))
    return undefined
  const own = squash(words.text.replace(OFFICE, ' '))
  const generic = squash(own.replace(KIND, ' ')) === ''
  // `ADAMS COUNTY SOIL CONSERVATION DISTRICT` in the column names the district itself.
  const inColumn = generic && /\b(?:DISTRICT|COUNTY)\b/.test(words.named)
  const numbered = /^EDUCATIONAL SERVICE UNIT$/.test(words.text)
    ? words.parts.find(({ word }) => word === '')
    : undefined
  const name = inColumn ? words.named : numbered ? `${own} ${numbered.code}` : own
  const part = numbered ? null : areaPart(inColumn ? { words: { ...words, named: '' } } : line)
  const under = county?.ocd_id ?? index.state.ocd_id
  const ocd_id = `${under}/${topic}:${ocdSlug(generic && !inColumn && !numbered ? (county?.name ?? own) : name)}`
  const title = officeTitle(words.text)
  const names = county === null || !generic || inColumn || namesArea(words.text, county.name)
  const prefix = names ? '' : `${county.full_name} `
  const district_name = `${prefix}${officeTitle(name)}`
  return {
    office: {
      subject: slug(words.text.replace(squash(own.replace(KIND, ' ')), ' ')) || slug(words.text),
      level: 'special',
      title: prefix + title + suffixOf(words),
      short_title: title + suffixOf(words),
      ...seatOf(words),
      area: found({
        ocd_id: part ? `${ocd_id}/district:${part.code}` : ocd_id,
        district_type: 'special',
        district_level: 'special',
        district_name: part ? `${district_name} ${part.name}` : district_name,
        within_ocd_id: county?.ocd_id ?? null,
        unmatched: 'unmatched-division',
      }),
    },
    unexpired: words.unexpired,
    scope: 'county',
  }
}

function squash(text: string): string {
  return text
    .replace(/(?:^|\s)[-/,.]+(?=\s|$)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}
