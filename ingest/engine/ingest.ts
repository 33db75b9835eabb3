// Sources to rows: each is fetched, read whole into memory, and replaces its last good rows in one transaction.

import { join } from 'node:path'
import { STATE_CODES, type StateCode } from '../../data/schema/vocabulary.ts'
import { findAccepted } from '../../data/store/last-good.ts'
import type { Paths } from '../../data/store/paths.ts'
import { makePrivateFolder } from '../../data/store/private-folder.ts'
import type { SharedWork } from '../../data/store/scratch.ts'
import { type SourceRead, STALE } from '../../data/store/source-read.ts'
import { openWarehouse, type Warehouse } from '../../data/store/warehouse.ts'
import { checkWork, dropDamaged, findDamaged, isDamage } from '../../data/store/work-damage.ts'
import { type FetchOptions, fetchSource, type KeptFile } from '../fetch/fetch.ts'
import { allIssues } from './issue.ts'
import { ingestApart } from './per-file-ingest.ts'
import { planRebuild } from './rebuild.ts'
import { type IngestReport, reportOther, reportRead, type SourceReport, totalsOf, writeReport } from './report.ts'
import {
  type Ingested,
  type IngestRun,
  readRecord,
  replaceRows,
  reportUnchanged,
  requireRows,
  type Say,
} from './run.ts'
import { askedOf, hashCode, ownSignature, signSource } from './signature.ts'
import type { Issue, Source } from './source.ts'
import { givesDivisions, type Known, type Memory, openKnown } from './source-dependencies.ts'

export interface IngestOptions extends Omit<FetchOptions, 'rawDir'> {
  paths: Paths
  sources: readonly Source[]
  /** Null: all. */
  states: ReadonlySet<StateCode> | null
  /** Ids of the whole registry, where `sources` are some of it: a source sees the ballots of those before it. */
  order?: readonly string[]
  /** Tells one version of the readers from another; default: a hash of their code. */
  code?: string
  /** Ids of those whose files may have changed: another is read only where it sees something else of the sources before it. Default: all. */
  changed?: ReadonlySet<string>
  /** Asked of each source that was read, before its rows replace the last good ones: a sentence why they must not. Default: all may. */
  accepts?: (source_id: string, rows: number) => string | undefined
  /** Kept by a caller that ingests again and again. */
  memory?: Memory
  /** Open already, and left open. Default: that of `paths`. */
  warehouse?: Warehouse
  /** Opens the working database, and leaves it open where nothing fails; for who builds from it next, under the same lock. */
  work?: SharedWork
  /** What a damaged working database is read anew from. Default: the project's registry. */
  registry?: readonly Source[]
  /** Read every block of the working database first (seconds): damage anywhere in it is found. */
  check?: true
  /** Told why the working database is read anew. */
  onRebuild?: (why: string) => void
  /** Of issues.csv and summary.json; default: one of this instant. */
  folder?: string
  onProgress?: (progress: IngestProgress) => void
}

export interface IngestProgress {
  source_id: string
  /** 1-based, in the order of reading. */
  nth: number
  of: number
  step: 'fetching' | 'reading' | 'writing' | 'done'
  /** With `done`. */
  report?: SourceReport
  /** With `done`, of a source that was read now. */
  issues?: readonly Issue[]
}

/**
 * One process at a time: the caller holds the lock. A source that cannot be fetched or read, or is not accepted, is `failed`, its
 * last good rows stay, and the others go on. Where the working database is damaged, all that it held is read anew first, from kept
 * bytes. Throws for two families in one run or one database, and for an id that stands twice.
 */
