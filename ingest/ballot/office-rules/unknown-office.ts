// Offices whose area the words do not name: an unknown part of the county.

import { slug } from '../../read/identity.ts'
import type { ContestDivision } from '../contest-division.ts'
import { cutSlug } from './county-name.ts'
import { namesArea } from './court.ts'
import { unknownArea } from './measure-area.ts'
import { found, type OfficeLine, type OfficeReading, seatOf, suffixOf } from './reading.ts'
import { officeTitle } from './title.ts'

export function unknown({ words, county, index }: OfficeLine): OfficeReading {
  const title = officeTitle(words.text) + suffixOf(words)
  const prefix = county && !namesArea(words.text, county.name) ? `${county.full_name} ` : ''
  return {
    office: {
      subject: slug(words.text) || 'office',
      level: county ? 'special' : 'state',
      title: prefix + title,
      short_title: title,
      ...seatOf(words),
      // The seats of one board that differ in their terms have one area.
      area: county
        ? found(unknownArea(officeTitle(words.text) + suffixOf({ ...words, term: null }), county))
        : { kind: 'found', division: stateDivision(index.state) },
    },
    unexpired: words.unexpired,
    scope: 'county',
  }
}

/** The office of a city that the text does not name: `City Council, District 1 (Cabell County)`. */
export function unnamedCity({ words, county }: OfficeLine, role: string): OfficeReading | undefined {
  if (!county) return undefined
  const text = cutSlug(words.text, slug(county.full_name))
  const title = officeTitle(text === '' ? role : text) + suffixOf(words)
  return {
    office: {
      subject: slug(role),
      level: 'city',
      title: `${title} (${county.full_name})`,
      short_title: title,
      ...seatOf(words),
      area: found(unknownArea(title, county)),
    },
    unexpired: words.unexpired,
    scope: 'county',
  }
}

function stateDivision({ ocd_id, name }: OfficeLine['index']['state']): ContestDivision {
  return {
    ocd_id,
    district_type: 'state',
    district_level: 'state',
    district_name: name,
    within_ocd_id: null,
    unmatched: null,
  }
}
