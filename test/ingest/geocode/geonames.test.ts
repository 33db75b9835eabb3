import { describe, expect, it } from 'vitest'
import { geocodeSources } from '../../../ingest/geocode/sources.ts'
import { collect, countCodes, hasMirror, loadSource, textFile } from '../boundary/collect.ts'
import { makeZip } from '../read/zip-bytes.ts'

const geonames = loadSource(geocodeSources, 'geonames-zip')

function line(zip: string, state: string, { fips = '183', lat = '35.7727', lng = '-78.6324' } = {}): string {
  return ['US', zip, 'Raleigh', 'State', state, 'Wake', fips, '', '', lat, lng, '4'].join('\t')
}

describe('ZIP codes', () => {
  it('have place, county and point; those without a state are counted', async () => {
    const lines = [
      line('27601', 'NC'),
      line('09001', ''),
      line('09002', ''),
      line('96960', 'MH'),
      line('20001', 'DC', { fips: '' }),
    ]
    const { zip, issues } = await collect(geonames, { files: [textFile('US.txt', `${lines.join('\n')}\n`)] })
    expect(zip).toEqual([
      { zip: '27601', state: 'NC', place_name: 'Raleigh', county_geoid: '37183', lat: 35.7727, lng: -78.6324 },
      { zip: '20001', state: 'DC', place_name: 'Raleigh', county_geoid: null, lat: 35.7727, lng: -78.6324 },
    ])
    expect(issues.map(({ code, value, message }) => [code, value, message.split(' ')[0]])).toEqual([
      ['no-state', '', '2'],
      ['no-state', 'MH', '1'],
    ])
  })

  it('are read from the zip that GeoNames publishes, too', async () => {
    const text = `${line('27601', 'NC')}\n`
    const zipped = makeZip([
      { name: 'readme.txt', content: 'This readme describes the GeoNames Postal Code dataset.' },
      { name: 'US.txt', content: text },
    ])
    const files = (bytes: Uint8Array) => [{ ...textFile('US.txt', ''), bytes }]
    expect((await collect(geonames, { files: files(zipped) })).zip).toEqual(
      (await collect(geonames, { files: [textFile('US.txt', text)] })).zip,
    )
    const other = makeZip([{ name: 'CA.txt', content: text }])
    await expect(collect(geonames, { files: files(other) })).rejects.toThrow('holds no US.txt')
  })

  it('are refused without five digits or a point, and read once', async () => {
    const lines = [
      line('2760', 'NC'),
      line('27602', 'NC', { lat: '' }),
      line('27603', 'NC', { lng: '-781' }),
      line('27601', 'NC'),
      line('27601', 'NC'),
      'US\t27601',
    ]
    const { zip, issues } = await collect(geonames, { files: [textFile('US.txt', `${lines.join('\n')}\n`)] })
    expect(zip.map((row) => row.zip)).toEqual(['27601'])
    expect(issues.map(({ code, line }) => [code, line])).toEqual([
      ['invalid-zip', 1],
      ['invalid-zip', 2],
      ['invalid-zip', 3],
      ['repeated-zip', 5],
      ['ragged-line', 6],
    ])
  })
})

describe.skipIf(!hasMirror)('real ZIP files', () => {
  it('hold 40,977 ZIP codes of the states, 1,081 of them in North Carolina', async () => {
    const { zip, issues } = await collect(geonames)
    expect(zip).toHaveLength(40_977)
    expect(zip.filter(({ state }) => state === 'NC')).toHaveLength(1_081)
    expect(zip.filter(({ state, county_geoid }) => state === 'DC' && county_geoid === '11001')).toHaveLength(277)
    expect(countCodes(issues)).toEqual({ 'no-state': 2 })
  })

  it.each([
    ['zcta-dc', 53],
    ['zcta-de', 68],
    ['zcta-hi', 94],
    ['zcta-nh', 248],
    ['zcta-ri', 77],
    ['zcta-ct', 282],
    ['zcta-vt', 229],
  ])('%s: %i areas', async (id, areas) => {
    const { shape, issues } = await collect(loadSource(geocodeSources, id))
    expect(shape).toHaveLength(areas)
    expect(issues.filter(({ code }) => code !== 'repaired-polygon')).toEqual([])
  })
})
