import { describe, expect, it } from 'vitest'
import { findLikely, matchSchools, toSchoolCore, toSchoolWords } from '../../../ingest/boundary/school.ts'
import { boundarySources } from '../../../ingest/boundary/sources.ts'
import { fileOf } from '../run-reader.ts'
import { collect, divisionsOf, loadSource } from './collect.ts'

const named = (...names: string[]) => names.map((name) => ({ name }))
const SCHOOL = 'ocd-division/country:us/state:nc/county:'

/** A topology of one square degree for each, side by side. */
function topology(districts: readonly object[], name = 'unsd'): object {
  return {
    type: 'Topology',
    arcs: districts.map((_, index) => [[index, 0], [index + 1, 0], [index + 1, 1], [index, 1], [index, 0]]), // biome-ignore format: one ring
    objects: {
      [name]: {
        type: 'GeometryCollection',
        geometries: districts.map((properties, index) => ({ type: 'Polygon', arcs: [[index]], properties })),
      },
    },
  }
}

it('names of school districts are compared with abbreviations written out', () => {
  expect(toSchoolWords('St. Marys Area SD')).toBe('saint marys area school district')
  expect(toSchoolWords("Queen's Co. Sch Dist")).toBe('queens county schools district')
  expect(toSchoolCore('Carteret County Public Schools')).toBe('carteret county')
  expect(toSchoolCore('Public Schools of Petoskey')).toBe('petoskey')
})

it('names of school districts pair by all words first, then by their core', () => {
  const divisions = named('nash-rocky mount schools', 'carteret county public schools', 'carteret academy')
  const matches = matchSchools(
    ['Nash-Rocky Mount Schools', 'Carteret County Schools', 'Camp Lejeune Schools'],
    divisions,
  )
  expect([...matches].map(([name, division]) => [name, division.name])).toEqual([
    ['Nash-Rocky Mount Schools', 'nash-rocky mount schools'],
    ['Carteret County Schools', 'carteret county public schools'],
  ])
})

it.each([
  ['two share the words', ['Fulton School District'], ['fulton public schools', 'fulton schools']],
  ['two are of one division', ['Lakeview Schools', 'Lakeview School District'], ['lakeview public schools']],
  ["a city's and a county's", ['Asheville City Schools'], ['asheville county schools']],
  ['no word is left', ['School District'], ['public schools']],
])('names of school districts match none if %s', (_, names, divisions) => {
  expect(matchSchools(names, named(...divisions)).size).toBe(0)
})

it('names of school districts have likely divisions by shared words', () => {
  const divisions = named('fort bragg/camp lejeune', 'camp county schools', 'wake county schools')
  expect(findLikely('Camp Lejeune Schools', divisions).map(({ name }) => name)).toEqual([
    'fort bragg/camp lejeune',
    'camp county schools',
  ])
})

const source = loadSource(boundarySources, 'school-districts-nc')
const wake = `${SCHOOL}wake/school_district:wake_county_schools`
const divisions = divisionsOf([wake], { [wake]: 'school-3704720' })

it('school districts take id and GEOID of the division they match; the rest are issues', async () => {
  const names = ['Wake County Schools', 'Eastern Cherokee Reservation', 'School District Not Defined']
  const { shape, issues } = await collect(source, {
    files: [fileOf('nc.topojson', topology(names.map((District) => ({ District }))))],
    divisions,
  })
  expect(shape).toMatchObject([
    {
      layer: 'school',
      state: 'NC',
      ocd_id: wake,
      census_geoid: '3704720',
      name: 'Wake County Schools',
      vintage: '2012',
    },
    { ocd_id: null, census_geoid: null, name: 'Eastern Cherokee Reservation' },
  ])
  expect(issues).toMatchObject([
    { code: 'no-district', severity: 'ignored' },
    { code: 'unknown-division', severity: 'mended', value: 'Eastern Cherokee Reservation' },
  ])
})

it('school districts that appear twice are read once; with different lines they are refused', async () => {
  const file = topology([{ District: 'Wake County Schools' }, { District: 'Wake County Schools' }])
  const { shape, issues } = await collect(source, { files: [fileOf('nc.topojson', file)], divisions })
  expect(shape).toHaveLength(1)
  expect(issues).toMatchObject([{ code: 'repeated-shape', severity: 'refused' }])
})

it('school districts of a state that is not requested are not read', async () => {
  const { shape } = await collect(source, { files: [fileOf('nc.topojson', 'not JSON')], divisions, states: ['DC'] })
  expect(shape).toEqual([])
})

describe('simplified school districts of 2012', () => {
  const IN = 'ocd-division/country:us/state:in/county:adams/school_district:'
  const read = (properties: readonly Record<string, string>[]) =>
    collect(loadSource(boundarySources, 'school-districts-in'), {
      files: [fileOf('IN.json', topology(properties, 'school'))],
      divisions: divisionsOf([`${IN}north`, `${IN}south`], {
        [`${IN}north`]: 'school-1800060',
        [`${IN}south`]: 'school-1800070',
      }),
    })

  it('join by GEOID alone; those without one, or with an unknown one, are left out with one issue', async () => {
    const { shape, issues } = await read([
      { NAME: 'North', GEOID: '1800060', TYPE: 'UNSD' },
      { NAME: 'South', GEOID: '', TYPE: '' },
      { NAME: 'South', GEOID: '1812345', TYPE: '' },
    ])
    expect(shape).toMatchObject([
      {
        ...{ ocd_id: `${IN}north`, census_geoid: '1800060', vintage: '2012' },
        ...{ lines_precision: 'generalised', error_m: 323 },
      },
    ])
    expect(issues).toMatchObject([{ code: 'no-district', value: '2', severity: 'ignored' }])
  })
})
