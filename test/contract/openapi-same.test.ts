// /openapi.json says what it said before its parts had names: openapi-inline.json.br is the document of version 0.2.0 that repeated every
// header and error in each response. Its paths, parameters, headers, responses, codes and properties are all there, and none has another type.

import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { projectFile } from '../../data/store/paths.ts'
import { openApi } from '../server/api.ts'

type Node = Readonly<Record<string, unknown>>
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)

const document = z.looseObject({
  paths: z.record(z.string(), z.unknown()),
  components: z.record(z.string(), z.record(z.string(), z.unknown())),
})
type Described = z.infer<typeof document>

/** Texts for people may be reworded, and examples follow the sample. They must only be there. */
const TEXTS = new Set(['description', 'summary', 'example', 'examples', 'version'])
/** Maps whose keys are names: a new one is an addition, and not another rule. */
const NAMED = new Set(['paths', 'properties', 'responses', 'headers', 'content', 'schemas'])

const { url } = await openApi({ fillers: 0 })
const now = document.parse(await (await fetch(`${url}/openapi.json`)).json())
const before = document.parse(
  JSON.parse(brotliDecompressSync(readFileSync(projectFile('test', 'contract', 'openapi-inline.json.br'))).toString()),
)

/** What a reference stands for, with what stands beside it. */
function follow(value: unknown, { components }: Described): unknown {
  if (!isNode(value) || typeof value.$ref !== 'string') return value
  const { $ref, ...others } = value
  const [, kind = '', name = ''] = /^#\/components\/(\w+)\/(.+)$/.exec(String($ref)) ?? []
  const found = follow(components[kind]?.[name], { components, paths: {} })
  if (!isNode(found)) throw new Error(`${$ref} leads nowhere`)
  return { ...found, ...others }
}

/** In one form: one type and null are a list of types, `true` allows every further key, and names of keys are texts. */
function normalize(value: unknown, of: Described): unknown {
  if (!isNode(value)) return value
  const { anyOf, propertyNames: _, ...others } = value
  const schema =
    JSON.stringify(others.additionalProperties) === '{}' ? { ...others, additionalProperties: true } : others
  if (!Array.isArray(anyOf)) return schema
  const [one, other] = anyOf.map((part) => follow(part, of))
  return anyOf.length === 2 && isNode(one) && typeof one.type === 'string' && isNode(other) && other.type === 'null'
    ? { ...one, ...schema, type: [one.type, 'null'] }
    : { ...schema, anyOf }
}

/** Every whole number of JSON has these bounds. */
const isBoundOfJavaScript = (value: unknown): boolean =>
  value === Number.MAX_SAFE_INTEGER || value === Number.MIN_SAFE_INTEGER

const compared = new Set<string>()

/** Each difference as a path and a few words. */
function* differences(old: unknown, present: unknown, path: string): Generator<string> {
  const refs = [old, present].map((one) => (isNode(one) && Object.keys(one).join() === '$ref' ? one.$ref : null))
  if (!refs.includes(null)) {
    if (compared.has(refs.join())) return
    compared.add(refs.join())
  }
  const [was, is] = [normalize(follow(old, before), before), normalize(follow(present, now), now)]
  if (isNode(was) && isNode(is)) {
    for (const [key, value] of Object.entries(was)) {
      const at = `${path}/${key}`
      if (!(key in is)) {
        if (!isBoundOfJavaScript(value)) yield `${at}: is gone`
      } else if (!TEXTS.has(key) || NAMED.has(path.split('/').at(-1) ?? ''))
        yield* key === 'required' || key === 'enum'
          ? differentSets(value, is[key], at)
          : key === 'parameters'
            ? differentParameters(value, is[key], at)
            : differences(value, is[key], at)
    }
    if (!NAMED.has(path.split('/').at(-1) ?? ''))
      for (const key of Object.keys(is)) if (!(key in was) && !TEXTS.has(key)) yield `${path}/${key}: is new`
  } else if (Array.isArray(was) && Array.isArray(is)) {
    if (was.length !== is.length) yield `${path}: ${was.length} parts, now ${is.length}`
    else for (const [at, value] of was.entries()) yield* differences(value, is[at], `${path}/${at}`)
  } else if (was !== is) yield `${path}: ${JSON.stringify(was)}, now ${JSON.stringify(is)}`
}

function* differentSets(old: unknown, present: unknown, path: string): Generator<string> {
  const [was, is] = [old, present].map(
    (one) =>
      new Set(
        z
          .array(z.unknown())
          .or(z.boolean().transform((yes) => [yes]))
          .parse(one),
      ),
  )
  for (const one of was ?? []) if (!is?.has(one)) yield `${path}: ${one} is gone`
}

function* differentParameters(old: unknown, present: unknown, path: string): Generator<string> {
  const byName = (list: unknown, of: Described) =>
    new Map(
      z
        .array(z.unknown())
        .parse(list)
        .map((one) => {
          const parameter = z.looseObject({ in: z.string(), name: z.string() }).parse(follow(one, of))
          return [`${parameter.in} ${parameter.name}`, parameter]
        }),
    )
  const [was, is] = [byName(old, before), byName(present, now)]
  for (const [name, parameter] of was) {
    const found = is.get(name)
    if (found) yield* differences(parameter, found, `${path}/${name}`)
    else yield `${path}/${name}: is gone`
  }
  for (const [name, { required }] of is) if (!was.has(name) && required) yield `${path}/${name}: is new, and required`
}

/** Wanted differences. */
const KNOWN: readonly RegExp[] = [
  // A parameter and a header are described beside their schema.
  /\/(path|query|header) \w[\w-]*\/schema\/description: is gone$|\/headers\/[\w-]+\/schema\/description: is gone$/,
  // One list of the states and `national`, where there were two.
  /\/(endorser|other|data|items)\/(properties\/)?state\/(anyOf: is gone|type: is new|enum: is new)$|\/endorser_states\//,
  // One text in either of two forms, where there were two texts.
  /\/query snapshot\/schema\/(anyOf: is gone|type: is new|pattern: is new)$/,
  // A filter that is left out is an empty one, which generators cannot write as a value.
  /\/filter\/default: is gone$/,
  // A file of bytes.
  /\/application\/octet-stream\/schema\/format: is new$/,
]

test('everything that the long document said is said', () => {
  const found = [...differences(before.paths, now.paths, '/paths')]
  expect(found.filter((one) => !KNOWN.some((known) => known.test(one)))).toEqual([])
  expect(compared.size).toBeGreaterThan(50)
  // In Go, NewFeedToken makes a FeedToken.
  const names = Object.keys(before.components.schemas ?? {}).map((name) =>
    name.replace('NewFeedToken', 'CreatedFeedToken'),
  )
  for (const name of names) expect(now.components.schemas).toHaveProperty(name)
})

test('it is at most 250 kB', async () => {
  expect((await (await fetch(`${url}/openapi.json`)).arrayBuffer()).byteLength).toBeLessThanOrEqual(250_000)
})
