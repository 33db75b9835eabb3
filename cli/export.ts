import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Command } from 'commander'
import { CommandError } from './exit.ts'
import { type CommonOptions, pathsOf, sampleFlag, withCommonOptions } from './options.ts'
import { formatMegabytes, formatNumberOf, logToStderr, printJson, printLine } from './output.ts'
import { withWarehouse } from './warehouse.ts'

interface ExportCommandOptions extends CommonOptions {
  formulaSafe?: true
}

export function addExport(program: Command): void {
  withCommonOptions(
    program
      .command('export')
      .description('write the tables of the last build as Parquet, Arrow, CSV, GeoParquet and FlatGeobuf'),
  )
    .argument(
      '[folder]',
      'a new folder (default: exports/<bundle> of the data folder, from where the server offers it)',
    )
    .option('--formula-safe', 'in CSV, begin a text that a spreadsheet would run as a formula with an apostrophe')
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
      const { exportTables } = await import('../build/export/export.ts')
      const report = await exportTables({
        ...{ warehouse: paths.warehouse, folder: target, formulaSafe: options.formulaSafe === true },
        onProgress: (table, detail) => logToStderr(`${table}: ${detail}`),
      })
      if (options.json) printJson({ folder: target, ...report })
      else {
        const bytes = report.files.reduce((sum, file) => sum + file.bytes, 0)
        printLine(`Bundle     ${report.bundle}`)
        printLine(`Exported   ${formatNumberOf(report.files.length, 'file')}, ${formatMegabytes(bytes)}: ${target}`)
      }
    })
}

/** The bundle of the sealed warehouse. */
async function loadBundle(options: CommonOptions): Promise<string> {
  const { findBundleOf } = await import('../build/export/tables.ts')
  const bundle = await withWarehouse(options, findBundleOf)
  if (bundle !== undefined) return bundle
  throw new CommandError(
    'warehouse.duckdb is of an earlier version and does not name its bundle.',
    `hustings build${sampleFlag(options)}`,
  )
}
