// Writes the places part: districts, their lines, the cell index, overlaps of areas, and names.

import { decodeMultiPolygon, encodeMultiPolygon, type MultiPolygon } from '../../data/geometry/multipolygon.ts'
import { toOutline, toOutlinesTogether } from '../../data/geometry/outline.ts'
import { encodeGridRuns } from '../../data/index/area-grid.ts'
import { type CellRun, encodeRuns } from '../../data/index/runs.ts'
import { encodeRising } from '../../data/index/varint.ts'
import { type PartValue, type PartWriter, writePartInPieces } from '../../data/store/part.ts'
import type { Warehouse } from '../../data/store/warehouse.ts'
import { AREA_GRID_POINTS, STATE_OUTLINE_CORNER_AREA, STATE_OUTLINE_STEP } from '../constants.ts'
import { layAreaGrid } from '../index/area-grid.ts'
import { buildCells, type CellIndex } from '../index/cells.ts'
import { copyTables, type TableCopy } from './rows.ts'

interface AreaRow {
  district_id: number
  role: 'lines' | 'near'
  rings: Uint8Array
}

interface StateLines {
  state: string
  rings: Uint8Array
}

/** The lines of each state as they are now. */
const STATE_LINES = `
SELECT DISTINCT ON (district.state) district.state, area.rings
FROM out.district_body AS district
JOIN out.area AS area ON area.district_id = district.id AND area.role = 'lines'
WHERE district.type = 'state' AND NOT district.retired
ORDER BY district.state, district.id`

/** The lines of each area but states that a location may name, where the lines of the area and of its districts are all held. */
const GRID_LINES = `
SELECT area_key, rings
FROM (
  SELECT 'zip:' || name AS area_key, rings
  FROM out.line
  WHERE layer = 'zcta'
  UNION ALL
  SELECT 'district:' || district.id, line.rings
  FROM out.line AS line
  JOIN out.district AS district USING (ocd_id, vintage)
  WHERE line.layer IN ('county', 'place')
)
WHERE area_key IN (SELECT area_key FROM out.area_size) AND area_key IN (SELECT area_key FROM out.place_name WHERE basis = 'area')
ORDER BY area_key, rings`

/** Lines in memory at once. */
const GRIDS_A_STEP = 256

const NAMED: readonly TableCopy[] = [
  { table: 'state', from: 'out.state_body', columns: 'code fips name ocd_id time_zone body', order: 'code' },
  {
    table: 'district',
    from: 'out.district_body',
    columns:
      'id ocd_id vintage state level level_rank type name name_folded census_geoid retired valid_from valid_to has_boundary summary body',
    order: 'id',
  },
]
const FOUND: readonly TableCopy[] = [
  {
    table: 'overlap',
    from: 'out.overlap',
    columns: 'area_key district_id role covers size',
    order: 'area_key, district_id, role',
  },
  { table: 'area_size', from: 'out.area_size', columns: 'area_key size', order: 'area_key' },
  {
    table: 'place_name',
    from: 'out.place_name',
    columns: 'kind name_folded state area_key label basis',
    order: 'kind, name_folded, state, area_key, label',
  },
]

export function writePlacesPart(warehouse: Warehouse, folder: string): Promise<{ sha256: string; bytes: number }> {
  return writePartInPieces(folder, 'places', async (writer) => {
    await copyTables(warehouse, NAMED, writer)
    await insertLines(warehouse, writer)
    await copyTables(warehouse, FOUND, writer)
    await insertGrids(warehouse, writer)
  })
}

async function insertGrids(warehouse: Warehouse, writer: PartWriter): Promise<void> {
  let area: GridLines | undefined
  for await (const [keys = [], lines = []] of warehouse.batches(GRID_LINES, GRIDS_A_STEP)) {
    const whole: GridLines[] = []
    for (const [at, key] of keys.entries()) {
      const rings = lines[at]
      if (!(rings instanceof Uint8Array)) throw new Error(`the lines of area ${String(key)} are no bytes`)
      const shape = decodeMultiPolygon(rings)
      // A ZIP code has several rows where each of its states draws a part.
      if (area !== undefined && area.area_key === key) area.shapes.push(shape)
      else {
        if (area) whole.push(area)
        area = { area_key: String(key), shapes: [shape] }
      }
    }
    insertAreaGrids(writer, whole)
  }
  if (area) insertAreaGrids(writer, [area])
}

interface GridLines {
  area_key: string
  shapes: MultiPolygon[]
}

export function insertAreaGrids({ insert }: Pick<PartWriter, 'insert'>, areas: readonly GridLines[]): void {
  insert(
    'area_grid',
    ['area_key', 'west', 'south', 'step_lng', 'step_lat', 'columns', 'runs'],
    areas.flatMap(({ area_key, shapes }) => {
      const grid = layAreaGrid(shapes, AREA_GRID_POINTS)
      if (!grid) return []
      const { west, south, step_lng, step_lat, columns, runs } = grid
      return [[area_key, west, south, step_lng, step_lat, columns, encodeGridRuns(runs)]]
    }),
  )
}

async function insertLines(warehouse: Warehouse, writer: PartWriter): Promise<void> {
  const areas = await warehouse.all<AreaRow>('SELECT district_id, role, rings FROM out.area ORDER BY district_id, role')
  writer.insert(
    'boundary',
    ['district_id', 'rings'],
    areas.filter((area) => area.role === 'lines').map((area) => [area.district_id, area.rings]),
  )
  insertOutlines(writer, areas)
  insertStateOutlines(writer, await warehouse.all<StateLines>(STATE_LINES))
  writer.insert(
    'area',
    ['ordinal', 'district_id', 'role'],
    areas.map((area, at) => [at + 1, area.district_id, area.role]),
  )
  insertIndex(
    writer,
    buildCells(
      areas.map(({ rings }, at) => ({
        ordinal: at + 1,
        get polygons() {
          return decodeMultiPolygon(rings)
        },
      })),
    ),
  )
}

/** Decodes one district at a time: the lines of the nation together would not fit in memory. */
export function insertOutlines({ insert }: Pick<PartWriter, 'insert'>, areas: readonly AreaRow[]): void {
  insert(
    'outline',
    ['district_id', 'step', 'west', 'south', 'east', 'north', 'rings'],
    (function* (): Generator<PartValue[]> {
      for (const { district_id, role, rings } of areas) {
        const outline = role === 'lines' ? toOutline(decodeMultiPolygon(rings)) : undefined
        if (!outline) continue
        const { west, south, east, north } = outline.box
        yield [district_id, outline.step, west, south, east, north, encodeMultiPolygon([outline.rings])]
      }
    })(),
  )
}

/** @param states in order of their codes */
export function insertStateOutlines({ insert }: Pick<PartWriter, 'insert'>, states: readonly StateLines[]): void {
  const shapes = (function* () {
    for (const { rings } of states) yield decodeMultiPolygon(rings)
  })()
  const outlines = toOutlinesTogether(shapes, STATE_OUTLINE_STEP, STATE_OUTLINE_CORNER_AREA)
  insert(
    'state_outline',
    ['state', 'step', 'rings'],
    states.map(({ state }, at) => [state, STATE_OUTLINE_STEP, encodeMultiPolygon([outlines[at] ?? []])]),
  )
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
