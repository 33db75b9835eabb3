// The evidence of endorsements: of a capture from the bundle; of a feed and the desk from the source of the endorsement.

import { basename } from 'node:path'
import type { Evidence } from '../../data/schema/evidence.ts'
import type { EvidenceLevel } from '../../data/schema/vocabulary.ts'
import type { Bundle } from '../../data/store/bundle.ts'
import { DESK_SOURCE } from '../../data/store/source-read.ts'
import { type Clause, isIn } from './clause.ts'
import { loadTables } from './part-tables.ts'
import { memoizePerPart } from './per-part-cache.ts'

/** JSON of captured evidence by endorsement id. A bundle of an earlier version has none. */
export function loadCaptured({ endorsements }: Bundle, ids: readonly number[]): ReadonlyMap<number, string> {
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
const hasCaptures = memoizePerPart((part: Bundle['endorsements']): boolean => {
  if (!loadTables(part).has('evidence')) return false
  return part.statement<{ found: number }>('SELECT 1 AS found FROM evidence LIMIT 1').get() !== undefined
})

/** Evidence of an endorsement that its source lists; null if the bundle does not have the source. */
export function sourceEvidence(
  { manifest, retrieved }: Bundle,
  source_id: string,
  { statement, endorser }: { statement: string | null; endorser: { slug: string } },
): Evidence | null {
  const source = sourcesOf(manifest).get(source_id)
  if (!source) return null
  const isDesk = source_id === DESK_SOURCE
  const own = isDesk ? source.files.filter(({ name = '' }) => basename(name) === `${endorser.slug}.json`) : source.files
  return {
    sha256: (own.length === 1 && own[0]?.sha256) || null,
    retrieved_at: retrieved.get(source_id) ?? null,
    ...{ quote: statement, quote_found: true, method: isDesk ? 'desk' : 'feed', missing_since: null },
  }
}

const sourcesOf = memoizePerPart(
  (manifest: Bundle['manifest']): ReadonlyMap<string, Bundle['manifest']['sources'][number]> =>
    new Map(manifest.sources.map((source) => [source.id, source])),
)

/** Endorsements with at least this evidence. @param column of the endorsement's id */
export function hasEvidence(bundle: Bundle, level: EvidenceLevel | undefined, column: string): Clause | undefined {
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
const citesSources = memoizePerPart(({ manifest, endorsements }: Bundle): boolean => {
  if (manifest.sources.length === 0) return false
  const first = endorsements
    .statement<{ named: number }>(`SELECT instr(body_en, ',"source_id":') > 0 AS named FROM endorsement_body LIMIT 1`)
    .get()
  return first?.named === 1
})
