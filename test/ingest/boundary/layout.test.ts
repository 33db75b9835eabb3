// The Census Bureau's layouts: towns and townships, which are invented squares with real codes, and legislative districts.

import { describe, expect, it } from 'vitest'
import { stateOf } from '../../../data/schema/states.ts'
import type { StateCode } from '../../../data/schema/vocabulary.ts'
import { matchLegislative, TOWN, toDistrictWords } from '../../../ingest/boundary/layout.ts'
import { boundarySources } from '../../../ingest/boundary/sources.ts'
import { readTiger } from '../../../ingest/boundary/tiger.ts'
import type { Source } from '../../../ingest/read/source.ts'
import { fileOf } from '../run-reader.ts'
import { collect, collection, divisionsOf, loadSource, square } from './collect.ts'

const US = 'ocd-division/country:us'
const [CT, IA, MN, NJ] = ['ct', 'ia', 'mn', 'nj'].map((code) => `${US}/state:${code}`)

const GEOIDS: Readonly<Record<string, string>> = {
  [`${CT}/place:greenwich`]: 'place-0900133620',
  [`${IA}/county:keokuk`]: 'place-19107',
  [`${MN}/county:pope/place:grove_lake`]: 'place-2712126090',
  [`${NJ}/county:bergen/place:teaneck`]: 'place-3400372360',
  [`${NJ}/county:mercer/place:hamilton`]: 'place-3402129310',
  [`${NJ}/county:atlantic/place:hamilton`]: 'place-3400129280',
  [`${NJ}/place:newark`]: 'place-3451000',
}
const divisions = divisionsOf(Object.keys(GEOIDS), GEOIDS)

const source = (state: 'CT' | 'IA' | 'MN' | 'NJ'): Source => ({
  ...loadSource(boundarySources, 'towns-nj'),
  states: [state],
  needs: ['divisions'],
  read: readTiger(
    {
      ...{ layer: 'place', vintage: 'current_town', valid_from: null, valid_to: null },
      ...{ lines_precision: 'simplified', error_m: 100 },
    },
    TOWN,
  ),
})

const town = (GEOID: string, NAMELSAD: string, at = 0) => ({
  properties: { GEOID, NAMELSAD, NAME: NAMELSAD },
  polygon: square(-75 + at, 40),
})

const read = (state: Parameters<typeof source>[0], ...towns: ReturnType<typeof town>[]) =>
  collect(source(state), { files: [fileOf('towns.json', collection(...towns))], divisions })

describe('county subdivisions', () => {
  it('are towns by GEOID, those of one name by county; a city is left to the places', async () => {
    const { shape, issues } = await read(
      'NJ',
      town('3400372360', 'Teaneck township'),
      town('3402129310', 'Hamilton township', 1),
      town('3400129280', 'Hamilton township', 2),
      town('3401351000', 'Newark city', 3),
    )
    expect(shape.map(({ ocd_id, name, class: kind, census_geoid }) => [ocd_id, name, kind, census_geoid])).toEqual([
      [`${NJ}/county:bergen/place:teaneck`, 'Teaneck Township', 'T1', '3400372360'],
      [`${NJ}/county:mercer/place:hamilton`, 'Hamilton Township', 'T1', '3402129310'],
      [`${NJ}/county:atlantic/place:hamilton`, 'Hamilton Township', 'T1', '3400129280'],
    ])
    expect(issues).toMatchObject([{ code: 'no-district', value: '1', severity: 'ignored', file: 'towns.json' }])
  })

  it('without a GEOID, or that govern nothing, are counted in one issue', async () => {
    const nameOnly = { properties: { GEOID: '', NAME: 'Balsam Township', NAMELSAD: '' }, polygon: square(-94, 45) }
    const others = [nameOnly, town('2703117531', 'East Cook UT')]
    const { shape, issues } = await read('MN', town('2712126090', 'Grove Lake township'), ...others)
    expect(shape.map(({ name }) => name)).toEqual(['Grove Lake Township'])
    const message = expect.stringMatching(/^2 features are left out: .*towns/)
    expect(issues).toMatchObject([{ code: 'no-district', value: '2', message }])
  })

  it.each([
    // Of Connecticut by the codes of old counties, or of planning regions: the town's own code tells.
    ['CT', '0900133620', 'Greenwich town', `${CT}/place:greenwich`, 'Greenwich'],
    ['CT', '0919033620', 'Greenwich town', `${CT}/place:greenwich`, 'Greenwich'],
    ['CT', '0919033621', 'Greenwich town', null, ''],
    // Of Iowa have the ids of its contests, by county and name; other states have no such ids.
    ['IA', '1910790015', 'Adams township', `${IA}/county:keokuk/township:adams`, 'Adams Township'],
    ['IA', '1910599999', 'Cass city', null, ''],
    ['NJ', '3400399999', 'Nowhere township', null, ''],
  ] as const)('of %s %s %s', async (state, geoid, said, ocd_id, name) => {
    const { shape } = await read(state, town(geoid, said))
    expect(shape).toMatchObject(ocd_id === null ? [] : [{ ocd_id, name, census_geoid: geoid }])
  })
})

function match(code: StateCode, chamber: 'sldu' | 'sldl', geoid: string, name: string, slugs: string[]): string | null {
  const prefix = `${stateOf(code).ocd_id}/${chamber}:`
  const find = matchLegislative(divisionsOf(slugs.map((slug) => prefix + slug)), chamber)
  return find({ state: stateOf(code), geoid, name, class: null })?.replace(prefix, '') ?? null
}

it.each([
  ['NC', 'sldu', '37014', 'State Senate District 14', '14'],
  ['MD', 'sldl', '2401A', 'State Legislative Subdistrict 1A', '1a'],
  ['AK', 'sldu', '0200A', 'State Senate District A', 'a'],
  ['MA', 'sldl', '25003', '3rd Barnstable District', '3rd_barnstable'],
  ['MA', 'sldu', '25D21', 'First Essex and Middlesex District', '1st_essex_and_middlesex'],
  ['MA', 'sldu', '25D04', 'Hampden-Hampshire-Worcester District', 'hampden_hampshire_and_worcester'],
  ['NH', 'sldl', '33301', 'State House District Coos 01', 'coos_1'],
  ['VT', 'sldl', '50C13', 'Chittenden-13 State House District', 'chittenden-13'],
  ['VT', 'sldu', '50CHS', 'Chittenden South East Senatorial District', 'chittenden_southeast'],
] as const)('the division of a legislative district %s %s %s %s is %s', (code, chamber, geoid, name, slug) => {
  expect(match(code, chamber, geoid, name, ['1st_plymouth', slug, 'essex'])).toBe(slug)
})

it('the division of a legislative district is null if the name is unknown or matches two divisions', () => {
  expect(match('MA', 'sldl', '25003', '3rd Barnstable District', ['4th_barnstable'])).toBeNull()
  expect(
    match('MA', 'sldu', '25D04', 'Hampden and Worcester', ['hampden_and_worcester', 'hampden-worcester']),
  ).toBeNull()
})

it('the division of a legislative district does not read a number of two digits as an ordinal', () => {
  expect(toDistrictWords('10th Essex District')).toBe('10th essex')
  expect(toDistrictWords('Tenth Essex')).toBe('10th essex')
  expect(toDistrictWords('Hillsborough 009')).toBe('hillsborough 9')
})
