// Requests of the API, made from /openapi.json and from the records that the lists give: a new operation or parameter is included by itself.

import { z } from 'zod'
import type { Ask, Sent } from './compare.ts'
import { DAY, type Keys } from './servers.ts'

const schemaShape = z.looseObject({
  type: z.string().optional(),
  enum: z.array(z.string()).optional(),
  items: z.looseObject({ enum: z.array(z.string()).optional() }).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  examples: z.array(z.unknown()).optional(),
})
const operationShape = z.looseObject({
  parameters: z.array(z.looseObject({ name: z.string(), in: z.string(), schema: schemaShape })).default([]),
})
const documentShape = z.looseObject({ paths: z.record(z.string(), z.record(z.string(), operationShape)) })
const pageShape = z.looseObject({
  data: z.array(z.record(z.string(), z.unknown())),
  next_cursor: z.string().nullish(),
})

type Schema = z.infer<typeof schemaShape>
type Records = ReadonlyMap<string, readonly Record<string, unknown>[]>

interface Operation {
  method: string
  path: string
  /** Of the query. */
  parameters: readonly { name: string; schema: Schema }[]
}

const STREAM = '/v1/stream'
const ENCODINGS = ['br', 'gzip', 'identity', 'br;q=0, gzip', 'gzip, deflate, br', '*']
const METHODS = ['HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']
const WRONG = [
  ...[
    '',
    '%20',
    'no%20such%20value',
    '-1',
    '0',
    '1.5',
    '99999999999999999999',
    'true,false',
    'a,,b',
    ',',
    '%00',
    '%FF',
    '%',
  ],
  ...['[1]', '{}', 'null', 'ZZ', '2026-02-30', '<b>', 'x'.repeat(400), 'hst_live_854Q1QoRI1vExV8QNQwxDvZxP3h8Fo3RRl9t'],
]
const VALUES_OF_A_PARAMETER = 6
const RECORDS_OF_A_LIST = 70

/** Places of every kind: points, names, ZIP codes and what is wrong with them. */
const PLACES = [
  ...[
    'Sample Harbor, ME',
    'Sample Mesa, NM',
    'Sample Springs, NV',
    'Sample Falls, VT',
    'sample harbor me',
    'Sample Pond, Maine',
  ],
  ...[
    'ME',
    'Maine',
    'nv',
    'New Mexico',
    'VT',
    'CA',
    'Kennebec County, ME',
    'Clark County, NV',
    'Clark, NV',
    'Kennebec County',
  ],
  ...[
    '00101',
    '00102',
    '00201',
    '00202',
    '00301',
    '00401',
    '00101-1234',
    '00101-0000',
    '99999',
    '12345-6789',
    '0010',
    '001011',
  ],
  ...[
    '1 Main St, Sample Harbor, ME 00101',
    '12 Sample Street, Sample Mesa, NM',
    '1 Main St',
    'Main St & Elm St, Sample Falls, VT',
  ],
  ...[
    'Sample',
    'Sample Harbour, ME',
    'Sample Harbor, NV',
    'Springfield',
    'Washington',
    'Atlantis',
    'Raleigh, NC',
    'P.O. Box 7, ME',
  ],
  ...[
    '44.45,-69.78',
    '44.45, -69.78',
    '-69.78,44.45',
    '0,0',
    '91,0',
    ', ME',
    ',',
    '.',
    'ME ME',
    'Sämple Härbor, ME',
    '   ',
  ],
]

export interface Api {
  operations: readonly Operation[]
  records: Records
  goodPaths: readonly string[]
}

