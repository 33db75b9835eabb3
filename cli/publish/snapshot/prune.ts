import type { Command } from 'commander'
import type { Collected } from '../../../build/publish/garbage-collect.ts'
import { withLock, withState } from '../../data-folder.ts'
import { CommandError, nextStep } from '../../exit.ts'
import { type CommonOptions, pathsOf, sampleFlag, withCommonOptions } from '../../options.ts'
import { entry, formatMegabytes, formatNumberOf, logToStderr, printJson, printLine } from '../../output.ts'

interface PruneOptions extends CommonOptions {
  dryRun?: true
}

export function addPrune(snapshot: Command): void {
  withCommonOptions(
    snapshot.command('prune').description('delete the bundles, parts and exports that nothing keeps, now'),
  )
    .option('--dry-run', 'print what would be deleted, and delete nothing')
    .addHelpText(
      'after',
      `
Every publication does the same. If a kept bundle cannot be read, nothing is deleted.`,
    )
    .action(async (options: PruneOptions) => {
      const dryRun = options.dryRun === true
      const collected = await withLock('snapshot prune', options, () =>
        withState(options, async (state) => {
          if (!(await state.head()))
            throw new CommandError(
              `Nothing is published in ${pathsOf(options).root}, so nothing was deleted.`,
              `hustings nightly${sampleFlag(options)}`,
            )
          const { collectUnkept } = await import('../../../build/publish/garbage-collect.ts')
          return collectUnkept(pathsOf(options), state, new Date(), dryRun)
        }),
      )
      if (options.json) printJson({ dry_run: dryRun, ...collected })
      else print(collected, dryRun)
      if (dryRun && collected.files > 0) logToStderr(nextStep(`hustings snapshot prune${sampleFlag(options)}`))
    })
}

function print({ bundles, parts, exports, bytes }: Collected, dryRun: boolean): void {
  const name = (ids: readonly string[]): string =>
    ids.length === 0 ? '' : `: ${ids.map((id) => id.slice(0, 12)).join(', ')}`
  printLine(entry(dryRun ? 'To delete' : 'Deleted', `${formatNumberOf(bundles.length, 'bundle')}${name(bundles)}`))
  printLine(entry('', formatNumberOf(parts, 'part')))
  printLine(entry('', `${formatNumberOf(exports.length, 'export')}${name(exports)}`))
  printLine(entry(dryRun ? 'To free' : 'Freed', formatMegabytes(bytes)))
}
