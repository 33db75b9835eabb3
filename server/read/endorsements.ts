import { z } from 'zod'
import type { ContestKind, EvidenceLevel, Language, Level, StateCode } from '../../data/schema/vocabulary.ts'
import type { Bundle } from '../../data/store/bundle.ts'
import type { Day } from './calendar.ts'
import { findChoice } from './choices.ts'
import { findContest } from './contests.ts'
import { findSource, hasEvidence, loadCaptured, presentOrigin, presentSourceEvidence } from './evidence.ts'
import { findElections } from './held-elections.ts'
import { type Clause, isAfter, isInEach, joinClauses, LIMIT_ROWS, presentPage, readCursor } from './list.ts'
import type { ChosenEndorsers } from './positions.ts'
import { withMembers, withReportUrl } from './record.ts'
import { findUpcoming } from './upcoming.ts'

export interface EndorsementFilters extends ChosenEndorsers {
  /** States where the contest is voted. */
  states?: StateCode[] | undefined
  elections?: string[] | undefined
  contest_kinds?: ContestKind[] | undefined
  levels?: Level[] | undefined
  contest?: number | undefined
  min_evidence?: EvidenceLevel | undefined
  upcoming: boolean
  lang: Language
  limit: number
  cursor?: string | undefined
}

const position = z.tuple([z.number()])

/** A page by id. @throws ApiError 400 for a cursor of another list. */
export function presentEndorsements(
  filters: EndorsementFilters,
  hash: string,
  reading: { bundle: Bundle; day: Day },
): string {
  const { limit, lang } = filters
  const where = joinClauses([
    ...clausesOf(filters, reading),
    hasEvidence(reading.bundle, filters.min_evidence, 'id'),
    filters.cursor === undefined ? undefined : isAfter(['id'], readCursor(filters.cursor, hash, position)),
  ])
  const rows = reading.bundle.endorsements
    .statement<{ id: number; body: string }>(
      `SELECT id, CASE $lang WHEN 'es' THEN body_es ELSE body_en END AS body
FROM endorsement_body
WHERE id IN (
  SELECT id
  FROM endorsement
  WHERE ${where.sql}
  ORDER BY id
  ${LIMIT_ROWS}
)
ORDER BY id`,
    )
    .all({ ...where.params, lang, rows: limit + 1 })
  const captured = loadCaptured(
    reading.bundle,
    rows.map(({ id }) => id),
  )
  return presentPage({
    rows,
    limit,
    filters: hash,
    present: (row) => withReportUrl(withSource(reading.bundle, row.body, captured.get(row.id)), 'endorsement', row.id),
    position: (row) => [row.id],
  })
}

/** Most selective filters first. */
function clausesOf(filters: EndorsementFilters, { bundle, day }: { bundle: Bundle; day: Day }): readonly Clause[] {
  return isInEach({
    contest_id: filters.contest === undefined ? undefined : [filters.contest],
    endorser_slug: filters.endorsers,
    election_id: electionsOf(filters, bundle, day),
    state: filters.states,
    category: filters.categories,
    endorser_state: filters.endorser_states,
    level: filters.levels,
    contest_kind: filters.contest_kinds,
  })
}

/** Ids of the requested elections; undefined for all. */
function electionsOf(filters: EndorsementFilters, bundle: Bundle, day: Day): readonly number[] | undefined {
  const named = filters.elections && findElections(bundle, filters.elections)
  if (!filters.upcoming) return named
  const upcoming = findUpcoming(bundle, day)
  if (!named) return upcoming
  const open = new Set(upcoming)
  return named.filter((id) => open.has(id))
}

/** JSON of one endorsement with its full endorser, contest and choice; undefined if none has this id. */
export function findEndorsement(bundle: Bundle, id: number, lang: Language): string | undefined {
  const parts = bundle.endorsements
    .statement<{ endorser_id: number; contest_id: number; choice_id: number }>(
      'SELECT endorser_id, contest_id, choice_id FROM endorsement WHERE id = $id',
    )
    .get({ id })
  if (!parts) return undefined
  const contest = findContest(bundle, parts.contest_id, lang)
  const choice = findChoice(bundle, { contest: parts.contest_id, choice: parts.choice_id }, lang)
  if (contest === undefined || choice === undefined)
    throw new Error(`the ballots part has no contest or no choice for endorsement ${id}: rebuild the bundle`)
  // One table per statement. A join of tables read through base + changes is executed once for each pair of them.
  const endorser = bundle.endorsements
    .statement<{ body: string }>(
      `SELECT CASE $lang WHEN 'es' THEN body_es ELSE body_en END AS body FROM endorser WHERE id = $id`,
    )
    .get({ id: parts.endorser_id, lang })?.body
  if (endorser === undefined)
    throw new Error(`the endorsements part has no endorser for endorsement ${id}: rebuild the bundle`)
  const body = bundle.endorsements
    .statement<{ body: string }>(
      `SELECT json_set(
  CASE $lang WHEN 'es' THEN body_es ELSE body_en END,
  '$.endorser', json($endorser),
  '$.contest', json($contest),
  '$.choice', json($choice)
) AS body
FROM endorsement_body
WHERE id = $id`,
    )
    .get({ id, lang, endorser: withReportUrl(endorser, 'endorser', parts.endorser_id), contest, choice })?.body
  if (body === undefined) return undefined
  return withReportUrl(withSource(bundle, body, loadCaptured(bundle, [id]).get(id)), 'endorsement', id)
}

const SOURCE_KEY = ',"source_id":'

/**
 * Joins texts; parses none of them.
 * @param body JSON of an endorsement. Its last member is `source_id`; bundles of an earlier version have none.
 * @param captured JSON of its captured evidence
 */
function withSource(bundle: Bundle, body: string, captured: string | undefined): string {
  // Quotation marks inside texts are escaped, so these bytes occur only as the key.
  const at = body.lastIndexOf(SOURCE_KEY)
  if (at < 0) return withMembers(body, `"retrieved_at":null,"licence":null,"evidence":${captured ?? 'null'}`)
  const source_id = body.slice(at + SOURCE_KEY.length, -1)
  const source = findSource(bundle, source_id)
  const evidence = captured ?? (source ? presentSourceEvidence(source, body) : 'null')
  return `${body.slice(0, at)},${presentOrigin(bundle, source_id)},"evidence":${evidence}}`
}
