import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { findSource, findSources, kindOf } from '../../../ingest/engine/registry.ts'
import { readDcAddresses } from '../../../ingest/geocode/address-points.ts'
import type { FetchedFile } from '../../../ingest/read/source.ts'
import { readAddresses } from './addresses.ts'

const HEADER = 'X,Y,MAR_ID,ADDRESS,SSL,WARD,ANC,SMD,ZIPCODE,LATITUDE,LONGITUDE'
const file = (...lines: string[]): FetchedFile => ({
  name: 'Address_Points.csv',
  bytes: Buffer.from(`\uFEFF${lines.join('\r\n')}\r\n`),
  url: '',
})
const read = (...lines: string[]) => readAddresses(readDcAddresses, [file(...lines)], ['DC'])

it('splits the one text of an address into its number and its street, with the quadrant', async () => {
  const { points, issues, records } = await read(
    HEADER,
    '1,2,1,100 EXAMPLE AVENUE NW,0001    0001,Ward 2,ANC 2A,SMD 2A01,20001,38.9,-77.03',
    '1,2,2,102 Example Avenue NW,,,,,20001,38.91,-77.04',
    '1,2,3,5 A STREET NE,,,,,20002,38.92,-77.05',
    '1,2,4,16 1/2 16TH STREET NE,,,,,20002,38.93,-77.06',
    '1,2,5,1301A L STREET NW,,,,,,38.94,-77.07',
    '1,2,6,SECRET ALLEY NW,,,,,20001,38.95,-77.08',
    '1,2,7,1 SECRET STREET NW,,,,,20001,,',
  )
  expect(points).toEqual({
    'DC|20001|washington||example|ave|nw': ['100|-77030000|38900000', '102|-77040000|38910000'],
    'DC|20002|washington||a|st|ne': ['5|-77050000|38920000'],
    'DC|20002|washington||16|st|ne': ['16 1/2|-77060000|38930000'],
    'DC||washington||l|st|nw': ['1301a|-77070000|38940000'],
  })
  expect(issues.map(({ code, line, field }) => [code, line, field])).toEqual([
    ['no-house-number', 7, 'ADDRESS'],
    ['no-point', 8, 'LATITUDE'],
  ])
  expect(JSON.stringify(issues)).not.toContain('SECRET')
  expect(records).toEqual({ 'Address_Points.csv': 7 })
})

it('refuses another layout', async () => {
  await expect(read('MAR_ID,ADDRESS,XCOORD,YCOORD', '1,1 A STREET NE,1,2')).rejects.toThrow(
    'Address_Points.csv:1: has no column LATITUDE, LONGITUDE, expected the columns of the address points',
  )
})

it('is asked of its publisher, and of a mirror that has it', () => {
  const mirror = mkdtempSync(join(tmpdir(), 'hustings-mirror-'))
  try {
    const has = (from: string | null) =>
      findSources({ mirror: from, year: 2026 }).some(({ id }) => id === 'dc-addresses')
    expect([has(null), has(mirror)]).toEqual([true, false])
    mkdirSync(join(mirror, 'geocode', 'dc_addresses'), { recursive: true })
    writeFileSync(join(mirror, 'geocode', 'dc_addresses', 'Address_Points.csv.gz'), '')
    expect(has(mirror)).toBe(true)
    expect(findSource('dc-addresses')).toMatchObject({ states: ['DC'], seen: false })
    expect(kindOf({ id: 'dc-addresses' })).toBe('addresses')
  } finally {
    rmSync(mirror, { recursive: true })
  }
})