/** Reads every list to its end, in pages of several lengths. */
export async function loadApi(ask: Ask, key: string): Promise<Api> {
  const { text } = await ask({ path: '/openapi.json' })
  const operations = Object.entries(documentShape.parse(JSON.parse(text)).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters }]) => ({
      ...{ method: method.toUpperCase(), path },
      parameters: parameters.filter((one) => one.in === 'query').map(({ name, schema }) => ({ name, schema })),
    })),
  )
  const records = new Map<string, readonly Record<string, unknown>[]>()
  for (const { path, parameters } of gets(operations)) {
    const paged = parameters.some(({ name }) => name === 'limit')
    if (path.includes('{') || path === STREAM || isOfPlace(parameters) || !path.startsWith('/v1/')) continue
    for (const limit of paged ? [500, 100, 7] : [0]) {
      const found: Record<string, unknown>[] = []
      let cursor: string | null = null
      do {
        const query = [limit && `limit=${limit}`, cursor && `cursor=${cursor}`].filter(Boolean).join('&')
        const answer = await ask({ path: query ? `${path}?${query}` : path, key })
        const page = pageShape.safeParse(JSON.parse(answer.text))
        found.push(...(page.data?.data ?? []))
        cursor = page.data?.data.length ? (page.data.next_cursor ?? null) : null
      } while (cursor)
      records.set(path, found)
    }
  }
  const goodPaths = gets(operations).flatMap(({ path, parameters }) => {
    const [first] = fillPath(path, records)
    if (first === undefined || path === STREAM) return []
    return [isOfPlace(parameters) ? `${first}?lat=44.45&lng=-69.78` : first]
  })
  return { operations, records, goodPaths }
}

function gets(operations: readonly Operation[]): Operation[] {
  return operations.filter(({ method }) => method === 'GET')
}

function isOfPlace(parameters: Operation['parameters']): boolean {
  return parameters.some(({ name }) => name === 'lat')
}

/** The paths of a template with the records of the list above it. A token has none: it is made by `live`. */
function fillPath(path: string, records: Records): string[] {
  const [, base = '', field = '', rest = ''] = /^(.*?)\/\{(\w+)\}(.*)$/.exec(path) ?? []
  if (base === '') return [path]
  if (field === 'bundle') return filesOf(records)
  const found = (records.get(base) ?? []).map((record) => record[field]).filter((value) => value !== undefined)
  return found.slice(0, RECORDS_OF_A_LIST).map((value) => `${base}/${value}${rest}`)
}

export function filesOf(records: Records): string[] {
  const shape = z.looseObject({ exports: z.array(z.looseObject({ url: z.string() })).default([]) })
  return (records.get('/v1/snapshots') ?? []).flatMap((one) => shape.parse(one).exports.map(({ url }) => url))
}

/** Good values of a parameter: those that its schema lists, or those of the records. */
function valuesOf(
  name: string,
  { enum: own, items, type, minimum, maximum, examples = [] }: Schema,
  records: Records,
): string[] {
  const of = (path: string, field: string) => (records.get(path) ?? []).map((record) => String(record[field]))
  const listed = own ?? items?.enum
  const known: Record<string, string[]> = {
    elections: of('/v1/elections', 'slug'),
    endorsers: of('/v1/endorsers', 'slug'),
    categories: of('/v1/endorser-categories', 'slug'),
    districts: of('/v1/districts', 'ocd_id'),
    contest: of('/v1/contests', 'id'),
    states: ['ME', 'nv', 'NM,VT', 'CA'],
    q: ['sample', 'Ejemplo', 'é', 'o', 'zzz'],
    snapshot: [DAY, '2026-11-20', ...of('/v1/snapshots', 'bundle').flatMap((id) => [id, id.slice(0, 8)])],
    from: ['2026-11-03', '2028-01-01'],
    to: ['2026-11-03', '2028-11-07'],
    since: ['2026-11-20T07:00:00Z', '2026-11-21T00:00:00-05:00'],
    wait: ['0'],
  }
  const values = listed ?? known[name] ?? numbersOf(type, minimum, maximum) ?? examples.flat().map(String)
  // From the whole list: its first values often have the same kind.
  const step = Math.max(1, Math.floor(values.length / VALUES_OF_A_PARAMETER))
  return values.filter((_, at) => at % step === 0).slice(0, VALUES_OF_A_PARAMETER)
}

function numbersOf(type: string | undefined, minimum = 0, maximum = 10): string[] | undefined {
  if (type === 'boolean') return ['true', 'false']
  return type === 'integer' ? [minimum, Math.min(minimum + 2, maximum), maximum].map(String) : undefined
}

