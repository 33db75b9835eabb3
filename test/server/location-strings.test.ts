// How location strings are interpreted, over names that the build makes from ./location-strings.ts.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { placeKey } from '../../data/schema/folded-name.ts'
import { isStateCode, STATES, stateOf } from '../../data/schema/states.ts'
import { openWarehouse } from '../../data/store/warehouse.ts'
import { COUNTIES, GOVERNMENTS, MUNICIPALITIES, OVERLAPS, PLACES, ZIP_COUNTIES, ZIPS } from './location-strings.ts'
import { ask, loadLabels, openNames, SPELLINGS } from './place-names.ts'

const folder = mkdtempSync(join(tmpdir(), 'hustings-names-'))
const warehouse = await openWarehouse(join(folder, 'work.duckdb'), { threads: 1 })
const ocdOf = (state: string): string => (isStateCode(state) ? stateOf(state).ocd_id : '')
const shape = (
  layer: string,
  state: string,
  ocd_id: string | null,
  geoid: string,
  name: string,
  classfp: string | null,
) => [
  ...[
    's',
    'f',
    1,
    layer,
    state,
    ocd_id,
    geoid,
    name,
    classfp,
    '2024',
    null,
    null,
    'exact',
    10,
    new Uint8Array(),
    false,
  ],
]
const slug = (name: string): string => name.toLowerCase().replaceAll(' ', '_')
await warehouse.append('core.shape', [
  ...STATES.map(({ code, fips, name, ocd_id }) => shape('state', code, ocd_id, fips, name, null)),
  ...COUNTIES.map(([state, name, geoid]) => shape('county', state, null, geoid, name, null)),
  ...PLACES.map(([state, name, geoid, classfp, ocd]) =>
    shape('place', state, classfp === 'U1' ? null : `${ocdOf(state)}/place:${ocd ?? slug(name)}`, geoid, name, classfp),
  ),
])
await warehouse.append(
  'core.division',
  MUNICIPALITIES.map(([state, name]) => {
    const government = GOVERNMENTS.find((one) => one[0] === state && `${one[1]} ${one[2]}` === name)
    const census_geoid = government ? `place-${government[3]}` : null
    return ['s', 'f', 1, `${ocdOf(state)}/place:${slug(name)}`, name, census_geoid, null, null]
  }),
)
await warehouse.append(
  'core.zip',
  ZIPS.map(([zip, state, place, county]) => ['s', 'f', 1, zip, state, place, county, 0, 0]),
)
await warehouse.append(
  'core.zip_county',
  ZIP_COUNTIES.map(([zip, state, county]) => ['s', 'f', 1, zip, state, county, null]),
)
await warehouse.append(
  'core.municipality',
  GOVERNMENTS.map((government) => ['s', 'f', 1, ...government, null]),
)
const places = await openNames(warehouse, folder, OVERLAPS)
afterAll(async () => {
  places.close()
  await warehouse.close()
  rmSync(folder, { recursive: true })
})

const NO_LINES = /^This server knows neither the lines nor the county of that city/
const UNKNOWN = /^This server knows no city, county or state with that name/
const STATE_TOO = /add the state/
const COUNTY_TOO = /add the county/
const CITY_OR_COUNTY = /add the class/

test.each<[string, string[]]>([
  ['Ralegh, NC', ['Raleigh, NC']],
  ['raliegh north carolina', ['Raleigh, NC']],
  ['Raleigh, MQ', ['Raleigh, NC']],
  ['Wake Conty, NC', ['Wake County, NC']],
  ['City of Ralegh, NC', ['Raleigh, NC']],
  ['Noth Carolina', ['North Carolina']],
  ['Quexzylvane, NC', []],
])('%s is unknown, and the nearest names are %j', (text, choices) => {
  const answer = ask(places, text)
  expect(answer).toMatchObject({ refused: 404, sentence: expect.stringMatching(UNKNOWN) })
  const said = choices.map((choice) => `\`${choice}\``).join('; ')
  if ('sentence' in answer)
    expect(answer.sentence.split('Did you mean: ')[1]).toBe(said === '' ? undefined : `${said}?`)
})

