// `hustings ballot` and `hustings representatives`: what the server answers for a location. Their options are the parameters of the operation.

import type { Command } from 'commander'
import type { z } from 'zod'
import { parsePointText } from '../../data/place/point.ts'
import { LOCATION_LENGTH_MAX } from '../../data/schema/location-text.ts'
import { dataOperations } from '../../data/schema/operations.ts'
import { everyData, type place } from '../../data/schema/parameter.ts'
import type { Route } from '../../server/route/route.ts'
import { CommandError, EXIT } from '../exit.ts'
import { sampleFlag, withCommonOptions } from '../options.ts'
import { printJson, printLine } from '../output.ts'
import {
  askOffline,
  type OfflineCommandOptions,
  type ParameterOptions,
  readParameters,
  withAsOf,
  withParameters,
} from './ask-offline.ts'
import { type Look, lookOfStdout } from './terminal/page.ts'

/** @setting Districts that `hustings ballot` lists. More of them, as a state has, are only counted. */
const BALLOT_DISTRICTS_SHOWN = 30

const { query, response } = dataOperations.getBallot

export function addBallot(program: Command): void {
  addLocationCommand(program, {
    name: 'ballot',
    description: 'show the ballot at a location: the contests ahead, their choices, and who endorses them',
    query,
    load: async () => {
      const { ballot } = await import('../../server/v1/ballot.ts')
      const { formatBallot } = await import('./terminal/ballot-text.ts')
      return {
        route: ballot,
        format: (answer, look) => formatBallot(response.parse(answer).data, look, BALLOT_DISTRICTS_SHOWN),
      }
    },
  })
}

const { query: representativesQuery, response: representativesResponse } = dataOperations.getRepresentatives

export function addRepresentatives(program: Command): void {
  addLocationCommand(program, {
    name: 'representatives',
    description: 'show who represents a location, federal first, and how to reach them',
    query: representativesQuery,
    load: async () => {
      const { representatives } = await import('../../server/v1/officeholders.ts')
      const { formatRepresentatives } = await import('./terminal/ballot-text.ts')
      return {
        route: representatives,
        format: (answer, look) => formatRepresentatives(representativesResponse.parse(answer).data, look),
      }
    },
  })
}

interface LocationCommand {
  /** `ballot` */
  name: string
  description: string
  /** The parameters of the operation, which include those of a place. */
  query: z.ZodObject<typeof place>
  /** Imports the server's code only when the command runs. */
  load: () => Promise<{ route: Route; format: (answer: unknown, look: Look) => readonly string[] }>
}

function addLocationCommand(program: Command, { name, description, query, load }: LocationCommand): void {
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

// The location is read from the words of the command, from stdin, or as a point. It goes to no file, no message and no other process.

const LOCATION_HELP = `
A location is a street address, a ZIP code, a city or county with its state, a state, or a point such as 44.45,-69.78.
The words of a command stay in the history of the shell, and other users see them in the list of processes while it runs.
With - as the location, the command reads it from stdin instead, where neither happens. The answer comes from the data
folder of this machine: a location is sent nowhere and written nowhere.`

interface Point {
  lat?: string
  lng?: string
}

/**
 * @param words of the command line; `-` alone reads stdin
 * @param point of --lat and --lng, which the server checks @param next the command after an error
 * @returns the location parameters of the API
 */
export async function readLocation(
  words: readonly string[],
  point: Point,
  next: string,
): Promise<Record<string, string>> {
  hideWords()
  const own = Object.entries(point).filter(([, value]) => value !== undefined)
  if (words.length === 0 && own.length > 0) return Object.fromEntries(own)
  const text = words.join(' ') === '-' ? await readLine() : words.join(' ').trim()
  if (text === '')
    throw new CommandError(
      'Got no location, expected an address, a ZIP code, a city, a county, a state or a point.',
      next,
      EXIT.usage,
    )
  if (text.length > LOCATION_LENGTH_MAX)
    throw new CommandError(
      `The location has ${text.length} characters, expected at most ${LOCATION_LENGTH_MAX}.`,
      next,
      EXIT.usage,
    )
  return { ...Object.fromEntries(own), ...(parsePointText(text) ?? { location: text }) }
}

/** From here on, the list of processes shows the name alone. */
function hideWords(): void {
  process.title = 'hustings'
}

/** The first line of stdin that is not empty. */
async function readLine(): Promise<string> {
  if (process.stdin.isTTY) process.stderr.write('Location: ')
  let text = ''
  for await (const chunk of process.stdin) {
    text += String(chunk)
    if (text.trimStart().includes('\n') || text.length > LOCATION_LENGTH_MAX * 4) break
  }
  return text.trim().split('\n', 1)[0]?.trim() ?? ''
}
