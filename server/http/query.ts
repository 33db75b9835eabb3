// Reads a query string by a zod object of the values expected: unknown, repeated, empty and ill-formed parameters are refused
// with a sentence.

import { z } from 'zod'
import { mayHoldKey } from '../../data/access/key.ts'
import { ApiError } from './errors.ts'
import { hintFor } from './hint.ts'

/** Parameters that may say where somebody lives: their values never stand in a message. */
const PRIVATE: ReadonlySet<string> = new Set(['location', 'address', 'lat', 'lng'])
/** What may be repeated: a code, a slug, an id or a date. An address that went into the wrong parameter has spaces, a coordinate a point. */
const REPEATABLE = /^[\w:/~-]{1,60}$/
/** Any other may be a part of a value behind a bare `&`, an address's even. */
export const NAME = /^[a-z_]{1,40}$/

interface Reader {
  list: boolean
  /** Gives the text itself where it is not of the form; the schema then refuses it. */
  read(text: string): unknown
  /** `a whole number from 1 to 500` */
  expectation: string
}

export type QueryReader<Schema extends z.ZodObject> = (search: string) => z.output<Schema>

/** @returns a reader of `?a=b&c=d` (or nothing); lists come out sorted and without repeats. The reader throws ApiError 400. */
export function createQueryReader<Schema extends z.ZodObject>(schema: Schema): QueryReader<Schema> {
  const readers = createReaders(schema)
  const names = [...readers.keys()]
  return (search) => {
    const texts = new Map<string, string[]>()
    if (!isEncoded(search))
      throw new ApiError(
        'invalid_parameter',
        'The query is not UTF-8 in percent-encoding: expected %25 for a percent sign, and %C3%A9 for é.',
      )
    if (search.length > 1)
      for (const [name, text] of new URLSearchParams(search)) {
        const reader = readers.get(name)
        if (!reader) throw unknownParameter(name, names)
        const earlier = texts.get(name)
        if (earlier && !reader.list) throw refuse(name, 'it stands twice, expected once')
        const parts = reader.list ? text.split(',') : [text]
        if (parts.some((part) => part.trim() === '')) throw refuse(name, `it is empty, expected ${reader.expectation}`)
        texts.set(name, earlier ? [...earlier, ...parts] : parts)
      }
    return parseValues(schema, readers, texts)
  }
}

/** URLSearchParams takes what is not UTF-8 for the replacement character, which would then be searched for. */
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

/** @returns a reader of the named segments of a path; it throws ApiError 400 for an id that is none of its kind. */
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
  // As it was sent: a number read from it may be spelled otherwise.
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
  const length =
    schema instanceof z.ZodString && schema.maxLength !== null ? `1 to ${schema.maxLength} characters` : 'a text'
  const examples = z.globalRegistry.get(schema)?.examples
  const example = Array.isArray(examples) ? examples[0] : undefined
  return { read, expectation: example === undefined ? length : `${length} such as ${String(example)}` }
}

/** Codes in capitals are read in either case, all else exactly. */
export function readCode(text: string, options: readonly string[]): string {
  const capitals = text.toUpperCase()
  return !options.includes(text) && options.includes(capitals) ? capitals : text
}

function unknownParameter(name: string, known: readonly string[]): ApiError {
  const hint = hintFor(name, known)
  if (NAME.test(name)) return new ApiError('invalid_parameter', `Parameter \`${name}\` is not known here: ${hint}`)
  return new ApiError(
    'invalid_parameter',
    `A parameter is not known here: ${hint} Names are in lower case; an & within a value is written %26.`,
  )
}

function refuse(name: string, sentence: string): ApiError {
  return new ApiError('invalid_parameter', `Parameter \`${name}\`: ${sentence}.`)
}

function gotWhat(name: string, text: string | undefined): string {
  if (PRIVATE.has(name) || text === undefined || mayHoldKey(text)) return ''
  return `got \`${text}\`, `
}
