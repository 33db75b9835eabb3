// Command-line words, read by the schemas that everything else reads them by.

import { InvalidArgumentError } from 'commander'
import { z } from 'zod'

export function parserOf<Value>(schema: z.ZodType<Value, unknown>): (text: string) => Value {
  return (text) => {
    const { data, error } = schema.safeParse(text)
    if (error === undefined) return data
    throw new InvalidArgumentError(toSentence(error.issues[0]?.message ?? 'not understood'))
  }
}

/** A whole number as it is written, without exponent or leading zero; NaN for everything else, which the schema behind it refuses. */
export const wholeNumber = z.string().transform((text) => (String(Number(text)) === text ? Number(text) : Number.NaN))

export function toSentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}
