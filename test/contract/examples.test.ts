// The examples in the OpenAPI document equal the server's answers over the sample. UPDATE_EXAMPLES=1 rewrites them.

import { readFileSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { event } from '../../data/schema/event.ts'
import { projectFile } from '../../data/store/paths.ts'
import { routes } from '../../server/routes.ts'
import { copySample } from '../cli/sample.ts'
import { type ServedFolder, serveFolder } from '../cli/served-folder.ts'
import { type Client, openClient } from '../server/client.ts'
import { shareFolder } from '../temporary.ts'

const FILE = projectFile('data', 'sample', 'examples.json')
const HARBOR = 'lat=44.45&lng=-69.78'
/** The request for each path; a path parameter is filled from the first record of its list. */
const REQUESTS: Record<string, string> = {
  '/v1/states': '/v1/states',
  '/v1/elections': '/v1/elections?states=ME&upcoming=true&limit=1',
  '/v1/elections/{slug}/agreement': '/v1/elections/me-2028-11-07-general/agreement?limit=1',
  '/v1/elections/{slug}/contest-agreement': '/v1/elections/me-2028-11-07-general/contest-agreement?limit=1',
  '/v1/contests': '/v1/contests?states=ME&contest_kinds=measure&limit=1',
  '/v1/contests/{id}': '/v1/contests?elections=me-2028-11-07-general&levels=federal&limit=1',
  '/v1/ballot': `/v1/ballot?${HARBOR}`,
  '/v1/recommendations': `/v1/recommendations?${HARBOR}&levels=federal&elections=me-2028-11-07-general&explain=true`,
  '/v1/districts': '/v1/districts?states=ME&types=congressional&limit=1',
  '/v1/districts/{id}': '/v1/districts?states=ME&types=congressional&limit=1',
  '/v1/representatives': `/v1/representatives?${HARBOR}`,
  '/v1/officeholders': '/v1/officeholders?states=ME&limit=1',
  '/v1/officeholders/{person_id}': '/v1/officeholders?states=ME&limit=1',
  '/v1/endorser-categories': '/v1/endorser-categories',
  '/v1/endorsers': '/v1/endorsers?limit=1',
  '/v1/endorsers/{slug}': '/v1/endorsers?limit=1',
  '/v1/endorsements': '/v1/endorsements?states=ME&limit=1',
  '/v1/endorsements/{id}': '/v1/endorsements?states=ME&limit=1',
  '/v1/coverage': '/v1/coverage',
  '/v1/coverage/endorsers': '/v1/coverage/endorsers?endorsers=liga-civica-de-ejemplo&elections=nm-2028-11-07-general',
}
/** Lists of which an example shows two records. */
const SHOWN_TWICE = new Set(['data', 'choices'])
const RETRIEVED_AT = '2026-11-20T06:00:00.000Z'

const firstRecord = z.object({ data: z.tuple([z.record(z.string(), z.unknown())], z.unknown()) })

const folder = shareFolder()
let server: ServedFolder
let client: Client

beforeAll(async () => {
  await copySample(folder)
  server = await serveFolder(folder, { sample: true, asOf: '2028-10-15' })
  client = await openClient(server.url, server.key)
})

afterAll(() => server.stop())

it('every data endpoint has an answer over the sample, equal to its example', async () => {
  const examples: Record<string, { request: string; response: unknown }> = {}
  for (const { path } of routes) {
    const asked = REQUESTS[path]
    if (!asked) throw new Error(`${path} has no request in REQUESTS`)
    const request = await fill(path, asked)
    const { status, body } = await client.get(request)
    expect(status, request).toBe(200)
    examples[path] = { request, response: shorten(body) }
  }
  if (process.env.UPDATE_EXAMPLES === '1') writeFileSync(FILE, `${JSON.stringify(examples, null, 2)}\n`)
  expect(JSON.parse(readFileSync(FILE, 'utf8'))).toEqual(examples)
  for (const [path, { response }] of Object.entries(examples))
    expect(client.document.paths[path]?.get.responses['200']?.content?.['application/json']).toMatchObject({
      example: response,
    })
})

async function fill(path: string, asked: string): Promise<string> {
  const [, name] = /\{(\w+)\}$/.exec(path) ?? []
  if (!name) return asked
  const { data } = firstRecord.parse((await client.get(asked)).body)
  return path.replace(`{${name}}`, String(data[0][name]))
}

/** Cuts lists to their first record or two, since an example shows the shape. Replaces the times at which the test fetched and checked the sample. */
function shorten(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.slice(0, SHOWN_TWICE.has(name) ? 2 : 1).map((one) => shorten(one))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      /^(retrieved|sources_checked)_at$/.test(key) && member !== null ? RETRIEVED_AT : shorten(member, key),
    ]),
  )
}

it('the example of an event is one', () => {
  const text = readFileSync(projectFile('server', 'openapi', 'event.json'), 'utf8')
  expect(event.parse(JSON.parse(text))).toEqual(JSON.parse(text))
})