export async function ingest(options: IngestOptions): Promise<IngestReport> {
  refuseMixed(options.sources)
  makePrivateFolder(options.paths.root)
  if (options.warehouse) return ingestInto(options.warehouse, options)
  if (findDamaged(options.paths)) return rebuild(options, 'it was damaged, and reading it anew did not end')
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

/** First all that the damaged file held, then what this run is asked for. */
async function rebuild(options: IngestOptions, why: string): Promise<IngestReport> {
  const { changed: _, accepts: __, ...rest } = options
  const { paths } = options
  options.onRebuild?.(why)
  const { sources, kept, unknown } = await planRebuild(paths, options.registry)
  const report = await withWork(options, async (warehouse) => {
    const folder = join(paths.reports, 'rebuild')
    const order = options.order ?? sources.map(({ id }) => id)
    const again = await ingestInto(warehouse, { ...rest, sources, order, kept, folder })
    const failed = again.sources.flatMap(({ source_id, error }) => (error === null ? [] : [{ source_id, error }]))
    const full = failed.find(({ error }) => /No space left|ENOSPC|disk is full/.test(error))
    // What is still to be read stays known by the damaged file.
    if (full) throw new Error(`${paths.work} cannot be read anew: ${full.source_id}: ${full.error}`)
    const missing = unknown.map((source_id) => ({ source_id, error: 'the registry no longer names it' }))
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
    const say: Say = (step) => options.onProgress?.({ ...place, step })
    const mayDiffer = options.changed?.has(source.id) ?? true
    const { report, issues } = await ingestSource(source, { run, say, mayDiffer })
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
        `${options.paths.work} holds ${read.family} sources (${read.source_id}); ${family} sources need a folder of ` +
          'their own: the two never mix',
      )
  const states = options.states ?? new Set(STATE_CODES)
  const order = options.order ?? options.sources.map(({ id }) => id)
  const { memory = {} } = options
  const known = await openKnown({ warehouse, reads, order, isSample: family === 'sample', memory })
  const fetch = { ...options, rawDir: options.paths.raw }
  const accepted = findAccepted(options.paths)
  return {
    warehouse,
    fetch,
    accepts: options.accepts,
    states,
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
  const last = run.reads.get(source.id)
  if (!givesDivisions(source.id) && !source.states.some((state) => run.states.has(state)))
    return { report: reportOther(source.id, 'skipped', { rows_in: last?.rows_in ?? null }) }
  try {
    if (!mayDiffer && last && seesTheSame(source, last, run.known)) return reportUnchanged(last, run)
    if (source.filesStandAlone) return await ingestApart(source, { last, run, say })
    say('fetching')
    const files = await fetchSource(source, run.fetch)
    const signature = signSource(source, { files, states: run.states, code: run.code })
    if (last && last.signature === run.known.sign(source, signature, askedOf(last.signature)))
      return reportUnchanged(last, run)
    return await readSource(source, { files, signature, run, say })
  } catch (error) {
    if (isDamage(error)) throw error
    const sentence = error instanceof Error ? error.message : String(error)
    return { report: reportOther(source.id, 'failed', { rows_in: last?.rows_in ?? null, error: sentence }) }
  }
}

function seesTheSame(source: Source, last: SourceRead, known: Known): boolean {
  const { signature } = last
  return signature !== STALE && signature === known.sign(source, ownSignature(signature), askedOf(signature))
}

async function readSource(
  source: Source,
  { files, signature, run, say }: { files: readonly KeptFile[]; signature: string; run: IngestRun; say: Say },
): Promise<Ingested> {
  say('reading')
  const { sink, asked } = await run.known.read(source, files, run.states)
  requireRows(sink)
  const refusal = run.accepts?.(source.id, sink.rows.length)
  if (refusal !== undefined) throw new Error(refusal)
  say('writing')
  const rows_in = sink.countRecords()
  const read = readRecord(source, {
    signature: run.known.sign(source, signature, asked),
    rows_in,
    files: files.map(({ name, url, sha256 }) => ({ name, url, sha256 })),
  })
  await replaceRows(run, read, sink)
  return { report: reportRead(source.id, { ...sink, rows_in }), issues: sink.issues }
}

function refuseMixed(sources: readonly Source[]): void {
  const seen = new Set<string>()
  for (const { id, family } of sources) {
    if (seen.has(id)) throw new Error(`two sources have the id "${id}": ids in the registry must be unique`)
    seen.add(id)
    const other = sources.find((source) => source.family !== family)
    if (other)
      throw new Error(
        `"${id}" is a ${family} source and "${other.id}" a ${other.family} one; the two never meet in one database, ` +
          'so name those of one family',
      )
  }
}
