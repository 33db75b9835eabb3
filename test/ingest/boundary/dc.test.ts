import { expect, it } from 'vitest'
import { boundarySources } from '../../../ingest/boundary/sources.ts'
import { fileOf } from '../run-reader.ts'
import { collect, collection, loadSource, square } from './collect.ts'

const DC = 'ocd-division/country:us/district:dc'
const WARDS = 'ward_id,ward_name,councilmember\nward_2,Ward 2,x\nward_2_2022,Ward 2,x\nward_9_2022,Ward IX,x\n'

const lines = (id: string) =>
  fileOf('ward.geojson', collection({ properties: { ward_id: id }, polygon: square(-77, 38.9, 0.1) }))

it('districts of DC of the council take their number from the list', async () => {
  const source = loadSource(boundarySources, 'dc-wards-2022')
  const { shape, issues } = await collect(source, { files: [lines('ward_2_2022'), fileOf('wards.csv', WARDS)] })
  expect(shape).toMatchObject([
    {
      layer: 'ward',
      state: 'DC',
      ocd_id: `${DC}/ward:2`,
      name: 'Ward 2',
      vintage: '2022',
      valid_from: '2022-01-01',
      valid_to: '2030-12-31',
    },
  ])
  expect(issues).toEqual([])
})

it('districts of DC stop the source if the list lacks them or names them differently', async () => {
  const source = loadSource(boundarySources, 'dc-wards-2022')
  const read = (id: string) => collect(source, { files: [lines(id), fileOf('wards.csv', WARDS)] })
  await expect(read('ward_3_2022')).rejects.toThrow('got ward_3_2022, which wards.csv does not list')
  await expect(read('ward_9_2022')).rejects.toThrow('got ward_9_2022, which wards.csv calls "Ward IX"')
  await expect(collect(source, { files: [] })).rejects.toThrow('got 0 files, expected lines and a list')
})

it('districts of DC of commissions have ~ in place of the slash between two wards', async () => {
  const source = loadSource(boundarySources, 'dc-ancs-2022')
  const lines = collection({ properties: { anc_id: 'anc_3/4G_2022' }, polygon: square(-77, 38.9, 0.1) })
  const list = 'anc_id,anc_name,notes\nanc_3/4G_2022,ANC 3/4G,\n'
  const { shape } = await collect(source, { files: [fileOf('anc.geojson', lines), fileOf('ancs.csv', list)] })
  expect(shape).toMatchObject([{ layer: 'anc', ocd_id: `${DC}/anc:3~4g`, name: 'ANC 3/4G', census_geoid: null }])
})

it('districts of DC of a single member take the name of the list, not of their id', async () => {
  const source = loadSource(boundarySources, 'dc-smds-2022')
  const ring = '-77.1 38.9, -77 38.9, -77 39, -77.1 38.9'
  const lines = `smd_id,anc_id,ward,geometry\nsmd_2022_2C03,2C,,"POLYGON ((${ring}))"\nsmd_2022_8F01,6/8F,,"POLYGON ((${ring}))"\n`
  const list = 'smd_id,smd_name,anc_id,ward_id\nsmd_2022_2C03,2C03,a,w\nsmd_2022_8F01,6/8F01,a,w\n'
  const { shape } = await collect(source, { files: [fileOf('smd.csv', lines), fileOf('districts.csv', list)] })
  expect(shape).toMatchObject([
    { layer: 'smd', ocd_id: `${DC}/anc:2c/council_district:3`, name: 'SMD 2C03' },
    { ocd_id: `${DC}/anc:6~8f/council_district:1`, name: 'SMD 6/8F01' },
  ])
})
