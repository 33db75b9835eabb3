// Parses what a caller sends by a zod object: a query string, the named segments of a path, a JSON body. What is unknown, repeated, empty or
// malformed is refused with an error message.

import { z } from 'zod'
import { mayHoldKey } from '../../data/access/key.ts'
import { type ApiError, invalidParameter } from '../../data/schema/api-error.ts'
import { findSimilar } from '../../data/schema/edit-distance.ts'
import { SNAPSHOT_REFERENCE_EXPECTED } from '../../data/schema/snapshot.ts'

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

type QueryReader<Schema extends z.ZodObject, Common extends z.ZodObject = typeof NO_PARAMETERS> = (
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
      throw invalidParameter(
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

type PathReader<Schema extends z.ZodObject> = (texts: Readonly<Record<string, string>>) => z.output<Schema>

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
function readCode(text: string, options: readonly string[]): string {
  const capitals = text.toUpperCase()
  return !options.includes(text) && options.includes(capitals) ? capitals : text
}

function unknownParameter(name: string, known: readonly string[]): ApiError {
  const hint = hintFor(name, known)
  if (NAME.test(name)) return invalidParameter(`Parameter \`${name}\` is unknown: ${hint}`)
  return invalidParameter(`A parameter is unknown: ${hint} Names are in lower case. Write an & within a value as %26.`)
}

function refuse(name: string, sentence: string): ApiError {
  return invalidParameter(`Parameter \`${name}\`: ${sentence}.`)
}

function gotWhat(name: string, text: string | undefined): string {
  if (PRIVATE.has(name) || text === undefined || mayHoldKey(text)) return ''
  return `got \`${text}\`, `
}

// The hint in an error about an unknown parameter or field.

/** Names that other services use, and our names for them. The hint is the first one that the endpoint accepts. */
const ALIASES: ReadonlyMap<string, readonly string[]> = new Map([
  ['as_of', ['snapshot']],
  ['bundle', ['snapshot']],
  ['city', ['location']],
  ['count', ['limit']],
  ['county', ['location']],
  ['date', ['from', 'snapshot']],
  ['endorser_category', ['categories']],
  ['end', ['to']],
  ['kind', ['contest_kinds', 'types']],
  ['kinds', ['contest_kinds', 'types']],
  ['lat_lng', ['lat']],
  ['latitude', ['lat']],
  ['lon', ['lng']],
  ['long', ['lng']],
  ['longitude', ['lng']],
  ['name', ['q']],
  ['offset', ['cursor']],
  ['page', ['cursor']],
  ['page_size', ['limit']],
  ['per_page', ['limit']],
  ['place', ['location']],
  ['postal_code', ['location']],
  ['query', ['q']],
  ['search', ['q']],
  ['size', ['limit']],
  ['start', ['from']],
  ['state', ['states', 'location']],
  ['type', ['types']],
  ['zip', ['location']],
  ['zip_code', ['location']],
  ['zipcode', ['location']],
])

/** `did you mean \`states\`?`, or the accepted names if none is similar. @param known names that the endpoint accepts */
export function hintFor(name: string, known: readonly string[]): string {
  const lower = name.toLowerCase()
  const alias = known.includes(lower) ? lower : ALIASES.get(lower)?.find((target) => known.includes(target))
  const meant = alias ?? findOfRecord(lower, known) ?? findSimilar(lower, known)
  if (meant !== undefined) return `did you mean \`${meant}\`?`
  return known.length === 0 ? 'this endpoint accepts none.' : `expected ${known.join(', ')}.`
}

/** `contest_id` → `contest`, `election_slug` → `elections` */
function findOfRecord(name: string, known: readonly string[]): string | undefined {
  const [, record] = /^(.+)_(?:ids?|slugs?)$/.exec(name) ?? []
  return [record, `${record}s`].find((one) => one !== undefined && known.includes(one))
}

// Validates the value of a JSON body against a zod object. The error names the wrong field.

const NOUNS: Readonly<Record<string, string>> = { object: 'an object', array: 'a list', string: 'a string' }

type Path = readonly PropertyKey[]

/** @returns a reader of a parsed body; it throws ApiError 400. */
export function createInputReader<Schema extends z.ZodObject>(schema: Schema): (value: unknown) => z.output<Schema> {
  return (value) => {
    const parsed = schema.safeParse(readCodes(schema, value))
    if (parsed.success) return parsed.data
    const [issue] = parsed.error.issues
    throw invalidParameter(issue ? describeIssue(schema, value, issue) : 'The body is invalid.')
  }
}

/** Accepts upper-case codes in either case, as in a query. */
function readCodes(schema: z.core.$ZodType | undefined, value: unknown): unknown {
  const inner = schema && unwrap(schema)
  if (inner instanceof z.ZodEnum && typeof value === 'string') return readCode(value, inner.options.map(String))
  if (inner instanceof z.ZodArray && Array.isArray(value)) return value.map((one) => readCodes(inner.element, one))
  if (inner instanceof z.ZodObject && isObject(value)) {
    const { shape } = inner
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [key, Object.hasOwn(shape, key) ? readCodes(shape[key], one) : one]),
    )
  }
  return value
}

