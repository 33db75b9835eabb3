// The fields of a submitted form, and the problems found in them.

import type { ZodType } from 'zod'
import { ApiError } from '../../data/schema/api-error.ts'

/** Error messages by the field's name; `form` if the error belongs to no single field. */
export type Problems = Record<string, string>

export interface Form {
  /** Trimmed; empty if the field is missing. */
  text(name: string): string
  /** As typed. */
  secret(name: string): string
  /** All values of a field that may be sent more than once. */
  all(name: string): readonly string[]
  /** The bytes of a file; undefined without one. A browser sends an empty file if none was chosen. */
  file(name: string): Uint8Array | undefined
}

export function toForm(fields: URLSearchParams, files: ReadonlyMap<string, Uint8Array> = new Map()): Form {
  const one = (name: string): string => {
    const [value = '', ...more] = fields.getAll(name)
    if (more.length > 0) throw new ApiError('invalid_parameter', 'A field of the form was sent twice, expected once.')
    return value
  }
  return {
    text: (name) => one(name).trim(),
    secret: one,
    all: (name) => fields.getAll(name),
    file: (name) => files.get(name),
  }
}

/**
 * Returns the value. If it is invalid, adds an error message to `problems` and returns undefined.
 * @param options.otherwise the message; default: the label and the schema's sentence, in English
 */
export function parseField<Value>(
  schema: ZodType<Value>,
  value: unknown,
  options: { problems: Problems; field: string } & ({ label: string } | { otherwise: string }),
): Value | undefined {
  const read = schema.safeParse(value)
  if (read.success) return read.data
  const { problems, field } = options
  problems[field] ??= 'otherwise' in options ? options.otherwise : `${options.label}: ${read.error.issues[0]?.message}.`
  return undefined
}
