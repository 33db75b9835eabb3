// `hustings nightly`: ingests, builds and publishes, audits what is published, and reports it. The report is compared with that of the night before.

import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { z } from 'zod'
import type { BuildReport, ElectionReport } from '../../build/build.ts'
import type { PublishReport } from '../../build/publish/publish.ts'
import { type AuditRecord, type DataAge, dataAges, type LastRun, type RunRecord } from '../../data/schema/last-run.ts'
import { type AlarmSettings, alarmSettings } from '../../data/store/environment.ts'
import { findLastRun } from '../../data/store/last-run.ts'
import type { Paths } from '../../data/store/paths.ts'
import type { IngestReport } from '../../ingest/engine/report.ts'
import { EXIT, nextStep } from '../exit.ts'
import {
  type BuildCommandOptions,
  type PublishCommandOptions,
  pathsOf,
  type SourceOptions,
  sampleFlag,
  withBuildOptions,
  withCommonOptions,
  withPublishOptions,
  withSourceOptions,
} from '../options.ts'
import {
  entry,
  firstLine,
  formatCount,
  formatNumberOf,
  logToStderr,
  printJson,
  printLine,
  toCsvLines,
} from '../output.ts'
import { findAlarm, formatStale, listStale, raiseAlarm, type StaleSource } from './alarm.ts'
import { auditPublication, formatAudited } from './audit/record.ts'
import { chooseSources, refreshDesk } from './choose-sources.ts'
import { acceptCommand } from './held-back.ts'
import { ingestStep, publishStep, runPipeline, settledBuildStep } from './pipeline.ts'
import { formatDataAge, formatRun, recordSilenced } from './run-record.ts'
import { loadRhythms } from './stale.ts'
import {
  formatElections,
  formatHeadLine,
  formatIngest,
  formatMissing,
  formatParts,
  formatPublication,
  toElectionTable,
} from './summary.ts'

/** Rows of the sealed warehouse by table of `core`, read by this run or an earlier one. */
async function loadHeldRows(paths: Pick<Paths, 'warehouse'>): Promise<Record<string, number>> {
  const { openWarehouse } = await import('../../data/store/warehouse.ts')
  const warehouse = await openWarehouse(paths.warehouse, { readonly: true })
  try {
    const tables = await warehouse.all<{ name: string }>(
      `SELECT table_name AS name
       FROM information_schema.tables
       WHERE table_schema = 'core' AND table_name NOT IN ('issue', 'source_read')
       ORDER BY table_name`,
    )
    const held: Record<string, number> = {}
    for (const { name } of tables) {
      const [row] = await warehouse.all<{ rows: number }>(`SELECT count(*) AS rows FROM core."${name}"`)
      held[name] = row?.rows ?? 0
    }
    return held
  } finally {
    await warehouse.close()
  }
}

export function addNightly(program: Command): void {
  withPublishOptions(
    withBuildOptions(
      withSourceOptions(
        withCommonOptions(program.command('nightly').description('ingest, build and publish, then print a summary')),
      ),
    ),
  )
    .option('--dry-run', 'tell what the run would request, and how much disk it takes; request and change nothing')
    .option('--no-audit', 'do not ask the plain questions after the publication')
    .action(async (options: NightlyOptions & { dryRun?: true }) => {
      if (options.dryRun) {
        const { dryRun, printDryRun } = await import('./dry-run.ts')
        printDryRun(dryRun(options, await chooseSources(options), new Date()), options)
        return
      }
      // Before the run, so that a wrong setting is not found after it.
      const settings = alarmSettings()
      loadRhythms()
      await raiseAlarmOfKilled(options, settings)
      const report = await runNightly(options).catch(async (fault: unknown) => {
        await raiseAlarmOf(options, settings, firstLine(fault))
        throw fault
      })
      if (options.json) printJson(report)
      else for (const line of formatNightly(report)) printLine(line)
      for (const warning of report.publish.warnings) logToStderr(`hustings: ${warning}`)
      await raiseAlarmOf(options, settings, null)
      const failed = Math.max(report.ingest.totals.status.failed, report.build.refused.length)
      const broken = report.audit?.questions.filter((one) => one.broken?.since === report.publish.publication) ?? []
      if (broken.length > 0) {
        logToStderr(
          `hustings: ${formatNumberOf(broken.length, 'question')} of the audit held before this publication and failed now.`,
        )
        logToStderr(nextStep(`hustings audit --only ${broken.map(({ id }) => id).join(',')}`))
        process.exitCode = EXIT.failure
      }
      if (failed === 0 && broken.length === 0) logToStderr(nextStep(`hustings serve${sampleFlag(options)}`))
      if (failed > 0) {
        // The sources that could be read are published; the operator must still learn of the others.
        logToStderr(
          `hustings: ${formatNumberOf(failed, 'source')} failed; rows of an earlier run, if there are any, stay in service.`,
        )
        const held = report.ingest.sources.flatMap(({ source_id, held_back }) => (held_back ? [source_id] : []))
        const accept = held.map((id) => acceptCommand(id, sampleFlag(options)))
        for (const id of held) logToStderr(`hustings: ${id} is held back: it lost too many rows at once.`)
        logToStderr(nextStep(accept[0] ?? `less ${join(report.ingest.folder, 'issues.csv')}`))
        process.exitCode = EXIT.failure
      }
    })
}

