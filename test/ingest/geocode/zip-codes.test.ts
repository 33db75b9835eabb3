import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openWarehouse } from '../../../data/store/warehouse.ts'
import { geocodeSources } from '../../../ingest/geocode/sources.ts'
import { openFolder } from '../../temporary.ts'
import { collect, loadSource } from '../boundary/collect.ts'
import { makeZip } from '../read/zip-bytes.ts'
import { fileOf } from '../run-reader.ts'

const geonames = loadSource(geocodeSources, 'geonames-zip')

function line(zip: string, state: string, { fips = '183', lat = '35.7727', lng = '-78.6324' } = {}): string {
  return ['US', zip, 'Raleigh', 'State', state, 'Wake', fips, '', '', lat, lng, '4'].join('\t')
}

it('ZIP codes have place, county and point; those without a state are counted', async () => {
  const lines = [
    line('27601', 'NC'),
    line('09001', ''),
    line('09002', ''),
    line('96960', 'MH'),
    line('20001', 'DC', { fips: '' }),
  ]
  const { zip, issues } = await collect(geonames, { files: [fileOf('US.txt', `${lines.join('\n')}\n`)] })
  expect(zip).toEqual([
    { zip: '27601', state: 'NC', place_name: 'Raleigh', county_geoid: '37183', lat: 35.7727, lng: -78.6324 },
    { zip: '20001', state: 'DC', place_name: 'Raleigh', county_geoid: null, lat: 35.7727, lng: -78.6324 },
  ])
  expect(issues.map(({ code, value, message }) => [code, value, message.split(' ')[0]])).toEqual([
    ['no-state', '', '2'],
    ['no-state', 'MH', '1'],
  ])
})

it('ZIP codes are read from the zip that GeoNames publishes, too', async () => {
  const text = `${line('27601', 'NC')}\n`
  const zipped = makeZip([
    { name: 'readme.txt', content: 'This readme describes the GeoNames Postal Code dataset.' },
    { name: 'US.txt', content: text },
  ])
  const files = (bytes: Uint8Array) => [{ ...fileOf('US.txt', ''), bytes }]
  expect((await collect(geonames, { files: files(zipped) })).zip).toEqual(
    (await collect(geonames, { files: [fileOf('US.txt', text)] })).zip,
  )
  const other = makeZip([{ name: 'CA.txt', content: text }])
  await expect(collect(geonames, { files: files(other) })).rejects.toThrow('holds no US.txt')
})

it('ZIP codes are refused without five digits or a point, and read once', async () => {
  const lines = [
    line('2760', 'NC'),
    line('27602', 'NC', { lat: '' }),
    line('27603', 'NC', { lng: '-781' }),
    line('27601', 'NC'),
    line('27601', 'NC'),
    'US\t27601',
  ]
  const { zip, issues } = await collect(geonames, { files: [fileOf('US.txt', `${lines.join('\n')}\n`)] })
  expect(zip.map((row) => row.zip)).toEqual(['27601'])
  expect(issues.map(({ code, line }) => [code, line])).toEqual([
    ['invalid-zip', 1],
    ['invalid-zip', 2],
    ['invalid-zip', 3],
    ['repeated-zip', 5],
    ['ragged-line', 6],
  ])
})

const areas = loadSource(geocodeSources, 'zcta-county-2020')
const ranges = loadSource(geocodeSources, 'zip-county-2025')

describe('ZIP areas and their counties', () => {
  it('are read as pairs for the requested states, including counties of other states', async () => {
    const text = `zcta,state_usps,county_fips
57642,sd,46031
57642,nd,38085
20001,dc,11001
`
    const { zip_county, issues } = await collect(areas, { files: [fileOf('z.csv', text)], states: ['SD', 'ND'] })
    expect(zip_county).toEqual([
      { zip: '57642', state: 'SD', county_geoid: '46031', range_count: null },
      { zip: '57642', state: 'ND', county_geoid: '38085', range_count: null },
    ])
    expect(issues).toEqual([])
  })

  it("are read in the Census Bureau's own layout, counties without a ZIP area left out", async () => {
    const text = `\uFEFFOID_ZCTA5_20|GEOID_ZCTA5_20|NAMELSAD_ZCTA5_20|OID_COUNTY_20|GEOID_COUNTY_20|NAMELSAD_COUNTY_20
221404202003034|57642|ZCTA5 57642|27590463727219|46031|Corson County
|||27590463727219|02282|Yakutat City and Borough
`
    const { zip_county, issues } = await collect(areas, { files: [fileOf('tab20.txt', text)] })
    expect(zip_county).toEqual([{ zip: '57642', state: 'SD', county_geoid: '46031', range_count: null }])
    expect(issues).toEqual([])
  })

  it('are refused without five digits, or in no state', async () => {
    const text = 'zcta,county_fips\n5764,46031\n57642,4603\n57642,03001\n'
    const { zip_county, issues } = await collect(areas, { files: [fileOf('z.csv', text)] })
    expect(zip_county).toEqual([])
    expect(issues.map(({ code, line, value }) => [code, line, value])).toEqual([
      ['invalid-zip-county', 2, '5764 46031'],
      ['invalid-zip-county', 3, '57642 4603'],
      ['invalid-zip-county', 4, '57642 03001'],
    ])
  })
})

/** A Parquet file as DuckDB writes it. */
async function parquetFile(rows: string) {
  const folder = openFolder()
  const warehouse = await openWarehouse(join(folder, 'work.duckdb'), { threads: 1 })
  try {
    await warehouse.run(`COPY (${rows}) TO '${join(folder, 'r.parquet')}' (FORMAT parquet)`)
    return { name: 'r.parquet', url: '', bytes: readFileSync(join(folder, 'r.parquet')) }
  } finally {
    await warehouse.close()
  }
}

it('counties of address ranges are read with the number of ranges', async () => {
  const file = await parquetFile(`
      SELECT * FROM (VALUES ('46031', '57642', 120), ('38085', '57642', 3), ('38085', '5764', 3), ('38085', '57643', 0))
        AS row (county_fips, ZIP, n_ranges)`)
  const { zip_county, issues } = await collect(ranges, { files: [file] })
  expect(zip_county).toEqual([
    { zip: '57642', state: 'SD', county_geoid: '46031', range_count: 120 },
    { zip: '57642', state: 'ND', county_geoid: '38085', range_count: 3 },
  ])
  expect(issues.map(({ code, line }) => [code, line])).toEqual([
    ['invalid-zip-county', 3],
    ['invalid-zip-county', 4],
  ])
})

it('counties of address ranges need their columns', async () => {
  const file = await parquetFile("SELECT '46031' AS county, '57642' AS ZIP")
  await expect(collect(ranges, { files: [file] })).rejects.toThrow(
    'r.parquet: has no column "county_fips", "n_ranges"; it has "county", "ZIP"',
  )
})

it('counties of address ranges are refused if the file is not Parquet', async () => {
  await expect(collect(ranges, { files: [fileOf('r.parquet', 'PAR1 and no more')] })).rejects.toThrow(
    'r.parquet: cannot be read as Parquet',
  )
})
