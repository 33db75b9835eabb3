import { join } from 'node:path'
import type { Command } from 'commander'
import { quote } from '../../exit.ts'
import { type CommonOptions, pathsOf, requireNewFile, withCommonOptions } from '../../options.ts'
import { logToStderr, printJson, printLine } from '../../output.ts'
import { describeSnapshot } from './create.ts'
import { withUnpacked } from './unpacked.ts'

interface RebuildOptions extends CommonOptions {
  output: string
}

export function addRebuild(snapshot: Command): void {
  withCommonOptions(
    snapshot
      .command('rebuild')
      .description('build a snapshot again from its sources, for this version: its own format may be older'),
  )
    .argument('<file>', 'a file that `hustings snapshot create` of any version wrote')
    .requiredOption('-o, --output <file>', 'the snapshot file to write')
    .action(async (file: string, options: RebuildOptions) => {
      const output = requireNewFile(options.output, `hustings snapshot rebuild ${quote(file)}`)
      const takes = (name: string) => name.startsWith('raw/')
      await withUnpacked(pathsOf(options), { file, takes }, async (unpacked) => {
        const { rebuildSources } = await import('./rebuild-sources.ts')
        const { exportTables } = await import('../../../build/export/export.ts')
        const { packSnapshot } = await import('../../../build/snapshot/pack.ts')
        const { paths, manifest } = await rebuildSources(unpacked, file)
        const { bundle } = manifest
        const { day, name } = unpacked.about
        await exportTables({
          ...{ warehouse: paths.warehouse, folder: join(paths.exports, bundle) },
          onProgress: (table, rows) => logToStderr(`${table}: ${rows}`),
        })
        const report = packSnapshot({ paths, bundle, name, day, file: output })
        if (options.json) printJson({ file: output, day, ...report, rebuilt_from: unpacked.id })
        else {
          for (const line of describeSnapshot({ file: output, day, ...report })) printLine(line)
          printLine(`Rebuilt    from the sources of ${unpacked.id}`)
        }
      })
    })
}
