// Needs the publishers' files (HUSTINGS_TEST_DATA or ../shared/data).

import { describe, expect, it } from 'vitest'
import { geocodeSources } from '../../../ingest/geocode/sources.ts'
import { collect, countCodes, hasMirror, loadSource } from '../boundary/collect.ts'

describe.skipIf(!hasMirror)('real files of ZIP codes and counties', () => {
  it('hold 40,977 ZIP codes of the states, 1,081 of them in North Carolina', async () => {
    const { zip, issues } = await collect(loadSource(geocodeSources, 'geonames-zip'))
    const of = (code: string) => zip.filter(({ state }) => state === code).length
    expect([zip.length, of('NC'), of('DC'), countCodes(issues)]).toEqual([40_977, 1081, 277, { 'no-state': 2 }])
  })

  // biome-ignore format: a case a line
  it.each([
    ...[['zcta-dc', 53], ['zcta-hi', 94], ['zcta-vt', 229]],
  ] as const)('%s: %i areas', async (id, areas) => {
    const { shape, issues } = await collect(loadSource(geocodeSources, id))
    expect(shape).toHaveLength(areas)
    expect(issues.filter(({ code }) => code !== 'repaired-polygon')).toEqual([])
  })

  it('hold 46,960 pairs of 33,791 ZIP areas', async () => {
    const { zip_county, issues } = await collect(loadSource(geocodeSources, 'zcta-county-2020'))
    expect([zip_county.length, new Set(zip_county.map(({ zip }) => zip)).size, issues.length]).toEqual([
      46_960, 33_791, 0,
    ])
    expect(zip_county.filter(({ zip }) => zip === '57642').map(({ state }) => state)).toEqual(['ND', 'SD'])
  })

  it('hold 54,747 pairs of 37,005 mail ZIP codes, with 37,783,629 address ranges', async () => {
    const { zip_county, issues } = await collect(loadSource(geocodeSources, 'zip-county-2025'))
    const ranges = zip_county.reduce((sum, { range_count }) => sum + (range_count ?? 0), 0)
    expect([zip_county.length, new Set(zip_county.map(({ zip }) => zip)).size, ranges, issues.length]).toEqual([
      54_747, 37_005, 37_783_629, 0,
    ])
  })

  it('hold 35,697 municipalities with their counties', async () => {
    const { municipality, issues } = await collect(loadSource(geocodeSources, 'civic-data-municipalities'))
    expect(municipality).toHaveLength(35_697)
    expect(municipality.filter(({ state, name }) => state === 'IL' && name === 'Chicago')).toMatchObject([
      { state: 'IL', name: 'Chicago', class: 'city', census_geoid: '1714000', county_geoid: '17031' },
    ])
    expect(countCodes(issues)).toEqual({ 'unplaced-municipality': 8 })
  }, 300_000)
})
