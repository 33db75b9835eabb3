// States drawn at random: each layer in a plan of 2022 and one of 2024 that keeps some of its districts, seats held and vacant,
// contests with lines and without. All borders are parallels and meridians.

import { insertIndex } from '../../build/bundle/places-part.ts'
import { buildCells } from '../../build/index/cells.ts'
import { encodeMultiPolygon } from '../../data/geometry/polygon.ts'
import { toReportUrl } from '../../data/schema/correction.ts'
import type { District, DistrictSummary } from '../../data/schema/district.ts'
import type { ContestElection } from '../../data/schema/election.ts'
import { LEVELS, type StateCode } from '../../data/schema/vocabulary.ts'
import type { PartWriter } from '../../data/store/part.ts'
import { electionId, slugOf } from './ballots.ts'
import { type Box, polygonOf } from './box.ts'
import type { Fills } from './fixture.ts'
import { idOf } from './geography.ts'
import { officeholders } from './officeholders.ts'
import { insertContestAreas, insertContests, insertElections, insertRows, insertStates } from './rows.ts'

export interface Record {
  summary: DistrictSummary
  type: District['type']
  box: Box | null
  valid_from: string | null
  valid_to: string | null
  held: boolean
}

export interface Zip {
  zip: string
  state: StateCode
  box: Box
}

/** A contest that is certain everywhere in `area`. */
interface Race {
  slug: string
  date: string
  district: Record
  area: Record
}

export const CODES: readonly StateCode[] = ['NC', 'PA', 'KY', 'NV', 'MI', 'MN']
export const DATES = { '2022': '2022-11-08', '2024': '2024-11-05' } as const
const PLANS = [
  ['2022', '2022-01-01', '2023-12-31'],
  ['2024', '2024-01-01', '2025-12-31'],
] as const
const LAYERS = [
  ['congressional', 'federal', 'cd'],
  ['state_upper', 'state', 'sldu'],
  ['state_lower', 'state', 'sldl'],
] as const

/** Random numbers in [0, 1), the same for the same seed. */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

export interface Corner {
  records: Record[]
  zips: Zip[]
  races: Race[]
}

/** Ten degrees of longitude apart, two wide. */
export function draw(seed: number): Corner {
  const random = randomFrom(seed)
  const corner: Corner = { records: [], zips: [], races: [] }
  for (const [at, code] of CODES.entries()) drawState(corner, code, -120 + at * 10, random)
  return corner
}

function drawState({ records, zips, races }: Corner, code: StateCode, west: number, random: () => number): void {
  const ocd = `ocd-division/country:us/state:${code.toLowerCase()}`
  const state = recordOf(code, `${ocd}`, 'state', 'state', [west, 35, west + 2, 36], [null, null], 'any')
  records.push(state)
  for (const [type, level, word] of LAYERS) {
    let before: Record[] = []
    for (const [plan, from, to] of PLANS) {
      const count = 1 + Math.floor(random() * 4)
      // Sometimes a plan keeps the previous one.
      const cuts = Array.from({ length: count - 1 }, () => west + Math.round(random() * 180 + 10) / 100).sort(
        (a, b) => a - b,
      )
      const edges = [west, ...cuts, west + 2]
      const kept = plan === '2024' && random() < 0.3
      if (kept) for (const record of before) record.valid_to = to
      const drawn = kept
        ? []
        : edges.slice(1).map((east, i) => {
            const box: Box = [edges[i] ?? west, 35, east, 36]
            return recordOf(code, `${ocd}/${word}:${i + 1}`, type, level, box, [from, to], plan)
          })
      for (const record of kept ? before : drawn) record.held = random() < 0.5
      records.push(...drawn)
      before = kept ? before : drawn
      // If the plan of the day has no lines, contests have districts without lines, certain in the whole state.
      const blank = !kept && random() < 0.2
      if (blank)
        for (const record of drawn) {
          record.valid_from = '2030-01-01'
          record.valid_to = null
        }
      const undrawn = recordOf(code, `${ocd}/${word}:at-large`, type, level, null, [from, to], plan)
      if (blank) records.push(undrawn)
      const slug = slugOf(code, DATES[plan], 'general')
      for (const record of blank ? [undrawn] : before)
        races.push({ slug, date: DATES[plan], district: record, area: record.box ? record : state })
    }
  }
  for (let i = 0; i < 6; i++) {
    const left = west + Math.round(random() * 150) / 100 + 0.005
    const box: Box = [left, 35.2, left + 0.2 + random() * 0.25, 35.4]
    zips.push({ zip: String(10_000 + zips.length), state: code, box })
  }
}

