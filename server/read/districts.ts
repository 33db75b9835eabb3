// Districts: lists and records, and what an answer about a place needs of them.

import type { z } from 'zod'
import { toCoordinates } from '../../data/geometry/polygon.ts'
import { type BallotDistrict, compareDistricts, type Rule } from '../../data/place/ballot.ts'
import type { AreaRole } from '../../data/place/point.ts'
import type { dataOperations } from '../../data/schema/operations.ts'
import { type Bundle, COUNTY_GEOID, type OpenPart } from '../../data/store/bundle.ts'
import { loadBoundary } from '../../data/store/map-reads.ts'
import { defineKept, share } from './bundle-cache.ts'
import { type ContestFacts, findDistrictsOfElections } from './contests.ts'
import { type Day, findUpcoming, presentElectionsOfDistrict } from './elections.ts'
import { isIn, nameContains } from './filters.ts'
import { officeholdersOfDistrict } from './officeholders.ts'
import { LIMIT_ROWS, presentList, reportUrlMember, withMembers, withReportUrl } from './record.ts'
import type { Steps } from './sliced-work.ts'

const DISTRICTS_A_STEP = 64

interface BodyRow extends PlanDays {
  id: number
  body: string
}

/** When a district's plan elects. */
interface PlanDays {
  /** 1 if another plan follows after `valid_to`. */
  retired: number
  valid_from: string | null
  valid_to: string | null
}

/** Another plan of the chamber is in force on the day: the one that follows, or the one before. */
function isRetiredOn({ retired, valid_from, valid_to }: PlanDays, today: string): boolean {
  return (retired === 1 && valid_to !== null && valid_to < today) || (valid_from !== null && valid_from > today)
}

/** JSON of a district on a day. The bundle's own `retired` knows no day. */
function presentBody(row: BodyRow, today: string): string {
  return row.body.replace(/"retired":(?:true|false)/, `"retired":${isRetiredOn(row, today)}`)
}

/** The same as `isRetiredOn` in SQL. */
const IN_FORCE = 'NOT (retired = 1 AND coalesce(valid_to < $today, 0)) AND NOT coalesce(valid_from > $today, 0)'

/** Districts of named elections are listed whether retired or not. @throws ApiError 400 for a cursor of another list */
export function presentDistricts(
  query: z.output<typeof dataOperations.listDistricts.query>,
  hash: string,
  { bundle, day }: { bundle: Bundle; day: Day },
): string {
  const today = day.in('UTC')
  return presentList(
    { part: bundle.places, query, hash },
    {
      sql: (page) =>
        `SELECT id, state, level_rank, type, ocd_id, retired, valid_from, valid_to, body FROM district\n${page}`,
      order: { state: 'string', level_rank: 'number', type: 'string', ocd_id: 'string', id: 'number' },
      where: [
        isIn('id', 'ids', query.elections && findDistrictsOfElections(bundle, query.elections)),
        isIn('state', 'states', query.states),
        isIn('level', 'levels', query.levels),
        isIn('type', 'types', query.types),
        nameContains(query.q),
        query.include_retired || query.elections ? undefined : { sql: IN_FORCE, params: { today } },
      ],
      present: (rows: readonly BodyRow[]) =>
        rows.map((row) => withReportUrl(presentBody(row, today), 'district', row.id)),
    },
  )
}

/** JSON of one district with its officeholders and upcoming elections; undefined if none has this id. */
export function findDistrict(
  { bundle, day }: { bundle: Bundle; day: Day },
  id: number,
  options: { boundary: boolean },
): string | undefined {
  const row = bundle.places
    .statement<BodyRow & { ocd_id: string }>(
      'SELECT id, ocd_id, retired, valid_from, valid_to, body FROM district WHERE id = $id',
    )
    .get({ id })
  if (!row) return undefined
  const elections = presentElectionsOfDistrict(bundle, row, findUpcoming(bundle, day))
  const boundary = options.boundary ? presentBoundary(bundle, id) : 'null'
  return withMembers(
    presentBody(row, day.in('UTC')),
    `"officeholders":${officeholdersOfDistrict(bundle, id)},"elections":${elections},"boundary":${boundary},${reportUrlMember('district', id)}`,
  )
}

function presentBoundary({ places }: Bundle, id: number): string {
  const polygons = loadBoundary(places, id)
  return polygons ? JSON.stringify({ type: 'MultiPolygon', coordinates: toCoordinates(polygons) }) : 'null'
}

export interface DistrictSummaryRow extends BallotDistrict {
  census_geoid: string | null
  county_geoid: string | null
}

const summaries = defineKept<OpenPart, number, readonly DistrictSummaryRow[]>('district')

