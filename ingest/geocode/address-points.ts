// Reads address points of several publishers, and writes one row per street.

import { type PointPacker, packPoints, type StreetOfPlace } from '../../data/core/address.ts'
import { toMicrodegrees } from '../../data/geometry/polygon.ts'
import type { StateCode } from '../../data/schema/vocabulary.ts'
import { foldHouseNumber, type MicroPoint } from '../../data/street/house-number.ts'
import { foldStreet, nameOf, type Street, toWords } from '../../data/street/street.ts'
import { type CsvRow, readCsvRows } from '../read/csv-rows.ts'
import { isObject, readJsonLines } from '../read/json.ts'
import { type FetchedFile, type Sink, SourceError, type SourceReader } from '../read/source.ts'
import { readZip } from '../read/zip.ts'

/** A record's texts as published; empty if the file has none. */
interface AddressText {
  number: string
  /** Without the number. */
  street: string
  city: string
  zip: string
  /** In degrees. */
  lng: string
  lat: string
}

interface AddressRecord {
  line: number
  /** Undefined for a ragged line. */
  text: AddressText | undefined
  /** The names of the fields that an issue may name. */
  fields: { number: string; street: string; point: string }
}

interface AddressTable {
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
function readAddressPoints(
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

// Counts left-out records by reason: one issue per reason, because a file may have thousands, and issues must not quote an address.

const REASONS = {
  'ragged-line': 'have too many or too few fields',
  'no-house-number': 'have no valid house number',
  'no-street': 'have no street',
  'no-point': 'have no point',
  'no-line': 'have no line',
  'no-range': 'have a house number at only one end, or two kinds of house numbers',
} as const
type Reason = keyof typeof REASONS

interface LeftOutFault {
  reason: Reason
  field: string | null
}

export interface LeftOut {
  /** @param line of the file; null if it has none */
  count(fault: LeftOutFault, line: number | null): void
  /** Called once, after the file is read. */
  tell(): void
}

export function countLeftOut(sink: Pick<Sink, 'issue'>, file: string): LeftOut {
  const counts = new Map<Reason, { count: number; field: string | null; line: number | null }>()
  return {
    count({ reason, field }, line) {
      const counted = counts.get(reason)
      if (counted) counted.count++
      else counts.set(reason, { count: 1, field, line })
    },
    tell() {
      for (const [code, { count, field, line }] of counts)
        sink.issue({
          file,
          line,
          field,
          code,
          value: null,
          severity: 'ignored',
          message: `${count} records ${REASONS[code]} and are left out; this is the first`,
        })
    },
  }
}

// Reads the District of Columbia's address points: the table of its Master Address Repository, with the address as one text.

const DC_COLUMNS = ['MAR_ID', 'ADDRESS', 'LATITUDE', 'LONGITUDE'] as const
/** Absent from some extracts. */
const ZIP = 'ZIPCODE'
const FIELDS = { number: 'ADDRESS', street: 'ADDRESS', point: 'LATITUDE' }
/** `1600 PENNSYLVANIA AVENUE NW`, `16 1/2 16TH STREET NE`, `1301A L STREET NW` */
const ADDRESS = /^(\d+(?: 1\/2)?(?:-?[A-Z](?= ))?) +(\S.*)$/

/** Throws SourceError for a file of another layout. */
export const readDcAddresses = readAddressPoints((file) => [{ name: file.name, records: readDcLines(file) }])

async function* readDcLines(file: FetchedFile): AsyncGenerator<AddressRecord> {
  let first = true
  for await (const { line, places, fields } of readCsvRows(file)) {
    const missing = DC_COLUMNS.filter((name) => !places.has(name))
    if (first && missing.length > 0)
      throw new SourceError(`has no column ${missing.join(', ')}, expected the columns of the address points`, {
        file: file.name,
        line: 1,
      })
    first = false
    if (!fields) {
      yield { line, text: undefined, fields: FIELDS }
      continue
    }
    const textOf = (name: string): string => fields[places.get(name) ?? -1] ?? ''
    const address = textOf('ADDRESS').trim().toUpperCase()
    const [, number = '', street = ''] = ADDRESS.exec(address) ?? []
    const place = { number, street, city: 'Washington', zip: textOf(ZIP) }
    yield { line, text: { ...place, lng: textOf('LONGITUDE'), lat: textOf('LATITUDE') }, fields: FIELDS }
  }
}

// Reads address points of OpenAddresses: GeoJSON with one Feature per line, its present format, or comma-separated text, mostly in a zip,
// with LON and LAT, or with GEOM.

const COLUMNS = ['NUMBER', 'STREET', 'CITY', 'POSTCODE'] as const
const POINT = /^POINT ?\(\s*(-?[\d.]+)\s+(-?[\d.]+)\s*\)$/

type Table = Pick<FetchedFile, 'name' | 'bytes' | 'encoding'>

/** Throws SourceError for a file of another layout. */
export const readOpenAddresses = readAddressPoints(async (file) =>
  (await listTables(file)).map(
    (table): AddressTable => ({
      name: table.name,
      records: /\.(geo)?json$/i.test(table.name) ? readFeatures(table) : readLines(table),
    }),
  ),
)

async function listTables(file: FetchedFile): Promise<Table[]> {
  if (!/\.zip$/i.test(file.name)) return [file]
  const tables = [...(await readZip(file))].filter(([name]) => /\.csv$/i.test(name) && !/(^|\/)__MACOSX\//.test(name))
  if (tables.length === 0) throw new SourceError('holds no .csv, expected at least one', { file: file.name })
  return tables.map(([name, bytes]) => ({ ...file, name: `${file.name}/${name}`, bytes }))
}

async function* readLines(table: Table): AsyncGenerator<AddressRecord> {
  let first = true
  for await (const row of readCsvRows(table)) {
    if (first) requireColumns(table.name, row)
    first = false
    const { line, places, fields } = row
    const at = { number: 'NUMBER', street: 'STREET', point: places.has('GEOM') ? 'GEOM' : 'LON' }
    if (!fields) {
      yield { line, text: undefined, fields: at }
      continue
    }
    const textOf = (name: string): string => fields[places.get(name) ?? -1] ?? ''
    const [, lng, lat] = POINT.exec(textOf('GEOM')) ?? ['', textOf('LON'), textOf('LAT')]
    const [number, street, city, zip] = [textOf('NUMBER'), textOf('STREET'), textOf('CITY'), textOf('POSTCODE')]
    yield { line, text: { number, street, city, zip, lng: lng ?? '', lat: lat ?? '' }, fields: at }
  }
}

function requireColumns(file: string, { places }: CsvRow): void {
  const missing = COLUMNS.filter((name) => !places.has(name))
  const placed = places.has('GEOM') || (places.has('LON') && places.has('LAT'))
  if (missing.length > 0 || !placed)
    throw new SourceError(
      `has no column ${[...missing, ...(placed ? [] : ['LON and LAT, or GEOM'])].join(', ')}, expected the columns of an OpenAddresses file`,
      { file, line: 1 },
    )
}

function* readFeatures(table: Table): Generator<AddressRecord> {
  for (const { line, value } of readJsonLines(table)) {
    const { type, properties, geometry } = value
    if (type !== 'Feature' || !isObject(properties) || !('number' in properties) || !('street' in properties))
      throw new SourceError('holds no Feature with the properties number and street on this line', {
        file: table.name,
        line,
      })
    const { number, street, city, postcode } = properties
    const [lng, lat] = isObject(geometry) && Array.isArray(geometry.coordinates) ? geometry.coordinates : []
    const place = { number: toText(number), street: toText(street), city: toText(city), zip: toText(postcode) }
    yield {
      line,
      text: { ...place, lng: toText(lng), lat: toText(lat) },
      fields: { number: 'number', street: 'street', point: 'geometry' },
    }
  }
}

function toText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
