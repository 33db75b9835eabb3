// Writes the addresses part: streets, the points of their house numbers, and ranges along their lines. Reads in pieces,
// because there are millions of rows.

import { unpackPoints, unpackRanges } from '../../data/core/address.ts'
import { type PartValue, type PartWriter, writePartInPieces } from '../../data/store/part.ts'
import type { Warehouse } from '../../data/store/warehouse.ts'
import { nameOf, toWords } from '../../data/street/street.ts'
import { runSql } from '../sql/run-sql.ts'

/** Streets held in memory at once. */
const STREETS_PER_PIECE = 20_000

const STREET_COLUMNS = ['street_id', 'name_id', 'state', 'zip', 'city', 'prefix', 'suffix', 'postfix'] as const
const POINT_COLUMNS = ['name_id', 'value', 'lead', 'tail', 'street_id', 'lng', 'lat'] as const
const RANGE_COLUMNS = ['street_id', 'lead', 'low', 'high', 'range'] as const

interface Packed {
  street_id: number
  name_id: number
  packed: Uint8Array
}

export async function writeAddressPart(
  warehouse: Warehouse,
  folder: string,
  streetsPerPiece = STREETS_PER_PIECE,
): Promise<{ sha256: string; bytes: number }> {
  await runSql(warehouse, '97_address')
  try {
    return await writePartInPieces(folder, 'addresses', (writer) => fill(warehouse, writer, streetsPerPiece))
  } finally {
    // These tables are a second copy of core's data.
    await warehouse.run('DROP TABLE out.packed_point; DROP TABLE out.packed_range; DROP TABLE out.street')
  }
}

async function fill(warehouse: Warehouse, { insert }: PartWriter, streetsPerPiece: number): Promise<void> {
  const [counted] = await warehouse.all<{ streets: number }>('SELECT count(*) AS streets FROM out.street')
  const streets = counted?.streets ?? 0
  const states = await warehouse.all<{ state: string }>('SELECT DISTINCT state FROM out.street ORDER BY state')
  insert(
    'address_state',
    ['state'],
    states.map(({ state }) => [state]),
  )
  insert('zip_city', ['zip', 'state', 'city'], await readZipCities(warehouse))
  for (let after = 0; after < streets; after += streetsPerPiece) {
    const piece = { after, to: after + streetsPerPiece }
    const rows = await warehouse.all<Record<(typeof STREET_COLUMNS)[number], PartValue>>(
      `SELECT ${STREET_COLUMNS.join(', ')} FROM out.street WHERE street_id > $after AND street_id <= $to ORDER BY street_id`,
      piece,
    )
    insert(
      'street',
      STREET_COLUMNS,
      rows.map((row) => STREET_COLUMNS.map((column) => row[column])),
    )
    const names = await warehouse.all<{ name_id: number; name: string }>(
      `SELECT name_id, any_value(name) AS name
      FROM out.street
      WHERE street_id > $after AND street_id <= $to AND NOT named_before
      GROUP BY name_id
      ORDER BY name_id`,
      piece,
    )
    insert(
      'street_name',
      ['name_id', 'name'],
      names.map(({ name_id, name }) => [name_id, name]),
    )
    insert('address_point', POINT_COLUMNS, distinct(await readPacked(warehouse, 'out.packed_point', piece), pointsOf))
    insert('address_range', RANGE_COLUMNS, distinct(await readPacked(warehouse, 'out.packed_range', piece), rangesOf))
  }
}

function readPacked(warehouse: Warehouse, table: string, piece: { after: number; to: number }): Promise<Packed[]> {
  return warehouse.all<Packed>(
    `SELECT street_id, name_id, packed
    FROM ${table}
    WHERE street_id > $after AND street_id <= $to
    ORDER BY street_id, source_id, file, line`,
    piece,
  )
}

type Row = readonly PartValue[]

function* pointsOf({ street_id, name_id, packed }: Packed): Generator<Row> {
  for (const { value, lead, tail, lng, lat } of unpackPoints(packed))
    yield [name_id, value, lead, tail, street_id, lng, lat]
}

function* rangesOf({ street_id, packed }: Packed): Generator<Row> {
  for (const { lead, low, high, range } of unpackRanges(packed)) yield [street_id, lead, low, high, range]
}

/** Removes duplicates from several sources, or from several units of one house. @param packed rows of one street */
function* distinct(packed: readonly Packed[], rowsOf: (one: Packed) => Iterable<Row>): Generator<Row> {
  let street = 0
  let seen = new Set<string>()
  for (const one of packed) {
    if (one.street_id !== street) seen = new Set()
    street = one.street_id
    for (const row of rowsOf(one)) {
      const key = row
        .map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value))
        .join(' ')
      if (seen.has(key)) continue
      seen.add(key)
      yield row
    }
  }
}

/** The Postal Service's city name of each ZIP code. */
async function readZipCities(warehouse: Warehouse): Promise<Row[]> {
  const rows = await warehouse.all<{ zip: string; state: string; place_name: string }>(
    'SELECT DISTINCT zip, state, place_name FROM core.zip SEMI JOIN out.street USING (zip, state) ORDER BY zip, state, place_name',
  )
  const cities = rows.map(({ zip, state, place_name }): [string, string, string] => [
    zip,
    state,
    nameOf(toWords(place_name)),
  ])
  return [...new Map(cities.map((row) => [row.join(' '), row])).values()]
}
