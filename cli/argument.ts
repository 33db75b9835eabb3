// Parses command-line values with the same schemas as the rest of the program.

import { InvalidArgumentError } from 'commander'
import type { z } from 'zod'
import { mayHoldKey } from '../data/access/key.ts'
import { CommandError, EXIT } from './exit.ts'

export function parserOf<Value>(schema: z.ZodType<Value, unknown>): (text: string) => Value {
  return (text) => {
    const { data, error } = schema.safeParse(text)
    if (error === undefined) return data
    const sentence = toSentence(error.issues[0]?.message ?? 'not valid')
    // Commander would print the value.
    if (mayHoldKey(text)) throw new CommandError(sentence, 'hustings --help', EXIT.usage)
    throw new InvalidArgumentError(sentence)
  }
}

export function toSentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}
