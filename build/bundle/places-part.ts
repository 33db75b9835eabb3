// Writes the parts of places: the places part (districts, their boundaries, the cell index, overlaps of areas, and names), and the
// addresses part.

import { unpackPoints, unpackRanges } from '../../data/core/address.ts'
import { toOutline, toOutlinesTogether } from '../../data/geometry/outline.ts'
import { decodeMultiPolygon, encodeMultiPolygon, type MultiPolygon } from '../../data/geometry/polygon.ts'
import { encodeGridRuns } from '../../data/index/area-grid.ts'
import { type CellRun, encodeRising, encodeRuns } from '../../data/index/runs.ts'
import { openDraft, type PartValue, type PartWriter, type Sealed } from '../../data/store/part.ts'
import type { Warehouse } from '../../data/store/warehouse.ts'
import { nameOf, toWords } from '../../data/street/street.ts'
import { layAreaGrid } from '../index/area-grid.ts'
import { buildCells, type CellIndex } from '../index/cells.ts'
import { runSql } from '../sql/run-sql.ts'
import { copyTables, type TableCopy } from './row-part.ts'

/** @setting Microdegrees between the points of the states' outlines: half a kilometer, a tenth of a pixel of the map of all states. */
const STATE_OUTLINE_STEP = 5000
/** @setting A corner of a state's outline is left out if its triangle has fewer square steps: half a square pixel of that map. */
const STATE_OUTLINE_CORNER_AREA = 40
/** @setting Points of the grid over a ZIP code, city or county, which finds the parts of the area that vote alike: a part of a hundredth has about ten. */
const AREA_GRID_POINTS = 1024

interface AreaRow {
  district_id: number
  role: 'lines' | 'near'
  rings: Uint8Array
}

interface StateBoundaries {
  state: string
  rings: Uint8Array
}

/** The boundaries of each state as they are now. */
const STATE_BOUNDARIES = `
SELECT DISTINCT ON (district.state) district.state, area.rings
FROM out.district_body AS district
JOIN out.area AS area ON area.district_id = district.id AND area.role = 'lines'
WHERE district.type = 'state' AND NOT district.retired
ORDER BY district.state, district.id`

