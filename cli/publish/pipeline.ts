// Ingest, build and publish as steps under the lock of the folder, and in turn with other publishers. Each step loads its own heavy packages.

import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { BuildReport } from '../../build/build.ts'
import { ChecksFailed, type RefusedSource } from '../../build/check/checks.ts'
import type { PublishReport } from '../../build/publish/publish.ts'
import type { StepRecord } from '../../data/schema/last-run.ts'
import type { DataKind, RunStep, StateCode } from '../../data/schema/vocabulary.ts'
import { environmentValue, fetchContact, retentionDays } from '../../data/store/environment.ts'
import { measureFolder } from '../../data/store/files.ts'
import { openState } from '../../data/store/state/open.ts'
import type { ServiceStore } from '../../data/store/state/state.ts'
import type { Registry } from '../../ingest/configuration/to-sources.ts'
import type { IngestReport, SourceReport } from '../../ingest/engine/report.ts'
import type { Source } from '../../ingest/read/source.ts'
import { LOCK_WAIT_MS, takeFolderLock } from '../data-folder.ts'
import { CommandError, EXIT, explainFault } from '../exit.ts'
import {
  type BuildCommandOptions,
  type CommonOptions,
  mirrorOf,
  type PublishCommandOptions,
  pathsOf,
  type SourceOptions,
  sampleFlag,
} from '../options.ts'
import { firstLine, formatNumberOf, logToStderr, printJson } from '../output.ts'
import { openStop, runSteps, type Step, Stopped } from '../progress.ts'
import { findLastBuilt, recordRetrieved } from './bundles.ts'
import { loadRegistry } from './choose-sources.ts'
import { loadGuardFacts, loadHoldBack } from './held-back.ts'
import {
  beginRun,
  endRun,
  forgetSources,
  type RunEnd,
  recordSize,
  recordSources,
  settleAccepted,
} from './run-record.ts'
import { recordContent } from './stale.ts'
import { formatDownload, formatFiles, formatParts, formatPublication, sayRefused } from './summary.ts'

/** The reports of the steps that ran. */
interface Done {
  ingest?: IngestReport
  build?: BuildReport
  publish?: PublishReport
}

/** A step with its name in the record of the run. */
type NamedStep = Step & { name: RunStep }
type StepMaker = (done: Done, stop: AbortSignal, command: string) => NamedStep

/** Runs the steps as the only owner of the folder. Ctrl-C stops it between two steps, sources or parts. */
export async function runPipeline(
  command: string,
  options: CommonOptions,
  makers: readonly StepMaker[],
): Promise<Done> {
  const lock = await takeFolderLock(command, options)
  const stop = openStop()
  const done: Done = {}
  const record = openRunRecord(options, command)
  try {
    const steps = makers.map((make) => record.timing(make(done, stop.signal, command)))
    await runSteps(steps, stop.signal)
    await record.end(done)
    return done
  } catch (error) {
    await record.end(done, error)
    if (error instanceof Stopped) throw new CommandError(error.message, `hustings ${command}${sampleFlag(options)}`)
    if (error instanceof ChecksFailed && options.json) printJson({ failed: error.failed })
    throw error
  } finally {
    stop.close()
    lock.release()
  }
}

interface RecordedRun {
  /** The same step; how long it takes is recorded with the run. */
  timing(step: NamedStep): Step
  end(done: Done, error?: unknown): Promise<void>
}

/** A failure to write the record does not stop the run. */
function openRunRecord(options: CommonOptions, command: string): RecordedRun {
  const paths = pathsOf(options)
  const attempt = async <Result>(write: () => Result | Promise<Result>): Promise<Result | undefined> => {
    try {
      return await write()
    } catch (error) {
      logToStderr(`hustings: the record of this run was not written: ${firstLine(error)}`)
      return undefined
    }
  }
  const begun = attempt(() => beginRun(paths, command, new Date()))
  const steps: StepRecord[] = []
  return {
    timing: ({ name, run, ...step }) => ({
      ...step,
      async run(show) {
        const began = performance.now()
        let failed = true
        try {
          const words = await run(show)
          failed = false
          return words
        } finally {
          steps.push({ step: name, seconds: Math.round(performance.now() - began) / 1000, failed })
        }
      },
    }),
    async end({ ingest, build, publish }, error) {
      const run = await begun
      if (!run) return
      const partial = (ingest?.totals.status.failed ?? 0) + (build?.refused.length ?? 0) > 0
      const end: RunEnd = {
        outcome: error !== undefined ? 'failed' : partial ? 'partial' : 'done',
        error: error === undefined ? null : firstLine(error),
        ...(error !== undefined && { next: explainFault(error, options).next }),
        publication: publish?.publication ?? null,
        steps,
      }
      await attempt(async () => {
        if (ingest) {
          const registry = await loadRegistry(options)
          recordSources(paths, ingest.sources, kindsIn(registry, ingest.sources), new Date(run.began_at))
          if (publish) settleAccepted(paths, ingest.sources)
          forgetSources(paths, registry.isRetired)
          if (build) await recordContent(paths, registry, new Date(run.began_at))
        }
        if (run.command === 'nightly') recordSize(paths, measureFolder(paths.root), new Date())
        endRun(paths, run, end, new Date())
      })
    },
  }
}