/** Every record, every filter alone and in pairs, every language, every place. */
export async function askReads(ask: Ask, { operations, records, goodPaths }: Api, key: string): Promise<void> {
  for (const { path, parameters } of gets(operations)) {
    if (path === STREAM || path.includes('{token}') || path.includes('{bundle}')) continue
    const paths = fillPath(path, records)
    const names = parameters.map(({ name }) => name)
    for (const [at, one] of paths.entries())
      if (path.includes('{')) await ask({ path: one + (names.includes('lang') && at % 2 ? '?lang=es' : ''), key })
    const [first] = paths
    if (first === undefined) continue
    const place = isOfPlace(parameters) ? 'lat=44.45&lng=-69.78&' : ''
    const good = parameters
      .filter(({ name }) => !['lat', 'lng', 'location', 'address', 'cursor', 'subscription'].includes(name))
      .map(({ name, schema }) => ({ name, values: valuesOf(name, schema, records).map(encodeURIComponent) }))
    for (const { name, values } of good)
      for (const value of values) await ask({ path: `${first}?${place}${name}=${value}`, key })
    for (const [at, a] of good.entries())
      for (const b of good.slice(at + 1))
        await ask({ path: `${first}?${place}${a.name}=${a.values.at(-1)}&${b.name}=${b.values[0]}`, key })
  }
  for (const path of goodPaths) {
    for (const encoding of ENCODINGS) await ask({ path, key, headers: { 'Accept-Encoding': encoding } })
    const etag = (await ask({ path, key })).headers.get('etag') ?? '"none"'
    for (const tags of [etag, `"other", ${etag}`, '*', '"other"', etag.replace('W/', '')])
      await ask({ path, key, headers: { 'If-None-Match': tags } })
    await ask({ path, key, method: 'HEAD', headers: { 'If-None-Match': etag } })
  }
  const grid = [44.9, 44.45, 44.42, 36.5, 35.9, 32.3].flatMap((lat) =>
    [-115.0, -114.4, -106.85, -73.1, -69.78, -69].map((lng) => `lat=${lat}&lng=${lng}`),
  )
  const texts = PLACES.flatMap((text) => [
    `location=${encodeURIComponent(text)}`,
    `address=${encodeURIComponent(text)}&lang=es`,
  ])
  const wrong = [
    'lat=44',
    'lng=-69',
    'lat=x&lng=y',
    'lat=91&lng=0',
    'lat=44.45&lng=-69.78&location=ME',
    'location=ME&address=ME',
    '',
  ]
  for (const { path, parameters } of gets(operations))
    if (isOfPlace(parameters)) {
      for (const query of [...grid, ...texts, ...wrong]) await ask({ path: `${path}?${query}`, key })
      for (const query of grid.slice(0, 12)) await ask({ path: `${path}?${query}&snapshot=2026-11-20&lang=es`, key })
    }
}

