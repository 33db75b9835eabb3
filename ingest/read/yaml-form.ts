// Reads a file of YAML that people write, such as sources.yaml, by a schema. Every problem names line, key, got and expected.

import { z } from 'zod'
import { findSimilar } from '../../data/schema/edit-distance.ts'
import { isObject } from './json.ts'
import { SourceError } from './source.ts'
import { readYaml, type YamlDocument } from './yaml.ts'

/** A file that cannot be used. The message has one line per problem. */
export class FormError extends Error {
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.name = 'FormError'
    this.problems = problems
  }
}

export interface Problem {
  path: readonly PropertyKey[]
  got: string
  expected: string
  /** The key that an unknown one is probably meant to be. */
  similar?: string
}

export interface ParsedForm<Form> {
  /** The file in the right form. */
  form: Form
  name: string
  document: YamlDocument
}

/** Throws FormError with every problem of form. */
export function parseForm<Form>(file: { name: string; bytes: Uint8Array }, schema: z.ZodType<Form>): ParsedForm<Form> {
  const document = readStrictly(file)
  const parsed = schema.safeParse(document.value)
  const read = { name: file.name, document }
  if (parsed.success) return { form: parsed.data, ...read }
  const problems = parsed.error.issues.flatMap((issue) => toProblems(issue, document.value, schema))
  throw toFormError(read, withoutMisspelt(withoutRepeated(problems)))
}

/** Throws FormError with these problems between values of a file in the right form, if there are any. */
export function refuseProblems(file: ParsedForm<unknown>, problems: readonly Problem[]): void {
  if (problems.length > 0) throw toFormError(file, problems)
}

function toFormError({ name, document }: Omit<ParsedForm<unknown>, 'form'>, problems: readonly Problem[]): FormError {
  const sorted = problems
    .map((problem) => ({ ...problem, line: document.lineAt(problem.path) }))
    .sort((a, b) => a.line - b.line)
  return new FormError(
    sorted.map(
      ({ line, path, got, expected }) => `${name}:${line}: ${formatKey(path)}: got ${got}, expected ${expected}`,
    ),
  )
}

function readStrictly(file: { name: string; bytes: Uint8Array }): YamlDocument {
  try {
    return readYaml(file, { namesKeys: true })
  } catch (error) {
    if (error instanceof SourceError) throw new FormError([error.message])
    throw error
  }
}

// Problems of form.

function toProblems(issue: z.core.$ZodIssue, file: unknown, whole: z.ZodType): Problem[] {
  if (issue.code === 'unrecognized_keys') {
    const known = keysAt(whole, issue.path)
    return issue.keys.map((key) => {
      const similar = findSimilar(key, known)
      const problem = { path: [...issue.path, key], got: 'an unknown key' }
      return similar === undefined
        ? { ...problem, expected: `one of ${known.join(', ')}` }
        : { ...problem, expected: `${similar}?`, similar }
    })
  }
  const got = valueAt(file, issue.path)
  if (issue.code === 'invalid_key')
    return [
      {
        path: issue.path,
        got: showValue(String(issue.path.at(-1))),
        expected: expectedAt(whole, issue.path.slice(0, -1)),
      },
    ]
  // An operator may have written a secret there.
  if (typeof got === 'string' && issue.path.includes('header_env'))
    return [{ path: issue.path, got: 'a text that is not shown here', expected: expectedAt(whole, issue.path) }]
  const expected = withoutCapitals(whole, issue.path, got) ?? expectedAt(whole, issue.path)
  return [{ path: issue.path, got: got === undefined ? 'nothing' : showValue(got), expected }]
}

/** The correct spelling of a text of which the capitals alone are wrong. */
function withoutCapitals(whole: z.ZodType, path: readonly PropertyKey[], got: unknown): string | undefined {
  if (typeof got !== 'string') return undefined
  const schema = schemaAt(whole, path)
  const lower = got.toLowerCase()
  return schema instanceof z.ZodType && schema.safeParse(lower).success ? `no capitals: ${showValue(lower)}` : undefined
}

/** A value that breaks two rules of its key is one problem. */
function withoutRepeated(problems: readonly Problem[]): Problem[] {
  const said = problems.map(({ path, expected }) => JSON.stringify([path, expected]))
  return problems.filter((_, at) => said.indexOf(said[at] ?? '') === at)
}

/** A misspelled key is one problem, although the right one is missing. */
function withoutMisspelt(problems: readonly Problem[]): Problem[] {
  const meant = problems.flatMap(({ path, similar }) => (similar ? [[...path.slice(0, -1), similar].join('.')] : []))
  return problems.filter(({ path, got }) => got !== 'nothing' || !meant.includes(path.join('.')))
}

/** The keys of the object at a path. */
function keysAt(whole: z.ZodType, path: readonly PropertyKey[]): string[] {
  const schema = bare(schemaAt(whole, path))
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
}

/** The description of the value, else of what contains it. */
function expectedAt(whole: z.ZodType, path: readonly PropertyKey[]): string {
  let [schema, expected]: [Schema, string] = [whole, describe(whole) ?? '']
  for (const step of path) {
    schema = childOf(schema, step)
    expected = describe(schema) ?? expected
  }
  return expected
}

type Schema = z.core.$ZodType | undefined

function schemaAt(whole: z.ZodType, path: readonly PropertyKey[]): Schema {
  return path.reduce<Schema>(childOf, whole)
}

function childOf(schema: Schema, step: PropertyKey): Schema {
  const inner = bare(schema)
  if (inner instanceof z.ZodObject) return inner.shape[String(step)]
  if (inner instanceof z.ZodArray) return inner.element
  return inner instanceof z.ZodRecord ? inner.valueType : undefined
}

function bare(schema: Schema): Schema {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodNullable ? bare(schema.unwrap()) : schema
}

function describe(schema: Schema): string | undefined {
  if (!(schema instanceof z.ZodType)) return undefined
  const inner = bare(schema)
  return schema.description ?? (inner === schema ? undefined : describe(inner))
}

function valueAt(file: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, step) => {
    if (Array.isArray(value)) return value[Number(step)]
    return isObject(value) ? value[String(step)] : undefined
  }, file)
}

export function showValue(value: unknown): string {
  if (typeof value === 'string') return value === '' ? 'an empty text' : JSON.stringify(redact(value).slice(0, 100))
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list'
  if (value === null) return 'nothing'
  return isObject(value) ? 'keys and values' : String(value)
}

/** `endorsement_feeds[0].licence`, as in the file. */
function formatKey(path: readonly PropertyKey[]): string {
  if (path.length === 0) return 'the file'
  return path
    .map((step, at) => (typeof step === 'number' ? `[${step}]` : `${at > 0 ? '.' : ''}${String(step)}`))
    .join('')
}

/** The address without anything that may be a secret, for messages. */
function redact(address: string): string {
  const url = /^[a-z][a-z0-9+.-]*:/i.test(address) ? URL.parse(address) : null
  if (!url) return address.replace(/\$\{[^}]*\}?/g, '…')
  return `${url.protocol}//${url.host}${url.pathname}${url.search === '' ? '' : '?…'}`
}
