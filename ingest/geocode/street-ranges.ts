// Sources of street ranges. The Bureau has a file for each of some three thousand counties: an operator downloads those that are wanted.

import { STATE_CODES } from '../../data/schema/vocabulary.ts'
import { TIGER } from '../boundary/census.ts'
import { CENSUS } from '../boundary/publisher.ts'
import type { Source } from '../source.ts'
import { type AddrfeatName, parseAddrfeatName, readAddrfeat } from './addrfeat.ts'

/** The folder of a mirror in which they lie. */
export const STREET_RANGES = 'geocode/addrfeat'

interface Found {
  name: string
  /** Undefined of a file that is named otherwise, whose source fails and says so. */
  parsed: AddrfeatName | undefined
}

/** One a county, in order of their ids. @param names of all files in the folder */
export function toStreetRanges(names: readonly string[]): Source[] {
  const counties = new Map<string, [Found, ...Found[]]>()
  for (const name of [...names].sort()) {
    const found = { name, parsed: parseAddrfeatName(name) }
    const id = `addrfeat-${found.parsed?.county ?? name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`
    const others = counties.get(id)
    if (others) others.push(found)
    else counties.set(id, [found])
  }
  return [...counties].map(([id, files]) => toSource(id, files)).sort((a, b) => (a.id < b.id ? -1 : 1))
}

function toSource(id: string, files: readonly [Found, ...Found[]]): Source {
  const { parsed } = files[0]
  const year = parsed?.year ?? ''
  return {
    ...CENSUS,
    id,
    vintage: year,
    // An edition shows what was there on the first day of its year.
    published_on: `${year}-01-01`,
    states: parsed ? [parsed.state] : STATE_CODES,
    files: files.map(({ name, parsed: of }) => ({
      url: `${TIGER}/TIGER${of?.year ?? ''}/ADDRFEAT/${name}`,
      mirror: `${STREET_RANGES}/${name}`,
    })),
    read: readAddrfeat,
  }
}
