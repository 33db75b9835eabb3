import { existsSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Command } from 'commander'
import { findManifest } from '../../../data/store/manifest.ts'
import type { Paths } from '../../../data/store/paths.ts'
import { withLock, withWarehouse } from '../../data-folder.ts'
import { CommandError, EXIT, quote } from '../../exit.ts'
import { type CommonOptions, pathsOf, sampleFlag, withCommonOptions } from '../../options.ts'
import { formatMegabytes, formatNumberOf, logToStderr, printJson, printLine } from '../../output.ts'
import { listPrivate, requireWithout, WITHOUT_PRIVATE, withoutPrivate } from '../../publish/snapshot/work-folder.ts'
import { addExportCounty } from './county.ts'

interface ExportCommandOptions extends CommonOptions {
  formulaSafe?: true
  withoutPrivate?: true
  withOverlay?: true
}

export function addExport(program: Command): void {
  const exporting = program
    .command('export')
    .description('write the tables of the last build as Parquet, Arrow, CSV, GeoParquet and FlatGeobuf')
  addExportCounty(exporting)
  withCommonOptions(exporting)
    .argument(
      '[folder]',
      'a new folder (default: exports/<bundle> of the data folder, from where the server offers it)',
    )
    .option('--formula-safe', 'in CSV, begin a text that a spreadsheet would run as a formula with an apostrophe')
    .option('--without-private', WITHOUT_PRIVATE)
    .option('--with-overlay', "add overlay.jsonl: the newsroom's own notes and overrides, beside the published values")
    .action(async (folder: string | undefined, options: ExportCommandOptions) => {
      const paths = pathsOf(options)
      const bundle = await loadBundle(options)
      const target = folder === undefined ? join(paths.exports, bundle) : resolve(folder)
      if (existsSync(target))
        throw new CommandError(
          folder === undefined
            ? `The bundle ${bundle.slice(0, 12)} is already exported: ${target}`
            : `${target} exists.`,
          folder === undefined ? `ls ${target}` : `hustings export${sampleFlag(options)} NEW_FOLDER`,
        )
      if (options.withOverlay && folder === undefined)
        throw new CommandError(
          "Expected a folder: the exports that the server offers contain no newsroom's overlay.",
          `hustings export${sampleFlag(options)} --with-overlay FOLDER`,
          EXIT.usage,
        )
      const overlay = options.withOverlay ? await loadOverlayLines(paths, bundle) : undefined
      const ids = await listPrivate(options, findManifest(paths, bundle)?.sources ?? [])
      const again = `hustings export${sampleFlag(options)} --without-private`
      if (!options.withoutPrivate) requireWithout(ids, 'An export', `${again} ${quote(folder ?? 'FOLDER')}`)
      else if (folder === undefined)
        throw new CommandError(
          'Expected a folder: the server offers exports of its own bundles.',
          `${again} FOLDER`,
          EXIT.usage,
        )
      const { exportTables } = await import('../../../build/export/export.ts')
      const write = ({ warehouse }: Pick<Paths, 'warehouse'>) =>
        exportTables({
          warehouse,
          folder: target,
          formulaSafe: options.formulaSafe === true,
          onProgress: (table, detail) => logToStderr(`${table}: ${detail}`),
        })
      const report =
        ids.length === 0
          ? await write(paths)
          : await withLock('export', options, () =>
              withoutPrivate(options, { bundle, ids }, (rebuilt) => write(rebuilt.paths)),
            )
      if (overlay !== undefined) writeFileSync(join(target, OVERLAY_FILE), overlay)
      if (options.json) printJson({ folder: target, ...report })
      else {
        const bytes = report.files.reduce((sum, file) => sum + file.bytes, 0)
        printLine(`Bundle     ${report.bundle}`)
        printLine(`Exported   ${formatNumberOf(report.files.length, 'file')}, ${formatMegabytes(bytes)}: ${target}`)
      }
    })
}

const OVERLAY_FILE = 'overlay.jsonl'

/** The tables keep the published values. Throws OverlayFault. */
async function loadOverlayLines(paths: Paths, bundle: string): Promise<string> {
  const { loadOverlay } = await import('../../../data/store/overlay.ts')
  const { findChanges, sayUnmatched, toJsonLines } = await import('../../publish/overlay-changes.ts')
  const overlay = loadOverlay(paths.overlay)
  if (!overlay) return ''
  const { changes, unmatched } = findChanges(paths, bundle, overlay)
  if (unmatched.length > 0) logToStderr(sayUnmatched(unmatched))
  return toJsonLines(changes)
}

/** The bundle of the sealed warehouse. */
async function loadBundle(options: CommonOptions): Promise<string> {
  const { findBundleOf } = await import('../../../build/export/tables.ts')
  const bundle = await withWarehouse(options, findBundleOf)
  if (bundle !== undefined) return bundle
  throw new CommandError(
    'warehouse.duckdb is of an earlier version and does not name its bundle.',
    `hustings build${sampleFlag(options)}`,
  )
}
