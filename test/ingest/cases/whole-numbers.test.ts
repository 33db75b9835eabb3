// A program saves 2 as 2.0: the number is the same, as a count and as the name of a district. The districts are invented.

import { expect, it } from 'vitest'
import { parseWholeNumber, withoutZeroDecimals } from '../../../ingest/read/field-value.ts'
import { contest5, district5, feed5, MAINE, read } from '../ballot/vip/read.ts'
import { collection, square } from '../boundary/collect.ts'
import { ELECTION, governor, readFeed } from '../endorsement/ballots.ts'
import { readConfigured } from './configured.ts'

it.each([
  ['2', 2],
  ['2.0', 2],
  ['2.', 2],
  [' 02 ', 2],
  ['0.0', 0],
])('a whole number "%s" is %i', (text, expected) => expect(parseWholeNumber(text)).toBe(expected))

it.each(['2.5', '2.01', '-2', '2e1', '2,0', 'two', '.0', '', '1234567890'])('a whole number "%s" is none', (text) =>
  expect(parseWholeNumber(text)).toBeUndefined(),
)

it('a whole number that is a name keeps everything else', () => {
  expect(['2.0', '13', '4A', '2.5', ' 7 ', 'A.0', '1.0.0'].map(withoutZeroDecimals)).toEqual([
    ...['2', '13', '4A', '2.5', '7', 'A.0', '1.0.0'],
  ])
})

const lines = [
  'layer: council',
  'id_column: N',
  'plan: 2031',
  'name: Bath City Council District {id}',
  'ocd_id: ocd-division/country:us/state:me/place:bath/council_district:{id}',
]

it.each([
  ['numbers with decimals', '[1.0, 2.0]'],
  ['texts with decimals and zeros', '["01.0", "02.00"]'],
  ['whole numbers beside such texts', '[1, "2.0"]'],
])('a district file with %s has districts 1 and 2', async (_, written) => {
  const values: unknown[] = JSON.parse(written)
  const districts = values.map((N, at) => ({ properties: { N }, polygon: square(-69.9 + at, 44, 0.1) }))
  const { shape, codes } = await readConfigured('district_files', ['url: f.geojson', ...lines], {
    'f.geojson': JSON.stringify(collection(...districts)),
  })
  const said = shape.map(({ ocd_id, name }) => `${ocd_id?.split(':').at(-1)} ${name}`)
  expect(said).toEqual(['1 Bath City Council District 1', '2 Bath City Council District 2'])
  expect(codes).toEqual([])
})

it.each([
  ['state-senate', 'State Senate District 13.0', '', 'sldu:13'],
  ['state-senate', 'State Senate', '13.0', 'sldu:13'],
  ['ward', 'Bath Ward 1.0', '', 'place:bath/ward:1'],
])('A district of a feed of the type %s, called %s with the number %s, is %s', async (type, name, number, expected) => {
  const { contest, codes } = await read(feed5(district5(type, name, number) + contest5()), [
    'sldu:13',
    'place:bath',
    'place:bath/ward:1',
  ])
  expect(contest).toMatchObject([{ ocd_id: `${MAINE}/${expected}` }])
  expect(codes).toEqual([])
})

it('An endorsement whose rank and ids a spreadsheet has saved is read', async () => {
  const { said, endorsement } = await readFeed({
    'a.csv': `endorser,election,contest,choice,rank\nknown-club,${ELECTION},${governor.id}.0,Bob Example,1.0\n`,
  })
  expect(endorsement).toHaveLength(1)
  expect(said).toEqual(['rank-outside-ranking rank'])
})
