// The state that all sources of one run share.

import type { CoreTable } from '../../data/core/rows.ts'
import type { StateCode } from '../../data/schema/vocabulary.ts'
import { type Accepted, copyLastGood } from '../../data/store/last-good.ts'
import type { Issue, SourceRead, SourceRow } from '../../data/store/source-read.ts'
import type { Warehouse } from '../../data/store/warehouse.ts'
import type { DownloadProgress } from '../fetch/download.ts'
import type { FetchOptions } from '../fetch/fetch.ts'
import { type Source, SourceError } from '../read/source.ts'
import { loadIssueCounts } from './issue.ts'
import { type RowLoss, reportOther, type SourceReport } from './report.ts'
import type { CollectingSink } from './sink.ts'
import type { Known } from './source-dependencies.ts'

export interface IngestRun {
  warehouse: Warehouse
  fetch: FetchOptions
  /** See IngestOptions. */
  holdBack: HoldBack | undefined
  states: ReadonlySet<StateCode>
  /** Of the sources of this run, by id. */
  statesOf: ReadonlyMap<string, readonly StateCode[]>
  code: string
  /** Last good reads by source id. */
  reads: Map<string, SourceRead>
  known: Known
  /** The rows that the last build accepted. */
  accepted: Accepted | undefined
}

/** @param rows of this reading @returns the loss that is too much, and its sentence; undefined to accept the rows */
export type HoldBack = (source_id: string, rows: number) => (RowLoss & { reason: string }) | undefined

/** A source that was read, but has lost too many rows: its last good rows stay. */
export class HeldBack extends Error {
  readonly loss: RowLoss
  constructor(reason: string, loss: RowLoss) {
    super(reason)
    this.loss = loss
  }
}

/** Throws HeldBack. */
export function requireEnough({ holdBack }: Pick<IngestRun, 'holdBack'>, source_id: string, rows: number): void {
  const loss = holdBack?.(source_id, rows)
  if (loss) throw new HeldBack(loss.reason, { rows_before: loss.rows_before, rows: loss.rows })
}

export interface Ingested {
  report: SourceReport
  /** Set for a source that was read in this run. */
  issues?: readonly Issue[]
}

export type Say = (step: 'fetching' | 'reading' | 'writing', download?: DownloadProgress) => void

/** The stored record of a source's last good read. */
export function readRecord(
  source: Source,
  { states: selected }: Pick<IngestRun, 'states'>,
  read: Pick<SourceRead, 'signature' | 'rows_in' | 'files'>,
): SourceRead {
  const { id, publisher, url, licence, vintage, published_on, states, family, lists, private: isPrivate } = source
  const selected_states = states.filter((state) => selected.has(state))
  const declared = { publisher, url, licence, vintage, published_on, states, selected_states, family }
  return { source_id: id, ...declared, ...(lists && { lists }), ...(isPrivate && { private: true }), ...read }
}

export async function reportUnchanged(
  last: SourceRead,
  { warehouse }: Pick<IngestRun, 'warehouse'>,
): Promise<Ingested> {
  const issues = await loadIssueCounts(warehouse, last.source_id)
  const { source_id, rows_in, published_on } = last
  return { report: reportOther(source_id, 'unchanged', { rows_in, published_on, issues }) }
}

/** Tables whose rows only group others: an election without contests, an endorser without endorsements. */
const CONTAINERS: readonly CoreTable[] = ['election', 'endorser']

/** Throws if every record was refused: the source would lose all its rows. */
export function requireRows({ rows, issues, countRecords }: CollectingSink): void {
  if (rows.some(({ table }) => !CONTAINERS.includes(table))) return
  const refused = issues.filter(({ severity }) => severity === 'refused')
  const [first] = refused
  if (!first) return
  throw new SourceError(`all ${countRecords()} records were refused; the first: ${first.message}`, first)
}

/** Keeps a copy of the rows that the last build accepted, because the new rows may fail a check. */
export async function replaceRows(
  { warehouse, known, reads, accepted }: IngestRun,
  read: SourceRead,
  { rows, issues }: { rows: readonly SourceRow[]; issues: readonly Issue[] },
  keptFiles: readonly string[] = [],
): Promise<void> {
  const last = reads.get(read.source_id)
  if (last) await copyLastGood(warehouse, last, accepted)
  const written = await warehouse.replaceSource(read, rows, issues, keptFiles)
  await known.replace(read, written)
}

// Whether other sources of the same boundaries have taken a source's place.

/** True if each source that replaces it, and that covers a selected state, has been read for all of its selected states. */
export function isReplaced(
  { replacedBy = [], states: own }: Pick<Source, 'replacedBy' | 'states'>,
  { reads, states: selected, statesOf }: Pick<IngestRun, 'reads' | 'states' | 'statesOf'>,
): boolean {
  const needed = replacedBy.flatMap((id) => {
    const read = reads.get(id)
    const covered: readonly string[] = statesOf.get(id) ?? read?.states ?? own
    const wanted = [...selected].filter((state) => covered.includes(state))
    return wanted.length === 0 ? [] : [wanted.every((state) => read?.selected_states?.includes(state) ?? false)]
  })
  return needed.length > 0 && needed.every(Boolean)
}
