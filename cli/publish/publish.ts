// `hustings publish`: the last built bundle, or another stored one, becomes the current one.

import type { Command } from 'commander'
import { nextStep } from '../exit.ts'
import { type PublishCommandOptions, sampleFlag, withCommonOptions, withPublishOptions } from '../options.ts'
import { logToStderr, printJson, printLine } from '../output.ts'
import { findBundle, parseBundle } from './bundles.ts'
import { publishStep, runPipeline } from './pipeline.ts'
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
