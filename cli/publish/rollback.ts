// `hustings rollback`: the previous bundle, or another stored one, becomes the current one.

import type { Command } from 'commander'
import { nextStep } from '../exit.ts'
import { type PublishCommandOptions, sampleFlag, withCommonOptions } from '../options.ts'
import { logToStderr, printJson, printLine } from '../output.ts'
import { findBundle, parseBundle } from './bundles.ts'
import { rollbackStep, runPipeline } from './pipeline.ts'
import { formatHeadLine, formatPublication } from './summary.ts'

type RollbackOptions = PublishCommandOptions & { to?: string }

export function addRollback(program: Command): void {
  withCommonOptions(
    program.command('rollback').description('roll back to the previous bundle; a second rollback returns to this one'),
  )
    .option('--to <bundle>', 'another stored bundle: at least 8 characters of its id', parseBundle)
    .option('--accept', 'continue even if the current bundle cannot be read: the feed begins a new epoch')
    .addHelpText(
      'after',
      `
The feed reports the changes, as in every publication. hustings snapshot list shows the stored bundles. The next nightly or watch
publishes a new build: correct the source first.`,
    )
    .action(async (options: RollbackOptions) => {
      const bundle = options.to === undefined ? undefined : findBundle(options, options.to)
      const { publish } = await runPipeline('rollback', options, [rollbackStep(options, bundle)])
      if (!publish) return
      if (options.json) printJson(publish)
      else {
        printLine(formatPublication(publish))
        printLine(formatHeadLine(publish))
      }
      for (const warning of publish.warnings) logToStderr(`hustings: ${warning}`)
      logToStderr(nextStep(`hustings rollback${sampleFlag(options)}   # returns to the bundle that was current`))
    })
}
