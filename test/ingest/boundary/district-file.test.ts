// The lines of a city that an operator adds: ids and names from one column.

import { expect, it } from 'vitest'
import { type DistrictForm, readDistrictFile } from '../../../ingest/boundary/district-file.ts'
import type { BoundaryPlan } from '../../../ingest/boundary/shape.ts'
import type { Source } from '../../../ingest/read/source.ts'
import { ENTRY } from '../entry.ts'
import { fileOf, runReader } from '../run-reader.ts'
import { collection, square } from './collect.ts'

const PLAN: BoundaryPlan = {
  ...{ layer: 'council', vintage: '2022', valid_from: '2022-01-01', valid_to: null },
  ...{ lines_precision: 'exact', error_m: 10 },
}
const CITY = 'ocd-division/country:us/state:nc/place:raleigh'
const FORM: DistrictForm = {
  ...{ state: 'NC', id_column: 'DISTRICT', ocd_id: `${CITY}/council_district:{id}` },
  name: 'Raleigh City Council District {id}',
}

/** The values of DISTRICT, each in a square of its own. */
const read = (...values: unknown[]) =>
  readFeatures(
    values.map((DISTRICT, nth) => ({ properties: { DISTRICT }, polygon: square(-78.9 + nth / 5, 35.7, 0.1) })),
  )

async function readFeatures(features: Parameters<typeof collection>[0][], states: readonly 'NC'[] = ['NC']) {
  const source: Source = { ...ENTRY, id: 'own', files: [], read: readDistrictFile(PLAN, FORM) }
  return runReader(source, [fileOf('raleigh/council.geojson', collection(...features))], { states })
}

it('makes one district of the features with one number, and says of which', async () => {
  const { shape, issues } = await read('01', 1, 'A', 'a')
  const repeated = { field: 'DISTRICT', code: 'repeated-district', severity: 'mended' }
  expect(issues).toMatchObject([
    {
      ...repeated,
      value: '1',
      message: expect.stringMatching(/^feature 2 has the DISTRICT of feature 1, expected one/),
    },
    { ...repeated, value: 'a', message: expect.stringMatching(/^feature 4 has the DISTRICT of feature 3,/) },
  ])
  expect(shape).toMatchObject([
    { ...PLAN, state: 'NC', ocd_id: `${CITY}/council_district:1`, name: 'Raleigh City Council District 1' },
    { ...PLAN, state: 'NC', ocd_id: `${CITY}/council_district:a`, name: 'Raleigh City Council District A' },
  ])
})

it('reports a feature whose value cannot be part of an id, and takes the others', async () => {
  const { shape, issues } = await read(null, 'At large', 2)
  expect(shape).toHaveLength(1)
  const bad = { field: 'DISTRICT', code: 'bad-value', severity: 'refused' }
  expect(issues).toMatchObject([
    { ...bad, value: '', message: expect.stringMatching(/^feature 1 has nothing, expected/) },
    { ...bad, value: 'At large', message: expect.stringMatching(/^feature 2 has "At large", expected/) },
  ])
})

it('stops at a feature without the column, and at a file without features', async () => {
  const other = { properties: { district: 1 }, polygon: square(-78.9, 35.7, 0.1) }
  await expect(readFeatures([other])).rejects.toThrow('feature 1 has no DISTRICT, which id_column of the entry own in')
  await expect(read()).rejects.toThrow('has no feature with an area, expected one for each district')
  const asked = { properties: { DISTRICT: 1 }, polygon: square(-78.9, 35.7, 0.1) }
  expect((await readFeatures([asked], [])).shape).toEqual([])
})
