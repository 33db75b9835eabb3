import { describe, expect, it } from 'vitest'
import { boundarySources } from '../../../ingest/boundary/sources.ts'
import { fileOf } from '../run-reader.ts'
import { collect, loadSource } from './collect.ts'

const ocd = loadSource(boundarySources, 'ocd-divisions')
const US = 'ocd-division/country:us'

function read(...files: [name: string, content: string][]) {
  return collect(ocd, { files: files.map(([name, content]) => fileOf(name, content)), states: [] })
}

describe('OCD divisions', () => {
  it('are read with and without a header, whatever states are asked for', async () => {
    const { division, issues } = await read(
      ['states.csv', `${US},United States\n${US}/state:nc,North Carolina\n`],
      ['places.csv', `id,name,census_geoid\n${US}/state:nc/place:raleigh,Raleigh city,place-3755000\n`],
      ['whitelist.csv', `${US}/state:mt/place:butte,Butte MT -- nearly coterminous with its county\n`],
    )
    expect(division).toEqual(
      // biome-ignore format: a case a line
      [
        { ocd_id: US, name: 'United States', census_geoid: null, same_as: null, valid_through: null },
        { ocd_id: `${US}/state:nc`, name: 'North Carolina', census_geoid: null, same_as: null, valid_through: null },
        { ocd_id: `${US}/state:nc/place:raleigh`, name: 'Raleigh city', census_geoid: 'place-3755000', same_as: null, valid_through: null },
        { ocd_id: `${US}/state:mt/place:butte`, name: 'Butte MT', census_geoid: null, same_as: null, valid_through: null },
      ],
    )
    expect(issues).toEqual([])
  })

  it('are completed by later files: GEOIDs of schools, ends, aliases named like what they stand for', async () => {
    const wake = `${US}/state:nc/county:wake/school_district:wake_county_schools`
    const { division, issues } = await read(
      ['schools.csv', `${wake},wake county schools\n${US}/district:dc,District of Columbia\n`],
      ['nces.csv', `id,sch_dist_stateid,census_geoid\n${wake},920,3704720\n`],
      ['sldu.csv', `id,name,validFrom,validThrough\n${US}/state:ma/sldu:old,Old,,2013-01-02\n${wake},,,2024-06-30\n`],
      ['aliases.csv', `id,sameAs,sameAsNote\n${US}/state:dc,${US}/district:dc,DC is a district\n\n`],
    )
    expect(division).toMatchObject([
      { ocd_id: wake, name: 'wake county schools', census_geoid: 'school-3704720', valid_through: '2024-06-30' },
      { name: 'District of Columbia', same_as: null },
      { name: 'Old', valid_through: '2013-01-02' },
      { ocd_id: `${US}/state:dc`, same_as: `${US}/district:dc`, name: 'District of Columbia' },
    ])
    expect(issues).toEqual([])
  })

  it('keep their first definition; repeated ones are counted', async () => {
    const { division, issues } = await read(
      ['a.csv', `${US}/state:nc,North Carolina\n`],
      ['b.csv', `${US}/state:nc,Carolina\n${US}/state:nc,NC\n`],
    )
    expect(division.map(({ name }) => name)).toEqual(['North Carolina'])
    expect(issues).toMatchObject([{ code: 'repeated-division', file: 'b.csv', value: '2', severity: 'ignored' }])
  })

  it('are repaired if a line has fewer fields than the header, and refused if the id is invalid', async () => {
    const { division, issues } = await read([
      'nm.csv',
      `id,name,sameAs,validFrom,validThrough\n${US}/state:nm/ward:1,Ward 1\n${US}/state:nm/ward:2,Ward 2,,,2023-01-01\n${US}/state:nm/,x,,,\n`,
    ])
    expect(division).toMatchObject([
      { ocd_id: `${US}/state:nm/ward:2`, valid_through: '2023-01-01' },
      { ocd_id: `${US}/state:nm/ward:1`, name: 'Ward 1', valid_through: null },
    ])
    expect(issues).toMatchObject([
      { code: 'invalid-ocd-id', line: 4, severity: 'refused' },
      { code: 'short-line', value: '1', severity: 'mended' },
    ])
  })

  it('end on a date: a year means its last day, and an invalid date is ignored', async () => {
    const line = (id: string, end: string) => `${US}/state:mi/ward:${id},Ward,${end}\n`
    const { division, issues } = await read([
      'mi.csv',
      `id,name,validThrough\n${line('1', '2023')}${line('2', '2023-02-30')}${line('3', '2024-02-29')}${line('4', '')}`,
    ])
    expect(division.map(({ valid_through }) => valid_through)).toEqual(['2023-12-31', null, '2024-02-29', null])
    expect(issues).toMatchObject([
      { code: 'incomplete-date', line: 2, value: '2023', severity: 'mended' },
      { code: 'incomplete-date', line: 3, value: '2023-02-30', severity: 'refused' },
    ])
  })

  it('stop the source if a header has no column to read', async () => {
    await expect(read(['x.csv', 'id,label\na,b\n'])).rejects.toThrow(
      'x.csv:1: its header has id, label, expected id and',
    )
  })
})
