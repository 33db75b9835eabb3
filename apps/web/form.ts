// Submitted forms: their bodies, with or without files, which are read strictly; their fields, and the problems found in them.

import type { IncomingMessage } from 'node:http'
import type { ZodType } from 'zod'
import { ApiError } from '../../data/schema/api-error.ts'
import { readBody, requireType } from '../../server/http/body.ts'

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

// Bodies. An error never repeats one.

const FORM_TYPE = /^application\/x-www-form-urlencoded *(?:; *charset="?utf-8"? *)?$/i
const UPLOAD_TYPE = /^multipart\/form-data *; *boundary=/i

/** Throws ApiError 408, 413, 415 or 400; 400 also if the connection ends before the body does. */
export async function readForm(request: IncomingMessage, bytes?: number): Promise<URLSearchParams> {
  requireType(request, FORM_TYPE, 'The body is not a form: expected application/x-www-form-urlencoded.')
  return parseForm(await readBody(request, bytes))
}

/** The fields of a form, and the bytes of its files by field. */
export interface Upload {
  fields: URLSearchParams
  files: ReadonlyMap<string, Uint8Array>
}

/** A form with or without files. Throws ApiError as `readForm` does. */
export async function readUpload(request: IncomingMessage, bytes: number): Promise<Upload> {
  const type = request.headers['content-type'] ?? ''
  if (!UPLOAD_TYPE.test(type)) return { fields: await readForm(request, bytes), files: new Map() }
  requireType(request, UPLOAD_TYPE, 'The body is not a form: expected multipart/form-data.')
  const body = await readBody(request, bytes)
  const fields = new URLSearchParams()
  const files = new Map<string, Uint8Array>()
  let entries: FormData
  try {
    entries = await new Response(body, { headers: { 'Content-Type': type } }).formData()
  } catch {
    throw new ApiError('invalid_parameter', 'The body is not a valid form of multipart/form-data.')
  }
  for (const [name, value] of entries)
    if (typeof value === 'string') fields.append(name, value)
    else files.set(name, new Uint8Array(await value.arrayBuffer()))
  return { fields, files }
}

/** Checks escapes and UTF-8 first: URLSearchParams would keep a broken escape, and replace invalid UTF-8 with U+FFFD. */
function parseForm(body: Buffer): URLSearchParams {
  const text = body.toString('latin1')
  try {
    decodeURIComponent(text)
    new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    throw new ApiError('invalid_parameter', 'The body is not a valid form: it has a broken escape, or it is not UTF-8.')
  }
  return new URLSearchParams(body.toString())
}
