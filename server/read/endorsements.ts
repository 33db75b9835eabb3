// Endorsements with their evidence.

import { basename } from 'node:path'
import { z } from 'zod'
import type { Evidence } from '../../data/schema/evidence.ts'
import type { dataOperations } from '../../data/schema/operations.ts'
import type { EvidenceLevel, Language } from '../../data/schema/vocabulary.ts'
import { BODY, type Bundle, hasTable, type OpenPart } from '../../data/store/bundle.ts'
import { DESK_SOURCE } from '../../data/store/source-read.ts'
import { defineTable } from './bundle-cache.ts'
import { findChoice, findContest } from './contests.ts'
import { type Day, findElections, findUpcoming } from './elections.ts'
import { type Clause, isIn, isInEach } from './filters.ts'
import { loadBodies, presentList, withMembers, withReportUrl } from './record.ts'

type EndorsementQuery = z.output<typeof dataOperations.listEndorsements.query>

/** @throws ApiError 400 for a cursor of another list. */
export function presentEndorsements(
  query: EndorsementQuery,
  hash: string,
  reading: { bundle: Bundle; day: Day },
): string {
  const { bundle } = reading
  return presentList(
    { part: bundle.endorsements, query, hash },
    {
      sql: (page) => `SELECT id, ${BODY} AS body
FROM endorsement_body
WHERE id IN (SELECT id FROM endorsement ${page})
ORDER BY id`,
      order: { id: 'number' },
      where: [...clausesOf(query, reading), hasEvidence(bundle, query.min_evidence, 'id')],
      present(rows: readonly { id: number; body: string }[]) {
        const ids = rows.map(({ id }) => id)
        const captured = loadCaptured(bundle, ids)
        return rows.map(({ id, body }) => withReportUrl(withSource(bundle, body, captured.get(id)), 'endorsement', id))
      },
    },
  )
}

