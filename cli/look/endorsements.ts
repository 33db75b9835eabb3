// `hustings endorsements`: the list that the server gives. Its subcommands check files: cli/publish/check-endorsements.ts.

import type { Command } from 'commander'
import { dataOperations } from '../../data/schema/operations.ts'
import { everyData } from '../../data/schema/parameter.ts'
import { nextStep, quote } from '../exit.ts'
import { sampleFlag, withCommonOptions } from '../options.ts'
import { logToStderr, printJson, printLine } from '../output.ts'
import { addEndorsementChecks } from '../publish/check-endorsements.ts'
import {
  askOffline,
  noteUnknownSlugs,
  type OfflineCommandOptions,
  type ParameterOptions,
  readParameters,
  toFlags,
  withAsOf,
  withParameters,
} from './ask-offline.ts'
import { lookOfStdout } from './terminal/page.ts'

const { query, response } = dataOperations.listEndorsements
const PARAMETERS = { ...query.shape, ...everyData.shape }

export function addEndorsements(program: Command): void {
  const endorsements = program
    .command('endorsements')
    .description('show who endorses what and where they say so; check files of endorsements')
  addEndorsementList(endorsements)
  addEndorsementChecks(endorsements)
}

/** Makes the command itself the list. Options before a subcommand would be its own, so they are refused. */
function addEndorsementList(endorsements: Command): void {
  endorsements.enablePositionalOptions().hook('preSubcommand', (_, subcommand) => {
    const [name] = Object.keys(endorsements.opts())
    if (name !== undefined) endorsements.error(`error: write the options after '${subcommand.name()}'`)
  })
  withCommonOptions(withAsOf(withParameters(endorsements, PARAMETERS))).action(
    async (options: OfflineCommandOptions & ParameterOptions) => {
      const { endorsements: route } = await import('../../server/v1/records.ts')
      const parameters = readParameters(PARAMETERS, options)
      const answer = await askOffline({ command: 'endorsements', route, parameters }, options)
      await noteUnknownSlugs(parameters, options)
      if (options.json) {
        printJson(answer)
        return
      }
      const { formatEndorsements } = await import('./terminal/endorsements-text.ts')
      const { data, next_cursor } = response.parse(answer)
      if (data.length > 0) printLine(formatEndorsements(data, lookOfStdout()).join('\n'))
      else
        logToStderr(
          `No endorsement fits. ${nextStep(`hustings coverage${sampleFlag(options)}   # what is held of each state`)}`,
        )
      if (next_cursor !== null) {
        const again = { ...parameters, cursor: next_cursor }
        const asOf = options.asOf === undefined ? '' : ` --as-of ${options.asOf}`
        logToStderr(
          `There are more. ${nextStep(`hustings endorsements${sampleFlag(options)}${asOf}${toFlags(again, quote)}`)}`,
        )
      }
    },
  )
}
