// What the sources of one run share.

import type { StateCode } from '../data/schema/vocabulary.ts'
import type { SourceRead } from '../data/store/source-read.ts'
import type { Warehouse } from '../data/store/warehouse.ts'
import type { FetchOptions } from './fetch.ts'
import { countIssues, issuesOf } from './issue.ts'
import type { Known } from './known.ts'
import { reportOther, type SourceReport } from './report.ts'
import type { Issue, Source } from './source.ts'

export interface Run {
  warehouse: Warehouse
  fetch: FetchOptions
  /** See IngestOptions. */
  accepts: ((source_id: string, rows: number) => string | undefined) | undefined
  states: ReadonlySet<StateCode>
  code: string
  /** Last good reads by source id. */
  reads: Map<string, SourceRead>
  known: Known
}

export interface Ingested {
  report: SourceReport
  /** Of a source that was read now. */
  issues?: readonly Issue[]
}

export type Say = (step: 'fetching' | 'reading' | 'writing') => void

/** What stays known of a source beside its rows. */
export function readRecord(source: Source, read: Pick<SourceRead, 'signature' | 'rows_in' | 'files'>): SourceRead {
  const { id, publisher, url, licence, vintage, published_on, states, family, lists } = source
  const declared = lists && { lists }
  return { source_id: id, publisher, url, licence, vintage, published_on, states, family, ...declared, ...read }
}

export async function reportUnchanged(last: SourceRead, { warehouse }: Pick<Run, 'warehouse'>): Promise<Ingested> {
  const issues = countIssues(await issuesOf(warehouse, last.source_id))
  return { report: reportOther(last.source_id, 'unchanged', { rows_in: last.rows_in, issues }) }
}
