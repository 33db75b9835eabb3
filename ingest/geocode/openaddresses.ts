// Reads address points of OpenAddresses: GeoJSON with one Feature per line, its present format, or comma-separated text, mostly in a zip,
// with LON and LAT, or with GEOM.

import { type PointPacker, packPoints, type StreetOfPlace } from '../../data/core/address.ts'
import { toMicrodegrees } from '../../data/geometry/multipolygon.ts'
import type { StateCode } from '../../data/schema/vocabulary.ts'
import { foldHouseNumber } from '../../data/street/house-number.ts'
import type { MicroPoint } from '../../data/street/number-range.ts'
import { foldStreet, nameOf, type Street, toWords } from '../../data/street/street.ts'
import { type CsvRow, readCsvRows } from '../read/csv-rows.ts'
import { isObject } from '../read/json.ts'
import { readJsonLines } from '../read/json-lines.ts'
import { type FetchedFile, type Sink, SourceError, type SourceReader } from '../read/source.ts'
import { readZip } from '../read/zip.ts'
import { countLeftOut, type LeftOutFault } from './left-out.ts'

const COLUMNS = ['NUMBER', 'STREET', 'CITY', 'POSTCODE'] as const
const POINT = /^POINT ?\(\s*(-?[\d.]+)\s+(-?[\d.]+)\s*\)$/

interface Packed {
  street: StreetOfPlace
  points: PointPacker
  line: number
}

/**
 * Writes `address_point` rows: one per street, with its ZIP code and city if the file has them. Counts and leaves out a line
 * without number, street or point; units of a house are merged. Throws SourceError for a file of another layout.
 */
export const readOpenAddresses: SourceReader = async (files, { source, states }, sink) => {
  const [state] = source.states
  if (state === undefined || source.states.length > 1)
    throw new SourceError(`covers the states ${source.states.join(', ')}, expected one state`, { file: source.id })
  if (!states.has(state)) return
  for (const file of files)
    for (const table of await listTables(file)) {
      const streets = new Map<string, Packed>()
      const leftOut = countLeftOut(sink, table.name)
      const folds = createFolds()
      let records = 0
      for await (const row of readAddresses(table)) {
        records++
        const read = readRow(row, folds)
        if ('reason' in read) leftOut.count(read, row.line)
        else addRow(streets, state, row.line, read)
      }
      leftOut.tell()
      sink.records?.(table.name, records)
      writeRows(streets, sink, table.name)
    }
}

async function listTables(file: FetchedFile): Promise<{ name: string; bytes: Uint8Array }[]> {
  if (!/\.zip$/i.test(file.name)) return [file]
  const tables = [...(await readZip(file))].filter(([name]) => /\.csv$/i.test(name) && !/(^|\/)__MACOSX\//.test(name))
  if (tables.length === 0) throw new SourceError('holds no .csv, expected at least one', { file: file.name })
  return tables.map(([name, bytes]) => ({ name: `${file.name}/${name}`, bytes }))
}

/** A record's texts by the name of its column, or undefined for a ragged line. */
interface AddressRow {
  line: number
  textOf: ((name: string) => string) | undefined
  /** The column that a missing point is reported of. */
  placed: string
}

async function* readAddresses(table: { name: string; bytes: Uint8Array }): AsyncGenerator<AddressRow> {
  if (/\.(geo)?json$/i.test(table.name)) yield* readFeatures(table)
  else {
    let first = true
    for await (const row of readCsvRows(table)) {
      if (first) requireColumns(table.name, row)
      first = false
      const { line, places, fields } = row
      const textOf = fields && ((name: string) => fields[places.get(name) ?? -1] ?? '')
      yield { line, textOf, placed: places.has('GEOM') ? 'GEOM' : 'LON' }
    }
  }
}

/** The properties have the names of the columns in lower case. */
function* readFeatures(table: { name: string; bytes: Uint8Array }): Generator<AddressRow> {
  for (const { line, value } of readJsonLines(table)) {
    const { type, properties, geometry } = value
    if (type !== 'Feature' || !isObject(properties) || !('number' in properties) || !('street' in properties))
      throw new SourceError('holds no Feature with the properties number and street on this line', {
        file: table.name,
        line,
      })
    const [lng, lat] = isObject(geometry) && Array.isArray(geometry.coordinates) ? geometry.coordinates : []
    const texts: Record<string, unknown> = { ...properties, lon: lng, lat }
    yield { line, textOf: (name) => toText(texts[name.toLowerCase()]), placed: 'geometry' }
  }
}

function toText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
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

function addRow(streets: Map<string, Packed>, state: StateCode, line: number, { number, point, ...of }: Read): void {
  const street = { ...of, state }
  const key = Object.values(street).join('|')
  const packed = streets.get(key) ?? { street, points: packPoints(), line }
  streets.set(key, packed)
  packed.points.add(number, point)
}

type Read = Omit<StreetOfPlace, 'state'> & { number: string; point: MicroPoint }

function readRow({ textOf, placed }: AddressRow, { foldStreet, foldCity }: Folds): Read | LeftOutFault {
  if (!textOf) return { reason: 'ragged-line', field: null }
  const number = foldHouseNumber(textOf('NUMBER'))
  if (number === undefined) return { reason: 'no-house-number', field: 'NUMBER' }
  const street = foldStreet(textOf('STREET'))
  if (!street) return { reason: 'no-street', field: 'STREET' }
  const point = findPoint(textOf)
  if (!point) return { reason: 'no-point', field: placed }
  const zip = /^\d{5}(?=$|-?\d{4}$)/.exec(textOf('POSTCODE').trim())?.[0] ?? ''
  return { ...street, zip, city: foldCity(textOf('CITY')), number, point }
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
function findPoint(textOf: (name: string) => string): MicroPoint | undefined {
  const [, x, y] = POINT.exec(textOf('GEOM')) ?? [null, textOf('LON'), textOf('LAT')]
  const [lng, lat] = [Number(x || 'none'), Number(y || 'none')]
  if (!(Math.abs(lng) <= 180 && Math.abs(lat) <= 90) || (lng === 0 && lat === 0)) return undefined
  return { lng: toMicrodegrees(lng), lat: toMicrodegrees(lat) }
}

function writeRows(streets: ReadonlyMap<string, Packed>, sink: Sink, file: string): void {
  for (const { street, points, line } of streets.values())
    sink.row('address_point', { ...street, points: points.bytes() }, { file, line })
}