/** The boundaries of each area but states that a location may name, where the boundaries of the area and of its districts are all held. */
const GRID_BOUNDARIES = `
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

/** Boundaries in memory at once. */
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

export async function writePlacesPart(warehouse: Warehouse, folder: string): Promise<Sealed> {
  const draft = openDraft(folder, 'places')
  const { writer } = draft
  try {
    await copyTables(warehouse, NAMED, writer)
    await insertBoundaries(warehouse, writer)
    await copyTables(warehouse, FOUND, writer)
    await insertGrids(warehouse, writer)
    return draft.seal()
  } finally {
    draft.close()
  }
}

async function insertGrids(warehouse: Warehouse, writer: PartWriter): Promise<void> {
  let area: GridBoundary | undefined
  for await (const [keys = [], boundaries = []] of warehouse.batches(GRID_BOUNDARIES, GRIDS_A_STEP)) {
    const whole: GridBoundary[] = []
    for (const [at, key] of keys.entries()) {
      const rings = boundaries[at]
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

interface GridBoundary {
  area_key: string
  shapes: MultiPolygon[]
}

export function insertAreaGrids({ insert }: Pick<PartWriter, 'insert'>, areas: readonly GridBoundary[]): void {
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

async function insertBoundaries(warehouse: Warehouse, writer: PartWriter): Promise<void> {
  const areas = await warehouse.all<AreaRow>('SELECT district_id, role, rings FROM out.area ORDER BY district_id, role')
  writer.insert(
    'boundary',
    ['district_id', 'rings'],
    areas.filter((area) => area.role === 'lines').map((area) => [area.district_id, area.rings]),
  )
  insertOutlines(writer, areas)
  insertStateOutlines(writer, await warehouse.all<StateBoundaries>(STATE_BOUNDARIES))
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

/** Decodes one district at a time: the boundaries of the nation together would not fit in memory. */
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
export function insertStateOutlines({ insert }: Pick<PartWriter, 'insert'>, states: readonly StateBoundaries[]): void {
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

// Writes the addresses part: streets, the points of their house numbers, and ranges along their lines. Reads in pieces,
// because there are millions of rows.

/** Streets held in memory at once. */
const STREETS_PER_PIECE = 20_000

const STREET_COLUMNS = ['street_id', 'name_id', 'state', 'zip', 'city', 'prefix', 'suffix', 'postfix'] as const
const POINT_COLUMNS = ['name_id', 'value', 'lead', 'tail', 'street_id', 'lng', 'lat'] as const
const RANGE_COLUMNS = ['street_id', 'lead', 'low', 'high', 'range'] as const

interface Packed {
  street_id: number
  name_id: number
  packed: Uint8Array
}

export async function writeAddressPart(
  warehouse: Warehouse,
  folder: string,
  streetsPerPiece = STREETS_PER_PIECE,
): Promise<Sealed> {
  await runSql(warehouse, '97_address')
  const draft = openDraft(folder, 'addresses')
  try {
    await fill(warehouse, draft.writer, streetsPerPiece)
    return draft.seal()
  } finally {
    draft.close()
    // These tables are a second copy of core's data.
    await warehouse.run('DROP TABLE out.packed_point; DROP TABLE out.packed_range; DROP TABLE out.street')
  }
}

async function fill(warehouse: Warehouse, { insert }: PartWriter, streetsPerPiece: number): Promise<void> {
  const [counted] = await warehouse.all<{ streets: number }>('SELECT count(*) AS streets FROM out.street')
  const streets = counted?.streets ?? 0
  const states = await warehouse.all<{ state: string }>('SELECT DISTINCT state FROM out.street ORDER BY state')
  insert(
    'address_state',
    ['state'],
    states.map(({ state }) => [state]),
  )
  insert('zip_city', ['zip', 'state', 'city'], await readZipCities(warehouse))
  for (let after = 0; after < streets; after += streetsPerPiece) {
    const piece = { after, to: after + streetsPerPiece }
    const rows = await warehouse.all<Record<(typeof STREET_COLUMNS)[number], PartValue>>(
      `SELECT ${STREET_COLUMNS.join(', ')} FROM out.street WHERE street_id > $after AND street_id <= $to ORDER BY street_id`,
      piece,
    )
    insert(
      'street',
      STREET_COLUMNS,
      rows.map((row) => STREET_COLUMNS.map((column) => row[column])),
    )
    const names = await warehouse.all<{ name_id: number; name: string }>(
      `SELECT name_id, any_value(name) AS name
      FROM out.street
      WHERE street_id > $after AND street_id <= $to AND NOT named_before
      GROUP BY name_id
      ORDER BY name_id`,
      piece,
    )
    insert(
      'street_name',
      ['name_id', 'name'],
      names.map(({ name_id, name }) => [name_id, name]),
    )
    insert('address_point', POINT_COLUMNS, distinct(await readPacked(warehouse, 'out.packed_point', piece), pointsOf))
    insert('address_range', RANGE_COLUMNS, distinct(await readPacked(warehouse, 'out.packed_range', piece), rangesOf))
  }
}

function readPacked(warehouse: Warehouse, table: string, piece: { after: number; to: number }): Promise<Packed[]> {
  return warehouse.all<Packed>(
    `SELECT street_id, name_id, packed
    FROM ${table}
    WHERE street_id > $after AND street_id <= $to
    ORDER BY street_id, source_id, file, line`,
    piece,
  )
}

type Row = readonly PartValue[]

function* pointsOf({ street_id, name_id, packed }: Packed): Generator<Row> {
  for (const { value, lead, tail, lng, lat } of unpackPoints(packed))
    yield [name_id, value, lead, tail, street_id, lng, lat]
}

function* rangesOf({ street_id, packed }: Packed): Generator<Row> {
  for (const { lead, low, high, range } of unpackRanges(packed)) yield [street_id, lead, low, high, range]
}

/** Removes duplicates from several sources, or from several units of one house. @param packed rows of one street */
function* distinct(packed: readonly Packed[], rowsOf: (one: Packed) => Iterable<Row>): Generator<Row> {
  let street = 0
  let seen = new Set<string>()
  for (const one of packed) {
    if (one.street_id !== street) seen = new Set()
    street = one.street_id
    for (const row of rowsOf(one)) {
      const key = row
        .map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value))
        .join(' ')
      if (seen.has(key)) continue
      seen.add(key)
      yield row
    }
  }
}

/** The Postal Service's city name of each ZIP code. */
async function readZipCities(warehouse: Warehouse): Promise<Row[]> {
  const rows = await warehouse.all<{ zip: string; state: string; place_name: string }>(
    'SELECT DISTINCT zip, state, place_name FROM core.zip SEMI JOIN out.street USING (zip, state) ORDER BY zip, state, place_name',
  )
  const cities = rows.map(({ zip, state, place_name }): [string, string, string] => [
    zip,
    state,
    nameOf(toWords(place_name)),
  ])
  return [...new Map(cities.map((row) => [row.join(' '), row])).values()]
}
