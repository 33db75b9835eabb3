import { describe, expect, it } from 'vitest'
import { readDcAddresses, readOpenAddresses } from '../../../ingest/geocode/address-points.ts'
import type { FetchedFile } from '../../../ingest/read/source.ts'
import { makeZip } from '../read/zip-bytes.ts'
import { readAddresses } from './addresses.ts'

const HEADER = 'LON,LAT,NUMBER,STREET,UNIT,CITY,DISTRICT,REGION,POSTCODE,ID,HASH'

function file(...lines: string[]): FetchedFile {
  return { name: 'a.csv', bytes: Buffer.from(`${lines.join('\n')}\n`), url: 'https://example.org/a.csv' }
}

const read = (...files: FetchedFile[]) => readAddresses(readOpenAddresses, files, ['CA'])

describe('address points', () => {
  it('are one row for each folded street, ZIP code and city; units belong to their house', async () => {
    const { points, issues, records } = await read(
      file(
        HEADER,
        '-122.2371548,37.7468954,516,CENTRE CT,,ALAMEDA,,,94502,1,',
        '-122.2371549,37.7468955,0518,Centre Court,APT 2,Alameda,,,945021234,2,',
        '-122.2,37.7,3536.5,N MAIN ST,,,,,,3,',
        '-122.2,37.7,12-A,N MAIN ST,,,,,,4,',
      ),
    )
    expect(points).toEqual({
      'CA|94502|alameda||ctr|ct|': ['516|-122237155|37746895', '518|-122237155|37746896'],
      'CA|||n|main|st|': ['3536 1/2|-122200000|37700000', '12a|-122200000|37700000'],
    })
    expect([issues, records]).toEqual([[], 4])
  })

  it('may also come as GEOM, and in a zip with other files', async () => {
    const table = 'GEOM,NUMBER,STREET,UNIT,CITY,DISTRICT,REGION,POSTCODE,ID\nPOINT(-122.5 37.25),1,OAK ST,,,,,94502,\n'
    const bytes = makeZip([
      { name: 'us/ca/a.csv', content: table },
      { name: 'us/ca/a.vrt', content: '<x/>' },
    ])
    const { points } = await read({ name: 'a.zip', bytes, url: '' })
    expect(points).toEqual({ 'CA|94502|||oak|st|': ['1|-122500000|37250000'] })
    const none = { name: 'a.zip', bytes: makeZip([{ name: 'a.vrt', content: '' }]), url: '' }
    await expect(read(none)).rejects.toThrow('a.zip: holds no .csv')
  })

  it('may also come as GeoJSON, one Feature a line', async () => {
    const feature = (properties: object, coordinates: unknown = [-122.5, 37.25], more: object = {}) =>
      JSON.stringify({ type: 'Feature', properties, geometry: { type: 'Point', coordinates }, ...more })
    const own = { hash: '1a', unit: '', district: '', region: 'CA', id: '' }
    const lines = [
      feature({ ...own, number: '516', street: 'CENTRE CT', city: 'ALAMEDA', postcode: '94502-1234' }),
      feature({ ...own, number: 12, street: 'Oak St', city: null, postcode: '94502' }),
      '',
      feature({ ...own, number: '', street: 'SECRET ST', city: '', postcode: '' }),
      feature({ ...own, number: '1', street: 'SECRET ST', city: '', postcode: '' }, null),
    ]
    const geojson = (text: string): FetchedFile => ({ name: 'source.geojson', bytes: Buffer.from(text), url: '' })
    const { points, issues, records } = await read(geojson(`${lines.join('\n')}\n`))
    expect(points).toEqual({
      'CA|94502|alameda||ctr|ct|': ['516|-122500000|37250000'],
      'CA|94502|||oak|st|': ['12|-122500000|37250000'],
    })
    expect(issues.map(({ code, line, field }) => [code, line, field])).toEqual([
      ['no-house-number', 4, 'number'],
      ['no-point', 5, 'geometry'],
    ])
    expect(records).toBe(4)
    expect(JSON.stringify(issues)).not.toContain('SECRET')
    for (const [text, message] of [
      [`${lines[0]}\n{"type":"Feat`, /source\.geojson:2: ends too early/],
      [`${lines[0]}\n[1]\n`, /source\.geojson:2: holds no object on this line/],
      ['{"type":"FeatureCollection","features":[]}\n', /source\.geojson:1: holds no Feature with the properties/],
      [
        `{"type":"Feature","properties":{"a":"${'x'.repeat(1_000_001)}"}}`,
        /source\.geojson:1: has more than 1000000 characters/,
      ],
    ] as const)
      await expect(read(geojson(text))).rejects.toThrow(message)
  })

  it('without number, street or point are counted, and never quoted', async () => {
    const { points, issues } = await read(
      file(
        HEADER,
        '-122,37,,SECRET ST,,,,,,,',
        '-122,37,s/n,SECRET ST,,,,,,,',
        '-122,37,1,,,,,,,,',
        '0,0,1,SECRET ST,,,,,,,',
        ',,1,SECRET ST,,,,,,,',
        '-122,,1,SECRET ST,,,,,,,',
        ',37,1,SECRET ST,,,,,,,',
        '-122,97,1,SECRET ST,,,,,,,',
        '-122,37,1',
      ),
    )
    expect(points).toEqual({})
    expect(issues.map(({ code, line, message }) => [code, line, message.split(' ')[0]])).toEqual([
      ['no-house-number', 2, '2'],
      ['no-street', 4, '1'],
      ['no-point', 5, '5'],
      ['ragged-line', 10, '1'],
    ])
    expect(JSON.stringify(issues)).not.toContain('SECRET')
  })

  it('of another layout or encoding stop the source, and a wrong quote costs its line', async () => {
    await expect(read(file('LON,LAT,NUMBER,STREET', '1,2,3,A'))).rejects.toThrow('has no column CITY, POSTCODE')
    await expect(read(file('NUMBER,STREET,CITY,POSTCODE', '1,2,3,A'))).rejects.toThrow('LON and LAT, or GEOM')
    const { points, issues } = await read(file(HEADER, '1,2,3,"SECRET,,,,,,,'))
    expect(points).toEqual({})
    expect(issues.map(({ code }) => code)).toEqual(['ragged-line'])
    expect(JSON.stringify(issues)).not.toContain('SECRET')
    await expect(read({ ...file(), bytes: Buffer.from([...Buffer.from(`${HEADER}\n`), 0xff, 0x0a]) })).rejects.toThrow(
      'UTF-8',
    )
    await expect(read({ ...file(), bytes: Buffer.alloc(0) })).rejects.toThrow('is empty')
  })

  it('of a state that is not requested are not read', async () => {
    const { points } = await readAddresses(readOpenAddresses, [file(HEADER, '-122,37,1,OAK ST,,,,,,,')], ['CA'], [])
    expect(points).toEqual({})
  })
})

const DC_HEADER = 'X,Y,MAR_ID,ADDRESS,SSL,WARD,ANC,SMD,ZIPCODE,LATITUDE,LONGITUDE'
const dcFile = (...lines: string[]): FetchedFile => ({
  name: 'Address_Points.csv',
  bytes: Buffer.from(`\uFEFF${lines.join('\r\n')}\r\n`),
  url: '',
})
const readDc = (...lines: string[]) => readAddresses(readDcAddresses, [dcFile(...lines)], ['DC'])

it('splits the one text of an address into its number and its street, with the quadrant', async () => {
  const { points, issues, records } = await readDc(
    DC_HEADER,
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
  expect(records).toBe(7)
})

it('refuses another layout', async () => {
  await expect(readDc('MAR_ID,ADDRESS,XCOORD,YCOORD', '1,1 A STREET NE,1,2')).rejects.toThrow(
    'Address_Points.csv:1: has no column LATITUDE, LONGITUDE, expected the columns of the address points',
  )
})
