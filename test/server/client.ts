// The HTTP client of all tests: checks each response against the OpenAPI document that the server serves.

import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { z } from 'zod'

/** Of every answer. */
export const HEADERS = [
  'x-request-id',
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
  'x-daily-limit',
  'x-daily-remaining',
]

const schemaObject = z.record(z.string(), z.unknown())
const response = z.looseObject({
  description: z.string().optional(),
  headers: z.record(z.string(), z.looseObject({ required: z.boolean().optional(), schema: schemaObject })).optional(),
  content: z.record(z.string(), z.looseObject({ schema: schemaObject })).optional(),
})
const operation = z.looseObject({
  operationId: z.string(),
  description: z.string().optional(),
  requestBody: z.looseObject({ content: z.record(z.string(), z.looseObject({ schema: schemaObject })) }).optional(),
  parameters: z.array(z.looseObject({ name: z.string(), in: z.string(), schema: schemaObject })).optional(),
  responses: z.record(z.string(), response),
})
export const openApi = z.looseObject({
  openapi: z.string(),
  info: z.looseObject({ version: z.string() }),
  paths: z.record(
    z.string(),
    z.object({
      get: operation,
      post: operation.optional(),
      put: operation.optional(),
      delete: operation.optional(),
    }),
  ),
  components: z.looseObject({ schemas: z.record(z.string(), schemaObject) }),
})
export type OpenApi = z.infer<typeof openApi>
export type Operation = z.infer<typeof operation>

export interface Answer {
  status: number
  headers: Headers
  /** Parsed JSON; undefined without a body. */
  body: unknown
  text: string
}

type Init = RequestInit & { key?: string | null }

export interface Client {
  document: OpenApi
  /** @throws if the response does not match the document */
  get(path: string, init?: Init): Promise<Answer>
  /** Sends a JSON body; `get` can send any other. @throws like `get` */
  send(method: string, path: string, value: unknown, init?: Init): Promise<Answer>
}

const date = /^\d{4}-\d\d-\d\d$/
const FORMATS: Record<string, RegExp | true> = {
  int64: true,
  binary: true,
  date,
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/,
  uri: /^https?:\/\/\S+$/,
  uuid: /^[0-9a-f-]{36}$/,
}

interface Compiled {
  document: OpenApi
  ajv: Ajv2020
  validatorOf: (schema: Record<string, unknown>) => ValidateFunction
}

/** By the text of the document: most servers serve the same one. */
const compiled = new Map<string, Compiled>()

function compileOnce(text: string): Compiled {
  const known = compiled.get(text)
  if (known) return known
  const document = openApi.parse(resolveRefs(JSON.parse(text)))
  const ajv = new Ajv2020({ strict: true, strictTypes: false, allErrors: true })
  ajv.addVocabulary(['example'])
  for (const [name, format] of Object.entries(FORMATS)) ajv.addFormat(name, format)
  ajv.addSchema({ $id: 'openapi', $defs: closed(document.components.schemas) })
  const validators = new Map<unknown, ValidateFunction>()
  const validatorOf = (schema: Record<string, unknown>): ValidateFunction => {
    const validator = validators.get(schema) ?? ajv.compile({ ...closedObject(schema) })
    validators.set(schema, validator)
    return validator
  }
  const made = { document, ajv, validatorOf }
  compiled.set(text, made)
  return made
}

/** The document with its shared parameters, headers and responses in their places. Schemas stay references, unless they are named too. */
export function resolveRefs(
  document: { components?: Record<string, Record<string, unknown>> },
  kinds: readonly string[] = ['parameters', 'headers', 'responses'],
): unknown {
  const resolve = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolve)
    if (typeof value !== 'object' || value === null) return value
    const { $ref, ...others }: Record<string, unknown> = { ...value }
    const [, kind = '', name = ''] = /^#\/components\/(\w+)\/(.+)$/.exec(String($ref)) ?? []
    if (!kinds.includes(kind)) return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, resolve(one)]))
    const found = document.components?.[kind]?.[name]
    if (found === undefined) throw new Error(`there is no component ${kind}/${name}`)
    // Keywords beside a reference describe its use.
    return resolve({ ...found, ...others })
  }
  return resolve(document)
}

