// Command-line words, read by the schemas that everything else reads them by.

import { InvalidArgumentError } from 'commander'
import type { z } from 'zod'

export function parserOf<Value>(schema: z.ZodType<Value, unknown>): (text: string) => Value {
  return (text) => {
    const { data, error } = schema.safeParse(text)
    if (error === undefined) return data
    throw new InvalidArgumentError(toSentence(error.issues[0]?.message ?? 'not understood'))
  }
}

export function toSentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}