test.each<[string, string]>([
  ['27601', 'ZIP 27601'],
  ['ZIP 27601', 'ZIP 27601'],
  ['zip code: 27601', 'ZIP 27601'],
  ['27601-1234', 'ZIP 27601'],
  ['27601–1234', 'ZIP 27601'],
  ['276011234', 'ZIP 27601'],
  ['Raleigh, NC 27601-1234, USA', 'ZIP 27601'],
  ['Raleigh NC 27601', 'ZIP 27601'],
  ['27601 NC', 'ZIP 27601'],
  ['27601, North Carolina, United States', 'ZIP 27601'],
  ['00501', 'ZIP 00501'],
  ['Wake County, NC', 'Wake County, NC'],
  ['Wake, NC', 'Wake County, NC'],
  ['County of Wake, North Carolina', 'Wake County, NC'],
  ['Cook County, IL', 'Cook County, IL'],
  ['Cook Co., IL', 'Cook County, IL'],
  ['cook county illinois', 'Cook County, IL'],
  ['De Kalb County, IL', 'DeKalb County, IL'],
  ['Dona Ana County, N.M.', 'Doña Ana County, NM'],
  ['Prince Georges County, Maryland', "Prince George's County, MD"],
  ['Sainte Genevieve County, MO', 'Ste. Genevieve County, MO'],
  ['Acadia Parish, LA', 'Acadia Parish, LA'],
  ['Acadia, LA', 'Acadia Parish, LA'],
  ['Orleans Parish, LA', 'Orleans Parish, LA'],
  ['New Orleans, LA', 'New Orleans, LA'],
  ['Denali Borough, AK', 'Denali Borough, AK'],
  ['Bethel Census Area, AK', 'Bethel Census Area, AK'],
  ['Kusilvak Census Area, AK', 'Kusilvak, AK'],
  ['Anchorage Municipality, AK', 'Anchorage Municipality, AK'],
  ['Municipality of Anchorage, Alaska', 'Anchorage, AK'],
  ['Anchorage, AK', 'Anchorage, AK'],
  ['Juneau City and Borough, AK', 'Juneau City and Borough, AK'],
  ['City and Borough of Juneau, AK', 'Juneau City and Borough, AK'],
  ['Juneau, AK', 'Juneau, AK'],
  ['Capitol Planning Region, CT', 'Capitol Planning Region, CT'],
  ['San Juan, PR', 'San Juan Municipio, PR'],
  ['Mayaguez, Puerto Rico', 'Mayagüez Municipio, PR'],
  ['Municipio de Mayagüez, PR', 'Mayagüez Municipio, PR'],
  ['St. Louis, MO', 'St. Louis, MO'],
  ['Saint Louis city, Missouri', 'St. Louis, MO'],
  ['City of St. Louis, MO', 'St. Louis, MO'],
  ['St. Louis County, MO', 'St. Louis County, MO'],
  ['Baltimore, MD', 'Baltimore, MD'],
  ['Baltimore City, MD', 'Baltimore, MD'],
  ['Baltimore County, MD', 'Baltimore County, MD'],
  ['Richmond, VA', 'Richmond, VA'],
  ['Richmond County, VA', 'Richmond County, VA'],
  ['Charles City County, VA', 'Charles City County, VA'],
  ['Carson City, NV', 'Carson City, NV'],
  ['Carson City', 'Carson City, NV'],
  ['Boulder City, Nevada', 'Boulder City, NV'],
  ['Durham, NC', 'Durham, NC'],
  ['Durham County, NC', 'Durham County, NC'],
  ['Winston Salem NC', 'Winston-Salem, NC'],
  ['Fuquay–Varina, N. C.', 'Fuquay-Varina, NC'],
  ['CAJAH’S MOUNTAIN, N CAROLINA', "Cajah's Mountain, NC"],
  ['Saint Paul, MN', 'St. Paul, MN'],
  ['St Paul Minnesota', 'St. Paul, MN'],
  ['Mt. Vernon, KY', 'Mount Vernon, KY'],
  ['E. Lansing, MI', 'East Lansing, MI'],
  ['N Las Vegas NV', 'North Las Vegas, NV'],
  ['Lāna‘i City, HI', 'Lanai City, HI'],
  ['Lānaʻi City, HI', 'Lanai City, HI'],
  ['City of Raleigh, NC', 'Raleigh, NC'],
  ['Raleigh, Wake County, NC', 'Raleigh, NC'],
  ['Raleigh, Wake County', 'Raleigh, NC'],
  ['Raleigh, Durham County NC, USA', 'Raleigh, NC'],
  ['Town of Apex, NC', 'Apex, NC'],
  ['Apex town, NC', 'Apex, NC'],
  ['Village of Pinehurst, NC', 'Pinehurst, NC'],
  ['Mar-Mac CDP, NC', 'Mar-Mac, NC'],
  ['Louisville/Jefferson County, KY', 'Louisville/Jefferson County metro government (balance), KY'],
  ['Louisville, KY', 'Louisville/Jefferson County metro government (balance), KY'],
  ['Jefferson County, KY', 'Jefferson County, KY'],
  ['Lexington, KY', 'Lexington-Fayette, KY'],
  ['Lexington-Fayette, KY', 'Lexington-Fayette, KY'],
  ['Nashville-Davidson metropolitan government (balance), TN', 'Nashville-Davidson, TN'],
  ['Nashville, TN', 'Nashville-Davidson, TN'],
  ['Indianapolis city (balance), IN', 'Indianapolis, IN'],
  ['Indianapolis, IN', 'Indianapolis, IN'],
  ['Athens-Clarke County, GA', 'Athens-Clarke County, GA'],
  ['Athens-Clarke County unified government (balance), GA', 'Athens-Clarke County, GA'],
  ['Clarke County, GA', 'Clarke County, GA'],
  ['Augusta-Richmond County consolidated government (balance), GA', 'Augusta-Richmond County, GA'],
  ['Augusta, GA', 'Augusta-Richmond County, GA'],
  ['Butte-Silver Bow (balance), MT', 'Butte-Silver Bow, MT'],
  ['Milford, CT', 'Milford city (balance), CT'],
  ['Urban Honolulu, HI', 'Urban Honolulu, HI'],
  ['Honolulu, HI', 'Urban Honolulu, HI'],
  ['City and County of Honolulu, HI', 'Honolulu County, HI'],
  ['San Francisco, CA', 'San Francisco, CA'],
  ['Denver CO', 'Denver, CO'],
  ['New York, NY', 'New York, NY'],
  ['New York City', 'New York, NY'],
  ['Brooklyn, NY', 'Brooklyn, NY'],
  ['Borough of Manhattan, New York', 'Manhattan, NY'],
  ['The Bronx, NY', 'Bronx, NY'],
  ['Queens County, NY', 'Queens County, NY'],
  ['Staten Island NY', 'Staten Island, NY'],
  ['Washington, DC', 'Washington, DC'],
  ['Washington D.C.', 'Washington, DC'],
  ['Washington, District of Columbia', 'Washington, DC'],
  ['Washington, NC', 'Washington, NC'],
  ['Washington, PA', 'Washington, PA'],
  ['Washington', 'Washington'],
  ['Washington State', 'Washington'],
  ['New York', 'New York'],
  ['State of New York', 'New York'],
  ['nc', 'North Carolina'],
  ['N. Carolina, U.S.A.', 'North Carolina'],
  ['DC', 'District of Columbia'],
  ['Commonwealth of Puerto Rico', 'Puerto Rico'],
  ['Virgin Islands', 'U.S. Virgin Islands'],
  ['Wyoming, MI', 'Wyoming, MI'],
  ['Virginia, MN', 'Virginia, MN'],
  ['California, PA', 'California, PA'],
  ['Franklin borough, PA', 'Franklin, Cambria County, PA'],
  ['Franklin city, PA', 'Franklin, Venango County, PA'],
  ['Franklin, Venango County, PA', 'Franklin, Venango County, PA'],
  ['Jefferson Borough, Greene County, Pennsylvania', 'Jefferson, Greene County, PA'],
  ['Hanover CDP, NH', 'Hanover CDP, NH'],
  ['Hanover, NH', 'Hanover, NH'],
  ['Town of Hanover, NH', 'Hanover, NH'],
  ['Raleigh', 'Raleigh, NC'],
  ['Durham', 'Durham, NC'],
  ['Chicago', 'Chicago, IL'],
  ['City of Chicago, IL', 'Chicago, IL'],
  ['Los Angeles, CA', 'Los Angeles, CA'],
  ['los angeles', 'Los Angeles, CA'],
  ['Los Angeles County, CA', 'Los Angeles County, CA'],
  ['Delaware, OH', 'Delaware, OH'],
  ['Kansas City, MO', 'Kansas City, MO'],
  ['Kansas City, Cass County, MO', 'Kansas City, MO'],
  ['Kansas City, KS', 'Kansas City, KS'],
  ['Oklahoma City', 'Oklahoma City, OK'],
  ['Springfield, IL', 'Springfield, IL'],
  ['Rochester, NY', 'Rochester, NY'],
  ['Town of Rochester, NY', 'Rochester, Ulster County, NY'],
  ['Rochester, Ulster County, NY', 'Rochester, Ulster County, NY'],
  ['Edison', 'Edison, NJ'],
  ['Edison Township, NJ', 'Edison, NJ'],
  ['Hamilton Twp, Atlantic County, NJ', 'Hamilton Township, Atlantic County, NJ'],
  ['Lower Merion Township, PA', 'Lower Merion Township, PA'],
  ['Lower Merion, PA', 'Lower Merion Township, PA'],
  ['Adams Township, Butler County, PA', 'Adams Township, PA'],
  ['00602', 'ZIP 00602'],
  ['Newvale, PA', 'Newvale, PA'],
  ['Newvale CDP, Adams County, PA', 'Newvale CDP, PA'],
])('%s is %s', (text, label) => {
  expect(ask(places, text)).toMatchObject({ label })
})

