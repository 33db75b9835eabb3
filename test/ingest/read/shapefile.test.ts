import { describe, expect, it } from 'vitest'
import type { Issue } from '../../../data/store/source-read.ts'
import { readShapefile } from '../../../ingest/read/shapefile.ts'
import { SourceError } from '../../../ingest/read/source.ts'
import { makeDbf, makeShp, type Ring } from './shapefile-bytes.ts'
import { makeZip, type ZipEntry } from './zip-bytes.ts'

// biome-ignore format: a ring a line
const clockwise: Ring = [[-78, 35], [-78, 36], [-77, 36], [-77, 35], [-78, 35]]
// biome-ignore format: a ring a line
const hole: Ring = [[-77.8, 35.2], [-77.2, 35.2], [-77.2, 35.8], [-77.8, 35.2]]
const shp = makeShp([[clockwise], [clockwise, hole]])
const dbf = makeDbf(['Ward 1', 'Peña'])
const utf8 = { name: 'wards.cpg', content: 'UTF-8' }

async function read(entries: readonly ZipEntry[] | Buffer, sink?: { issue: (issue: Issue) => void }) {
  const bytes = Buffer.isBuffer(entries) ? entries : makeZip(entries)
  const features = []
  for await (const feature of readShapefile({ name: 'wards.zip', bytes, url: 'x' }, sink)) features.push(feature)
  return features
}
const zip = (shapes: Uint8Array, attributes: Uint8Array, ...more: ZipEntry[]): Buffer =>
  makeZip([{ name: 'wards.shp', content: shapes }, { name: 'wards.dbf', content: attributes }, ...more])

describe('readShapefile', () => {
  it('joins shapes and attributes, holes in their polygons', async () => {
    expect(await read(zip(shp, dbf, utf8))).toEqual([
      { line: null, nth: 1, properties: { NAME: 'Ward 1' }, polygons: [[clockwise]] },
      { line: null, nth: 2, properties: { NAME: 'Peña' }, polygons: [[clockwise, hole]] },
    ])
  })

  it('finds its parts whatever their case and folder, and reads windows-1252 where no .cpg says otherwise', async () => {
    const upper = makeDbf(['Ward 1', Buffer.from([0x93, 0x50, 0xf1, 0x94])])
    const [, second] = await read([
      { name: 'tl/WARDS.SHP', content: shp },
      { name: 'tl/wards.DBF', content: upper },
    ])
    expect(second?.properties.NAME).toBe('“Pñ”')
  })

  it.each(['UTF-8', 'utf8', '65001'])('reads UTF-8 where the .cpg says %s', async (content) => {
    const [, second] = await read(zip(shp, dbf, { name: 'wards.cpg', content }))
    expect(second?.properties.NAME).toBe('Peña')
  })

  it('records an issue for an empty shape', async () => {
    const issues: Issue[] = []
    const features = await read(zip(makeShp([null, [clockwise]]), dbf, utf8), { issue: (issue) => issues.push(issue) })
    expect(features.map(({ properties }) => properties.NAME)).toEqual(['Peña'])
    expect(issues).toMatchObject([{ code: 'no-geometry', file: 'wards.zip', severity: 'refused' }])
  })

  it.each<[string, Buffer, RegExp]>(
    // biome-ignore format: a case a line
    [
      ['a zip without .dbf', makeZip([{ name: 'wards.shp', content: shp }]), /has wards\.shp without wards\.dbf/],
      ['a zip without .shp', makeZip([{ name: 'wards.dbf', content: dbf }]), /has 0 \.shp files, expected one; it holds wards\.dbf/],
      ['another layer’s .dbf', makeZip([{ name: 'wards.shp', content: shp }, { name: 'anc.dbf', content: dbf }]), /without wards\.dbf/],
      ['two .shp', zip(shp, dbf, { name: 'b.shp', content: shp }), /has 2 \.shp files, expected one/],
      ['a truncated .shp', zip(shp.subarray(0, -16), dbf), /wards\.shp: has 424 bytes, but its header says 440: it is truncated/],
      ['a truncated .dbf', zip(shp, dbf.subarray(0, -9)), /wards\.dbf: has 99 bytes, expected 107 by its header/],
      ['fewer attributes than shapes', zip(shp, makeDbf(['Ward 1'])), /wards\.shp has 2 records, and .*wards\.dbf has 1/],
      ['more attributes than shapes', zip(shp, makeDbf(['a', 'b', 'c'])), /wards\.shp has 2 records, and .*wards\.dbf has 3/],
      ['attributes that are not UTF-8', zip(shp, makeDbf(['a', Buffer.from([0xf1])]), utf8), /record 2: field NAME .* not utf-8/],
      ['garbage for a .shp', zip(Buffer.from('garbage'), dbf), /wards\.shp: is not a \.shp file/],
      ['garbage for a .dbf', zip(shp, Buffer.alloc(200, 7)), /wards\.dbf: is damaged/],
      ['a projected file', zip(makeShp([[[[635_000, 224_000], [635_000, 225_000], [636_000, 225_000], [635_000, 224_000]]]]), makeDbf(['a'])), /expected longitude and latitude/],
    ],
  )('refuses %s', async (_, bytes, message) => {
    await expect(read(bytes)).rejects.toThrow(SourceError)
    await expect(read(bytes)).rejects.toThrow(message)
  })

  it('never drops features silently, wherever the .shp is damaged', async () => {
    for (let at = 0; at < shp.length; at++) {
      const damaged = Buffer.from(shp)
      damaged.writeUInt8((shp[at] ?? 0) ^ 0xff, at)
      try {
        expect(await read(zip(damaged, dbf, utf8)), `byte ${at}`).toHaveLength(2)
      } catch (error) {
        expect(error, `byte ${at}`).toBeInstanceOf(SourceError)
      }
    }
  })
})
