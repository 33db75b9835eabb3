import type { z } from 'zod'
import { ApiError } from '../../data/schema/api-error.ts'
import { officeholderRecord } from '../../data/schema/officeholder.ts'
import type { dataOperations } from '../../data/schema/operations.ts'
import type { Office } from '../../data/schema/vocabulary.ts'
import type { Bundle } from '../../data/store/bundle.ts'
import { isIn, nameContains } from './filters.ts'
import { presentList, reportUrlMember, withMembers, withReportUrl } from './record.ts'

/** Seconds until a retry: a bundle with officeholders may then have been published. */
const NO_HOLDERS_RETRY = 60

/** @throws ApiError 503 if the bundle in service has no officeholders; 404 if the request names the bundle: a retry would not help. */
export function requireOfficeholders({ bundle, isNamed }: { bundle: Bundle; isNamed: boolean }): void {
  if (bundle.officeholders.statement('SELECT 1 FROM officeholder LIMIT 1').get()) return
  if (isNamed) throw new ApiError('not_found', 'The data of this snapshot contains no officeholders.')
  throw new ApiError('internal_error', 'The data on this server contains no officeholders.', {
    status: 503,
    retryAfter: NO_HOLDERS_RETRY,
  })
}

/** Federal first. @throws ApiError 400 for a cursor of another list. */
export function presentOfficeholders(
  query: z.output<typeof dataOperations.listOfficeholders.query>,
  hash: string,
  reading: { bundle: Bundle; isNamed: boolean },
): string {
  requireOfficeholders(reading)
  return presentList(
    { part: reading.bundle.officeholders, query, hash },
    {
      sql: (page) =>
        `SELECT id, level_rank, state, office_rank, name_folded, person_id, body FROM officeholder\n${page}`,
      order: {
        level_rank: 'number',
        state: 'string',
        office_rank: 'number',
        name_folded: 'string',
        person_id: 'string',
        id: 'number',
      },
      where: [
        isIn('state', 'states', query.states),
        isIn('office', 'offices', query.offices),
        isIn('level', 'levels', query.levels),
        isIn('district_ocd_id', 'districts', query.districts),
        nameContains(query.q),
      ],
      present: (rows: readonly { person_id: string; body: string }[]) =>
        rows.map(({ person_id, body }) => withReportUrl(body, 'officeholder', person_id)),
    },
  )
}

const SEAT = officeholderRecord.shape.seats.element

/** JSON of a person's first seat, with all of the person's seats; undefined if no holder has this id. */
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
  return withMembers(first.body, `"seats":[${seats.join(',')}],${reportUrlMember('officeholder', personId)}`)
}

/** JSON of the holders of a district's seats. */
export function officeholdersOfDistrict(bundle: Bundle, districtId: number): string {
  return `[${loadOfficeholdersIn(bundle, [districtId])
    .map(({ body }) => body)
    .join(',')}]`
}

export interface HolderRow {
  office: Office
  /** Null if the bundle does not hold the district. */
  district_id: number | null
  /** JSON. */
  body: string
}

interface StoredHolderRow extends HolderRow {
  person_id: string
}

function toHolder({ person_id, office, district_id, body }: StoredHolderRow): HolderRow {
  return { office, district_id, body: withReportUrl(body, 'officeholder', person_id) }
}

/** Holders of seats in these districts, federal first. */
export function loadOfficeholdersIn(bundle: Bundle, districts: readonly number[]): HolderRow[] {
  return bundle.officeholders
    .statement<StoredHolderRow>(
      `SELECT person_id, office, district_id, body
FROM json_each($districts) AS place
CROSS JOIN officeholder ON officeholder.district_id = place.value
ORDER BY level_rank, state, office_rank, name_folded, person_id, officeholder.id`,
    )
    .all({ districts: JSON.stringify(districts) })
    .map(toHolder)
}

const RANKS_OF_STATE = [1, 2]
/** The District of Columbia is both a state and a city: its Council is its legislature. */
const RANKS_OF_DC = [1, 2, 3]

/**
 * Holders of federal and state offices in a state, including its legislature and its delegation to Congress. For the
 * District of Columbia, includes its Council.
 */
export function loadOfficeholdersOf(bundle: Bundle, state: string): HolderRow[] {
  return bundle.officeholders
    .statement<StoredHolderRow>(
      `SELECT person_id, office, district_id, body
FROM officeholder
WHERE level_rank IN (SELECT value FROM json_each($ranks)) AND state = $state
ORDER BY level_rank, state, office_rank, name_folded, person_id, id`,
    )
    .all({ state, ranks: JSON.stringify(state === 'DC' ? RANKS_OF_DC : RANKS_OF_STATE) })
    .map(toHolder)
}

/** Offices of the state with a seat whose lines are not drawn here; undefined if the state has no officeholders. */
export function findUndrawnOffices(bundle: Bundle, state: string): Office[] | undefined {
  const rows = bundle.officeholders
    .statement<{ office: Office; held: number }>(
      `SELECT office, min(lines_held) AS held
FROM officeholder
WHERE state = $state
GROUP BY office
ORDER BY min(office_rank)`,
    )
    .all({ state })
  return rows.length === 0 ? undefined : rows.flatMap(({ office, held }) => (held === 1 ? [] : [office]))
}
