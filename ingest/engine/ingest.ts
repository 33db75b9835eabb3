// Ingests sources: fetches each one, reads it whole into memory, and replaces its last good rows in one transaction.

import { join } from 'node:path'
import { STATE_CODES, type StateCode } from '../../data/schema/vocabulary.ts'
import { makePrivateFolder } from '../../data/store/files.ts'
import { findAccepted } from '../../data/store/last-good.ts'
import type { Paths } from '../../data/store/paths.ts'
import type { SharedWork } from '../../data/store/scratch.ts'
import type { Issue } from '../../data/store/source-read.ts'
import { type SourceRead, STALE } from '../../data/store/source-read.ts'
import { openWarehouse, type Warehouse } from '../../data/store/warehouse.ts'
import { checkWork, dropDamaged, findDamaged, isDamage } from '../../data/store/work-damage.ts'
import type { DownloadProgress } from '../fetch/download.ts'
import { type FetchOptions, fetchSource } from '../fetch/fetch.ts'
import type { KeptFile } from '../fetch/kept-bytes.ts'
import { FileGone, type Source } from '../read/source.ts'
import { allIssues } from './issue.ts'
import { ingestApart } from './per-file-ingest.ts'
import { planRebuild } from './rebuild.ts'
import { type IngestReport, reportOther, reportRead, type SourceReport, totalsOf, writeReport } from './report.ts'
import {
  HeldBack,
  type HoldBack,
  type Ingested,
  type IngestRun,
  isReplaced,
  readRecord,
  replaceRows,
  reportUnchanged,
  requireEnough,
  requireRows,
  type Say,
} from './run.ts'
import { hashCode, ownSignature, signSource, toEdition } from './signature.ts'
import { givesDivisions, type Known, type Memory, openKnown } from './source-dependencies.ts'

export interface IngestOptions extends Omit<FetchOptions, 'rawDir' | 'inbox' | 'onBytes' | 'signal'> {
  paths: Paths
  sources: readonly Source[]
  /** Null selects all states. */
  states: ReadonlySet<StateCode> | null
  /** The states of sources that are read again with the selection of an earlier run, by source id. */
  selected?: ReadonlyMap<string, ReadonlySet<StateCode>>
  /** Ids of the whole registry, if `sources` is a subset. A source sees the ballots of earlier sources. */
  order?: readonly string[]
  /** The version of the readers. Default: a hash of their code. */
  code?: string
  /**
   * Ids of sources whose files may have changed. Any other source is read only if the rows that it needs of other sources changed.
   * Default: all.
   */
  changed?: ReadonlySet<string>
  /** Called for each source read, before its rows replace the last good ones: holds it back for the returned reason. Default: none. */
  holdBack?: HoldBack
  /** Lets a long-running caller reuse loaded rows between runs. */
  memory?: Memory
  /** True for a source whose rows are deleted: the operator removed it or switched it off. Default: none. */
  isRetired?: (source_id: string) => boolean
  /** An open warehouse, which stays open. Default: opens the one in `paths`. */
  warehouse?: Warehouse
  /** Opens the working database and leaves it open on success, so that a build can use it under the same lock. */
  work?: SharedWork
  /** The sources to rebuild a damaged working database from. Default: the project's registry. */
  registry?: readonly Source[]
  /** Reads every block of the working database first (takes seconds), to detect damage anywhere in it. */
  check?: true
  /** Called with the reason for a rebuild. */
  onRebuild?: (why: string) => void
  /** The folder for issues.csv and summary.json. Default: a new folder named after the current time. */
  folder?: string
  onProgress?: (progress: IngestProgress) => void
}

export interface IngestProgress {
  source_id: string
  /** 1-based, in reading order. */
  nth: number
  of: number
  step: 'fetching' | 'reading' | 'writing' | 'done'
  /** Set while a file arrives. */
  download?: DownloadProgress
  /** Set when `step` is `done`. */
  report?: SourceReport
  /** Set when `step` is `done` and the source was read in this run. */
  issues?: readonly Issue[]
}

/**
 * Runs in one process at a time: the caller holds the lock. If a source cannot be fetched or read, or is held back, it is `failed`
 * and keeps its last good rows; the other sources continue. A damaged working database is first rebuilt from kept bytes. Throws for
 * two families in one run or one database, and for a duplicate id.
 */
