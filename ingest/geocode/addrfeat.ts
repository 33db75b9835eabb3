// Sources of street ranges. The Bureau publishes one file for each of about 3,000 counties; an operator downloads the ones needed.

import type { Geometry } from 'geojson'
import { type LedRange, packRanges, type RangePacker, type StreetOfPlace } from '../../data/core/address.ts'
import { toMicrodegrees } from '../../data/geometry/polygon.ts'
import { findStateByFips } from '../../data/schema/states.ts'
import { STATE_CODES, type StateCode } from '../../data/schema/vocabulary.ts'
import { foldHouseNumber, splitHouseNumber } from '../../data/street/house-number.ts'
import { foldStreet } from '../../data/street/street.ts'
import { CENSUS, TIGER } from '../boundary/publisher.ts'
import { readShapes, type ShapeRecord } from '../read/shapefile.ts'
import { type FetchedFile, type Source, SourceError, type SourceFile, type SourceReader } from '../read/source.ts'
import { countLeftOut, type LeftOut } from './address-points.ts'

// House numbers along streets: the Census Bureau's address range features, one zipped shapefile per county
// (tl_<year>_<county>_addrfeat.zip).

/** The fields of each side of an edge in the Bureau's record layout. OFFSETL and OFFSETR only affect map drawing and are not read. */
const SIDES = [
  { side: 'left', from: 'LFROMHN', to: 'LTOHN', zip: 'ZIPL', parity: 'PARITYL' },
  { side: 'right', from: 'RFROMHN', to: 'RTOHN', zip: 'ZIPR', parity: 'PARITYR' },
] as const
const FIELDS = ['FULLNAME', ...SIDES.flatMap(({ from, to, zip, parity }) => [from, to, zip, parity])]

interface Packed {
  street: StreetOfPlace
  ranges: RangePacker
}

/** Writes `street_range` rows: one per street and ZIP code of a county. Skips a side without numbers; counts unusable records. */
export const readAddrfeat: SourceReader = async (files, { source, states }, sink) => {
  const counties = new Set<string>()
  for (const file of files) {
    const { state, county } = loadAddrfeatName(file)
    if (counties.has(county))
      throw new SourceError(`is a second file for county ${county}, expected one`, { file: file.name })
    counties.add(county)
    if (!source.states.includes(state))
      throw new SourceError(`is for a county of ${state}, expected one of ${source.states.join(', ')}`, {
        file: file.name,
      })
    if (!states.has(state)) continue
    const streets = new Map<string, Packed>()
    const leftOut = countLeftOut(sink, file.name)
    let records = 0
    for await (const record of readShapes(file)) {
      if (records++ === 0) requireFields(file.name, record)
      addRecord(streets, record, { state, leftOut })
    }
    leftOut.tell()
    sink.records?.(file.name, records)
    for (const { street, ranges } of streets.values())
      sink.row('street_range', { ...street, ranges: ranges.bytes() }, { file: file.name, line: null })
  }
}

interface AddrfeatName {
  year: string
  /** State and county FIPS, five digits. */
  county: string
  state: StateCode
}

function parseAddrfeatName(name: string): AddrfeatName | undefined {
  const [, year, county] = /(?:^|\/)tl_(\d{4})_(\d{5})_addrfeat\.zip$/.exec(name) ?? []
  const state = findStateByFips(county?.slice(0, 2) ?? '')
  return year !== undefined && county !== undefined && state ? { year, county, state: state.code } : undefined
}

function loadAddrfeatName({ name }: FetchedFile): AddrfeatName {
  const parsed = parseAddrfeatName(name)
  if (!parsed) throw new SourceError('has an unexpected name, expected tl_<year>_<county>_addrfeat.zip', { file: name })
  return parsed
}

function requireFields(file: string, { properties }: ShapeRecord): void {
  const missing = FIELDS.filter((field) => !Object.hasOwn(properties ?? {}, field))
  if (missing.length > 0)
    throw new SourceError(`has no field ${missing.join(', ')}, expected the fields of an ADDRFEAT file`, { file })
}

function addRecord(
  streets: Map<string, Packed>,
  { properties, geometry }: ShapeRecord,
  { state, leftOut }: { state: StateCode; leftOut: LeftOut },
): void {
  const textOf = (field: string): string => String(properties?.[field] ?? '').trim()
  const street = foldStreet(textOf('FULLNAME'))
  const line = toLine(geometry)
  if (!street) leftOut.count({ reason: 'no-street', field: 'FULLNAME' }, null)
  else if (line.length < 4) leftOut.count({ reason: 'no-line', field: null }, null)
  else
    for (const { side, ...fields } of SIDES) {
      const [from, to] = [textOf(fields.from), textOf(fields.to)]
      if (from === '' && to === '') continue
      const range = toRange(from, to, textOf(fields.parity))
      const zip = /^\d{5}$/.exec(textOf(fields.zip))?.[0] ?? ''
      if (range) add(streets, { ...street, state, zip, city: '' }, { ...range, side, line })
      else leftOut.count({ reason: 'no-range', field: fields.from }, null)
    }
}

