// `hustings publish` and `hustings rollback`: another stored bundle becomes the current one.

import { type Command, InvalidArgumentError } from 'commander'
import { nextStep } from '../exit.ts'
import { type PublishCommandOptions, sampleFlag, withCommonOptions, withPublishOptions } from '../options.ts'
import { logToStderr, printJson, printLine } from '../output.ts'
import { findBundle } from './bundles.ts'
import { publishStep, rollbackStep, runPipeline } from './pipeline.ts'
import { formatHeadLine, formatPublication } from './summary.ts'

export function addPublish(program: Command): void {
  withPublishOptions(withCommonOptions(program.command('publish').description('publish the last built bundle')))
    .argument(
      '[bundle]',
      'another stored bundle: at least 8 characters of its id (hustings rollback finds the previous one)',
      parseBundle,
    )
    .action(async (text: string | undefined, options: PublishCommandOptions) => {
      const bundle = text === undefined ? undefined : findBundle(options, text)
      const { publish } = await runPipeline('publish', options, [publishStep(options, bundle)])
      if (!publish) return
      if (options.json) printJson(publish)
      else {
        printLine(formatPublication(publish))
        printLine(formatHeadLine(publish))
      }
      for (const warning of publish.warnings) logToStderr(`hustings: ${warning}`)
      logToStderr(nextStep(`hustings serve${sampleFlag(options)}`))
    })
}

function parseBundle(text: string): string {
  if (!/^[0-9a-f]{8,64}$/.test(text)) throw new InvalidArgumentError('Expected 8 to 64 hexadecimal digits (0-9 a-f).')
  return text
}

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
