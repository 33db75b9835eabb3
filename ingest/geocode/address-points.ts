// Writes address points, one row per street: the part that all their publishers share.

import { type PointPacker, packPoints, type StreetOfPlace } from '../../data/core/address.ts'
import { toMicrodegrees } from '../../data/geometry/multipolygon.ts'
import type { StateCode } from '../../data/schema/vocabulary.ts'
import { foldHouseNumber } from '../../data/street/house-number.ts'
import type { MicroPoint } from '../../data/street/number-range.ts'
import { foldStreet, nameOf, type Street, toWords } from '../../data/street/street.ts'
import type { FetchedFile, Sink, SourceReader } from '../read/source.ts'
import { SourceError } from '../read/source.ts'
import { countLeftOut, type LeftOutFault } from './left-out.ts'

/** A record's texts as published; empty if the file has none. */
export interface AddressText {
  number: string
  /** Without the number. */
  street: string
  city: string
  zip: string
  /** In degrees. */
  lng: string
  lat: string
}

export interface AddressRecord {
  line: number
  /** Undefined for a ragged line. */
  text: AddressText | undefined
  /** The names of the fields that an issue may name. */
  fields: { number: string; street: string; point: string }
}

export interface AddressTable {
  /** As messages show it. */
  name: string
  records: AsyncIterable<AddressRecord> | Iterable<AddressRecord>
}

interface Packed {
  street: StreetOfPlace
  points: PointPacker
  line: number
}

/**
 * Writes `address_point` rows: one per street, with its ZIP code and city if the file has them. Counts and leaves out a line
 * without number, street or point; units of a house are merged. @param open throws SourceError for a file of another layout
 */
export function readAddressPoints(
  open: (file: FetchedFile) => Promise<readonly AddressTable[]> | readonly AddressTable[],
): SourceReader {
  return async (files, { source, states }, sink) => {
    const [state] = source.states
    if (state === undefined || source.states.length > 1)
      throw new SourceError(`covers the states ${source.states.join(', ')}, expected one state`, { file: source.id })
    if (!states.has(state)) return
    for (const file of files) for (const table of await open(file)) await writeTable(table, state, sink)
  }
}

async function writeTable({ name, records }: AddressTable, state: StateCode, sink: Sink): Promise<void> {
  const streets = new Map<string, Packed>()
  const leftOut = countLeftOut(sink, name)
  const folds = createFolds()
  let count = 0
  for await (const record of records) {
    count++
    const read = readRecord(record, folds)
    if ('reason' in read) leftOut.count(read, record.line)
    else addPoint(streets, state, record.line, read)
  }
  leftOut.tell()
  sink.records?.(name, count)
  for (const { street, points, line } of streets.values())
    sink.row('address_point', { ...street, points: points.bytes() }, { file: name, line })
}

function addPoint(streets: Map<string, Packed>, state: StateCode, line: number, { number, point, ...of }: Read): void {
  const street = { ...of, state }
  const key = Object.values(street).join('|')
  const packed = streets.get(key) ?? { street, points: packPoints(), line }
  streets.set(key, packed)
  packed.points.add(number, point)
}

type Read = Omit<StreetOfPlace, 'state'> & { number: string; point: MicroPoint }

function readRecord({ text, fields }: AddressRecord, { foldStreet, foldCity }: Folds): Read | LeftOutFault {
  if (!text) return { reason: 'ragged-line', field: null }
  const number = foldHouseNumber(text.number)
  if (number === undefined) return { reason: 'no-house-number', field: fields.number }
  const street = foldStreet(text.street)
  if (!street) return { reason: 'no-street', field: fields.street }
  const point = findPoint(text)
  if (!point) return { reason: 'no-point', field: fields.point }
  const zip = /^\d{5}(?=$|-?\d{4}$)/.exec(text.zip.trim())?.[0] ?? ''
  return { ...street, zip, city: foldCity(text.city), number, point }
}

/** A street has many houses, so each text is folded once per file. */
function createFolds(): Folds {
  return { foldStreet: remember(foldStreet), foldCity: remember((city) => nameOf(toWords(city))) }
}

interface Folds {
  foldStreet(text: string): Street | undefined
  foldCity(text: string): string
}

function remember<Folded>(fold: (text: string) => Folded): (text: string) => Folded {
  const known = new Map<string, { folded: Folded }>()
  return (text) => {
    const found = known.get(text) ?? { folded: fold(text) }
    known.set(text, found)
    return found.folded
  }
}

/** In microdegrees; undefined outside the world, and at 0, 0, which files use for unplaced addresses. */
function findPoint(text: AddressText): MicroPoint | undefined {
  const [lng, lat] = [Number(text.lng || 'none'), Number(text.lat || 'none')]
  if (!(Math.abs(lng) <= 180 && Math.abs(lat) <= 90) || (lng === 0 && lat === 0)) return undefined
  return { lng: toMicrodegrees(lng), lat: toMicrodegrees(lat) }
}
