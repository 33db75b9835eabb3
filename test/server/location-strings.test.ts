import { expect, test } from 'vitest'
import { placeKey } from '../../data/schema/folded-name.ts'
import { isStateCode, stateOf } from '../../data/schema/states.ts'
import { table, textsBeside } from '../table.ts'
import { ask, loadLabels, openInventedNames, SPELLINGS, shapeRow } from './place-names.ts'

const text = textsBeside(import.meta.url)

/** @param text a state and several records a line */
function byState(text: string): [state: string, record: string][] {
  return table<[string, string]>(text).flatMap(([state, records]) =>
    records.split('; ').map((record): [string, string] => [state, record]),
  )
}

// Names as the Census Bureau, the OCD project and the post office have them.

/** State, name as published, GEOID. */
const COUNTIES = byState(text('counties')).map(
  ([state, county]) => [state, county.slice(0, -6), county.slice(-5)] as const,
)

/** State, name, GEOID, CLASSFP, and the OCD id's last part where it is not the name. */
const PLACES = table<[state: string, name: string, geoid: string, classfp: string, ocd: string]>(text('places'))

/** Of places, with the counties that they meet. */
const OVERLAPS = table<[place: string, county: string]>(text('overlaps'))

/** As the Census of Governments files them: state, name, word, GEOID, county. Lines of none are held, but for those of PLACES. */
const GOVERNMENTS = table<[state: string, name: string, word: string, geoid: string, county: string]>(
  text('governments'),
)

/** As the OCD project names them; their lines are not held, but for those of PLACES. */
const MUNICIPALITIES = byState(text('municipalities'))

/** ZIP code, state, the post office's name of it, and its county, if known. */
const ZIPS = table<[zip: string, state: string, place: string, county: string]>(text('zips'))

/** ZIP codes that only a list of counties has, with the counties. */
const ZIP_COUNTIES = table<[zip: string, state: string, county: string]>(text('counties of zips'))

const slug = (name: string): string => name.toLowerCase().replaceAll(' ', '_')
const { warehouse, places } = await openInventedNames(
  {
    'core.shape': [
      ...COUNTIES.map(([state, name, geoid]) => shapeRow('county', state, null, geoid, name, null)),
      ...PLACES.map(([state, name, geoid, classfp, ocd]) =>
        shapeRow('place', state, classfp === 'U1' ? null : `/place:${ocd || slug(name)}`, geoid, name, classfp),
      ),
    ],
    'core.division': MUNICIPALITIES.map(([state, name]) => {
      const government = GOVERNMENTS.find((one) => one[0] === state && `${one[1]} ${one[2]}` === name)
      const census_geoid = government ? `place-${government[3]}` : null
      const ocd_id = `${isStateCode(state) ? stateOf(state).ocd_id : ''}/place:${slug(name)}`
      return ['s', 'f', 1, ocd_id, name, census_geoid, null, null]
    }),
    'core.zip': ZIPS.map(([zip, state, place, county]) => ['s', 'f', 1, zip, state, place, county || null, 0, 0]),
    'core.zip_county': ZIP_COUNTIES.map((row) => ['s', 'f', 1, ...row, null]),
    'core.municipality': GOVERNMENTS.map((government) => ['s', 'f', 1, ...government, null]),
  },
  OVERLAPS,
)
const sentenceOf = (text: string): string => {
  const answer = ask(places, text)
  return 'sentence' in answer ? answer.sentence : ''
}
const areasOf = (text: string): string[] => {
  const answer = ask(places, text)
  return 'areas' in answer ? answer.areas : []
}

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
  expect(ask(places, text)).toMatchObject({ refused: 404, sentence: expect.stringMatching(UNKNOWN) })
  const said = choices.map((choice) => `\`${choice}\``).join('; ')
  expect(sentenceOf(text).split('Did you mean: ')[1]).toBe(said === '' ? undefined : `${said}?`)
})

/** A place's label, and texts that mean it. */
const MEANT = table<[label: string, texts: string]>(text('meant')).flatMap(([label, texts]) =>
  texts.split('; ').map((text) => [text, label] as const),
)

test.each(MEANT)('%s is %s', (text, label) => {
  expect(ask(places, text)).toMatchObject({ label })
})

test.each<[status: number, sentence: RegExp, texts: string[]]>([
  [400, STATE_TOO, ['Cook County', 'Springfield', 'Kansas City']],
  [400, COUNTY_TOO, ['Franklin, PA', 'Jefferson Borough, PA', 'City of Jefferson, PA', 'Hamilton Township, NJ']],
  [400, CITY_OR_COUNTY, ['Adams, PA']],
  [400, /add the class of the county/, ['Charles City, VA', 'Bethel, AK']],
  [404, NO_LINES, ['Oregon City', 'Nevada, MO', 'California, MD', 'Ft. Worth, TX', 'City of 29 Palms, California']],
  [404, NO_LINES, ['29 Palms', 'Twenty-Nine Palms, CA']],
  [404, UNKNOWN, ['Adams Borough, PA', 'Franklin Township, PA', 'Town of Mar-Mac, NC', 'Apex, Durham County, NC']],
  [404, UNKNOWN, ['Apex, Nowhere County, NC', 'Raleigh, Zembla', '日本', ' , ,', 'USA']],
  [404, /^This server does not know that ZIP code/, ['99999']],
])('%d %s, and no text is echoed', (status, sentence, texts) => {
  for (const text of texts) {
    expect(ask(places, text), text).toEqual({ refused: status, sentence: expect.stringMatching(sentence) })
    // Examples are the service's own.
    const said = sentenceOf(text)
      .replace(/`[^`]*`/g, '')
      .toLowerCase()
    for (const word of text.toLowerCase().match(/[a-z]{4,}/g) ?? [])
      if (!/^(city|county|state|town|township|north|carolina)$/.test(word)) expect(said).not.toContain(word)
  }
})

test.each([
  '10001 Secret Street, Raleigh, NC',
  'Secret Street, Raleigh, NC',
  'P.O. Box 27601',
  'Raleigh, NC, Apt 27601',
  '29 Palms Highway, CA',
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

test.each([
  ['Kansas City', '`Kansas City, MO`; `Kansas City, KS`'],
  ['Hamilton, NJ', '`Hamilton Township, Atlantic County, NJ`; `Hamilton Township, Mercer County, NJ`'],
  ['Adams, PA', '`Adams Township, PA`; `Adams County, PA`'],
])('%s is ambiguous, and the choices are listed', (text, choices) => {
  expect(sentenceOf(text)).toMatch(/: `[^:]*\.$/)
  expect(sentenceOf(text).split(': ').at(-1)).toBe(`${choices}.`)
})

test.each([
  ['Kansas City, MO', ['Jackson County, MO', 'Clay County, MO', 'Platte County, MO', 'Cass County, MO']],
  ['Chicago', ['Cook County, IL', 'DuPage County, IL']],
  ['New York, NY', ['Bronx, NY', 'Brooklyn, NY', 'Manhattan, NY', 'Queens, NY', 'Staten Island, NY']],
])('%s is every county that it lies in', (city, counties) => {
  const areas = counties.flatMap(areasOf)
  expect(areas).toHaveLength(counties.length)
  expect(areasOf(city)).toEqual(areas.sort())
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