export async function ingest(options: IngestOptions): Promise<IngestReport> {
  refuseMixed(options.sources)
  makePrivateFolder(options.paths.root)
  if (options.warehouse) return ingestInto(options.warehouse, options)
  if (findDamaged(options.paths)) return rebuild(options, 'it was damaged, and the previous rebuild did not finish')
  try {
    return await withWork(options, async (warehouse) => {
      if (options.check) await checkWork(warehouse)
      return ingestInto(warehouse, options)
    })
  } catch (fault) {
    if (!(fault instanceof Error) || !isDamage(fault)) throw fault
    return await rebuild(options, fault.message.split('\n', 1)[0] ?? '')
  }
}

async function withWork<Result>(
  { paths, work }: Pick<IngestOptions, 'paths' | 'work'>,
  act: (warehouse: Warehouse) => Promise<Result>,
): Promise<Result> {
  const warehouse = work ? await work.open() : await openWarehouse(paths.work)
  let isLeftOpen = false
  try {
    const result = await act(warehouse)
    isLeftOpen = work !== undefined
    return result
  } finally {
    if (!isLeftOpen) await (work ?? warehouse).close()
  }
}

/** Reads everything that the damaged file held, then runs this ingest. */
async function rebuild(options: IngestOptions, why: string): Promise<IngestReport> {
  const { changed: _, holdBack: __, ...rest } = options
  const { paths } = options
  options.onRebuild?.(why)
  const { sources, kept, selected, unknown } = await planRebuild(paths, options.registry)
  const report = await withWork(options, async (warehouse) => {
    const folder = join(paths.reports, 'rebuild')
    const order = options.order ?? sources.map(({ id }) => id)
    const again = await ingestInto(warehouse, { ...rest, sources, order, kept, selected, folder })
    const failed = again.sources.flatMap(({ source_id, error }) => (error === null ? [] : [{ source_id, error }]))
    const full = failed.find(({ error }) => /No space left|ENOSPC|disk is full/.test(error))
    // The damaged file stays as the record of the sources that are still unread.
    if (full) throw new Error(`${paths.work} cannot be rebuilt: ${full.source_id}: ${full.error}`)
    const missing = unknown.map((source_id) => ({ source_id, error: 'the registry no longer has it' }))
    const report = await ingestInto(warehouse, options)
    return { ...report, rebuilt: { why, sources: sources.length, failed: [...failed, ...missing] } }
  })
  dropDamaged(paths)
  return report
}

async function ingestInto(warehouse: Warehouse, options: IngestOptions): Promise<IngestReport> {
  const { paths, sources, now } = options
  const { memory } = options
  if (memory) delete memory.feedBallots
  const run = await startRun(warehouse, options)
  const reports: SourceReport[] = []
  const ordered = [
    ...sources.filter(({ id }) => givesDivisions(id)),
    ...sources.filter(({ id }) => !givesDivisions(id)),
  ]
  for (const [index, source] of ordered.entries()) {
    const place = { source_id: source.id, nth: index + 1, of: ordered.length }
    const say: Say = (step, download) => options.onProgress?.({ ...place, step, ...(download && { download }) })
    const mayDiffer = options.changed?.has(source.id) ?? true
    const states = options.selected?.get(source.id) ?? run.states
    const { report, issues } = await ingestSource(source, { run: { ...run, states }, say, mayDiffer })
    options.onProgress?.({ ...place, step: 'done', report, ...(issues && { issues }) })
    reports.push(report)
  }
  if (memory) memory.feedBallots = run.known.feedBallots()
  const totals = totalsOf(reports)
  const folder = options.folder ?? join(paths.reports, now.toISOString().replace(/[-:]|\.\d+/g, ''))
  writeReport(folder, await allIssues(warehouse, reports), { sources: reports, totals })
  return { sources: reports, totals, folder }
}