function kindsIn(
  { findSource, kindOf }: Registry,
  read: readonly { source_id: string }[],
): ReadonlyMap<string, DataKind> {
  const sources = read.flatMap(({ source_id }) => findSource(source_id) ?? [])
  return new Map(sources.map((source) => [source.id, kindOf(source)]))
}

/** @param options.accept reads rows of a source however many it has lost */
export function ingestStep(options: SourceOptions & { accept?: true }, sources: readonly Source[]): StepMaker {
  return (done, stop) => ({
    name: 'ingest',
    title: 'Ingest',
    parts: sources.filter(speaksOf(options.only)).map((source) => source.id),
    run: async (show) => {
      const { ingest } = await import('../../ingest/engine/ingest.ts')
      const report = await ingest({
        ...(await toIngestOptions(options, sources)),
        ...(options.refresh && { refresh: true }),
        check: true,
        onRebuild: (why) =>
          logToStderr(`hustings: work.duckdb cannot be used as it is (${why}): rebuilding it from kept bytes.`),
        onProgress: ({ source_id, step, download, report: source }) => {
          if (!source) {
            show.say(source_id, download ? formatDownload(download) : step)
            return
          }
          const records = source.rows_in === null ? '' : `, ${formatNumberOf(source.rows_in, 'record')}`
          const files = source.files ? `, ${formatFiles(source.files)}` : ''
          const ending = source.error === null ? source.status + records + files : `FAILED: ${source.error}${files}`
          if (!['skipped', 'unpublished', 'replaced'].includes(source.status))
            show.end(source_id, ending, source.status !== 'unchanged')
          if (stop.aborted) throw new Stopped('the next source')
        },
      })
      done.ingest = report
      const { status, rows_in } = report.totals
      const failed = status.failed > 0 ? `, ${status.failed} FAILED` : ''
      return `${formatNumberOf(rows_in, 'record')}; ${formatNumberOf(status.read, 'source')} read, ${status.unchanged} unchanged${failed}`
    },
  })
}

async function toIngestOptions(options: SourceOptions & { accept?: true }, sources: readonly Source[]) {
  const registry = await loadRegistry(options)
  const states = options.only ? new Set<StateCode>(options.only) : null
  return {
    paths: pathsOf(options),
    sources,
    order: registry.listIds(new Date().getUTCFullYear()),
    registry: registry.sources,
    isRetired: registry.isRetired,
    ...(!options.accept && {
      holdBack: await loadHoldBack(pathsOf(options), await loadGuardFacts(options), {
        states,
        flag: sampleFlag(options),
      }),
    }),
    mirror: mirrorOf(options) ?? null,
    contact: fetchContact(),
    environment: environmentValue,
    states,
    now: new Date(),
  }
}

/**
 * Builds. If a check refused sources, reads again the other sources whose input has changed (a feed of endorsements sees the ballots of
 * the sources before it), and builds once more.
 */
export function settledBuildStep(
  options: SourceOptions & BuildCommandOptions & { accept?: true },
  sources: readonly Source[],
): StepMaker {
  return (done, stop, command) => {
    const step = buildStep(options)(done, stop, command)
    return {
      ...step,
      run: async (show) => {
        const first = await step.run(show)
        const { build, ingest: read } = done
        if (!build || !read || build.refused.length === 0) return first
        done.ingest = await replaceReports(read, failedReports(read, build.refused))
        const { ingest } = await import('../../ingest/engine/ingest.ts')
        const refused = new Set(build.refused.map(({ source_id }) => source_id))
        const others = sources.filter(({ id }) => !refused.has(id))
        const folder = join(read.folder, 'again')
        const again = await ingest({ ...(await toIngestOptions(options, others)), changed: new Set(), folder })
        if (again.totals.status.read === 0) return first
        const news = new Map(again.sources.filter(({ status }) => status === 'read').map((one) => [one.source_id, one]))
        done.ingest = await replaceReports(done.ingest ?? read, news)
        const last = await step.run(show)
        if (done.build) done.ingest = await replaceReports(done.ingest, failedReports(done.ingest, done.build.refused))
        const refusals = build.issues.filter(({ severity }) => severity === 'refused')
        if (done.build)
          done.build = {
            ...done.build,
            refused: [...build.refused, ...done.build.refused],
            issues: [...refusals, ...done.build.issues],
          }
        return last
      },
    }
  }
}

