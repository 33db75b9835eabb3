import { existsSync } from 'node:fs'
import type { Command } from 'commander'
import { findLastRun } from '../../../data/store/last-run.ts'
import { withWarehouse } from '../../data-folder.ts'
import { type CommonOptions, mirrorOf, pathsOf, withCommonOptions } from '../../options.ts'
import { printJson, printTable } from '../../output.ts'
import { formatAgo } from '../run-record.ts'
import { type Listed, type ListOptions, listSources, loadListed, withOwnOption } from './listed.ts'

interface SourceStatus {
  source_id: string
  from: Listed['from']
  state: 'ok' | 'failed' | 'never read'
  /** When its files were last read, or found unchanged. */
  succeeded_at: string | null
  /** When its present bytes were first fetched. */
  changed_at: string | null
  /** The publisher's date of its rows. */
  published_on: string | null
  /** Whole days since then. */
  age_days: number | null
  /** Of the last build. */
  rows: number | null
  issues: number | null
  error: string | null
}

export function addStatus(sources: Command): void {
  const status = sources
    .command('status')
    .description('show for each source, or one: last success and change, rows, issues and age')
  withCommonOptions(withOwnOption(status))
    .argument('[id]', 'as in the list')
    .action(async (id: string | undefined, options: ListOptions) => {
      const chosen = id === undefined ? await listSources(options) : [await loadListed(id, options)]
      const statuses = await findStatuses(chosen, options, new Date())
      if (options.json) printJson(statuses)
      else
        printTable({
          columns: ['id', 'state', 'last success', 'last change', 'rows', 'issues', 'age (days)', 'why'],
          rows: statuses.map(({ source_id, from, state, succeeded_at, changed_at, rows, issues, age_days, error }) => [
            source_id,
            from === 'switched off' ? from : state,
            succeeded_at && formatAgo(succeeded_at, new Date()),
            changed_at?.slice(0, 10) ?? null,
            ...[rows, issues, age_days],
            error?.slice(0, id === undefined ? ERROR_SHOWN : undefined) ?? null,
          ]),
        })
    })
}

/** Of each of many sources. */
const ERROR_SHOWN = 80

async function findStatuses(
  chosen: Awaited<ReturnType<typeof listSources>>,
  options: CommonOptions,
  now: Date,
): Promise<SourceStatus[]> {
  const { locate } = await import('../../../ingest/fetch/locate.ts')
  const { loadKept } = await import('../../../ingest/fetch/kept-bytes.ts')
  const paths = pathsOf(options)
  const kept = loadKept(paths.raw)
  const recorded = findLastRun(paths)?.sources ?? {}
  const built = await loadBuilt(options)
  const mirror = mirrorOf(options) ?? null
  return chosen.map(({ listed: { id: source_id, from }, source }): SourceStatus => {
    const record = recorded[source_id]
    const {
      rows = null,
      issues = null,
      published_on = record?.published_on ?? null,
      hashes = [],
    } = built.get(source_id) ?? {}
    const retrieved = [
      ...source.files.flatMap((file) => kept.get(locate(file, mirror).address)?.retrieved_at ?? []),
      ...(mirror === null
        ? [...kept.values()].flatMap((one) => (hashes.includes(one.sha256) ? [one.retrieved_at] : []))
        : []),
    ]
    return {
      ...{ source_id, from, rows, issues, published_on },
      state: record?.error ? 'failed' : (record?.checked_at ?? null) === null ? 'never read' : 'ok',
      succeeded_at: record?.checked_at ?? null,
      changed_at: retrieved.sort().at(-1) ?? null,
      age_days: published_on === null ? null : Math.floor((now.getTime() - Date.parse(published_on)) / 86_400_000),
      error: record?.error ?? null,
    }
  })
}

interface Built {
  rows: number
  issues: number
  published_on: string
  /** SHA-256 of its files. */
  hashes: readonly string[]
}

/** By source id, from the sealed database: a run may hold the other one. */
async function loadBuilt(options: CommonOptions): Promise<Map<string, Built>> {
  if (!existsSync(pathsOf(options).warehouse)) return new Map()
  return withWarehouse(options, async (warehouse) => {
    const issues = new Map(
      (
        await warehouse.all<{ source_id: string; issues: number }>(
          'SELECT source_id, count(*)::INTEGER AS issues FROM core.issue GROUP BY source_id',
        )
      ).map(({ source_id, issues }) => [source_id, issues]),
    )
    const reads = await warehouse.sourceReads()
    return new Map(
      reads.map(({ source_id, rows_in, published_on, files }) => [
        source_id,
        { rows: rows_in, issues: issues.get(source_id) ?? 0, published_on, hashes: files.map(({ sha256 }) => sha256) },
      ]),
    )
  })
}
