// Connecticut, whose planning regions the Census counts as counties since 2022: both have lines and can be looked up by name.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Bundle } from '../../../data/store/bundle.ts'
import { loadBoundaries } from '../../../server/place/ballot.ts'
import { findArea, findPoint, type ResolvedLocation } from '../../../server/place/place.ts'
import { finish } from '../../../server/read/sliced-work.ts'
import { hasTestData } from '../../build/cells-layers.ts'
import { openRealBundle } from './real-bundle.ts'

const USED =
  /^(ocd-divisions|states|counties-ct|planning-regions-ct|cd118-ct|places-ct|geonames-zip|zcta-(ct|county-2020))$/

// Needs the publishers' files (HUSTINGS_TEST_DATA or ../shared/data).
describe.skipIf(!hasTestData)('Connecticut', () => {
  let bundle: Bundle
  let close: () => void
  beforeAll(async () => {
    ;({ bundle, close } = await openRealBundle(USED, ['CT'], new Date(0)))
  })
  afterAll(() => close())
  const load = (text: string): ResolvedLocation => {
    const place = findArea(bundle, text)
    if (!place) throw new Error(`${text} is taken for an address`)
    return place
  }
  const namesIn = ({ areas }: ResolvedLocation): string[] => namesOf(areas.map(({ district_id }) => district_id))
  const namesOf = (ids: readonly number[]): string[] =>
    bundle.places
      .statement<{ name: string }>(
        "SELECT name FROM district WHERE type = 'county' AND id IN (SELECT value FROM json_each($ids)) ORDER BY name",
      )
      .all({ ids: JSON.stringify(ids) })
      .map(({ name }) => name)

  it('has eight counties until 2022, retired by nine planning regions', () => {
    const held = bundle.places
      .statement<{ retired: number; valid_from: string | null; valid_to: string | null; count: number }>(
        `SELECT retired, valid_from, valid_to, count(*) AS count
FROM district
WHERE type = 'county'
GROUP BY retired, valid_from, valid_to
ORDER BY retired`,
      )
      .all()
    expect(held).toEqual([
      { retired: 0, valid_from: '2022-06-06', valid_to: null, count: 9 },
      { retired: 1, valid_from: null, valid_to: '2022-06-05', count: 8 },
    ])
  })

  it.each([
    ['Hartford County, CT', 'Hartford County, CT', 'Hartford County'],
    ['County of Windham, Connecticut', 'Windham County, CT', 'Windham County'],
    ['Windham County, CT', 'Windham County, CT', 'Northeastern Connecticut Planning Region'],
    ['Capitol Planning Region, CT', 'Capitol Planning Region, CT', 'Capitol Planning Region'],
    ['capitol ct', 'Capitol Planning Region, CT', 'Tolland County'],
    ['Western Connecticut', 'Western Connecticut Planning Region, CT', 'Fairfield County'],
  ])('%s is %s, and meets %s', (text, label, county) => {
    const place = load(text)
    expect(place).toMatchObject({ kind: 'county', label, exact: false })
    expect(namesIn(place)).toContain(county)
  })

  it.each([
    ['2020-11-03', ['Hartford County']],
    ['2024-11-05', ['Capitol Planning Region']],
  ])('a point on %s is in one of them: %s', (date, counties) => {
    const day = { key: date, in: () => date }
    const { districts } = finish(loadBoundaries({ bundle, day }, findPoint(bundle, 41.7637, -72.6851), []))
    expect(namesOf(districts.map(({ district }) => district.id))).toEqual(counties)
  })

  // PO boxes of Hartford, missing in the relationship file: GeoNames puts the ZIP code in 09110, its point lies in 09003.
  it('a ZIP code without lines lies in the region that its record names and in the county of its point', () => {
    const place = load('06146')
    expect(place).toMatchObject({ kind: 'zip', basis: 'county', label: 'ZIP 06146' })
    expect(namesIn(place)).toEqual(expect.arrayContaining(['Capitol Planning Region', 'Hartford County']))
    const expected = ['Capitol Planning Region, CT', 'Hartford County, CT'].flatMap((one) => load(one).areas)
    const idsOf = (areas: ResolvedLocation['areas']): Set<number> =>
      new Set(areas.map(({ district_id }) => district_id))
    expect(idsOf(place.areas)).toEqual(idsOf(expected))
  })
})
