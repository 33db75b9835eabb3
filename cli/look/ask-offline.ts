// Asks the data folder what a server would answer, and turns a refusal into an error of the command.

import type { Command } from 'commander'
import { Option } from 'commander'
import { ApiError } from '../../data/schema/api-error.ts'
import type { Route } from '../../server/route/route.ts'
import { CommandError, EXIT } from '../exit.ts'
import { type CommonOptions, nightlyFor, parseDay, pathsOf, sampleFlag } from '../options.ts'
import { flagOf } from './parameters.ts'

export interface OfflineCommandOptions extends CommonOptions {
  asOf?: string
}

export function withAsOf(command: Command): Command {
  return command.addOption(
    new Option(
      '--as-of <date>',
      'answer as of that day, such as 2024-10-15 (default: HUSTINGS_AS_OF or today)',
    ).argParser(parseDay),
  )
}

interface Ask {
  /** `ballot` */
  command: string
  route: Route
  /** As in a query. */
  parameters: Readonly<Record<string, string>>
}

/** @returns the JSON that the server sends */
export async function askOffline(
  { command, route, parameters }: Ask,
  options: OfflineCommandOptions,
): Promise<unknown> {
  const { answerOffline } = await import('./offline.ts')
  const source = { paths: pathsOf(options), asOf: options.asOf, now: Date.now, steady: () => performance.now() }
  try {
    const { body } = await answerOffline(source, route, { params: {}, search: toSearch(parameters) })
    return JSON.parse(body.toString())
  } catch (fault) {
    throw toCommandError(fault, command, options)
  }
}

export function toSearch(parameters: Readonly<Record<string, string>>): string {
  return `?${new URLSearchParams(parameters)}`
}

/** Other faults stay as they are. */
export function toCommandError(fault: unknown, command: string, options: CommonOptions): unknown {
  if (!(fault instanceof ApiError)) return fault
  const { code, status, message } = fault
  const sentence = toCommandWords(message)
  const help = `hustings ${command} --help`
  if (status === 503) return new CommandError(sentence, nightlyFor(options))
  switch (code) {
    case 'invalid_parameter':
      return new CommandError(
        sentence,
        /snapshot/.test(message) ? listSnapshots(options) : `${help}   # explains every option`,
        EXIT.usage,
      )
    case 'not_found':
      return new CommandError(
        sentence,
        /bundle|published/.test(message) ? listSnapshots(options) : `${help}   # lists what a location may be`,
      )
    case 'cursor_expired':
      return new CommandError(
        sentence,
        `hustings tail${sampleFlag(options)} --from earliest   # begins at the oldest change that is still there`,
      )
    default:
      return fault
  }
}

function listSnapshots(options: CommonOptions): string {
  return `hustings snapshot list${sampleFlag(options)}   # lists the bundles that are kept`
}

/** The API's words for its caller become those for a person at the command line. */
function toCommandWords(sentence: string): string {
  return sentence
    .replace(/Parameter `location`/g, 'The location')
    .replace(/Parameters? `(\w+)`/g, (_, name: string) => flagOf(name))
    .replace('Use lat and lng,', 'Use a point such as 44.45,-69.78,')
    .replace(/Th(is|e) server's address data/, "Th$1 data folder's address data")
    .replace(/([Tt])his server/g, '$1his data folder')
    .replace('published on this data folder', 'published in this data folder')
    .replace('data on this data folder', 'data in this data folder')
    .replace(
      'Catch up with /v1/endorsements and follow from the X-Feed-Cursor of its first page, or start again with from=latest.',
      'List the endorsements anew to catch up.',
    )
}
