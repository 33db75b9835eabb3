// The served document: complete, without dangling references, and consistent with the routes.

import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { tokenFeeds } from '../../apps/syndication/syndication.ts'
import { event } from '../../data/schema/event.ts'
import { API_VERSION } from '../../server/openapi/openapi.ts'
import { fileRoutes, liveRoutes, routes } from '../../server/routes.ts'
import { openApi } from '../server/api.ts'
import { HEADERS, type Operation } from '../server/client.ts'

const { url, client } = await openApi({ fillers: 0 })
const { document } = client

const DATA_STATUSES = ['200', '400', '401', '403', '404', '405', '414', '429', '500', '503']
const namesIn = (headers: object = {}): string[] => Object.keys(headers).map((name) => name.toLowerCase())

test('is OpenAPI 3.1 with the version of the API and bearer keys', () => {
  expect(document.openapi).toMatch(/^3\.1\./)
  expect(document.info.version).toBe(API_VERSION)
  expect(document).toMatchObject({
    security: [{ bearer: [] }],
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
  })
})

test('describes exactly the routes, each with a unique id', () => {
  const open = ['/healthz', '/readyz', '/openapi.json']
  const described = Object.entries(document.paths).flatMap(([path, one]) =>
    Object.keys(one).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const expected = [
    ...[...routes.map((route) => route.path), ...tokenFeeds.map((route) => route.path), ...open].map(
      (path) => `GET ${path}`,
    ),
    ...[...liveRoutes, ...fileRoutes].map(({ method, path }) => `${method} ${path}`),
  ]
  expect(described.sort()).toEqual(expected.sort())
  const ids = Object.values(document.paths).flatMap((path) => Object.values(path).map((one) => one?.operationId))
  expect(new Set(ids).size).toBe(expected.length)
  for (const path of open) expect(document.paths[path]?.get).toMatchObject({ security: [] })
})

function expectParameters(operation: Operation | undefined, expected: readonly string[]): void {
  const described = (operation?.parameters ?? []).map((parameter) => `${parameter.in} ${parameter.name}`)
  expect(described.sort()).toEqual([...expected].sort())
  for (const parameter of operation?.parameters ?? []) {
    if (parameter.in !== 'path') expect(parameter, parameter.name).toHaveProperty('description')
    if (parameter.schema.type === 'array') expect(parameter).toMatchObject({ style: 'form', explode: false })
  }
}

function expectResponses(operation: Operation | undefined, statuses: readonly string[]): void {
  expect(Object.keys(operation?.responses ?? {}).sort()).toEqual([...statuses].sort())
  for (const [status, response] of Object.entries(operation?.responses ?? {}))
    expect(namesIn(response.headers), status).toEqual(expect.arrayContaining(HEADERS))
  expect(operation?.responses['401']?.headers).toHaveProperty('WWW-Authenticate')
  for (const status of ['429', '503'].filter((one) => statuses.includes(one)))
    expect(operation?.responses[status]?.headers, status).toHaveProperty('Retry-After')
  expect(operation?.responses['405']?.headers).toHaveProperty('Allow')
}

function namesOf(params: z.ZodObject, query: z.ZodObject): string[] {
  return [
    ...Object.keys(params.shape).map((name) => `path ${name}`),
    ...Object.keys(query.shape).map((name) => `query ${name}`),
  ]
}

test.each(routes.map((route) => [route.path, route] as const))(
  '%s: parameters, statuses and headers',
  (path, route) => {
    const operation = document.paths[path]?.get
    expectParameters(operation, namesOf(route.params, route.query))
    expectResponses(operation, route.cachePolicy === 'validated' ? [...DATA_STATUSES, '304'] : DATA_STATUSES)
    expect(JSON.stringify(operation)).not.toContain('too_many_streams')
    for (const status of ['200', '304'])
      expect('X-Feed-Cursor' in (operation?.responses[status]?.headers ?? {})).toBe(path === '/v1/endorsements')
  },
)

const LIVE_STATUSES = ['400', '401', '403', '405', '414', '429', '500']
/** Sent if the disk accepts no writes. */
const WRITE_STATUSES = ['503']
const BODY_STATUSES = ['408', '413', '415']
/** The further statuses of live operations, after docs/rules.md#status-codes and #start-of-a-feed-reader, and the media type of a success. */
const LIVE: Readonly<Record<string, readonly [good: string, type: string | null, others: readonly string[]]>> = {
  'GET /v1/events': ['200', 'application/json', ['404', '410', '503']],
  'GET /v1/stream': ['200', 'text/event-stream', ['404', '410', '503']],
  'GET /v1/corrections': ['200', 'application/json', []],
  'GET /v1/snapshots': ['200', 'application/json', []],
  'GET /v1/subscriptions': ['200', 'application/json', []],
  'POST /v1/subscriptions': ['201', 'application/json', ['409', ...BODY_STATUSES, ...WRITE_STATUSES]],
  'GET /v1/subscriptions/{id}': ['200', 'application/json', ['404']],
  'PUT /v1/subscriptions/{id}': ['200', 'application/json', ['404', '409', ...BODY_STATUSES, ...WRITE_STATUSES]],
  'DELETE /v1/subscriptions/{id}': ['204', null, ['404', ...WRITE_STATUSES]],
  'POST /v1/subscriptions/{id}/feed-token': ['201', 'application/json', ['404', ...WRITE_STATUSES]],
  'GET /v1/subscriptions/{id}/feed-token': ['200', 'application/json', ['404']],
  'DELETE /v1/subscriptions/{id}/feed-token': ['204', null, ['404', ...WRITE_STATUSES]],
}

function operationOf({ method, path }: (typeof liveRoutes)[number]): Operation | undefined {
  const operations: Partial<Record<string, Operation | undefined>> = document.paths[path] ?? {}
  return operations[method.toLowerCase()]
}

test.each(liveRoutes.map((route) => [`${route.method} ${route.path}`, route] as const))(
  '%s: parameters, body, statuses and headers',
  (name, route) => {
    const operation = operationOf(route)
    const [good, type, others] = LIVE[name] ?? expect.fail(`${name} is not among LIVE`)
    const feed = name === 'GET /v1/events' || name === 'GET /v1/stream'
    expectParameters(operation, [...namesOf(route.params, route.query), ...(feed ? ['header Last-Event-ID'] : [])])
    expectResponses(operation, [good, ...LIVE_STATUSES, ...others])
    expect(Object.keys(operation?.responses[good]?.content ?? {})).toEqual(type === null ? [] : [type])
    expect(operation?.requestBody !== undefined).toBe(others.includes('415'))
    for (const scope of route.scopes) expect(operation?.description).toContain(scope)
    expect(operation?.responses['429']?.description?.includes('too_many_streams')).toBe(name === 'GET /v1/stream')
    expect('Location' in (operation?.responses[good]?.headers ?? {})).toBe(good === '201')
  },
)

test.each(fileRoutes.map((route) => [route.path, route] as const))(
  '%s: a whole file, a part, a check, and a part that it does not have',
  (path, { params, query, refusals }) => {
    const operation = document.paths[path]?.get
    expectParameters(operation, namesOf(params, query))
    expectResponses(operation, ['200', '206', '304', ...LIVE_STATUSES, ...refusals.map(String), '416'])
  },
)

const TOKEN_STATUSES = ['200', '304', '400', '404', '405', '414', '429', '500', '503']

test.each(tokenFeeds.map((route) => [route.path, route] as const))(
  '%s: no key, the token as its only parameter, statuses and headers',
  (path, { type }) => {
    const operation = document.paths[path]?.get
    expectParameters(operation, ['path token'])
    expect(operation).toMatchObject({ security: [] })
    expect(Object.keys(operation?.responses ?? {})).toEqual(TOKEN_STATUSES)
    expect(Object.keys(operation?.responses['200']?.content ?? {})).toEqual([type.split(';')[0]])
    for (const status of ['200', '304'])
      expect(namesIn(operation?.responses[status]?.headers)).toEqual(expect.arrayContaining([...HEADERS, 'etag']))
  },
)

test('the stream is described by its events, and a client can parse the example', () => {
  const { get } = document.paths['/v1/stream'] ?? expect.fail()
  const good = get.responses['200']
  expect(good?.headers).toHaveProperty('Last-Event-ID')
  const messages: EventSourceMessage[] = []
  const parser = createParser({ onEvent: (message) => messages.push(message) })
  parser.feed(z.string().parse(good?.content?.['text/event-stream']?.example))
  expect(messages.map((message) => message.event)).toEqual(['ready', 'endorsement', 'checkpoint', 'reconnect'])
  for (const { event: name = '', id, data } of messages) {
    expect(get.description).toContain(`\`${name}\``)
    expect(id).toMatch(/^[\w-]{20}$/)
    if (name === 'endorsement') expect(event.strict().parse(JSON.parse(data)).type).toBe('endorsement.updated')
    else expect(JSON.parse(data)).toMatchObject({ cursor: id })
  }
  expect(document.components.schemas).toHaveProperty('Event')
})

test('no reference dangles, and no component is unused', async () => {
  const text = await (await fetch(`${url}/openapi.json`)).text()
  const named = new Set([...text.matchAll(/"#\/components\/([^"]+)"/g)].map((match) => match[1]))
  const { components }: { components: Record<string, object> } = JSON.parse(text)
  const { securitySchemes: _, ...referred } = components
  const known = Object.entries(referred).flatMap(([kind, of]) => Object.keys(of).map((name) => `${kind}/${name}`))
  expect([...named].sort()).toEqual(known.sort())
})

test('a closed list and an object have a name of their own, so a generated client has one type for each', () => {
  const parts: [path: string, node: Node][] = []
  const walk = (value: unknown, path: string): void => {
    if (typeof value !== 'object' || value === null) return
    if (isNode(value)) parts.push([path, value])
    for (const [key, one] of Object.entries(value)) if (!/^examples?$/.test(key)) walk(one, `${path}/${key}`)
  }
  for (const [name, schema] of Object.entries(document.components.schemas))
    for (const [key, one] of Object.entries(schema)) walk(one, `${name}/${key}`)
  walk(document.paths, '')
  const unnamed = parts.filter(
    ([, node]) => Array.isArray(node.enum) || (node.type === 'object' && isNode(node.properties)),
  )
  expect(unnamed.map(([path]) => path)).toEqual([])
  const names = Object.keys(document.components.schemas).map((name) => name.toLowerCase())
  expect(new Set(names).size).toBe(names.length)
})

test('objects allow new keys, except in request bodies; ids are 64-bit integers', () => {
  const { SubscriptionInput, FeedFilter, ...others } = document.components.schemas
  for (const sent of [SubscriptionInput, FeedFilter]) expect(sent).toMatchObject({ additionalProperties: false })
  expect(JSON.stringify([document.paths, others])).not.toContain('"additionalProperties":false')
  expect(document.components.schemas).toMatchObject({
    Contest: { properties: { id: { $ref: '#/components/schemas/RecordId' } } },
    RecordId: { type: 'integer', format: 'int64' },
  })
})

/** A part of the document: a schema, a parameter, or an object that contains them. */
type Node = Readonly<Record<string, unknown>>
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

/** The schema that a reference points to, or the schema itself. */
function resolve(node: Node): Node {
  const { $ref } = node
  if (typeof $ref !== 'string') return node
  const found = document.components.schemas[$ref.replace('#/components/schemas/', '')]
  return isNode(found) ? found : expect.fail(`${$ref} leads nowhere`)
}

/** The items of a list, or the alternatives of a union except null. */
function partsOf(node: Node): Node[] {
  const { items, anyOf } = resolve(node)
  if (isNode(items)) return [items]
  return Array.isArray(anyOf) ? anyOf.filter((one) => isNode(one) && one.type !== 'null') : []
}

function isDescribed(node: Node): boolean {
  return typeof resolve(node).description === 'string' || typeof node.description === 'string'
}

/** True if a node has an example or needs none: closed lists and booleans show their values, properties are checked one by one. */
function isShown(node: Node): boolean {
  if ('example' in node || Array.isArray(node.examples)) return true
  const { examples, type, properties, ...schema } = resolve(node)
  if (Array.isArray(examples) || type === 'boolean' || 'enum' in schema || 'const' in schema || isNode(properties))
    return true
  const parts = partsOf(node)
  return parts.length > 0 && parts.every(isShown)
}

/** Every property below a node, by its path. */
function* propertiesOf(node: unknown, path: string): Generator<[path: string, property: Node]> {
  if (!isNode(node)) return
  for (const [key, value] of Object.entries(node)) {
    if (key === 'properties' && isNode(value))
      for (const [name, property] of Object.entries(value)) if (isNode(property)) yield [`${path}.${name}`, property]
    if (key !== 'example' && key !== 'examples') yield* propertiesOf(value, `${path}/${key}`)
  }
}

test('every parameter and property has a description and an example', () => {
  const parameters = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, one]) =>
      (one?.parameters ?? []).map((parameter): [string, Node] => [`${method} ${path} ${parameter.name}`, parameter]),
    ),
  )
  const properties = [...propertiesOf(document.components.schemas, ''), ...propertiesOf(document.paths, '')]
  expect(parameters.length).toBeGreaterThan(100)
  expect(properties.length).toBeGreaterThan(400)
  const shownParameter = (node: Node) => isShown(node) || (isNode(node.schema) && isShown(node.schema))
  expect([...parameters, ...properties].filter(([, node]) => !isDescribed(node)).map(([path]) => path)).toEqual([])
  expect([
    ...parameters.filter(([, node]) => !shownParameter(node)).map(([path]) => path),
    ...properties.filter(([, node]) => !isShown(node)).map(([path]) => path),
  ]).toEqual([])
})
