// Command-line options from the parameters of the API, so that both have the same names, values and descriptions.

import { type Command, Option } from 'commander'
import { z } from 'zod'
import { unwrap } from '../../server/http/input.ts'
import { ListOption } from '../options.ts'

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

export function flagOf(name: string): string {
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
