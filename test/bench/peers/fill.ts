// Fills the peer's tables from a bundle and the polygons that its index was built from.

import { readFileSync } from 'node:fs'
import type pg from 'pg'
import { z } from 'zod'
import { decodeMultiPolygon } from '../../../data/geometry/polygon.ts'
import { isSeatOn } from '../../../data/place/ballot.ts'
import { toReportUrl } from '../../../data/schema/correction.ts'
import type { Bundle, OpenPart } from '../../../data/store/bundle.ts'
import { projectFile } from '../../../data/store/paths.ts'
import type { Warehouse } from '../../../data/store/warehouse.ts'
import { type DistrictSummaryRow, findHoldersDate, findNextPlan } from '../../../server/read/districts.ts'
import { wellKnownBinary } from '../postgis.ts'

const SHAPES_A_STATEMENT = 50

const json = z.record(z.string(), z.unknown())

/** @param day of the service, YYYY-MM-DD */
export async function fillTables(
  client: pg.Client,
  { bundle, warehouse, day }: { bundle: Bundle; warehouse: Warehouse; day: string },
): Promise<void> {
  const runFile = (name: string) => client.query(readFileSync(projectFile('test', 'bench', 'peers', name), 'utf8'))
  await runFile('tables.sql')
  await insert(client, 'district', districtsOf(bundle, day))
  await insert(client, 'area', rowsOf(bundle.places, AREAS))
  await insert(client, 'contest', contestsOf(bundle))
  await insert(client, 'choice', rowsOf(bundle.ballots, CHOICES).map(parseFacts))
  for (const table of ['position', 'stance'])
    await insert(client, table, rowsOf(bundle.endorsements, ofContests(table)).map(parseFacts))
  await insert(client, 'area_contest', areaContestsOf(bundle))
  await insertShapes(client, bundle, warehouse)
  await runFile('prepare.sql')
  await client.query('VACUUM ANALYZE')
}

const AREAS = `SELECT area.ordinal AS id, area.district_id, area.role, district.state, district.type
FROM area
JOIN district ON district.id = area.district_id
ORDER BY area.ordinal`
const CHOICES = `SELECT contest_id, row_number() OVER (PARTITION BY contest_id ORDER BY ballot_order, id) AS ordinal, body_en AS facts
FROM choice
ORDER BY contest_id, ordinal`
const ofContests = (table: string): string =>
  `SELECT contest_id, ordinal, body_en AS facts FROM ${table} ORDER BY contest_id, ordinal`
const CONTESTS = `SELECT id, election_slug, election_date, level_rank, ballot_order, district_id, body_en AS facts
FROM contest
ORDER BY id`
const DISTRICTS = `SELECT id, type, state, level_rank, ocd_id, census_geoid, valid_from, valid_to, summary
FROM district
ORDER BY id`

type Row = Record<string, unknown>

function rowsOf(part: OpenPart, sql: string): Row[] {
  return part.statement<Row>(sql).all()
}

function parseFacts(row: Row): Row {
  return { ...row, facts: json.parse(JSON.parse(String(row.facts))) }
}

function districtsOf(bundle: Bundle, day: string): Row[] {
  const seatsOn = findHoldersDate(bundle) ?? day
  return bundle.places
    .statement<DistrictSummaryRow>(DISTRICTS)
    .all()
    .map((district) => {
      const { id, level_rank, type, ocd_id, valid_from, valid_to } = district
      const facts = { ...json.parse(JSON.parse(district.summary)), valid_from, valid_to, share: null }
      const is_seat = isSeatOn(district, seatsOn, findNextPlan(bundle, district))
      return { id, level_rank, type, ocd_id, valid_from, valid_to, is_seat, facts }
    })
}

function contestsOf(bundle: Bundle): Row[] {
  return rowsOf(bundle.ballots, CONTESTS).map((row) => {
    const { choices: _, ...facts } = json.parse(JSON.parse(String(row.facts)))
    return { ...row, facts: { ...facts, share: null, report_url: toReportUrl('contest', Number(row.id)) } }
  })
}

function areaContestsOf({ places, ballots }: Bundle): Row[] {
  const areas = areaIds(places)
  return rowsOf(
    ballots,
    `SELECT area.district_id, area.role, contest.election_slug, area.contest_id, area.rule
FROM contest_area AS area
JOIN contest ON contest.id = area.contest_id
ORDER BY area.district_id, area.role, area.contest_id`,
  ).flatMap(({ district_id, role, ...row }) => {
    const area_id = areas.get(`${district_id} ${role}`)
    return area_id === undefined ? [] : [{ area_id, ...row }]
  })
}

/** By district and role. */
function areaIds(places: OpenPart): ReadonlyMap<string, unknown> {
  return new Map(rowsOf(places, AREAS).map(({ id, district_id, role }) => [`${district_id} ${role}`, id]))
}

async function insert(client: pg.Client, table: string, rows: readonly Row[]): Promise<void> {
  const name = client.escapeIdentifier(table)
  await client.query(`INSERT INTO ${name} SELECT * FROM jsonb_populate_recordset(NULL::${name}, $1)`, [
    JSON.stringify(rows),
  ])
}

async function insertShapes(client: pg.Client, { places }: Bundle, warehouse: Warehouse): Promise<void> {
  const areas = areaIds(places)
  let inserted = 0
  for (let at = 0; ; at += SHAPES_A_STATEMENT) {
    const drawn = await warehouse.all<{ area: string; rings: Uint8Array }>(
      `SELECT concat(district_id, ' ', role) AS area, rings
FROM out.area
ORDER BY district_id, role
LIMIT $rows OFFSET $at`,
      { rows: SHAPES_A_STATEMENT, at },
    )
    if (drawn.length === 0) break
    const shapes = drawn.filter(({ area }) => areas.has(area))
    inserted += shapes.length
    await client.query(
      'INSERT INTO shape SELECT id, hex::geometry FROM unnest($1::int[], $2::text[]) AS row (id, hex)',
      [
        shapes.map(({ area }) => areas.get(area)),
        shapes.map(({ rings }) => wellKnownBinary(decodeMultiPolygon(rings))),
      ],
    )
  }
  if (inserted !== areas.size)
    throw new Error(
      `the warehouse has polygons of ${inserted} areas, the bundle has ${areas.size} areas: build it again`,
    )
}