function describeIssue(schema: z.ZodObject, value: unknown, issue: z.core.$ZodIssue): string {
  const { path } = issue
  if (issue.code === 'unrecognized_keys') return describeUnknown(path, issue.keys[0] ?? '', keysAt(schema, path))
  return `${nameOf(path)}: ${gotValue(valueAt(value, path))}expected ${expectation(issue)}.`
}

function describeUnknown(path: Path, key: string, known: readonly string[]): string {
  if (!NAME.test(key)) return `${nameOf(path)}: unknown key, expected ${known.join(', ')}.`
  return `${nameOf([...path, key])} is unknown: ${hintFor(key, known)}`
}

function expectation(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return NOUNS[issue.expected] ?? issue.expected
    case 'invalid_value':
      return `one of ${issue.values.map(String).join(', ')}`
    case 'too_small':
      return issue.origin === 'array' ? `a list of at least ${issue.minimum}` : `at least ${issue.minimum} character`
    case 'too_big':
      return issue.origin === 'array' ? `a list of at most ${issue.maximum}` : `at most ${issue.maximum} characters`
    default:
      return issue.message
  }
}

/** `filter.states[3]` */
function nameOf(path: Path): string {
  if (path.length === 0) return 'The body'
  const name = path.map((step, at) => (typeof step === 'number' ? `[${step}]` : `${at > 0 ? '.' : ''}${String(step)}`))
  return `Field \`${name.join('')}\``
}

function gotValue(value: unknown): string {
  if (value === undefined) return 'it is missing, '
  if (Array.isArray(value)) return `got a list of ${value.length}, `
  if (isObject(value)) return 'got an object, '
  return `got ${repeatText(String(value))}, `
}

function valueAt(value: unknown, path: Path): unknown {
  let at: unknown = value
  for (const step of path) at = isObject(at) || Array.isArray(at) ? Reflect.get(at, step) : undefined
  return at
}

function keysAt(schema: z.ZodObject, path: Path): readonly string[] {
  let at: z.core.$ZodType | undefined = schema
  for (const step of path)
    at = at instanceof z.ZodObject ? at.shape[String(step)] && unwrap(at.shape[String(step)]) : undefined
  return at instanceof z.ZodObject ? Object.keys(at.shape) : []
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

// Repeats a caller's text in an error message.

const SHOWN_MAX = 60

/** In backticks, cut to 60 characters; only its length if it may hold a key, or has markup or control characters. */
export function repeatText(text: string): string {
  if (mayHoldKey(text) || /[<>\p{Cc}]/u.test(text)) return `${text.length} characters`
  // A lone surrogate is not a character, and some JSON parsers refuse it.
  const shown = [...text]
    .slice(0, SHOWN_MAX)
    .join('')
    .replace(/\p{Cs}/gu, '\uFFFD')
  return `\`${shown}\``
}
