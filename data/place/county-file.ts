// The file of a county: all that its reader needs to answer for a point, without a server.
//
// Layout, before gzip: uint32, little-endian: bytes of the JSON; the JSON of CountyFacts with its cells and streets; the records of the
// cells (data/index/crossing.ts), one after another; then the points and ranges of each street (data/core/address.ts).

import { type Cell, toRecords } from '../index/crossing.ts'
import type { Ballot } from '../schema/ballot.ts'
import type { ElectionGap } from '../schema/election.ts'
import type { Language, StateCode } from '../schema/vocabulary.ts'
import type { Street } from '../street/street.ts'
import type { BallotContest, BallotDistrict, Rule } from './ballot.ts'
import type { Area } from './point.ts'

/** A reader refuses any other. */
export const COUNTY_FORMAT = 2

export interface CountyElection {
  id: number
  slug: string
  name: string
  /** YYYY-MM-DD */
  date: string
  /** OCD ids of the areas whose ballots are fully listed. */
  listed_in: readonly string[]
  /** Kinds of contests that its ballots lack, or may lack. */
  missing: readonly ElectionGap[]
}

export interface CountyDistrict extends BallotDistrict {
  /** Present seats were filled in these boundaries. */
  is_seat: boolean
}

export interface CountyContest extends BallotContest {
  /** As `/v1/ballot` shows it, without `match` and `share`. */
  body: Omit<Ballot['contests'][number], 'match' | 'share'>
}

export interface CountyFacts {
  format: number
  county: { geoid: string; name: string; ocd_id: string; district_id: number; state: StateCode; state_ocd_id: string }
  /** Id of the bundle that it was made from. */
  bundle: string
  /** The day of the answers, YYYY-MM-DD. */
  day: string
  lang: Language
  elections: readonly CountyElection[]
  areas: readonly (Area & { ordinal: number })[]
  districts: readonly CountyDistrict[]
  contests: readonly CountyContest[]
  /** By ordinal of an area: its relations to contests, by their place in `contests`. */
  rules: Readonly<Record<number, readonly (readonly [rule: Rule, contest: number])[]>>
}

/** The county's streets with their house numbers, and what tells where an address lies. */
export interface CountyAddresses {
  streets: readonly CountyStreet[]
  /** The Postal Service's names for the places of the streets' ZIP codes, folded. */
  zip_cities: readonly (readonly [zip: string, city: string])[]
  /** ZIP codes that meet the county. */
  zips: readonly string[]
  /** Folded names of cities, by ordinal of their area. */
  places: Readonly<Record<number, string>>
}

export interface CountyStreet extends Street {
  zip: string
  city: string
  /** Packed. */
  points: Uint8Array
  ranges: Uint8Array
}

type PackedStreet = readonly [
  ...names: [name: string, prefix: string, suffix: string, postfix: string, zip: string, city: string],
  ...bytes: [points: number, ranges: number],
]

/** All that a file holds. */
export interface CountyHeld {
  facts: CountyFacts
  /** By key (data/index/cell.ts), ascending. */
  cells: ReadonlyMap<number, Cell>
  /** Null if no address of the county is held. */
  addresses: CountyAddresses | null
}

interface PackedCells {
  /** Sets of areas: their ordinals, ascending. */
  sets: number[][]
  /** For each cell, by ascending key: its key less the key before, the place of its set, bytes of its record. */
  cells: number[]
}

export function encodeCounty({ facts, cells, addresses }: CountyHeld): Uint8Array {
  const packed: PackedCells = { sets: [], cells: [] }
  const known = new Map<string, number>()
  const records: Uint8Array[] = []
  let last = 0
  for (const [key, { areas, first, records: own, start, end }] of cells) {
    const set = Array.from(areas.subarray(first + 1, first + 1 + (areas[first] ?? 0)))
    const at = known.get(set.join(' ')) ?? packed.sets.push(set) - 1
    known.set(set.join(' '), at)
    packed.cells.push(key - last, at, end - start)
    records.push(new Uint8Array(own.buffer, own.byteOffset + start, end - start))
    last = key
  }
  for (const { points, ranges } of addresses?.streets ?? []) records.push(points, ranges)
  const streets = addresses?.streets.map(pack)
  const json = new TextEncoder().encode(
    JSON.stringify({ ...facts, ...packed, addresses: addresses && { ...addresses, streets } }),
  )
  const bytes = new Uint8Array(records.reduce((sum, record) => sum + record.length, 4 + json.length))
  new DataView(bytes.buffer).setUint32(0, json.length, true)
  bytes.set(json, 4)
  let to = 4 + json.length
  for (const record of records) {
    bytes.set(record, to)
    to += record.length
  }
  return bytes
}

function pack({ name, prefix, suffix, postfix, zip, city, points, ranges }: CountyStreet): PackedStreet {
  return [name, prefix, suffix, postfix, zip, city, points.length, ranges.length]
}

type Packed = CountyFacts &
  PackedCells & { addresses: (Omit<CountyAddresses, 'streets'> & { streets: readonly PackedStreet[] }) | null }

/** @throws Error for bytes of another format, or that are cut off */
export function decodeCounty(bytes: Uint8Array): CountyHeld {
  const length = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(0, true)
  const {
    sets,
    cells: packed,
    addresses,
    ...facts
  }: Packed = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length)))
  if (facts.format !== COUNTY_FORMAT)
    throw new Error(`county file of format ${facts.format}: this reader reads format ${COUNTY_FORMAT}; export it again`)
  const areas = sets.map((set) => Uint32Array.of(set.length, ...set))
  const cells = new Map<number, Cell>()
  const records = toRecords([bytes])
  let [key, start] = [0, 4 + length]
  for (let at = 0; at < packed.length; at += 3) {
    key += packed[at] ?? 0
    const end = start + (packed[at + 2] ?? 0)
    cells.set(key, { areas: areas[packed[at + 1] ?? 0] ?? new Uint32Array(1), first: 0, records, start, end })
    start = end
  }
  const take = (length: number): Uint8Array => {
    start += length
    return bytes.subarray(start - length, start)
  }
  const streets = addresses?.streets.map(([name, prefix, suffix, postfix, zip, city, points, ranges]) => ({
    name,
    prefix,
    suffix,
    postfix,
    zip,
    city,
    points: take(points),
    ranges: take(ranges),
  }))
  if (start !== bytes.length) throw new Error(`county file of ${bytes.length} bytes: ${start} were expected`)
  return { facts, cells, addresses: addresses && { ...addresses, streets: streets ?? [] } }
}
