import { z } from 'zod'
import { folded } from '../../data/schema/folded-name.ts'
import { officeholderRecord } from '../../data/schema/officeholder.ts'
import type { Language, Office, OfficeholderLevel, StateCode } from '../../data/schema/vocabulary.ts'
import type { Bundle, OpenPart } from '../../data/store/bundle.ts'
import { readCursor } from '../http/cursor.ts'
import { ApiError } from '../http/errors.ts'
import { isAfter, isIn, joinClauses } from './clause.ts'
import { LIMIT_ROWS, presentPage, withMembers } from './page.ts'
import { memoizePerPart } from './per-part-cache.ts'

export interface OfficeholderFilters {
  states?: StateCode[] | undefined
  offices?: Office[] | undefined
  levels?: OfficeholderLevel[] | undefined
  /** OCD ids of seats. */
  districts?: string[] | undefined
  q?: string | undefined
  lang: Language
  limit: number
  cursor?: string | undefined
}

interface OfficeholderRow {
  id: number
  level_rank: number
  state: string
  office_rank: number
  name_folded: string
  person_id: string
  body: string
}

/** Whole seconds after which a bundle with officeholders may have been published. */
const NO_HOLDERS_RETRY = 60

/** @throws ApiError 503 where the bundle in service has no officeholders. */
export function requireOfficeholders(bundle: Bundle): void {
  if (bundle.officeholders.statement('SELECT 1 FROM officeholder LIMIT 1').get()) return
  throw new ApiError('internal_error', 'The data in service on this server holds no officeholders.', {
    status: 503,
    retryAfter: NO_HOLDERS_RETRY,
  })
}

/** The day whose officeholders these are, YYYY-MM-DD; undefined without any. */
export function findHoldersDate({ officeholders }: Bundle): string | undefined {
  return loadHoldersDate(officeholders).date
}

/** Of one of them: all bodies would take tens of milliseconds. */
const loadHoldersDate = memoizePerPart((officeholders: OpenPart): { date: string | undefined } => {
  const first = officeholders
    .statement<{ date: string }>(
      `SELECT substr(body ->> '$.updated_at', 1, 10) AS date
FROM officeholder
WHERE id = (SELECT min(id) FROM officeholder)`,
    )
    .get()
  return { date: first?.date }
})

const position = z.tuple([z.number(), z.string(), z.number(), z.string(), z.string(), z.number()])

/** A page federal first, then by state, office, folded name, person_id. Throws ApiError 400 for a cursor of another list. */
export function presentOfficeholders(filters: OfficeholderFilters, hash: string, bundle: Bundle): string {
  requireOfficeholders(bundle)
  const { limit } = filters
  const where = joinClauses([
    isIn('state', 'states', filters.states),
    isIn('office', 'offices', filters.offices),
    isIn('level', 'levels', filters.levels),
    isIn('district_ocd_id', 'districts', filters.districts),
    filters.q === undefined ? undefined : { sql: 'instr(name_folded, $q) > 0', params: { q: folded(filters.q) } },
    filters.cursor === undefined
      ? undefined
      : isAfter(
          ['level_rank', 'state', 'office_rank', 'name_folded', 'person_id', 'id'],
          readCursor(filters.cursor, hash, position),
        ),
  ])
  const rows = bundle.officeholders
    .statement<OfficeholderRow>(
      `SELECT id, level_rank, state, office_rank, name_folded, person_id, body
FROM officeholder
WHERE ${where.sql}
ORDER BY level_rank, state, office_rank, name_folded, person_id, id
${LIMIT_ROWS}`,
    )
    .all({ ...where.params, rows: limit + 1 })
  return presentPage({
    rows,
    limit,
    filters: hash,
    present: (row) => row.body,
    position: (row) => [row.level_rank, row.state, row.office_rank, row.name_folded, row.person_id, row.id],
  })
}

const SEAT = officeholderRecord.shape.seats.element

/** JSON of one person's first seat, with every seat; undefined when nobody of this id holds one. */
export function findOfficeholder(bundle: Bundle, personId: string): string | undefined {
  const [first, ...rest] = bundle.officeholders
    .statement<{ body: string }>(
      `SELECT body
FROM officeholder
WHERE person_id = $person
ORDER BY level_rank, state, office_rank, name_folded, id`,
    )
    .all({ person: personId })
  if (!first) return undefined
  const seats = [first, ...rest].map(({ body }) => JSON.stringify(SEAT.parse(JSON.parse(body))))
  return withMembers(first.body, `"seats":[${seats.join(',')}]`)
}

/** JSON of the holders of a district's seats. */
export function officeholdersOfDistrict(bundle: Bundle, districtId: number): string {
  return `[${loadOfficeholdersIn(bundle, [districtId])
    .map(({ body }) => body)
    .join(',')}]`
}

export interface HolderRow {
  /** Null where the district is not held here. */
  district_id: number | null
  /** JSON. */
  body: string
}

/** The holders of seats in these districts, federal first. */
export function loadOfficeholdersIn(bundle: Bundle, districts: readonly number[]): HolderRow[] {
  return bundle.officeholders
    .statement<HolderRow>(
      `SELECT district_id, body
FROM json_each($districts) AS place
CROSS JOIN officeholder ON officeholder.district_id = place.value
ORDER BY level_rank, state, office_rank, name_folded, person_id, officeholder.id`,
    )
    .all({ districts: JSON.stringify(districts) })
}

const RANKS_OF_STATE = [1, 2]
/** The District of Columbia is a state and its own city: its Council is its legislature. */
const RANKS_OF_DC = [1, 2, 3]

/**
 * The holders of a federal or state office in a state, including members of its legislature and its delegation; of the
 * District of Columbia its Council too.
 */
export function loadOfficeholdersOf(bundle: Bundle, state: string): HolderRow[] {
  return bundle.officeholders
    .statement<HolderRow>(
      `SELECT district_id, body
FROM officeholder
WHERE level_rank IN (SELECT value FROM json_each($ranks)) AND state = $state
ORDER BY level_rank, state, office_rank, name_folded, person_id, id`,
    )
    .all({ state, ranks: JSON.stringify(state === 'DC' ? RANKS_OF_DC : RANKS_OF_STATE) })
}

/** Whether there are holders of seats in a state, and the lines of every one of them are drawn here. */
export function holdsEverySeat(bundle: Bundle, state: string): boolean {
  const row = bundle.officeholders
    .statement<{ held: number | null }>('SELECT min(lines_held) AS held FROM officeholder WHERE state = $state')
    .get({ state })
  return row?.held === 1
}
