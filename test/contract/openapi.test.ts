// The served document: whole, free of dangling references, and one with the routes.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { API_VERSION, ERROR_CODES } from '../../data/schema/vocabulary.ts'
import { STATUS_OF_CODE } from '../../server/errors.ts'
import { routes } from '../../server/routes.ts'
import { type OpenApi, openClient } from '../server/client.ts'
import { type Fixture, openFixture } from '../server/fixture.ts'

let fixture: Fixture
let document: OpenApi

beforeAll(async () => {
  fixture = await openFixture()
  await fixture.publish({ fillers: 0 })
  const { key } = await fixture.makeKey()
  document = (await openClient((await fixture.start()).url, key)).document
})
afterAll(() => fixture.close())

const DATA_STATUSES = ['200', '400', '401', '403', '404', '405', '414', '429', '500', '503']
const EVERYWHERE = [
  'X-Request-Id',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'X-Daily-Limit',
  'X-Daily-Remaining',
]

test('is OpenAPI 3.1 of the version that the interface carries, with bearer keys', () => {
  expect(document.openapi).toMatch(/^3\.1\./)
  expect(document.info.version).toBe(API_VERSION)
  expect(document).toMatchObject({
    security: [{ bearer: [] }],
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
  })
})

test('describes exactly the routes, each with an id of its own', () => {
  const open = ['/healthz', '/readyz', '/openapi.json']
  expect(Object.keys(document.paths).sort()).toEqual([...routes.map((route) => route.path), ...open].sort())
  const ids = Object.values(document.paths).map((path) => path.get.operationId)
  expect(new Set(ids).size).toBe(ids.length)
  for (const path of open) expect(document.paths[path]?.get).toMatchObject({ security: [] })
})

test.each(routes.map((route) => [route.path, route] as const))(
  '%s: parameters, statuses and headers',
  (path, route) => {
    const operation = document.paths[path]?.get
    const described = (operation?.parameters ?? []).map((parameter) => `${parameter.in} ${parameter.name}`)
    const expected = [
      ...Object.keys(route.params.shape).map((name) => `path ${name}`),
      ...Object.keys(route.query.shape).map((name) => `query ${name}`),
    ]
    expect(described.sort()).toEqual(expected.sort())
    for (const parameter of operation?.parameters ?? []) {
      if (parameter.in === 'query') expect(parameter, parameter.name).toHaveProperty('description')
      if (parameter.schema.type === 'array') expect(parameter).toMatchObject({ style: 'form', explode: false })
    }
    const statuses = route.keeping === 'validated' ? [...DATA_STATUSES, '304'] : DATA_STATUSES
    expect(Object.keys(operation?.responses ?? {}).sort()).toEqual([...statuses].sort())
    for (const [status, response] of Object.entries(operation?.responses ?? {}))
      expect(Object.keys(response.headers ?? {}), status).toEqual(expect.arrayContaining(EVERYWHERE))
    expect(operation?.responses['401']?.headers).toHaveProperty('WWW-Authenticate')
    expect(operation?.responses['429']?.headers).toHaveProperty('Retry-After')
    expect(operation?.responses['405']?.headers).toHaveProperty('Allow')
  },
)

test('every error code of the specification has its status', () => {
  const text = JSON.stringify(document.components.schemas.Error)
  for (const code of ERROR_CODES) expect(text).toContain(`"${code}"`)
  expect(STATUS_OF_CODE).toMatchObject({
    account_pending: 403,
    cursor_expired: 410,
    too_many_streams: 429,
    internal_error: 500,
  })
})

test('no reference dangles, and no component is there for nothing', () => {
  const text = JSON.stringify(document)
  const named = new Set([...text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map((match) => match[1]))
  expect([...named].sort()).toEqual(Object.keys(document.components.schemas).sort())
})

test('objects take new keys, ids are 64-bit integers', () => {
  expect(JSON.stringify(document)).not.toContain('"additionalProperties":false')
  expect(document.components.schemas.Contest).toMatchObject({
    properties: { id: { type: 'integer', format: 'int64' } },
  })
})