function add(streets: Map<string, Packed>, street: StreetOfPlace, range: LedRange): void {
  const key = Object.values(street).join('|')
  const packed = streets.get(key) ?? { street, ranges: packRanges() }
  streets.set(key, packed)
  packed.ranges.add(range)
}

function toRange(
  first: string,
  last: string,
  written: string,
): Pick<LedRange, 'lead' | 'from' | 'to' | 'parity'> | undefined {
  const [from, to] = [first, last]
    .map((text) => foldHouseNumber(text))
    .map((number) => number && splitHouseNumber(number))
  if (!from || !to || from.lead !== to.lead) return undefined
  const parities = { E: 'even', O: 'odd', B: 'both' } as const
  const known = written === 'E' || written === 'O' || written === 'B' ? parities[written] : undefined
  const [odd, even] = [from, to].map(({ value }) => value % 2 === 1)
  const counted = odd !== even ? 'both' : odd ? 'odd' : 'even'
  // If the flag contradicts the numbers, the numbers decide.
  const parity = known === 'both' || known === counted ? known : counted
  return { lead: from.lead, from: from.value, to: to.value, parity }
}

function toLine(geometry: Geometry | null): number[] {
  const points =
    geometry?.type === 'LineString'
      ? geometry.coordinates
      : geometry?.type === 'MultiLineString'
        ? geometry.coordinates.flat()
        : []
  return points.flatMap(([lng = 0, lat = 0]) => [toMicrodegrees(lng), toMicrodegrees(lat)])
}

/** True for the id of a county's street ranges. A run without the mirror that has its file does not know the source. */
export function isStreetRanges(id: string): boolean {
  return id.startsWith(ID_PREFIX)
}
const ID_PREFIX = 'addrfeat-'

/** The folder of these files in a mirror. */
export const STREET_RANGES = 'geocode/addrfeat'

interface Found {
  name: string
  /** Undefined for a file with another name; its source then fails with an error. */
  parsed: AddrfeatName | undefined
}

/** One source per county, sorted by id. @param names of all files in the folder */
export function toStreetRanges(names: readonly string[]): Source[] {
  const counties = new Map<string, [Found, ...Found[]]>()
  for (const name of [...names].sort()) {
    const found = { name, parsed: parseAddrfeatName(name) }
    const id = `${ID_PREFIX}${found.parsed?.county ?? name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`
    const others = counties.get(id)
    if (others) others.push(found)
    else counties.set(id, [found])
  }
  return [...counties].map(([id, files]) => toSource(id, files)).sort((a, b) => (a.id < b.id ? -1 : 1))
}

/** Editions that are asked for: of this year and of the years before. */
const EDITIONS = 3

/** A source of `currentStreetRanges` with the edition of that year. */
export function findStreetRanges(id: string, year: number): Source | undefined {
  const [, county] = /^street-ranges-(\d{5})$/.exec(id) ?? []
  return county === undefined ? undefined : currentStreetRanges(county, year, CENSUS.family)
}

/** The newest file of a county. @param county five digits @param year today's */
export function currentStreetRanges(county: string, year: number, family: Source['family']): Source {
  const state = findStateByFips(county.slice(0, 2))
  const files = Array.from({ length: EDITIONS }, (_, before): SourceFile => {
    const name = `tl_${year - before}_${county}_addrfeat.zip`
    const url = `${TIGER}/TIGER${year - before}/ADDRFEAT/${name}`
    // Also with a mirror, as every source of sources.yaml.
    return { url, mirror: `${STREET_RANGES}/${name}`, vintage: String(year - before), location: { address: url } }
  })
  return {
    ...CENSUS,
    id: `street-ranges-${county}`,
    family,
    states: state ? [state.code] : STATE_CODES,
    files,
    editions: true,
    living: true,
    vintage: String(year),
    published_on: `${year}-01-01`,
    read: readAddrfeat,
  }
}

function toSource(id: string, files: readonly [Found, ...Found[]]): Source {
  const { parsed } = files[0]
  const year = parsed?.year ?? ''
  return {
    ...CENSUS,
    id,
    vintage: year,
    // An edition shows the state on the first day of its year.
    published_on: `${year}-01-01`,
    states: parsed ? [parsed.state] : STATE_CODES,
    files: files.map(({ name, parsed: of }) => ({
      url: `${TIGER}/TIGER${of?.year ?? ''}/ADDRFEAT/${name}`,
      mirror: `${STREET_RANGES}/${name}`,
    })),
    read: readAddrfeat,
  }
}
