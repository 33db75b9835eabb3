import { describe, expect, it } from 'vitest'
import type { Issue } from '../../../data/store/source-read.ts'
import type { PolygonFeature } from '../../../ingest/read/feature.ts'
import { layerProjection, parseWkb, readGeoPackage } from '../../../ingest/read/geopackage.ts'
import { square } from '../boundary/collect.ts'
import { blobOf, type GeoPackageRow, makeGeoPackage, toBlob } from './geopackage-bytes.ts'
import { makeZip } from './zip-bytes.ts'

const FORM = { table: 'Congressional_Districts', column: 'shape', fields: ['GEOID', 'NAMELSAD'] }
const row = (GEOID: string, blob: Uint8Array | null): GeoPackageRow => ({ properties: { GEOID, NAMELSAD: 'x' }, blob })
const pack = (bytes: Buffer, name = 'us.gpkg') =>
  makeZip([
    { name, content: bytes },
    { name: 'us.xml', content: '<x/>' },
  ])

async function read(bytes: Uint8Array, layer = 'Congressional Districts') {
  const issues: Issue[] = []
  const features: PolygonFeature[] = []
  const file = { name: 'us.gpkg.zip', bytes, url: 'https://example.org/us.gpkg.zip' }
  for await (const feature of readGeoPackage(file, layer, { issue: (issue) => issues.push(issue) }))
    features.push(feature)
  return { features, issues }
}

describe('a GeoPackage', () => {
  const two = [square(-79, 35), square(-77, 35)]
  const bytes = makeGeoPackage(FORM, [row('3701', blobOf([square(-80, 35)])), row('3702', blobOf(two))])

  it('gives the features of a layer, from a zip or alone', async () => {
    const { features, issues } = await read(pack(bytes))
    expect(features.map(({ properties }) => properties.GEOID)).toEqual(['3701', '3702'])
    expect(features[1]).toEqual({
      line: null,
      nth: 2,
      properties: { fid: 2, GEOID: '3702', NAMELSAD: 'x' },
      polygons: two,
    })
    expect(issues).toEqual([])
    expect(await read(bytes)).toEqual({ features, issues })
    expect(await layerProjection({ name: 'us.gpkg', bytes: pack(bytes), url: '' }, null)).toBe('EPSG:4269')
  })

  it('may give its layer another name in its list of contents', async () => {
    const other = makeGeoPackage({ ...FORM, table: 'cd', identifier: 'congressional districts' }, [
      row('3701', blobOf(two)),
    ])
    expect((await read(pack(other))).features).toHaveLength(1)
  })

  it('may have been written with a write-ahead log', async () => {
    const logged = Buffer.from(bytes).fill(2, 18, 20)
    expect((await read(pack(logged))).features).toHaveLength(2)
    expect(logged[18]).toBe(2)
  })

  it('reports features without lines', async () => {
    const empty = toBlob(Buffer.alloc(0), { empty: true })
    const { features, issues } = await read(
      pack(makeGeoPackage(FORM, [row('1', null), row('2', empty), row('3', blobOf(two))])),
    )
    expect(features).toHaveLength(1)
    expect(issues.map(({ code }) => code)).toEqual(['no-geometry', 'no-geometry'])
  })

  it.each(
    // biome-ignore format: a case a line
    [
      ['another layer', pack(makeGeoPackage({ ...FORM, table: 'Roads' }, [])), /has the layers Roads, expected Congressional Districts/],
      ['no database in the zip', pack(bytes, 'us.gdb'), /has 0 .gpkg files, expected one/],
      ['another database', pack(Buffer.from('SQLite format 3\0 and no more')), /cannot be read as a GeoPackage/],
      ['no database at all', pack(Buffer.from('GDB')), /is not a SQLite database/],
      ['a cut database', pack(bytes.subarray(0, 5000)), /cannot be read as a GeoPackage/],
      ['a geometry that is no blob of the format', pack(makeGeoPackage(FORM, [row('1', Buffer.from('POLYGON'))])), /no GeoPackage header/],
      ['projected coordinates', pack(makeGeoPackage(FORM, [row('1', blobOf([square(500, 35)]))])), /longitude and latitude/],
    ],
  )('is refused with %s', async (_, file, message) => {
    await expect(read(file)).rejects.toThrow(message)
  })

  it('is refused if the layer is a view', async () => {
    const { Database } = await import('../../../data/store/sqlite.ts')
    const database = new Database(bytes)
    database.exec('ALTER TABLE "Congressional_Districts" RENAME TO own')
    database.exec('CREATE VIEW "Congressional_Districts" AS SELECT * FROM own')
    database.exec("UPDATE gpkg_contents SET table_name = 'Congressional_Districts'")
    database.exec("UPDATE gpkg_geometry_columns SET table_name = 'Congressional_Districts'")
    await expect(read(pack(database.serialize()))).rejects.toThrow(/has the layers of no area/)
  })
})

const at = { file: 'x', line: null }
const ring = square(-79, 35)[0] ?? []

/** A big-endian polygon with heights. */
function withHeights(): Buffer {
  const bytes = Buffer.alloc(9 + 4 + ring.length * 24)
  bytes.writeUInt32BE(1003, 1)
  bytes.writeUInt32BE(1, 5)
  bytes.writeUInt32BE(ring.length, 9)
  for (const [n, [x = 0, y = 0]] of ring.entries()) {
    bytes.writeDoubleBE(x, 13 + n * 24)
    bytes.writeDoubleBE(y, 21 + n * 24)
    bytes.writeDoubleBE(100, 29 + n * 24)
  }
  return bytes
}

it('well-known binary of any byte order and with heights gives the same area', () => {
  expect(parseWkb(withHeights(), at)).toEqual([[ring]])
})

it('well-known binary of another geometry, cut, too long or with too many parts is refused', () => {
  const good = withHeights()
  const line = Buffer.from(good)
  line.writeUInt32BE(2, 1)
  expect(() => parseWkb(line, at)).toThrow(/has the type 2, expected 3/)
  for (let length = 0; length < good.length; length++)
    expect(() => parseWkb(good.subarray(0, length), at), String(length)).toThrow(/ends|ends before/)
  expect(() => parseWkb(Buffer.concat([good, Buffer.alloc(3)]), at)).toThrow(/but 136 follow|follow/)
  const many = Buffer.from(good)
  many.writeUInt32BE(0xffffffff, 5)
  expect(() => parseWkb(many, at)).toThrow(/4294967295 parts/)
})