/** Most selective filters first. */
function clausesOf(filters: EndorsementQuery, { bundle, day }: { bundle: Bundle; day: Day }): readonly Clause[] {
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
function electionsOf(filters: EndorsementQuery, bundle: Bundle, day: Day): readonly number[] | undefined {
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
  const endorser = loadBodies(bundle.endorsements, 'endorser', [parts.endorser_id], lang).get(parts.endorser_id)
  if (endorser === undefined)
    throw new Error(`the endorsements part has no endorser for endorsement ${id}: rebuild the bundle`)
  const body = bundle.endorsements
    .statement<{ body: string }>(
      `SELECT json_set(
  ${BODY},
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
  const source = loadSources(bundle).get(source_id)
  const evidence = captured ?? (source ? presentSourceEvidence(source, body) : 'null')
  return `${body.slice(0, at)},${presentOrigin(bundle, source_id)},"evidence":${evidence}}`
}

// The evidence of endorsements: of a capture from the bundle; of a feed and the desk from the source of the endorsement.

/** JSON of captured evidence by endorsement id. A bundle of an earlier version has none. */
function loadCaptured({ endorsements }: Bundle, ids: readonly number[]): ReadonlyMap<number, string> {
  if (!hasCaptures(endorsements)) return new Map()
  const where = isIn('endorsement_id', 'ids', ids)
  const rows = endorsements
    .statement<{ endorsement_id: number; body: string }>(
      `SELECT endorsement_id, body FROM evidence WHERE ${where?.sql} ORDER BY endorsement_id`,
    )
    .all(where?.params)
  return new Map(rows.map(({ endorsement_id, body }) => [endorsement_id, body]))
}

/** Whether the part has the table of captures, with any row. */
function hasCaptures(part: OpenPart): boolean {
  if (!hasTable(part, 'evidence')) return false
  return part.statement<{ found: number }>('SELECT 1 AS found FROM evidence LIMIT 1').get() !== undefined
}

/** The first members of an endorsement's JSON. Quotation marks inside texts are escaped, so these bytes occur first as the keys. */
const STATEMENT = /,"statement":("[^"\\]*(?:\\.[^"\\]*)*"|null),/
const ENDORSER_SLUG = /,"endorser":\{"id":\d+,"slug":"([^"]*)"/

/** What every endorsement of a source says about it. */
interface EndorsementSource extends Pick<Evidence, 'method'> {
  /** JSON of the members `retrieved_at` and `licence`. */
  members: string
  /** JSON of the member. */
  retrieved_at: string
  /** JSON of the only file's hash. */
  sha256: string | undefined
  /** The same of each file, by name. */
  byFile: ReadonlyMap<string, string>
}

/** JSON of the members `retrieved_at` and `licence` of a source that may not be in the bundle. @param json of its id */
function presentOrigin(bundle: Bundle, json: string): string {
  const known = loadSources(bundle).get(json)?.members
  return known ?? toMembers(bundle.retrieved.get(z.string().parse(JSON.parse(json))), null)
}

function toMembers(retrieved_at: string | undefined, licence: string | null): string {
  return `"retrieved_at":${JSON.stringify(retrieved_at ?? null)},"licence":${JSON.stringify(licence)}`
}

const SOURCE_BYTES = 400
const FILE_BYTES = 200

const sourceTables = defineTable<Bundle, ReadonlyMap<string, EndorsementSource>>('sources', (sources) =>
  [...sources.values()].reduce((sum, { byFile }) => sum + SOURCE_BYTES + byFile.size * FILE_BYTES, 0),
)

/** By JSON of their ids. */
export function loadSources(bundle: Bundle): ReadonlyMap<string, EndorsementSource> {
  return sourceTables.find(bundle) ?? sourceTables.keep(bundle, readSources(bundle))
}

function readSources({ manifest, retrieved }: Bundle): ReadonlyMap<string, EndorsementSource> {
  return new Map(
    manifest.sources.map(({ id, files, licence }) => {
      const byFile = new Map(files.map(({ name = '', sha256 }) => [basename(name), JSON.stringify(sha256)]))
      const [only, ...others] = files
      const sha256 = only && others.length === 0 ? JSON.stringify(only.sha256) : undefined
      const retrieved_at = `"retrieved_at":${JSON.stringify(retrieved.get(id) ?? null)}`
      const members = toMembers(retrieved.get(id), licence)
      const method = id === DESK_SOURCE ? 'desk' : 'feed'
      return [JSON.stringify(id), { method, members, retrieved_at, sha256, byFile }]
    }),
  )
}

/**
 * JSON of the evidence of an endorsement that its source lists. All but the quote is known per source, so nothing is parsed.
 * @param body JSON of the endorsement
 */
export function presentSourceEvidence(source: EndorsementSource, body: string): string {
  const statement = STATEMENT.exec(body)?.[1]
  if (statement === undefined) throw new Error('an endorsement of the bundle has no statement: rebuild the bundle')
  const slug = source.method === 'desk' ? (ENDORSER_SLUG.exec(body)?.[1] ?? '') : ''
  const sha256 = source.method === 'desk' ? source.byFile.get(`${slug}.json`) : source.sha256
  return `{"sha256":${sha256 ?? 'null'},${source.retrieved_at},"quote":${statement},"quote_found":true,"method":"${source.method}","missing_since":null}`
}

/** Endorsements with at least this evidence. @param column of the endorsement's id */
function hasEvidence(bundle: Bundle, level: EvidenceLevel | undefined, column: string): Clause | undefined {
  switch (level) {
    case undefined:
    case 'none':
      return undefined
    case 'feed':
      return citesSources(bundle) ? undefined : NOTHING
    case 'capture':
      if (!hasCaptures(bundle.endorsements)) return NOTHING
      return { sql: `${column} IN (SELECT endorsement_id FROM evidence WHERE quote_found = 1)`, params: {} }
    default:
      return level satisfies never
  }
}

/** The same for picks, which have no id. */
export function hasPickEvidence(bundle: Bundle, level: EvidenceLevel | undefined): Clause | undefined {
  const clause = hasEvidence(bundle, level, 'id')
  if (!clause || clause === NOTHING) return clause
  return {
    sql: '(contest_id, ordinal, choice_id) IN (SELECT contest_id, ordinal, choice_id FROM evidence WHERE quote_found = 1)',
    params: {},
  }
}

const NOTHING: Clause = { sql: 'FALSE', params: {} }

/** False for a bundle of an earlier version, whose endorsements name no source. */
function citesSources({ manifest, endorsements }: Bundle): boolean {
  if (manifest.sources.length === 0) return false
  const first = endorsements
    .statement<{ named: number }>(`SELECT instr(body_en, ',"source_id":') > 0 AS named FROM endorsement_body LIMIT 1`)
    .get()
  return first?.named === 1
}