/** @param url of the server, or of the one for the next request */
export async function openClient(url: string | (() => string), key: string): Promise<Client> {
  const next = typeof url === 'string' ? () => url : url
  const { document, ajv, validatorOf } = compileOnce(await (await fetch(`${next()}/openapi.json`)).text())
  const check = (method: string, path: string, answer: Answer): void => {
    const problems: string[] = []
    for (const name of HEADERS) if (!answer.headers.has(name)) problems.push(`header ${name} is missing`)
    const found = operationOf(document, method, path)
    const declared = (found ?? document.paths['/v1/states']?.get)?.responses[String(answer.status)]
    if (!declared) problems.push(`status ${answer.status} is not in the document`)
    for (const [name, header] of Object.entries(declared?.headers ?? {})) {
      const value = answer.headers.get(name)
      if (value === null) problems.push(...(header.required && found ? [`header ${name} is missing`] : []))
      else if (!validatorOf(header.schema)(value)) problems.push(`header ${name}: ${value}`)
    }
    const content = declared?.content?.['application/json']
    const [type = null] = answer.headers.get('content-type')?.split(';') ?? []
    if (declared && type !== (Object.keys(declared.content ?? {})[0] ?? null)) problems.push(`a body of type ${type}`)
    if (content && method !== 'HEAD') {
      const validate = validatorOf(content.schema)
      if (!validate(answer.body)) problems.push(ajv.errorsText(validate.errors))
    } else if (!content && answer.text !== '') problems.push('a body, where none is declared')
    if (problems.length > 0)
      throw new Error(`${method} ${path} ${answer.status}: ${problems.join('; ')}\n${answer.text.slice(0, 500)}`)
  }
  const client: Client = {
    document,
    async get(path, { key: other = key, ...init } = {}) {
      const headers = new Headers(init.headers)
      if (other !== null) headers.set('Authorization', `Bearer ${other}`)
      const reply = await fetch(next() + path, { ...init, headers })
      const text = isStream(reply.headers) ? await leave(reply) : await reply.text()
      const answer = {
        status: reply.status,
        headers: reply.headers,
        body: text === '' ? undefined : JSON.parse(text),
        text,
      }
      check(init.method ?? 'GET', path.split('?')[0] ?? '', answer)
      return answer
    },
    send: (method, path, value, { headers = {}, ...init } = {}) =>
      client.get(path, {
        ...{ method, body: JSON.stringify(value), ...init },
        headers: { 'Content-Type': 'application/json', ...Object.fromEntries(new Headers(headers)) },
      }),
  }
  return client
}

function isStream(headers: Headers): boolean {
  return headers.get('content-type') === 'text/event-stream'
}

/** Drops the body, for callers that only check the head. */
async function leave(reply: Response): Promise<string> {
  await reply.body?.cancel()
  return ''
}

/** The operation; for a method that the path does not have, its GET, which documents the refusal. */
function operationOf(document: OpenApi, method: string, path: string): Operation | undefined {
  const template = Object.keys(document.paths).find((one) =>
    new RegExp(`^${one.replace(/\{\w+\}/g, '[^/]+')}$`).test(path),
  )
  const found = template === undefined ? undefined : document.paths[template]
  const own = { POST: found?.post, PUT: found?.put, DELETE: found?.delete }
  return new Map(Object.entries(own)).get(method) ?? found?.get
}

/** Clients must accept new keys, tests must not: closes every object of the document unless it says otherwise. */
function closed(value: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, closedValue(one)]))
}

function closedValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closedValue)
  if (typeof value !== 'object' || value === null) return value
  return closedObject({ ...value })
}

function closedObject(value: Record<string, unknown>): Record<string, unknown> {
  const made = closed(value)
  if (typeof made.$ref === 'string') made.$ref = made.$ref.replace('#/components/schemas/', 'openapi#/$defs/')
  if (made.type === 'object' && made.properties && made.additionalProperties === undefined)
    made.additionalProperties = false
  return made
}