/** Wrong values, unknown and repeated parameters, methods, keys and paths. */
export async function askErrors(ask: Ask, { operations, records, goodPaths }: Api, keys: Keys): Promise<void> {
  const key = keys.all
  const and = (path: string) => (path.includes('?') ? '&' : '?')
  for (const [at, { path, parameters }] of gets(operations).entries()) {
    const first = path === STREAM ? path : fillPath(path, records)[0]
    if (first === undefined) continue
    const place = isOfPlace(parameters) ? 'location=ME&' : ''
    for (const { name, schema } of parameters) {
      // Each parameter meets all wrong values with one operation or another, and most of them here.
      for (const [index, value] of WRONG.entries())
        if ((index + at) % 4 !== 0 && !(path === STREAM && index < 12))
          await ask({ path: `${first}?${place}${name}=${value}`, key, streams: true })
      const [good = 'x'] = valuesOf(name, schema, records)
      await ask({
        path: `${first}?${place}${name}=${encodeURIComponent(good)}&${name}=${encodeURIComponent(good)}`,
        key,
        streams: true,
      })
    }
  }
  const templates = [...new Set(operations.map(({ path }) => path))]
  for (const path of templates) {
    for (const value of ['0', '-1', '999', 'no-such', 'x'.repeat(300), '%2e%2e', '%00', '%E0%A4%A', 'a%2Fb'])
      if (path.includes('{')) await ask({ path: path.replace(/\{\w+\}/g, value), key })
    for (const method of METHODS) await ask({ path: path.replace(/\{\w+\}/g, '7'), method, key })
  }
  for (const path of goodPaths) {
    await ask({ path: `${path}${and(path)}unknown=1`, key })
    await ask({ path: `${path}/`, key })
    await ask({ path: path.toUpperCase(), key })
    for (const wrong of [keys.stream, keys.revoked, keys.away, keys.pending, keys.suspended])
      await ask({ path, key: wrong })
    await ask({ path, key: keys.away, headers: { 'X-Forwarded-For': '192.0.2.7' } })
    await ask({ path })
    for (const value of ['Bearer', 'Bearer nonsense', 'Basic abc', `Bearer ${key}x`, `bearer  ${key}`, `Token ${key}`])
      await ask({ path, headers: { Authorization: value } })
  }
  for (const path of [
    '/v1',
    '/v1/',
    '/v2/states',
    '/v1/state',
    '//',
    '/..',
    '/v1/../v1/states',
    '/favicon.ico',
    '/robots.txt',
    '/%',
    '/metrics',
  ])
    for (const method of ['GET', 'POST', 'HEAD']) await ask({ path, method, key })
  // The limits of a free plan, of wrong keys, and of a network without a key.
  await askMany(ask, { path: '/v1/states', key: keys.small }, 65)
  await askMany(ask, { path: '/v1/states', key: 'hst_live_wrong' }, 24)
  await askMany(ask, { path: '/openapi.json', method: 'HEAD', headers: { 'X-Forwarded-For': '198.51.100.9' } }, 125)
}

async function askMany(ask: Ask, sent: Sent, times: number): Promise<void> {
  for (let at = 0; at < times; at++) await ask({ ...sent, sameMinute: true })
}

