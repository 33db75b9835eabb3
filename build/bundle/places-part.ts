// Writes the places part: districts, their lines, the cell index, overlaps of areas, and names.

import { decodeMultiPolygon } from '../../data/geometry/multipolygon.ts'
import { type CellRun, encodeRuns } from '../../data/index/runs.ts'
import { encodeRising } from '../../data/index/varint.ts'
import { type PartWriter, writePart } from '../../data/store/part.ts'
import type { Warehouse } from '../../data/store/warehouse.ts'
import { buildCells, type CellIndex } from '../index/cells.ts'
import { fetchRows } from './rows.ts'

interface AreaRow {
  district_id: number
  role: 'lines' | 'near'
  rings: Uint8Array
}

export async function writePlacesPart(
  warehouse: Warehouse,
  folder: string,
): Promise<{ sha256: string; bytes: number }> {
  const states = await fetchRows(
    warehouse,
    'out.state_body',
    ['code', 'fips', 'name', 'ocd_id', 'time_zone', 'body'],
    'code',
  )
  const districts = await fetchRows(
    warehouse,
    'out.district_body',
    [
      'id',
      'ocd_id',
      'vintage',
      'state',
      'level',
      'level_rank',
      'type',
      'name',
      'name_folded',
      'census_geoid',
      'retired',
      'valid_from',
      'valid_to',
      'has_boundary',
      'summary',
      'body',
    ],
    'id',
  )
  const overlaps = await fetchRows(
    warehouse,
    'out.overlap',
    ['area_key', 'district_id', 'role', 'covers', 'size'],
    'area_key, district_id, role',
  )
  const sizes = await fetchRows(warehouse, 'out.area_size', ['area_key', 'size'], 'area_key')
  const names = await fetchRows(
    warehouse,
    'out.place_name',
    ['kind', 'name_folded', 'state', 'area_key', 'label', 'basis'],
    'kind, name_folded, state, area_key, label',
  )
  const areas = await warehouse.all<AreaRow>('SELECT district_id, role, rings FROM out.area ORDER BY district_id, role')
  const index = buildCells(
    areas.map(({ rings }, at) => ({
      ordinal: at + 1,
      get polygons() {
        return decodeMultiPolygon(rings)
      },
    })),
  )
  return writePart(folder, 'places', (writer) => {
    writer.insert('state', states.columns, states.rows)
    writer.insert('district', districts.columns, districts.rows)
    writer.insert(
      'boundary',
      ['district_id', 'rings'],
      areas.filter((area) => area.role === 'lines').map((area) => [area.district_id, area.rings]),
    )
    writer.insert(
      'area',
      ['ordinal', 'district_id', 'role'],
      areas.map((area, at) => [at + 1, area.district_id, area.role]),
    )
    insertIndex(writer, index)
    writer.insert('overlap', overlaps.columns, overlaps.rows)
    writer.insert('area_size', sizes.columns, sizes.rows)
    writer.insert('place_name', names.columns, names.rows)
  })
}

/** Writes the cell index, which server/place/point.ts reads. */
export function insertIndex({ insert }: Pick<PartWriter, 'insert'>, { sets, cells }: CellIndex): void {
  insert(
    'area_set',
    ['set_id', 'ordinals'],
    sets.map((set, id) => [id, encodeRising(set)]),
  )
  const runs: CellRun[] = []
  insert(
    'cell',
    ['key', 'edges'],
    (function* () {
      for (const { key, set_id, edges } of cells) {
        runs.push({ key, set_id, edged: edges !== null })
        if (edges) yield [key, edges]
      }
    })(),
  )
  insert('cell_run', ['bucket', 'runs'], encodeRuns(runs))
}
