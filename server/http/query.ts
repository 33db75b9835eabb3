// Parses a query string by a zod object. Unknown, repeated, empty and malformed parameters are refused with an error message.

import { z } from 'zod'
import { mayHoldKey } from '../../data/access/key.ts'
import { SNAPSHOT_REFERENCE_EXPECTED } from '../../data/schema/snapshot-reference.ts'
import { ApiError } from './errors.ts'
import { hintFor } from './hint.ts'

/** Parameters that may reveal where somebody lives: their values never appear in a message. */
const PRIVATE: ReadonlySet<string> = new Set(['location', 'address', 'lat', 'lng'])
/** Values that a message may repeat: a code, a slug, an id or a date. An address in a wrong parameter has spaces, a coordinate a point. */
const REPEATABLE = /^[\w:/~-]{1,60}$/
/** Names that a message may repeat. Any other may be part of a value after a bare `&`, even of an address. */
export const NAME = /^[a-z_]{1,40}$/

interface Reader {
  list: boolean
  /** Returns the text itself if it is malformed; the schema then refuses it. */
  read(text: string): unknown
  /** `a whole number from 1 to 500` */
  expectation: string
}

const NO_PARAMETERS = z.object({})

export type QueryReader<Schema extends z.ZodObject, Common extends z.ZodObject = typeof NO_PARAMETERS> = (
  search: string,
) => z.output<Schema> & z.output<Common>

export function createQueryReader<Schema extends z.ZodObject>(schema: Schema): QueryReader<Schema>
export function createQueryReader<Schema extends z.ZodObject, Common extends z.ZodObject>(
  schema: Schema,
  common: Common,
): QueryReader<Schema, Common>
/**
 * @param common parameters of every endpoint of a kind
 * @returns a reader of `?a=b&c=d` (or nothing); lists are sorted and have no duplicates. The reader throws ApiError 400.
 */
export function createQueryReader<Schema extends z.ZodObject>(
  schema: Schema,
  common: z.ZodObject = NO_PARAMETERS,
): QueryReader<Schema, z.ZodObject> {
  const readers = new Map([...createReaders(schema), ...createReaders(common)])
  const names = [...readers.keys()]
  return (search) => {
    const texts = new Map<string, string[]>()
    if (!isEncoded(search))
      throw new ApiError(
        'invalid_parameter',
        'The query is not percent-encoded UTF-8: expected %25 for a percent sign, and %C3%A9 for é.',
      )
    if (search.length > 1)
      for (const [name, text] of new URLSearchParams(search)) {
        const reader = readers.get(name)
        if (!reader) throw unknownParameter(name, names)
        const earlier = texts.get(name)
        if (earlier && !reader.list) throw refuse(name, 'it is given twice, expected once')
        const parts = reader.list ? text.split(',') : [text]
        if (parts.some((part) => part.trim() === '')) throw refuse(name, `it is empty, expected ${reader.expectation}`)
        texts.set(name, earlier ? [...earlier, ...parts] : parts)
      }
    return { ...parseValues(schema, readers, texts), ...parseValues(common, readers, texts) }
  }
}

/** URLSearchParams replaces invalid UTF-8 with U+FFFD, which would then be searched for. */
function isEncoded(search: string): boolean {
  if (!search.includes('%')) return true
  try {
    decodeURIComponent(search)
    return true
  } catch {
    return false
  }
}

export type PathReader<Schema extends z.ZodObject> = (texts: Readonly<Record<string, string>>) => z.output<Schema>

/** @returns a reader of the named segments of a path; it throws ApiError 400 for an invalid id. */
export function createPathReader<Schema extends z.ZodObject>(schema: Schema): PathReader<Schema> {
  const readers = createReaders(schema)
  return (texts) => parseValues(schema, readers, new Map(Object.entries(texts).map(([name, text]) => [name, [text]])))
}

