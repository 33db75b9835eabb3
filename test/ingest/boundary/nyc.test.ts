import { expect, it } from 'vitest'
import { boundarySources } from '../../../ingest/boundary/sources.ts'
import { fileOf } from '../run-reader.ts'
import { collect, collection, divisionsOf, loadSource, square } from './collect.ts'

const NY = 'ocd-division/country:us/state:ny'
const COUNCIL = `${NY}/place:new_york/council_district`
const SOURCE = loadSource(boundarySources, 'nyc-council-2023')
const CONGRESS = loadSource(boundarySources, 'nyc-congress-119')

const labelled = (...labels: string[]) =>
  fileOf('lines.json', collection(...labels.map((nm) => ({ properties: { nm }, polygon: square(-74, 40.7, 0.1) }))))

it('council districts of New York City take their number from the label', async () => {
  const { shape, issues } = await collect(SOURCE, { files: [labelled('Council District 2', 'Council District 36')] })
  const plan = { layer: 'council', state: 'NY', vintage: '2023', valid_from: '2023-01-01', valid_to: '2032-12-31' }
  const lines = { lines_precision: 'simplified', error_m: 100, census_geoid: null, class: null, repaired: false }
  expect(shape.map(({ rings, ...rest }) => rest)).toEqual([
    { ...plan, ...lines, ocd_id: `${COUNCIL}:2`, name: 'New York City Council District 2' },
    { ...plan, ...lines, ocd_id: `${COUNCIL}:36`, name: 'New York City Council District 36' },
  ])
  expect(issues).toEqual([])
})

it('council districts of New York City are not read for other states', async () => {
  const { shape, issues } = await collect(SOURCE, { files: [labelled('Council District 1')], states: ['NJ'] })
  expect([...shape, ...issues]).toEqual([])
})

it.each([
  [SOURCE, 'Council District 0', 'Council District 1 to 51'],
  [SOURCE, 'Council District 52', 'Council District 1 to 51'],
  [SOURCE, 'Council District 01', 'Council District 1 to 51'],
  [SOURCE, 'Precinct 1', 'Council District 1 to 51'],
  [CONGRESS, 'Congressional District 27', 'Congressional District 1 to 26'],
  [CONGRESS, 'Congressional District', 'Congressional District 1 to 26'],
  [CONGRESS, 'Council District 1', 'Congressional District 1 to 26'],
])('districts of New York City stop the source %# where the label is %s', async (source, label, expected) => {
  const read = collect(source, { files: [labelled(label)] })
  await expect(read).rejects.toThrow(`got the nm "${label}", expected ${expected}`)
})

it('congressional districts inside New York City belong to a plan of the national file, which the label tells', async () => {
  const { shape, issues } = await collect(CONGRESS, {
    files: [labelled('Congressional District 3', 'Congressional District 13')],
    divisions: divisionsOf([`${NY}/cd:13`]),
  })
  const plan = { layer: 'congressional', state: 'NY', vintage: 'cd119_nyc', valid_from: '2024-01-01', valid_to: null }
  expect(shape).toMatchObject([
    { ...plan, ocd_id: null, census_geoid: '3603', name: 'Congressional District 3' },
    { ...plan, ocd_id: `${NY}/cd:13`, census_geoid: '3613', name: 'Congressional District 13' },
  ])
  expect(issues).toEqual([])
})