function recordOf(
  state: StateCode,
  ocd_id: string,
  type: Record['type'],
  level: DistrictSummary['level'],
  box: Box | null,
  [valid_from, valid_to]: readonly [string | null, string | null],
  plan: string,
): Record {
  const summary: DistrictSummary = {
    ...{ id: idOf('district', `${ocd_id}/${plan}`), name: `${type} of ${plan}`, level, ocd_id, state, type },
    lines_precision: box === null ? null : 'exact',
  }
  return { summary, type, box, valid_from, valid_to, held: false }
}

export const holds = ({ valid_from, valid_to }: Record, date: string): boolean =>
  (valid_from ?? '') <= date && date <= (valid_to ?? '9999')

/** True if the boxes share more than a border. */
export const meet = ([w, s, e, n]: Box, [west, south, east, north]: Box): boolean =>
  w < east && west < e && s < north && south < n

const within = ([w, s, e, n]: Box, [west, south, east, north]: Box): boolean =>
  west <= w && e <= east && south <= s && n <= north

export function fillsOf(corner: Corner): Fills {
  return {
    places: (writer) => fillPlaces(writer, corner),
    ballots: (writer) => fillBallots(writer, corner),
    officeholders: (writer) => fillSeats(writer, corner),
  }
}

function fillPlaces(writer: PartWriter, { records, zips }: Corner): void {
  insertStates(writer)
  insertRows(
    writer,
    'district',
    'id ocd_id vintage state level level_rank type name name_folded retired valid_from valid_to has_boundary summary body',
    records.map(({ summary, type, box, valid_from, valid_to }) => [
      ...[summary.id, summary.ocd_id, summary.name, summary.state, summary.level, LEVELS.indexOf(summary.level)],
      ...[type, summary.name, summary.name, valid_to === '2023-12-31' ? 1 : 0, valid_from, valid_to, box ? 1 : 0],
      ...[JSON.stringify(summary), '{}'],
    ]),
  )
  const areas = records.flatMap((record) => (record.box ? [{ id: record.summary.id, box: record.box }] : []))
  const shapes = areas.map(({ box }) => polygonOf(box))
  insertRows(writer, 'boundary', 'district_id rings', areas, ({ id }, at) => [id, encodeMultiPolygon(shapes[at] ?? [])])
  insertRows(writer, 'area', 'ordinal district_id role', areas, ({ id }, at) => [at + 1, id, 'lines'])
  insertIndex(writer, buildCells(shapes.map((polygons, at) => ({ ordinal: at + 1, polygons }))))
  for (const { zip, state, box } of zips) {
    const met = areas.filter((area) => meet(area.box, box))
    insertRows(writer, 'overlap', 'area_key district_id role covers', met, (area) => {
      return [`zip:${zip}`, area.id, 'lines', Number(within(box, area.box))]
    })
    const name = ['zip', zip, state, `zip:${zip}`, `ZIP ${zip}`, 'area']
    insertRows(writer, 'place_name', 'kind name_folded state area_key label basis', [name])
  }
}

function fillBallots(writer: PartWriter, { races }: Corner): void {
  const elections = CODES.flatMap((state) => Object.values(DATES).map((date) => electionOf(state, date)))
  insertElections(
    writer,
    elections.map((election) => ({
      election,
      body: { listed_in: [`ocd-division/country:us/state:${election.state.toLowerCase()}`] },
    })),
  )
  insertContests(
    writer,
    races.map(({ date, district: { summary } }, at) => ({
      ...{
        id: at + 1,
        title: `${at}`,
        short_title: `${at}`,
        kind: 'candidate',
        level: summary.level,
        ballot_order: at,
      },
      ...{ vote_method: 'plurality', votes_allowed: 1, ranks_allowed: null, measure_code: null, description: null },
      ...{ party: null, source_url: null, details: {}, district: summary, choices: [] },
      ...{ election: electionOf(summary.state, date), report_url: toReportUrl('contest', at + 1) },
    })),
  )
  insertContestAreas(
    writer,
    races.map(({ area }, at) => [area.summary.id, 'lines', at + 1, 'certain'] as const),
  )
}

function electionOf(state: StateCode, date: string): ContestElection {
  const slug = slugOf(state, date, 'general')
  return {
    ...{ id: electionId(slug), slug, name: 'General', date, state, type: 'general', short_name: 'General' },
    ...{ primary_system: null, info_url: null, details: {} },
  }
}

function fillSeats(writer: PartWriter, { records }: Corner): void {
  const [anybody] = officeholders()
  insertRows(
    writer,
    'officeholder',
    'id person_id office office_rank level level_rank state name name_folded district_id district_ocd_id lines_held body',
    records
      .filter(({ held }) => held)
      .map(({ summary: { id, state, ocd_id } }) => [
        ...[id, `${id}`, 'state_senator', 10, 'state', 2, state, 'x', 'x', id, ocd_id, 1, JSON.stringify(anybody)],
      ]),
  )
}
