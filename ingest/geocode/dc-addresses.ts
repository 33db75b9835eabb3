// Reads the District of Columbia's address points: the table of its Master Address Repository, with the address as one text.

import { readCsvRows } from '../read/csv-rows.ts'
import { type FetchedFile, SourceError } from '../read/source.ts'
import { type AddressRecord, readAddressPoints } from './address-points.ts'

const COLUMNS = ['MAR_ID', 'ADDRESS', 'LATITUDE', 'LONGITUDE'] as const
/** Absent from some extracts. */
const ZIP = 'ZIPCODE'
const FIELDS = { number: 'ADDRESS', street: 'ADDRESS', point: 'LATITUDE' }
/** `1600 PENNSYLVANIA AVENUE NW`, `16 1/2 16TH STREET NE`, `1301A L STREET NW` */
const ADDRESS = /^(\d+(?: 1\/2)?(?:-?[A-Z](?= ))?) +(\S.*)$/

/** Throws SourceError for a file of another layout. */
export const readDcAddresses = readAddressPoints((file) => [{ name: file.name, records: readLines(file) }])

async function* readLines(file: FetchedFile): AsyncGenerator<AddressRecord> {
  let first = true
  for await (const { line, places, fields } of readCsvRows(file)) {
    const missing = COLUMNS.filter((name) => !places.has(name))
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