function parseValues<Schema extends z.ZodObject>(
  schema: Schema,
  readers: ReadonlyMap<string, Reader>,
  texts: ReadonlyMap<string, readonly string[]>,
): z.output<Schema> {
  const values: Record<string, unknown> = {}
  for (const [name, [first, ...rest]] of texts) {
    const reader = readers.get(name)
    if (!reader || first === undefined) continue
    values[name] = reader.list ? [...new Set([first, ...rest].map(reader.read))].sort() : reader.read(first)
  }
  const parsed = schema.safeParse(values)
  if (parsed.success) return parsed.data
  const [name, index] = parsed.error.issues[0]?.path ?? []
  const reader = readers.get(String(name))
  const value = values[String(name)]
  const read = Array.isArray(value) && typeof index === 'number' ? value[index] : value
  // Quote the text as sent: the parsed number may be spelled differently.
  const sent = texts.get(String(name)) ?? []
  const got = sent.every((text) => REPEATABLE.test(text)) ? sent.find((text) => reader?.read(text) === read) : undefined
  throw refuse(String(name), `${gotWhat(String(name), got)}expected ${reader?.expectation ?? 'another value'}`)
}

function createReaders(schema: z.ZodObject): ReadonlyMap<string, Reader> {
  const readers = new Map<string, Reader>()
  for (const [name, parameter] of Object.entries(schema.shape)) {
    const inner = unwrap(parameter)
    if (inner instanceof z.ZodArray) readers.set(name, { list: true, ...readerOf(unwrap(inner.element)) })
    else readers.set(name, { list: false, ...readerOf(inner) })
  }
  return readers
}

export function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return unwrap(schema.unwrap())
  return schema
}

function readerOf(schema: z.core.$ZodType): Omit<Reader, 'list'> {
  if (schema instanceof z.ZodBoolean)
    return {
      read: (text) => (text === 'true' ? true : text === 'false' ? false : text),
      expectation: 'true or false',
    }
  if (schema instanceof z.ZodNumber) {
    const [least, most] = [schema.minValue, schema.maxValue]
    const form = schema.format === 'safeint' ? /^(0|[1-9]\d*)$/ : /^-?(\d+(\.\d*)?|\.\d+)$/
    const kind = schema.format === 'safeint' ? 'a whole number' : 'a number'
    return {
      read: (text) => (form.test(text) ? Number(text) : text),
      expectation:
        most === Number.MAX_SAFE_INTEGER ? `${kind} below 2^53, in plain digits` : `${kind} from ${least} to ${most}`,
    }
  }
  if (schema instanceof z.ZodEnum) {
    const options = schema.options.map(String)
    return {
      read: (text) => readCode(text, options),
      expectation: options.length === 1 ? `${options[0]}` : `one of ${options.join(', ')}`,
    }
  }
  const read = (text: string) => text
  if (schema instanceof z.ZodISODate) return { read, expectation: 'a calendar date, YYYY-MM-DD' }
  // The only union.
  if (schema instanceof z.ZodUnion) return { read, expectation: SNAPSHOT_REFERENCE_EXPECTED }
  const length =
    schema instanceof z.ZodString && schema.maxLength !== null ? `1 to ${schema.maxLength} characters` : 'a text'
  const examples = z.globalRegistry.get(schema)?.examples
  const example = Array.isArray(examples) ? examples[0] : undefined
  return { read, expectation: example === undefined ? length : `${length} such as ${String(example)}` }
}

/** Accepts upper-case codes in either case, and everything else exactly. */
export function readCode(text: string, options: readonly string[]): string {
  const capitals = text.toUpperCase()
  return !options.includes(text) && options.includes(capitals) ? capitals : text
}

function unknownParameter(name: string, known: readonly string[]): ApiError {
  const hint = hintFor(name, known)
  if (NAME.test(name)) return new ApiError('invalid_parameter', `Parameter \`${name}\` is unknown: ${hint}`)
  return new ApiError(
    'invalid_parameter',
    `A parameter is unknown: ${hint} Names are in lower case. Write an & within a value as %26.`,
  )
}

function refuse(name: string, sentence: string): ApiError {
  return new ApiError('invalid_parameter', `Parameter \`${name}\`: ${sentence}.`)
}

function gotWhat(name: string, text: string | undefined): string {
  if (PRIVATE.has(name) || text === undefined || mayHoldKey(text)) return ''
  return `got \`${text}\`, `
}
