// A command that answers for a location. Its options are the parameters of an operation, and its answer is the server's.

import type { Command } from 'commander'
import type { z } from 'zod'
import { everyData, type place } from '../../data/schema/parameter.ts'
import type { Route } from '../../server/route/route.ts'
import { sampleFlag, withCommonOptions } from '../options.ts'
import { printJson, printLine } from '../output.ts'
import { askOffline, type OfflineCommandOptions, withAsOf } from './ask-offline.ts'
import { LOCATION_HELP, readLocation } from './location.ts'
import { type ParameterOptions, readParameters, withParameters } from './parameters.ts'
import { lookOfStdout } from './terminal/look.ts'
import type { Look } from './terminal/page.ts'

interface LocationCommand {
  /** `ballot` */
  name: string
  description: string
  /** The parameters of the operation, which include those of a place. */
  query: z.ZodObject<typeof place>
  /** Imports the server's code only when the command runs. */
  load: () => Promise<{ route: Route; format: (answer: unknown, look: Look) => readonly string[] }>
}

export function addLocationCommand(program: Command, { name, description, query, load }: LocationCommand): void {
  const { location: _, address: __, lat, lng, ...filters } = { ...query.shape, ...everyData.shape }
  const point = { lat, lng }
  const command = program
    .command(name)
    .description(description)
    .argument('[location...]', 'an address, ZIP code, city, county, state or point; - reads it from stdin')
  withCommonOptions(withAsOf(withParameters(command, { ...filters, ...point })))
    .addHelpText('after', LOCATION_HELP)
    .action(async (words: string[], options: OfflineCommandOptions & ParameterOptions) => {
      const example = `hustings ${name}${sampleFlag(options)} "${options.sample ? 'Sample Harbor, ME' : 'Raleigh, NC'}"`
      const at = await readLocation(words, readParameters(point, options), example)
      const { route, format } = await load()
      const parameters = { ...at, ...readParameters(filters, options) }
      const answer = await askOffline({ command: name, route, parameters }, options)
      if (options.json) printJson(answer)
      else printLine(format(answer, lookOfStdout()).join('\n'))
    })
}