/** Reports a source as failed if a check refused its rows, as if it could not be read. */
function failedReports(
  { sources }: IngestReport,
  refused: readonly RefusedSource[],
): ReadonlyMap<string, SourceReport> {
  const reports = new Map<string, SourceReport>()
  for (const one of refused) {
    const read = sources.find(({ source_id }) => source_id === one.source_id)
    const { rows_in } = one
    if (read) reports.set(one.source_id, { ...read, status: 'failed', rows: {}, rows_in, error: sayRefused(one) })
  }
  return reports
}

async function replaceReports(report: IngestReport, others: ReadonlyMap<string, SourceReport>): Promise<IngestReport> {
  const { totalsOf } = await import('../../ingest/engine/report.ts')
  const sources = report.sources.map((one) => others.get(one.source_id) ?? one)
  return { ...report, sources, totals: totalsOf(sources) }
}

export function buildStep(options: BuildCommandOptions): StepMaker {
  return (done, stop) => ({
    name: 'build',
    title: 'Build',
    run: async (show) => {
      const { build } = await import('../../build/build.ts')
      const report = await build({
        paths: pathsOf(options),
        ...(options.threads && { threads: options.threads }),
        onProgress: (step, detail) => {
          if (stop.aborted) throw new Stopped(step)
          show.say(step, detail)
        },
      })
      recordRetrieved(pathsOf(options), report.bundle)
      done.build = report
      const refused = report.refused.length > 0 ? `; ${formatNumberOf(report.refused.length, 'source')} REFUSED` : ''
      return `${report.checks} checks passed; ${formatParts(report)}${refused}`
    },
  })
}

/** Publishes the given bundle. Default: the one just built, else the last one built. */
export function publishStep(options: PublishCommandOptions, bundle?: string): StepMaker {
  return publishingStep({ name: 'publish', title: 'Publish' }, options, async (done) => ({
    bundle: bundle ?? done.build?.bundle ?? findLastBuilt(options),
  }))
}

/** Rolls back to the given bundle. Default: the previous one. */
export function rollbackStep(options: PublishCommandOptions, bundle?: string): StepMaker {
  return publishingStep({ name: 'roll back', title: 'Roll back' }, options, async (_, state) => {
    const { loadReturn } = await import('../../build/publish/publish.ts')
    return { bundle: bundle ?? (await loadReturn(pathsOf(options), state)), rollback: true }
  })
}

type Choice = { bundle: string; rollback?: true }

function publishingStep(
  named: Pick<NamedStep, 'name' | 'title'>,
  options: PublishCommandOptions,
  choose: (done: Done, state: ServiceStore) => Promise<Choice>,
): StepMaker {
  return (done, stop, command) => ({
    ...named,
    run: async () => {
      const { publishBundle } = await import('../../build/publish/publish.ts')
      const { fillHistory } = await import('../../build/history.ts')
      const paths = pathsOf(options)
      const now = () => new Date()
      const facts = await loadGuardFacts(options)
      const state = await openState(paths)
      try {
        const turn = { command, next: `hustings ${command}${sampleFlag(options)}`, stop }
        done.publish = await publishInTurn(state, turn, async () =>
          publishBundle({
            paths,
            state,
            now,
            facts,
            accept: options.accept === true,
            retentionDays: retentionDays(),
            ...(await choose(done, state)),
          }),
        )
        // A build seals the warehouse without its history.
        if (done.build || done.publish.changed) await fillHistory(paths, state)
        return formatPublication(done.publish)
      } finally {
        await state.close()
      }
    },
  })
}

/** With --only: whether a source covers one of its states. */
export function speaksOf(states: readonly StateCode[] | undefined): (source: Source) => boolean {
  return (source) => !states || source.states.some((state) => states.includes(state))
}

// The turn to publish, which one process at a time has among all machines that share a state.

const LOOK_AGAIN_MS = 500

interface Turn {
  /** Without its options, such as `nightly`. */
  command: string
  /** The command to run if the turn does not come. */
  next: string
  stop?: AbortSignal
}

/** Waits for another publisher. Throws CommandError if it does not finish. */
export async function publishInTurn<Result>(
  state: Pick<ServiceStore, 'beginPublishing' | 'endPublishing'>,
  { command, next, stop }: Turn,
  publish: () => Promise<Result>,
): Promise<Result> {
  const publisher = `hustings ${command} (process ${process.pid} on ${hostname()})`
  for (let waited = 0; ; waited += LOOK_AGAIN_MS) {
    const refusal = await state.beginPublishing(publisher)
    if (!refusal) break
    if (waited >= LOCK_WAIT_MS)
      throw new CommandError(`${refusal.refused}. Only one process may publish at a time.`, next, EXIT.locked)
    if (waited === 0) logToStderr(`${refusal.refused}: waiting for it to finish.`)
    await delay(LOOK_AGAIN_MS, undefined, stop && { signal: stop })
  }
  try {
    return await publish()
  } finally {
    await state.endPublishing()
  }
}
