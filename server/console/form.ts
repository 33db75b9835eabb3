// What was typed into a form, and what is wrong with it.

import type { ZodType } from 'zod'
import { ApiError } from '../http/errors.ts'

/** A sentence by the field's name; `form` where it is no single field's. */
export type Problems = Record<string, string>

export interface Form {
  /** Without space at its ends; empty where there is none. */
  text(name: string): string
  /** As typed. */
  secret(name: string): string
  /** Of a field that may stand more than once. */
  all(name: string): readonly string[]
}

export function toForm(fields: URLSearchParams): Form {
  const one = (name: string): string => {
    const [value = '', ...more] = fields.getAll(name)
    if (more.length > 0) throw new ApiError('invalid_parameter', 'A field of the form was sent twice, expected once.')
    return value
  }
  return { text: (name) => one(name).trim(), secret: one, all: (name) => fields.getAll(name) }
}

/** The value; undefined where it is refused, and then the sentence is among the problems. */
export function parseField<Value>(
  schema: ZodType<Value>,
  value: unknown,
  { problems, field, label }: { problems: Problems; field: string; label: string },
): Value | undefined {
  const read = schema.safeParse(value)
  if (read.success) return read.data
  problems[field] ??= `${label}: ${read.error.issues[0]?.message}.`
  return undefined
}