test.each<[string, number, RegExp]>([
  ['Cook County', 400, STATE_TOO],
  ['Springfield', 400, STATE_TOO],
  ['Kansas City', 400, STATE_TOO],
  ['Franklin, PA', 400, COUNTY_TOO],
  ['Jefferson Borough, PA', 400, COUNTY_TOO],
  ['City of Jefferson, PA', 400, COUNTY_TOO],
  ['Hamilton, NJ', 400, COUNTY_TOO],
  ['Hamilton Township, NJ', 400, COUNTY_TOO],
  ['Adams, PA', 400, CITY_OR_COUNTY],
  ['Charles City, VA', 400, /add the class of the county/],
  ['Bethel, AK', 400, /add the class of the county/],
  ['Oregon City', 404, NO_LINES],
  ['Iowa City, IA', 404, NO_LINES],
  ['Nevada, MO', 404, NO_LINES],
  ['California, MD', 404, NO_LINES],
  ['Ft. Worth, TX', 404, NO_LINES],
  ['29 Palms, CA', 404, NO_LINES],
  ['City of 29 Palms, California', 404, NO_LINES],
  ['29 palms ca', 404, NO_LINES],
  ['29 Palms', 404, NO_LINES],
  ['Twenty-Nine Palms, CA', 404, NO_LINES],
  ['Adams Borough, PA', 404, UNKNOWN],
  ['Franklin Township, PA', 404, UNKNOWN],
  ['Adams Borough, PA', 404, UNKNOWN],
  ['Town of Mar-Mac, NC', 404, UNKNOWN],
  ['Apex, Durham County, NC', 404, UNKNOWN],
  ['Apex, Nowhere County, NC', 404, UNKNOWN],
  ['Raleigh, Zembla', 404, UNKNOWN],
  ['日本', 404, UNKNOWN],
  [' , ,', 404, UNKNOWN],
  ['USA', 404, UNKNOWN],
  ['99999', 404, /^This server does not know that ZIP code/],
])('%s is %s, and not echoed', (text, status, sentence) => {
  const answer = ask(places, text)
  expect(answer).toEqual({ refused: status, sentence: expect.stringMatching(sentence) })
  // Examples are the service's own.
  const said = 'sentence' in answer ? answer.sentence.replace(/`[^`]*`/g, '').toLowerCase() : ''
  for (const word of text.toLowerCase().match(/[a-z]{4,}/g) ?? [])
    if (!/^(city|county|state|town|township|north|carolina)$/.test(word)) expect(said).not.toContain(word)
})

test.each([
  '10001 Secret Street, Raleigh, NC',
  '1 Secret Street, Raleigh, NC 27601',
  'Secret Street, Raleigh, NC',
  'P.O. Box 27601',
  'Raleigh, NC, Apt 27601',
  '29 Palms Highway, CA',
  '290 Palms, CA',
  '29, CA',
  '100 Washington',
  '100 Main St, Wake County, NC',
])('%s is an address', (text) => {
  expect(ask(places, text)).toEqual({ address: true })
})

test('each label is that of its place alone, however it is spelled', () => {
  const labels = loadLabels(places)
  expect(labels.length).toBeGreaterThan(100)
  for (const [name, spell] of Object.entries(SPELLINGS))
    for (const { kind, label, areas } of labels)
      expect({ name, ...ask(places, spell(label)) }).toEqual({ name, kind, label, areas })
})

test('an ambiguous name lists its choices', () => {
  const sentence = (text: string): string => {
    const answer = ask(places, text)
    return 'sentence' in answer ? answer.sentence : ''
  }
  expect(sentence('Springfield')).toMatch(/: `Springfield, IL`; `Springfield, MA`\.$/)
  expect(sentence('Kansas City')).toMatch(/: `Kansas City, KS`; `Kansas City, MO`\.$/)
  expect(sentence('Hamilton, NJ')).toMatch(
    /: `Hamilton Township, Atlantic County, NJ`; `Hamilton Township, Mercer County, NJ`\.$/,
  )
  expect(sentence('Adams, PA')).toMatch(/: `Adams Township, PA`; `Adams County, PA`\.$/)
})

test('a city without lines is every county that it lies in', () => {
  const areas = (text: string): string[] => {
    const answer = ask(places, text)
    return 'areas' in answer ? answer.areas : []
  }
  const counties = ['Jackson', 'Clay', 'Platte', 'Cass'].flatMap((name) => areas(`${name} County, MO`))
  expect(areas('Kansas City, MO')).toEqual(counties.sort())
  expect(areas('Chicago')).toEqual([...areas('Cook County, IL'), ...areas('DuPage County, IL')].sort())
})

test('New York is its five boroughs', () => {
  const areas = ['Bronx', 'Brooklyn', 'Manhattan', 'Queens', 'Staten Island'].map((name) => {
    const answer = ask(places, `${name}, NY`)
    return 'areas' in answer ? answer.areas : []
  })
  expect(ask(places, 'New York, NY')).toMatchObject({ areas: areas.flat().sort() })
})

test('names are compared alike in both languages', async () => {
  const names = [
    ...[...COUNTIES, ...PLACES].map(([, name]) => name),
    ...['St. St. & Ste. Mt Ft hts', 'N. E', 'w ab', 'The The', 'Lāna‘i ʻ´`', 'ÅÉñ ß æ ø ı', 'İ', '', ' - '],
  ]
  for (const name of names) {
    const [row] = await warehouse.all<{ key: string }>('SELECT place_key($name) AS key', { name })
    expect(row?.key, name).toBe(placeKey(name))
  }
})
