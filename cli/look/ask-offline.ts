// Asks the data folder what a server would answer, by the parameters of the API as options, and turns a refusal into an error of the command.

import { type Command, Option } from 'commander'
import { z } from 'zod'
import { ApiError } from '../../data/schema/api-error.ts'
import { unwrap } from '../../server/http/input.ts'
import type { Route } from '../../server/route/route.ts'
import { CommandError, EXIT } from '../exit.ts'
import { type CommonOptions, ListOption, nightlyFor, parseDay, pathsOf, sampleFlag } from '../options.ts'
import { logToStderr } from '../output.ts'

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

// Options from the parameters of the API, so that both have the same names, values and descriptions.

type Parameters = Readonly<Record<string, z.ZodType>>

/** The values of options, as commander keeps them. */
export type ParameterOptions = Readonly<Record<string, unknown>>

/** `endorser_states` becomes `--endorser-states`; a list also has its singular, `--endorser-state`. */
export function withParameters(command: Command, parameters: Parameters): Command {
  for (const [name, schema] of Object.entries(parameters)) command.addOption(toOption(name, schema))
  return command
}

function toOption(name: string, schema: z.ZodType): Option {
  const long = flagOf(name)
  const description = describe(schema)
  const inner = unwrap(schema)
  if (inner instanceof z.ZodArray) {
    const element = unwrap(inner.element)
    const values = element instanceof z.ZodEnum ? element.options.map(String) : []
    return new ListOption(`${toSingular(long)}, ${long} <list>`, description, values)
  }
  if (inner instanceof z.ZodEnum) return new Option(`${long} <word>`, description).choices(inner.options.map(String))
  if (inner instanceof z.ZodBoolean) return new Option(long, description)
  return new Option(`${long} <${inner instanceof z.ZodNumber ? 'n' : 'text'}>`, description)
}

/** Commander begins its texts with a small letter and ends them without a stop. */
function describe(schema: z.ZodType): string {
  const text = (schema.meta()?.description ?? '').replace(/\.$/, '')
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`
}

function flagOf(name: string): string {
  return `--${name.replaceAll('_', '-')}`
}

function toSingular(flag: string): string {
  return flag.endsWith('ies') ? `${flag.slice(0, -3)}y` : flag.slice(0, -1)
}

/** The given ones of these parameters, as the API takes them. */
export function readParameters(parameters: Parameters, options: ParameterOptions): Record<string, string> {
  return Object.fromEntries(
    Object.keys(parameters).flatMap((name): [string, string][] => {
      const value = options[name.replace(/_./g, (mark) => mark.charAt(1).toUpperCase())]
      return value === undefined ? [] : [[name, String(value)]]
    }),
  )
}

/** The options that give these parameters again. */
export function toFlags(parameters: Readonly<Record<string, string>>, quoteWord: (word: string) => string): string {
  return Object.entries(parameters)
    .map(([name, value]) => ` ${flagOf(name)}${value === 'true' ? '' : ` ${quoteWord(value)}`}`)
    .join('')
}

// Categories and endorsers of a filter that the served data does not have: to the feed and the lists, they match nothing.

/** @param parameters as in a query */
export async function noteUnknownSlugs(
  parameters: Readonly<Record<string, string>>,
  options: CommonOptions,
): Promise<void> {
  const { findUnknownSlugs } = await import('./offline.ts')
  const source = { paths: pathsOf(options), now: Date.now, steady: () => performance.now() }
  for (const { parameter, slug, hint } of await findUnknownSlugs(source, parameters))
    logToStderr(`--${parameter}: the data has no "${slug}", so it matches nothing; ${hint}`)
}
