// GeoPackages whose database does something.

import { Database } from '../../../data/store/sqlite.ts'
import { blobOf, makeGeoPackage } from '../read/geopackage-bytes.ts'
import { casesOf, type HostileCase } from './case.ts'

const FORM = { table: 'wards', column: 'geom', fields: ['name'] }
const square = blobOf([[[[0, 0], [1, 0], [1, 1], [0, 0]]]]) // biome-ignore format: four corners
const sound = (): Buffer => makeGeoPackage(FORM, [{ properties: { name: 'Ward 1' }, blob: square }])

function changed(...statements: string[]): Buffer {
  const database = new Database(sound())
  try {
    for (const statement of statements) database.exec(statement)
    return database.serialize()
  } finally {
    database.close()
  }
}

const ENDLESS = 'WITH RECURSIVE more(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM more)'

const INTERIOR = 5

/** All pointers of each inner page of the layer's tree lead to the next inner page: few pages, and more records than atoms. */
function repeatedPages(): Buffer {
  const rows = Array.from({ length: 1000 }, (_, nth) => ({ properties: { name: `${nth}`.padEnd(250) }, blob: square }))
  const bytes = makeGeoPackage({ ...FORM, pageSize: 512 }, rows)
  const size = bytes.readUInt16BE(16)
  const starts = Array.from({ length: bytes.length / size - 1 }, (_, nth) => (nth + 1) * size)
  const inner = starts.filter((start) => bytes[start] === INTERIOR)
  for (const [nth, start] of inner.slice(0, -1).entries()) {
    const next = (inner[nth + 1] ?? 0) / size + 1
    bytes.writeUInt32BE(next, start + 8)
    for (let cell = 0; cell < bytes.readUInt16BE(start + 3); cell++)
      bytes.writeUInt32BE(next, start + bytes.readUInt16BE(start + 12 + cell * 2))
  }
  return bytes
}

export const cases: readonly HostileCase[] = casesOf(
  'geopackage',
  // biome-ignore format: a case a line
  [
    ['a GeoPackage', sound, 1],
    [
      'a list of layers that never ends',
      () =>
        changed(
          'DROP TABLE gpkg_contents',
          `CREATE VIEW gpkg_contents AS ${ENDLESS} SELECT n AS table_name, 'features' AS data_type, n AS identifier FROM more`,
        ),
      /^wards\.gpkg\.zip: has no table gpkg_contents/,
    ],
    ['a layer that never ends', () => changed('DROP TABLE wards', `CREATE VIEW wards AS ${ENDLESS} SELECT n AS geom FROM more`), /^wards\.gpkg\.zip: has the layers of no area, expected wards/],
    ['a computed column of 500 MB, which is not computed', () => changed('ALTER TABLE wards ADD COLUMN big TEXT GENERATED ALWAYS AS (hex(zeroblob(250000000))) VIRTUAL'), 1],
    [
      'a computed name of a layer',
      () =>
        changed(
          'DROP TABLE gpkg_contents',
          'CREATE TABLE gpkg_contents (data_type TEXT, identifier TEXT, table_name TEXT GENERATED ALWAYS AS (hex(zeroblob(250000000))) VIRTUAL)',
        ),
      /^wards\.gpkg\.zip: has no column table_name in gpkg_contents/,
    ],
    ['no list of layers', () => changed('DROP TABLE gpkg_contents'), /^wards\.gpkg\.zip: has no table gpkg_contents/],
    ['pages that are there many times', repeatedPages, /^wards\.gpkg\.zip: (its records are larger than the file|cannot be read)/],
    ['a header alone', () => sound().subarray(0, 100), /^wards\.gpkg\.zip: cannot be read as a GeoPackage/],
    ['pages of nothing', () => Buffer.concat([sound().subarray(0, 100), Buffer.alloc(20_000)]), /^wards\.gpkg\.zip: /],
  ],
)