/** Returns at most one row. */
function loadSummary(places: OpenPart, id: number): readonly DistrictSummaryRow[] {
  const known = summaries.find(places, id)
  if (known) return known
  const rows = places
    .statement<DistrictSummaryRow>(
      `SELECT id, type, state, level_rank, ocd_id, census_geoid, ${COUNTY_GEOID} AS county_geoid, valid_from, valid_to, summary
FROM district
WHERE id = $id`,
    )
    .all({ id })
  const [row] = rows
  return summaries.keep(places, id, rows, ROW_BYTES + (row ? row.summary.length + row.ocd_id.length : 0))
}

const ROW_BYTES = 300

/** Empty for an unknown id. */
export function findDistrictType({ places }: Bundle, id: number): string {
  return loadSummary(places, id)[0]?.type ?? ''
}

/** Districts with these ids, ordered by state, level, type, ocd_id, id. */
export function* loadDistricts({ places }: Bundle, ids: readonly number[]): Steps<DistrictSummaryRow[]> {
  const districts: DistrictSummaryRow[] = []
  for (const [at, id] of [...new Set(ids)].entries()) {
    districts.push(...loadSummary(places, id))
    if ((at + 1) % DISTRICTS_A_STEP === 0) yield
  }
  return districts.sort(compareDistricts)
}

/** Date of the officeholder data, YYYY-MM-DD; undefined if there is none. Read from one row: all bodies would take tens of milliseconds. */
export function findHoldersDate({ officeholders }: Bundle): string | undefined {
  return officeholders
    .statement<{ date: string }>(
      `SELECT substr(body ->> '$.updated_at', 1, 10) AS date
FROM officeholder
WHERE id = (SELECT min(id) FROM officeholder)`,
    )
    .get()?.date
}

/** Layers whose plan redraws the whole state. In other layers each division replaces only itself. */
const STATEWIDE_PLANS = ['congressional', 'state_upper', 'state_lower', 'ward', 'anc', 'smd']

/** First election day of the plan of its layer that replaces a district's; undefined if none is known, or its own has no end. */
export function findNextPlan({ places }: Bundle, district: BallotDistrict): string | undefined {
  const { state, type, ocd_id, valid_to } = district
  if (valid_to === null) return undefined
  const starts = loadPlanStarts(places, state, type).get(STATEWIDE_PLANS.includes(type) ? '' : ocd_id)
  return starts?.find((start) => start > valid_to)
}

const STARTS_BYTES = 200

const planStarts = defineKept<OpenPart, string, ReadonlyMap<string, readonly string[]>>('plan_starts')

/** First election days, ascending, of the plans of one state and type: by division, and under '' of all divisions together. */
function loadPlanStarts(places: OpenPart, state: string, type: string): ReadonlyMap<string, readonly string[]> {
  const layer = `${state} ${type}`
  const known = planStarts.find(places, layer)
  if (known) return known
  const rows = places
    .statement<{ ocd_id: string; valid_from: string }>(
      `SELECT DISTINCT ocd_id, valid_from
FROM district
WHERE state = $state AND type = $type AND valid_from IS NOT NULL
ORDER BY valid_from, ocd_id`,
    )
    .all({ state, type })
  const starts = new Map<string, string[]>([['', []]])
  for (const { ocd_id, valid_from } of rows)
    for (const division of ['', ocd_id]) {
      const own = starts.get(division) ?? []
      if (own.at(-1) !== valid_from) own.push(valid_from)
      starts.set(division, own)
    }
  return planStarts.keep(places, layer, starts, starts.size * STARTS_BYTES)
}

export interface AreaContest {
  rule: Rule
  contest: ContestFacts
}

/** Relations of an area to contests, by contest id. @param from a contest id: only later ones, at most so many rows */
export function loadAreaContests(
  ballots: OpenPart,
  { role, district_id }: { role: AreaRole; district_id: number },
  from: { after: number; rows: number },
): AreaContest[] {
  return ballots
    .statement<ContestFacts & { rule: Rule }>(
      `SELECT rule, id, election_id, election_date, state, election_slug, level, level_rank, kind, ballot_order, vote_method, votes_allowed,
  ranks_allowed, contest.district_id, lines_held
FROM contest_area
JOIN contest ON contest.id = contest_id
WHERE contest_area.district_id = $district_id AND role = $role AND contest_id > $after
ORDER BY contest_id
${LIMIT_ROWS}`,
    )
    .all({ role, district_id, ...from })
    .map((row) => ({
      rule: share(row.rule),
      contest: {
        id: row.id,
        election_id: row.election_id,
        election_date: share(row.election_date),
        state: share(row.state),
        election_slug: share(row.election_slug),
        level: share(row.level),
        level_rank: row.level_rank,
        kind: share(row.kind),
        ballot_order: row.ballot_order,
        vote_method: share(row.vote_method),
        votes_allowed: row.votes_allowed,
        ranks_allowed: row.ranks_allowed,
        district_id: row.district_id,
        lines_held: row.lines_held,
      },
    }))
}
