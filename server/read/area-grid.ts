// Grids of points over ZIP codes, cities and counties, laid at build.

import { type AreaGrid, decodeGridRuns } from '../../data/index/area-grid.ts'
import type { Bundle } from '../../data/store/bundle.ts'
import { loadTables } from './part-tables.ts'

/** Undefined if the area's lines are not held, for a state, and in a bundle of an earlier version. */
export function findAreaGrid({ places }: Pick<Bundle, 'places'>, area_key: string): AreaGrid | undefined {
  if (!loadTables(places).has('area_grid')) return undefined
  const row = places
    .statement<Omit<AreaGrid, 'runs'> & { runs: Uint8Array }>(
      'SELECT west, south, step_lng, step_lat, columns, runs FROM area_grid WHERE area_key = $area_key',
    )
    .get({ area_key })
  return row && { ...row, runs: decodeGridRuns(row.runs) }
}