async function startRun(warehouse: Warehouse, options: IngestOptions): Promise<IngestRun> {
  const reads = new Map((await warehouse.sourceReads()).map((read) => [read.source_id, read]))
  const family = options.sources[0]?.family
  for (const read of reads.values())
    if (family !== undefined && read.family !== family)
      throw new Error(
        `${options.paths.work} holds ${read.family} sources (${read.source_id}); ${family} sources must be kept in ` +
          'a separate folder',
      )
  for (const source_id of [...reads.keys()].filter((id) => options.isRetired?.(id))) {
    await warehouse.dropSource(source_id)
    reads.delete(source_id)
  }
  const states = options.states ?? new Set(STATE_CODES)
  const order = options.order ?? options.sources.map(({ id }) => id)
  const { memory = {} } = options
  const known = await openKnown({ warehouse, reads, order, isSample: family === 'sample', memory })
  const fetch = {
    ...options,
    rawDir: options.paths.raw,
    inbox: options.paths.inbox,
    faults: new Map<string, number>(),
    revisions: new Map<string, Promise<Uint8Array>>(),
  }
  const accepted = findAccepted(options.paths)
  return {
    warehouse,
    fetch,
    holdBack: options.holdBack,
    states,
    statesOf: new Map(options.sources.map((source) => [source.id, source.states])),
    code: options.code ?? hashCode(),
    reads,
    known,
    accepted,
  }
}

async function ingestSource(
  source: Source,
  { run, say, mayDiffer }: { run: IngestRun; say: Say; mayDiffer: boolean },
): Promise<Ingested> {
  if (isReplaced(source, run)) return leaveOut(source.id, run)
  const last = run.reads.get(source.id)
  if (!givesDivisions(source.id) && !source.states.some((state) => run.states.has(state)))
    return { report: reportOther(source.id, 'skipped', { rows_in: last?.rows_in ?? null }) }
  try {
    if (!mayDiffer && last && seesTheSame(source, last, run.known)) return reportUnchanged(last, run)
    if (source.filesStandAlone) return await ingestApart(source, { last, run, say })
    say('fetching')
    const files = await fetchSource(source, { ...run.fetch, onBytes: (bytes) => say('fetching', bytes) })
    const edition = toEdition(source, files, run.fetch.kept !== undefined)
    const signature = signSource(edition, { files, states: run.states, code: run.code })
    if (last && last.signature === run.known.sign(edition, signature)) return reportUnchanged(last, run)
    return await readSource(edition, { files, signature, run, say })
  } catch (error) {
    if (isDamage(error)) throw error
    if (error instanceof FileGone && source.awaited && !last) return { report: reportOther(source.id, 'unpublished') }
    if (error instanceof FileGone && last && isOver(source, run)) return reportUnchanged(last, run)
    const sentence = error instanceof Error ? error.message : String(error)
    const held_back = error instanceof HeldBack ? error.loss : null
    return { report: reportOther(source.id, 'failed', { rows_in: last?.rows_in ?? null, error: sentence, held_back }) }
  }
}

/** Of an election of a year that is over: its publisher may take the list down, and its rows stay. */
function isOver({ awaited, editions, vintage }: Source, { fetch }: IngestRun): boolean {
  return awaited === true && !editions && /^\d{4}$/.test(vintage) && Number(vintage) < fetch.now.getUTCFullYear()
}

/** Its rows would serve the same boundaries a second time. */
async function leaveOut(source_id: string, { warehouse, reads }: IngestRun): Promise<Ingested> {
  if (reads.has(source_id)) await warehouse.dropSource(source_id)
  reads.delete(source_id)
  return { report: reportOther(source_id, 'replaced') }
}

function seesTheSame(source: Source, last: SourceRead, known: Known): boolean {
  const { signature } = last
  return signature !== STALE && signature === known.sign(source, ownSignature(signature))
}

async function readSource(
  source: Source,
  { files, signature, run, say }: { files: readonly KeptFile[]; signature: string; run: IngestRun; say: Say },
): Promise<Ingested> {
  say('reading')
  const sink = await run.known.read(source, files, run.states)
  requireRows(sink)
  requireEnough(run, source.id, sink.rows.length)
  say('writing')
  const rows_in = sink.countRecords()
  const read = readRecord(source, run, {
    signature: run.known.sign(source, signature),
    rows_in,
    files: files.map(({ name, url, sha256 }) => ({ name, url, sha256 })),
  })
  await replaceRows(run, read, sink)
  const { published_on } = source
  return { report: reportRead(source.id, { ...sink, rows_in, published_on }), issues: sink.issues }
}

function refuseMixed(sources: readonly Source[]): void {
  const seen = new Set<string>()
  for (const { id, family } of sources) {
    if (seen.has(id)) throw new Error(`the registry has the id "${id}" twice; ids must be unique`)
    seen.add(id)
    const other = sources.find((source) => source.family !== family)
    if (other)
      throw new Error(
        `"${id}" is a ${family} source and "${other.id}" a ${other.family} one; one database holds only one family, ` +
          'so run each family separately',
      )
  }
}