/** Subscriptions, tokens, feeds, events, the stream, snapshots, corrections and files. */
export async function askLive(ask: Ask, { records }: Api, keys: Keys): Promise<void> {
  const key = keys.all
  const send = (method: string, path: string, value: unknown, more: Sent = {}) =>
    ask({ method, path, key, body: JSON.stringify(value), headers: { 'Content-Type': 'application/json' }, ...more })
  const filters = [
    ...[
      {},
      { states: ['ME'] },
      { categories: ['newspaper'], endorser_states: ['ME', 'national'] },
      { endorsers: ['otto-example'] },
    ],
    ...[
      { contest_kinds: ['measure'] },
      { levels: ['federal'], types: ['created'] },
      { elections: ['nm-2026-12-08-runoff'] },
    ],
  ]
  for (const [at, filter] of filters.entries()) {
    const id = `{{subscription${at}}}`
    const path = `/v1/subscriptions/${id}`
    await send(
      'POST',
      '/v1/subscriptions',
      { name: `Kept ${at}`, filter },
      { keep: { [`subscription${at}`]: /"id":(\d+)/ } },
    )
    await send('POST', '/v1/subscriptions', { name: `Kept ${at}`, filter })
    await ask({ path, key })
    await send('PUT', path, { name: `Renamed ${at}`, filter: { ...filter, levels: ['state', 'federal'] } })
    await send('PUT', path, { name: `Renamed ${at}`, filter })
    await ask({ method: 'POST', path: `${path}/feed-token`, key, keep: { [`feed${at}`]: /(hst_feed_\w+)/ } })
    await ask({ method: 'POST', path: `${path}/feed-token`, key })
    await ask({ path: `${path}/feed-token`, key })
    for (const file of ['events.atom', 'events.json', 'elections.ics', 'none.xml']) {
      const feed = `/v1/feeds/{{feed${at}}}/${file}`
      const etag = (await ask({ path: feed })).headers.get('etag') ?? '"none"'
      await ask({ path: feed, headers: { 'If-None-Match': etag } })
      await ask({ path: feed, headers: { 'Accept-Encoding': 'br' } })
      await ask({ path: feed, method: 'HEAD' })
      await ask({ path: `${feed}?lang=es` })
    }
    for (const reference of [id, `Renamed%20${at}`, 'unknown']) {
      await ask({ path: `/v1/events?subscription=${reference}&from=oldest`, key })
      await ask({ path: `/v1/recommendations?lat=44.45&lng=-69.78&explain=true&subscription=${reference}`, key })
      await ask({ path: `/v1/recommendations?location=00301&subscription=${reference}&lang=es`, key })
      await ask({ path: `/v1/stream?subscription=${reference}&from=oldest`, key, streams: true })
    }
  }
  const types = [
    'application/json',
    'application/json; charset=utf-8',
    'text/plain',
    'application/x-www-form-urlencoded',
    '',
  ]
  const bodies = [
    '',
    '{',
    'null',
    '[]',
    '"x"',
    '{"name":""}',
    '{"name":"7"}',
    '{"nom":"a"}',
    '{"name":"a","filter":{"states":["ZZ"]}}',
  ]
  const more = [
    '{"name":"a","filter":{"endorsers":["unknown-one"]}}',
    `{"name":"${'n'.repeat(101)}"}`,
    `{"name":"${'n'.repeat(70_000)}"}`,
    '{"name":"a","name":"b"}',
  ]
  for (const body of [...bodies, ...more])
    for (const type of types)
      await ask({ method: 'POST', path: '/v1/subscriptions', key, body, headers: { 'Content-Type': type } })
  for (const headers of [{ Expect: 'more' }, { 'Content-Encoding': 'gzip' }, { 'Transfer-Encoding': 'chunked' }])
    await ask({ method: 'PUT', path: '/v1/subscriptions/{{subscription1}}', key, body: '{}', headers })
  for (const wrong of [keys.data, keys.stream, keys.pending]) {
    await ask({ path: '/v1/subscriptions', key: wrong })
    await send('POST', '/v1/subscriptions', { name: 'No' }, { key: wrong })
    await ask({ path: '/v1/events?from=oldest', key: wrong })
    await ask({ path: '/v1/stream', key: wrong, streams: true })
  }
  for (const query of [
    '',
    '?from=oldest',
    '?from=latest',
    '?from=oldest&states=NM',
    '?from=oldest&types=updated',
    '?since=2026-11-20T07:00:00Z',
    '?since=2020-01-01T00:00:00Z',
  ]) {
    const { headers } = await ask({ path: `${STREAM}${query}`, key, streams: true })
    const cursor = headers.get('last-event-id') ?? 'none'
    await ask({ path: STREAM, key, streams: true, headers: { 'Last-Event-ID': cursor } })
    for (const limit of ['', '&limit=1', '&limit=1000', '&wait=0', `&cursor=${cursor}`])
      await ask({ path: `/v1/events${query || '?'}${limit}`, key })
    await ask({ path: '/v1/events', key, headers: { 'Last-Event-ID': cursor } })
    await ask({ path: `/v1/events${query}`, key, method: 'HEAD' })
  }
  for (const path of filesOf(records)) {
    const { headers } = await ask({ path, key })
    const etag = headers.get('etag') ?? ''
    for (const range of [
      'bytes=0-9',
      'bytes=-5',
      'bytes=10-',
      'bytes=999999999-',
      'bytes=0-1,4-5',
      'lines=1-2',
      'bytes=5-2',
    ])
      await ask({ path, key, headers: { Range: range } })
    await ask({ path, key, headers: { Range: 'bytes=0-9', 'If-Range': '"other"' } })
    await ask({ path, key, headers: { 'If-None-Match': etag } })
    await ask({ path, key, method: 'HEAD' })
    await ask({ path, key: keys.stream })
  }
  for (const at of [0, 1, 2]) {
    const path = `/v1/subscriptions/{{subscription${at}}}`
    for (let times = 0; times < 2; times++) await ask({ method: 'DELETE', path: `${path}/feed-token`, key })
    await ask({ path: `/v1/feeds/{{feed${at}}}/events.atom` })
    for (let times = 0; times < 2; times++) await ask({ method: 'DELETE', path, key })
    await ask({ path, key })
  }
  await ask({ path: '/v1/subscriptions', key })
}