/** A killed run raises no alarm itself; nor would the next one, if it is killed too. */
async function raiseAlarmOfKilled(options: NightlyOptions, settings: AlarmSettings): Promise<void> {
  const run = findLastRun(pathsOf(options))?.run
  if (run && run.ended_at === null)
    await raiseAlarmOf(options, settings, `the ${run.command} of ${run.began_at} did not end`)
}

/** @param error why the run published nothing; null if it published */
async function raiseAlarmOf(options: NightlyOptions, settings: AlarmSettings, error: string | null): Promise<void> {
  const record = findLastRun(pathsOf(options))
  const alarm = findAlarm({ record, now: new Date(), error }, settings.nights, sampleFlag(options))
  if (!alarm) return
  logToStderr(`hustings: ALARM: ${alarm.message}`)
  await raiseAlarm(alarm, settings)
}

type NightlyOptions = SourceOptions & BuildCommandOptions & PublishCommandOptions & { audit?: boolean }

/** Runs the three stages. The report is also written beside the ingest's. */
export async function runNightly(options: NightlyOptions): Promise<NightlyReport> {
  const { addIssues } = await import('../../ingest/engine/report.ts')
  const paths = pathsOf(options)
  await refreshDesk(options)
  const sources = await chooseSources(options)
  const began = performance.now()
  const last = findLastNightly(paths.reports)
  const before = findLastRun(paths)?.run ?? null
  const steps = [ingestStep(options, sources), settledBuildStep(options, sources), publishStep(options)]
  const { ingest, build, publish } = await runPipeline('nightly', options, steps).catch((error: unknown) => {
    for (const age of dataAges(findLastRun(paths) ?? { sources: {} }))
      logToStderr(`hustings: ${age.kind} still in service: ${formatDataAge(age, new Date())}`)
    throw error
  })
  if (!ingest || !build || !publish) throw new Error('a step of the nightly run left no report')
  recordSilenced(paths, build.issues)
  const audit = await auditPublication(options, publish)
  const after = findLastRun(paths) ?? { sources: {} }
  const report: NightlyReport = {
    seconds: Math.round((performance.now() - began) / 100) / 10,
    ingest: addIssues(ingest, build.issues),
    rows: await loadHeldRows(paths),
    build,
    publish,
    changed: compareElections(last?.build.elections, build.elections),
    last_run: before,
    data: dataAges(after),
    stale: listStale(after, new Date()),
    audit,
    report: join(ingest.folder, 'nightly.json'),
  }
  writeFileSync(report.report, `${JSON.stringify(report, null, 2)}\n`)
  writeFileSync(join(ingest.folder, 'sources.ndjson'), formatSourceLog(report, after))
  writeFileSync(join(ingest.folder, 'elections.csv'), `${toCsvLines(toElectionTable(build.elections)).join('\n')}\n`)
  return report
}

/** One line of JSON per source. */
function formatSourceLog({ ingest }: NightlyReport, { sources }: Pick<LastRun, 'sources'>): string {
  return ingest.sources
    .map(({ source_id, status, rows_in, rows, issues }) => {
      const {
        kind = null,
        published_on = null,
        checked_at = null,
        error = null,
        failed_nights = 0,
      } = sources[source_id] ?? {}
      const line = { source_id, kind, status, published_on, checked_at, failed_nights, error, rows_in, rows, issues }
      return `${JSON.stringify(line)}\n`
    })
    .join('')
}

