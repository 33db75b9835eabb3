import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Command, Option } from 'commander'
import type { PackReport } from '../../../build/snapshot/pack.ts'
import type { Manifest } from '../../../data/schema/manifest.ts'
import { snapshotName } from '../../../data/schema/snapshot.ts'
import { loadManifest } from '../../../data/store/manifest.ts'
import type { Paths } from '../../../data/store/paths.ts'
import { withLock, withState, withWarehouse } from '../../data-folder.ts'
import { CommandError, quote, toTyped } from '../../exit.ts'
import {
  type CommonOptions,
  nightlyFor,
  parseDay,
  parserOf,
  parseSnapshot,
  pathsOf,
  requireNewFile,
  sampleFlag,
  withCommonOptions,
} from '../../options.ts'
import { formatMegabytes, formatNumberOf, logToStderr, printJson, printLine } from '../../output.ts'
import { findSnapshot } from '../bundles.ts'
import { loadRegistry } from '../choose-sources.ts'
import { listPrivate, requireWithout, WITHOUT_PRIVATE, withoutPrivate } from './work-folder.ts'

interface CreateOptions extends CommonOptions {
  name?: string
  output?: string
  asOf?: string
  withoutPrivate?: true
}

export function addCreate(snapshot: Command): void {
  withCommonOptions(
    snapshot.command('create').description('pack a bundle, its exports and the bytes of its sources into one file'),
  )
    .argument(
      '[snapshot]',
      'a bundle, by at least 8 characters of its id or the name of its pin, or a date (default: the current bundle)',
      parseSnapshot,
    )
    .addOption(
      new Option('--name <name>', 'such as election-night-2026; it also names the file').argParser(
        parserOf(snapshotName),
      ),
    )
    .option('-o, --output <file>', 'the file to write (default: NAME.tar or hustings-DAY.tar, in the current folder)')
    .addOption(
      new Option('--as-of <date>', 'the day of the snapshot (default: that of its last publication, in UTC)').argParser(
        parseDay,
      ),
    )
    .option('--without-private', WITHOUT_PRIVATE)
    .action(async (text: string | undefined, options: CreateOptions) => {
      const { bundle, day } = await choose(options, text)
      const file = requireNewFile(options.output ?? `${options.name ?? `hustings-${day}`}.tar`, repeat(options, text))
      const ids = await listPrivate(options, loadManifest(pathsOf(options), bundle).sources)
      if (!options.withoutPrivate) requireWithout(ids, 'A snapshot', repeat({ ...options, withoutPrivate: true }, text))
      const report = await create(options, { bundle, day, file, ids })
      if (options.json) printJson({ file, day, ...report })
      else for (const line of describeSnapshot({ file, day, ...report })) printLine(line)
    })
}

/** The same command without its file. */
function repeat(options: CreateOptions, text: string | undefined): string {
  const { name, asOf, withoutPrivate } = options
  return [
    `hustings snapshot create${sampleFlag(options)}`,
    ...(text === undefined ? [] : [text]),
    ...(name === undefined ? [] : [`--name ${name}`]),
    ...(asOf === undefined ? [] : [`--as-of ${asOf}`]),
    ...(withoutPrivate ? ['--without-private'] : []),
  ].join(' ')
}

async function choose(options: CreateOptions, text: string | undefined): Promise<{ bundle: string; day: string }> {
  const asked = text === undefined ? undefined : await findSnapshot(options, text)
  return withState(options, async (state) => {
    const bundle = asked ?? (await state.head())?.bundle
    if (bundle === undefined) throw new CommandError('Nothing is published yet.', nightlyFor(options))
    const [published] = await state.publicationsOf([bundle])
    const day = options.asOf ?? published?.published_at.slice(0, 10)
    if (day === undefined)
      throw new CommandError(
        `The bundle ${bundle.slice(0, 12)} was never published, so its day is not known.`,
        `hustings snapshot create ${bundle.slice(0, 12)} --as-of DATE${sampleFlag(options)}`,
      )
    return { bundle, day }
  })
}

/** Under the lock: a publication could otherwise delete a part that is being packed. */
async function create(
  options: CreateOptions,
  { bundle, day, file, ids }: { bundle: string; day: string; file: string; ids: readonly string[] },
): Promise<PackReport> {
  const paths = pathsOf(options)
  const name = options.name ?? null
  return withLock('snapshot create', options, async () => {
    const { packSnapshot } = await import('../../../build/snapshot/pack.ts')
    if (ids.length > 0)
      return withoutPrivate(options, { bundle, ids }, async ({ paths, manifest }) => {
        await exportAll(paths, manifest.bundle)
        const configured = await packConfigured(options, manifest.sources)
        return packSnapshot({ paths, bundle: manifest.bundle, name, day, file, configured })
      })
    await exportOnce(options, bundle)
    const configured = await packConfigured(options, loadManifest(paths, bundle).sources)
    return packSnapshot({ paths, bundle, name, day, file, configured })
  })
}

/** Text of sources.yaml with the entries of these sources; null if none is configured. Says so if an entry is gone. */
async function packConfigured(options: CommonOptions, sources: Manifest['sources']): Promise<string | null> {
  const { packEntries } = await import('../../../ingest/configuration/packed.ts')
  const { planReads } = await import('../../../ingest/engine/rebuild.ts')
  const registry = await loadRegistry(options)
  const { unknown } = await planReads(sources, registry.sources)
  if (unknown.length > 0)
    logToStderr(
      `hustings: sources.yaml no longer has ${unknown.join(', ')}: the snapshot can be checked and served, but not built again from its sources.`,
    )
  return packEntries(registry.file, sources)
}

/** The warehouse has the tables of the last build only. */
async function exportOnce(options: CreateOptions, bundle: string): Promise<void> {
  const paths = pathsOf(options)
  const folder = join(paths.exports, bundle)
  if (existsSync(folder)) return
  const { findBundleOf } = await import('../../../build/export/tables.ts')
  const sealed = existsSync(paths.warehouse) ? await withWarehouse(options, findBundleOf) : undefined
  if (sealed !== bundle) {
    logToStderr(
      `hustings: the snapshot has no exports: ${bundle.slice(0, 12)} is not exported, and warehouse.duckdb is of another bundle now.`,
    )
    return
  }
  await exportAll(paths, bundle)
}

async function exportAll({ warehouse, exports }: Paths, bundle: string): Promise<void> {
  const { exportTables } = await import('../../../build/export/export.ts')
  await exportTables({
    warehouse,
    folder: join(exports, bundle),
    onProgress: (table, rows) => logToStderr(`${table}: ${rows}`),
  })
}

/** Lines with which a person keeps, cites and reproduces a snapshot. */
export function describeSnapshot({
  file,
  day,
  id,
  bundle,
  bytes,
  parts,
  sources,
  exports,
}: PackReport & { file: string; day: string }): string[] {
  return [
    `Snapshot   ${id}`,
    `Bundle     ${bundle}`,
    `Day        ${day}`,
    `Contents   ${formatNumberOf(parts, 'part')}, ${formatNumberOf(sources, 'source file')}, ${formatNumberOf(exports, 'exported file')}, ${formatMegabytes(bytes)}`,
    `File       ${file}`,
    `Cite       Hustings, U.S. elections as of ${day}, snapshot sha256:${id}`,
    `Reproduce  ${toTyped(`hustings snapshot verify ${quote(file)} --rebuild --expect ${id}`)}`,
  ]
}
