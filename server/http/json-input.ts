// Validates the value of a JSON body against a zod object. The error names the wrong field.

import { z } from 'zod'
import { ApiError } from './errors.ts'
import { hintFor } from './hint.ts'
import { NAME, readCode, unwrap } from './query.ts'
import { repeatText } from './repeat.ts'

const NOUNS: Readonly<Record<string, string>> = { object: 'an object', array: 'a list', string: 'a string' }

type Path = readonly PropertyKey[]

/** @returns a reader of a parsed body; it throws ApiError 400. */
export function createInputReader<Schema extends z.ZodObject>(schema: Schema): (value: unknown) => z.output<Schema> {
  return (value) => {
    const parsed = schema.safeParse(readCodes(schema, value))
    if (parsed.success) return parsed.data
    const [issue] = parsed.error.issues
    throw new ApiError('invalid_parameter', issue ? describe(schema, value, issue) : 'The body is invalid.')
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

function describe(schema: z.ZodObject, value: unknown, issue: z.core.$ZodIssue): string {
  const { path } = issue
  if (issue.code === 'unrecognized_keys') return describeUnknown(path, issue.keys[0] ?? '', keysAt(schema, path))
  return `${nameOf(path)}: ${gotWhat(valueAt(value, path))}expected ${expectation(issue)}.`
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

function gotWhat(value: unknown): string {
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