function formatNightly(report: NightlyReport): string[] {
  const { ingest, rows, build, publish, changed, last_run, data, stale, audit, seconds } = report
  const now = new Date()
  const held = Object.entries(rows).filter(([, count]) => count > 0)
  return [
    ...formatElections(build.elections, now),
    '',
    ...formatIngest(ingest),
    entry('Rows out', held.map(([table, count]) => `${formatCount(count)} ${table}`).join(', ')),
    entry('Checks', `${build.checks} passed`),
    entry('Changed', formatChanges(changed, build.parts.ballots.reused)),
    entry('Parts', formatParts(build)),
    entry('Published', formatPublication(publish)),
    entry('', formatHeadLine(publish)),
    ...data.map((age, at) => entry(at === 0 ? 'Data' : '', `${age.kind}: ${formatDataAge(age, now)}`)),
    ...formatAudited(audit).map((line, at) => entry(at === 0 ? 'Audit' : '', line)),
    entry('Run before', last_run ? formatRun(last_run, now) : 'none is recorded'),
    entry('Took', `${seconds} s`),
    ...formatStale(stale, now),
    ...formatMissing(build),
  ]
}

/** @setting Elections whose change the summary of `nightly` shows, the largest first. The report has all of them. */
const CHANGES_SHOWN = 10

/** @param sameBallots every contest and choice has the same bytes as in an earlier bundle */
function formatChanges(changed: readonly ElectionChange[] | null, sameBallots: boolean): string {
  if (changed === null) return 'first nightly run here: nothing to compare with'
  if (changed.length === 0)
    return sameBallots
      ? 'no contest and no choice since the last nightly'
      : 'details of contests or choices, but not their number, since the last nightly'
  const size = ({ contests, choices }: ElectionChange): number => Math.abs(contests) + Math.abs(choices)
  const largest = [...changed].sort((a, b) => size(b) - size(a)).slice(0, CHANGES_SHOWN)
  const more = changed.length - largest.length
  return [
    ...largest.map(
      ({ slug, contests, choices }) => `${slug} (${signed(contests)} contests, ${signed(choices)} choices)`,
    ),
    ...(more > 0 ? [`and ${formatNumberOf(more, 'more election')}`] : []),
  ].join(', ')
}

function signed(count: number): string {
  return count < 0 ? `−${formatCount(-count)}` : `+${formatCount(count)}`
}

// The report, and its comparison with the previous one.

interface NightlyReport {
  seconds: number
  ingest: IngestReport
  /** Rows held after the run, by table. */
  rows: Record<string, number>
  build: BuildReport
  publish: PublishReport
  /** Compared with the last nightly; null for the first. */
  changed: ElectionChange[] | null
  /** The run before this one. */
  last_run: RunRecord | null
  /** How old each kind of data is. */
  data: DataAge[]
  /** Sources whose rows in service may be old. */
  stale: StaleSource[]
  /** Of this publication; null with --no-audit, for the sample, and if the audit did not end. */
  audit: AuditRecord | null
  /** The file of this report. */
  report: string
}

/** Changes of an election's counts. A new election counts all its rows; a removed one counts them below zero. */
interface ElectionChange {
  slug: string
  contests: number
  choices: number
}

type Counts = Pick<ElectionReport, 'slug' | 'contests' | 'choices'>

const lastReport = z.object({
  build: z.object({
    elections: z.array(z.object({ slug: z.string(), contests: z.number(), choices: z.number() })),
  }),
})

/** The newest readable nightly report; runs that only ingested have none. */
export function findLastNightly(reports: string): z.infer<typeof lastReport> | undefined {
  if (!statSync(reports, { throwIfNoEntry: false })) return undefined
  for (const folder of readdirSync(reports).sort().reverse()) {
    const file = join(reports, folder, 'nightly.json')
    if (!statSync(file, { throwIfNoEntry: false })) continue
    const parsed = lastReport.safeParse(parseJson(readFileSync(file, 'utf8')))
    if (parsed.success) return parsed.data
  }
  return undefined
}

export function compareElections(
  before: readonly Counts[] | undefined,
  after: readonly Counts[],
): ElectionChange[] | null {
  if (!before) return null
  const changes = new Map<string, ElectionChange>()
  const add = ({ slug, contests, choices }: Counts, sign: 1 | -1): void => {
    const known = changes.get(slug) ?? { slug, contests: 0, choices: 0 }
    changes.set(slug, { slug, contests: known.contests + sign * contests, choices: known.choices + sign * choices })
  }
  for (const election of after) add(election, 1)
  for (const election of before) add(election, -1)
  return [...changes.values()]
    .filter(({ contests, choices }) => contests !== 0 || choices !== 0)
    .sort((a, b) => (a.slug < b.slug ? -1 : 1))
}

/** Ignores a report that a crash has truncated. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
