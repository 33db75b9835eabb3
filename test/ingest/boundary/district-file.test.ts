// The lines of a city that an operator adds: ids and names from one column.

import { expect, it } from 'vitest'
import { type DistrictForm, readDistrictFile } from '../../../ingest/boundary/district-file.ts'
import type { BoundaryPlan } from '../../../ingest/boundary/shape.ts'
import { boundarySources } from '../../../ingest/boundary/sources.ts'
import { collectSink } from '../../../ingest/engine/sink.ts'

const PLAN: BoundaryPlan = {
  ...{ layer: 'council', vintage: '2022', valid_from: '2022-01-01', valid_to: null },
  ...{ lines_precision: 'exact', error_m: 10 },
}
const CITY = 'ocd-division/country:us/state:nc/place:raleigh'
const FORM: DistrictForm = {
  ...{ state: 'NC', id_column: 'DISTRICT', ocd_id: `${CITY}/council_district:{id}` },
  name: 'Raleigh City Council District {id}',
}

/** A square of 0.1 degrees. */
function square(properties: object, west: number): object {
  const [east, south, north] = [west + 0.1, 35.7, 35.8]
  // biome-ignore format: a ring a line
  const ring = [[west, south], [east, south], [east, north], [west, north], [west, south]]
  return { type: 'Feature', properties, geometry: { type: 'Polygon', coordinates: [ring] } }
}

async function read(features: readonly object[], states: readonly 'NC'[] = ['NC']) {
  const [source] = boundarySources
  if (!source) throw new Error('the registry is empty')
  const sink = collectSink()
  const bytes = Buffer.from(JSON.stringify({ type: 'FeatureCollection', features }))
  const files = [{ name: 'raleigh/council.geojson', url: 'file:raleigh/council.geojson', bytes }]
  await readDistrictFile(PLAN, FORM)(files, { source, states: new Set(states) }, sink)
  return sink
}

it('makes one district of the features with one number, and says of which', async () => {
  const { rows, issues } = await read([
    square({ DISTRICT: '01' }, -78.9),
    square({ DISTRICT: 1 }, -78.7),
    square({ DISTRICT: 'A' }, -78.5),
    square({ DISTRICT: 'a' }, -78.3),
  ])
  expect(issues).toMatchObject([
    {
      ...{ field: 'DISTRICT', code: 'repeated-district', value: '1', severity: 'mended' },
      message:
        'feature 2 has the DISTRICT of feature 1, expected one feature for each district; the lines of both make one district',
    },
    {
      code: 'repeated-district',
      value: 'a',
      message: expect.stringMatching(/^feature 4 has the DISTRICT of feature 3,/),
    },
  ])
  expect(rows.map(({ row }) => row)).toMatchObject([
    { ...PLAN, state: 'NC', ocd_id: `${CITY}/council_district:1`, name: 'Raleigh City Council District 1' },
    { ...PLAN, state: 'NC', ocd_id: `${CITY}/council_district:a`, name: 'Raleigh City Council District A' },
  ])
})

it('reports a feature whose value cannot be part of an id, and takes the others', async () => {
  const { rows, issues } = await read([
    square({ DISTRICT: null }, -78.9),
    square({ DISTRICT: 'At large' }, -78.7),
    square({ DISTRICT: 2 }, -78.5),
  ])
  expect(rows).toHaveLength(1)
  expect(issues).toMatchObject([
    {
      field: 'DISTRICT',
      code: 'bad-value',
      value: '',
      severity: 'refused',
      message: expect.stringMatching(/^feature 1 has nothing, expected/),
    },
    {
      field: 'DISTRICT',
      code: 'bad-value',
      value: 'At large',
      severity: 'refused',
      message: expect.stringMatching(/^feature 2 has "At large", expected/),
    },
  ])
})

it('stops at a feature without the column, and at a file without features', async () => {
  await expect(read([square({ district: 1 }, -78.9)])).rejects.toThrow(
    'raleigh/council.geojson: feature 1 has no DISTRICT, which id_column of the entry ocd-divisions in sources.yaml names; its properties are district',
  )
  await expect(read([])).rejects.toThrow('has no feature, expected one for each district')
  expect((await read([square({ DISTRICT: 1 }, -78.9)], [])).rows).toEqual([])
})
