import { expect, it } from 'vitest'
import { boundarySources } from '../../../ingest/boundary/sources.ts'
import { collect, divisionsOf, loadSource, square, textFile } from './collect.ts'

it('redrawn states have lines for November 2026; doubtful ones are left out, and unchanged ones are not read', async () => {
  const geoids = ['4801', '2901', '1301']
  const topology = {
    type: 'Topology',
    arcs: geoids.map((_, at) => square(at * 2 - 100, 30)[0]),
    objects: {
      districts_2026: {
        type: 'GeometryCollection',
        geometries: geoids.map((GEOID, at) => ({
          ...{ type: 'Polygon', arcs: [[at]] },
          properties: { STATEFP: GEOID.slice(0, 2), DISTRICT: '01', GEOID, NAMELSAD: 'Congressional District 1' },
        })),
      },
    },
  }
  const TX = 'ocd-division/country:us/state:tx/cd:1'
  const { shape, issues } = await collect(loadSource(boundarySources, 'cd120'), {
    files: [textFile('districts.topojson', topology)],
    divisions: divisionsOf([TX]),
  })
  expect(shape).toMatchObject([
    {
      ...{ state: 'TX', ocd_id: TX, vintage: 'cd120', valid_from: '2026-01-01', valid_to: null },
      ...{ lines_precision: 'generalised', error_m: 2000 },
    },
  ])
  expect(issues).toMatchObject([{ code: 'doubtful-lines', value: '2901', severity: 'refused' }])
})
