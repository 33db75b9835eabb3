// Reads address points of OpenAddresses: GeoJSON with one Feature per line, its present format, or comma-separated text, mostly in a zip,
// with LON and LAT, or with GEOM.

import { type CsvRow, readCsvRows } from '../read/csv-rows.ts'
import { isObject } from '../read/json.ts'
import { readJsonLines } from '../read/json-lines.ts'
import { type FetchedFile, SourceError } from '../read/source.ts'
import { readZip } from '../read/zip.ts'
import { type AddressRecord, type AddressTable, readAddressPoints } from './address-points.ts'

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
