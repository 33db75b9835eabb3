// The offices of Minnesota's table of candidates, by their titles.

import { slug } from '../../read/identity.ts'
import type { AreaPart, ContestArea } from '../area.ts'
import {
  countywide,
  type ListedOffice,
  type OfficeRule,
  president,
  stateHouse,
  stateSenate,
  statewide,
  usHouse,
  usSenate,
} from '../office.ts'

/** In ballot order. The rules match `<county>: <title>`; a contest of the state or of several counties has `State` for the county. */
export const MN_OFFICES: readonly OfficeRule[] = [
  { pattern: /^State: U\.S\. President & Vice President$/, office: () => president },
  { pattern: /^State: U\.S\. Senator\b/, office: () => usSenate },
  { pattern: /^State: U\.S\. Representative District (\d+)$/, office: (district) => usHouse(district) },
  { pattern: /^State: State Senator District (\d+)$/, office: (district) => stateSenate('MN', district) },
  { pattern: /^State: State Representative District (\d+[AB])$/, office: (district) => stateHouse('MN', district) },
  {
    pattern: /^State: Governor & Lt\.? Governor$/,
    office: () => statewide('governor', 'Governor and Lieutenant Governor'),
  },
  { pattern: /^State: Secretary of State$/, office: () => statewide('secretary-of-state', 'Secretary of State') },
  { pattern: /^State: State Auditor$/, office: () => statewide('state-auditor', 'State Auditor') },
  { pattern: /^State: Attorney General$/, office: () => statewide('attorney-general', 'Attorney General') },
  {
    pattern: /^(.+): County Commissioner District (\d+)$/,
    office: (county, district) => commissioner(county, district),
  },
  { pattern: /^(.+): County Park Commissioner District (\d+)$/, office: (county, district) => park(county, district) },
  {
    pattern: /^(?!State:)(.+): (County [A-Z][A-Za-z /&-]+)$/,
    office: (county, title) => nonpartisan(countywide(slug(title), title, county)),
  },
  {
    pattern: /^(?!State:)(.+): Soil and Water Supervisor District (\d+)(?: \((East|West|North|South)\))?$/,
    office: (county, district, side) => soilAndWater(county, district, side),
  },
  {
    pattern: /^State: Chief Justice - Supreme Court$/,
    office: () => nonpartisan(statewide('chief-justice', 'Chief Justice of the Supreme Court')),
  },
  {
    pattern: /^State: Associate Justice - Supreme Court (\d+)$/,
    office: (seat) => judge('associate-justice', 'Associate Justice of the Supreme Court', seat, { kind: 'state' }),
  },
  {
    pattern: /^State: Judge - Court of Appeals (\d+)$/,
    office: (seat) => judge('court-of-appeals-judge', 'Judge of the Court of Appeals', seat, { kind: 'state' }),
  },
  {
    pattern: /^State: Judge - (\d+)(?:st|nd|rd|th) District Court (\d+)$/,
    office: (district, seat) =>
      judge('district-court-judge', `Judge of the District Court, District ${Number(district)}`, seat, {
        kind: 'numbered',
        word: 'district_court',
        code: String(Number(district)),
      }),
  },
]

function nonpartisan(office: ListedOffice): ListedOffice {
  return { ...office, details: { ...office.details, nonpartisan: true } }
}

function judge(subject: string, title: string, seat: string, area: ContestArea): ListedOffice {
  const words = `${title}, Seat ${Number(seat)}`
  return nonpartisan({
    ...{ subject, level: 'state', title: words, short_title: words, area },
    seat: `seat-${Number(seat)}`,
  })
}

function commissioner(county: string, district: string): ListedOffice {
  const title = `County Commissioner, District ${Number(district)}`
  const part: AreaPart = { word: 'district', code: String(Number(district)), name: `District ${Number(district)}` }
  const area: ContestArea = { kind: 'county', county, part }
  return nonpartisan({ subject: 'county-commissioner', level: 'county', title, short_title: title, area })
}

function park(county: string, district: string): ListedOffice {
  const number = Number(district)
  const title = `County Park Commissioner, District ${number}`
  const district_name = `${county} County Park Commission District ${number}`
  const part: AreaPart = { word: 'park_district', code: String(number), name: `District ${number}`, district_name }
  const area: ContestArea = { kind: 'county', county, part }
  return nonpartisan({ subject: 'county-park-commissioner', level: 'special', title, short_title: title, area })
}

/**
 * A conservation district is a county or a side of one. Its whole may elect a supervisor who is nominated by a part (Minn. Stat.
 * § 103C.311), so the numbered part is the seat.
 */
function soilAndWater(county: string, district: string, side: string): ListedOffice {
  const name = `${side} ${county} SOIL AND WATER CONSERVATION DISTRICT`.trim().toUpperCase()
  const title = `Soil and Water Conservation District Supervisor, District ${Number(district)}`
  return nonpartisan({
    ...{ subject: 'soil-and-water-conservation-district-supervisor', level: 'special', title, short_title: title },
    area: { kind: 'special', county, name, word: 'soil_and_water_district' },
    seat: `district-${Number(district)}`,
  })
}
