// Requests of the API, made from /openapi.json and from the records of its lists: a new operation or parameter is included by itself.

import { z } from 'zod'
import { resolveRefs } from '../server/client.ts'
import { type Ask, headerOf } from './compare.ts'
import { DAY, type Keys } from './servers.ts'

const listed = z.looseObject({ enum: z.array(z.string()).optional() })
const numbers = { minimum: z.number().default(0), maximum: z.number().default(10) }
const examples = z.array(z.unknown()).default([])
const schemaShape = listed.extend({ ...numbers, examples, type: z.string().default(''), items: listed.optional() })
const parameterShape = z.looseObject({ name: z.string(), in: z.string(), schema: schemaShape })
const operationShape = z.looseObject({ parameters: z.array(parameterShape).default([]) })
const documentShape = z.looseObject({ paths: z.record(z.string(), z.record(z.string(), operationShape)) })
const recordShape = z.looseObject({ exports: z.array(z.looseObject({ url: z.string() })).nullish() })
const pageShape = z.looseObject({ data: z.array(recordShape), next_cursor: z.string().nullish() })

export type Records = ReadonlyMap<string, readonly z.infer<typeof recordShape>[]>
type Parameter = z.infer<typeof parameterShape>

/** A path that answers GET: with each record of its list, and the query without which it refuses. */
interface Read {
  template: string
  paths: readonly string[]
  parameters: readonly Parameter[]
  names: readonly string[]
  place: string
}

export interface Api {
  templates: readonly string[]
  reads: readonly Read[]
  records: Records
}

const STREAM = '/v1/stream'
const POINT = 'lat=44.45&lng=-69.78&'
const VALUES_OF_A_PARAMETER = 6
const RECORDS_OF_A_LIST = 70
const ENCODINGS = ['br', 'gzip', 'identity', 'br;q=0, gzip', 'gzip, deflate, br', '*']
const METHODS = ['HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']
const LONG = 'x'.repeat(400)
const WRONG = `|%20|no%20such|-1|0|1.5|99999999999999999999|true,false|a,,b|,|%00|%FF|%|[1]|{}|ZZ|2026-02-30|<b>|${LONG}|hst_live_854Q`
const WRONG_IDS = ['0', '-1', '999', 'no-such', 'x'.repeat(300), '%2e%2e', '%00', '%E0%A4%A', 'a%2Fb']
const WRONG_PATHS = '/v1|/v1/|/v2/states|/v1/state|//|/..|/v1/../v1/states|/favicon.ico|/robots.txt|/%|/metrics'
const WRONG_PLACES = '|lat=44|lng=-69|lat=x&lng=y|lat=91&lng=0|lat=44&lng=-69&location=ME|location=ME&address=ME'
/** Of every kind: names, ZIP codes, addresses, points, unknown and ambiguous ones. */
export const PLACES =
  `Sample Harbor, ME|Sample Mesa, NM|Sample Springs, NV|Sample Falls, VT|sample harbor me|Sample Pond, Maine
|ME|Maine|nv|New Mexico|VT|CA|Kennebec County, ME|Clark County, NV|Clark, NV|Kennebec County|00101|00102|00201|00202|00301|00401
|00101-1234|00101-0000|99999|12345-6789|0010|001011|1 Main St, Sample Harbor, ME 00101|12 Sample Street, Sample Mesa, NM|1 Main St
|Main St & Elm St, Sample Falls, VT|Sample|Sample Harbour, ME|Sample Harbor, NV|Springfield|Washington|Atlantis|Raleigh, NC|.
|44.45,-69.78|44.45, -69.78|-69.78,44.45|0,0|91,0|, ME|,|ME ME|Sämple Härbor, ME|   |P.O. Box 7, ME`.split(/\n?\|/)

/** Reads every list to its end, in pages of several lengths. */
export async function loadApi(ask: Ask, key: string): Promise<Api> {
  const document = JSON.parse((await ask({ path: '/openapi.json' })).text)
  const { paths } = documentShape.parse(resolveRefs(document, ['parameters', 'schemas']))
  const records = new Map<string, z.infer<typeof recordShape>[]>()
  const gets = Object.entries(paths).flatMap(([template, { get }]) => {
    const parameters = get?.parameters.filter((one) => one.in === 'query') ?? []
    const names = parameters.map(({ name }) => name)
    return get ? [{ template, parameters, names, place: names.includes('lat') ? POINT : '' }] : []
  })
  for (const { template, names, place } of gets) {
    if (template.includes('{') || template === STREAM || place !== '') continue
    for (const limit of names.includes('limit') ? [500, 100, 7] : [1]) {
      const found: z.infer<typeof recordShape>[] = []
      let cursor = ''
      do {
        const { text } = await ask({ path: names.length > 1 ? `${template}?limit=${limit}${cursor}` : template, key })
        const page = pageShape.safeParse(JSON.parse(text)).data
        found.push(...(page?.data ?? []))
        cursor = page?.next_cursor && page.data.length > 0 ? `&cursor=${page.next_cursor}` : ''
      } while (cursor !== '')
      records.set(template, found)
    }
  }
  const reads = gets.map((get) => ({ ...get, paths: get.template === STREAM ? [] : fillPath(get.template, records) }))
  return { templates: Object.keys(paths), reads, records }
}

function fillPath(template: string, records: Records): string[] {
  const [, base, field = '', rest = ''] = /^(.*?)\/\{(\w+)\}(.*)$/.exec(template) ?? []
  if (base === undefined) return [template]
  const values = (records.get(base) ?? []).slice(0, RECORDS_OF_A_LIST).map((record) => record[field])
  return values.filter((value) => value !== undefined).map((value) => `${base}/${value}${rest}`)
}

/** Good values: those that the schema lists, or those of the records; some from the whole list, because neighbours are alike. */
function valuesOf({ name, schema }: Parameter, records: Records): string[] {
  const of = (list: string, field: string) => (records.get(list) ?? []).map((record) => String(record[field]))
  const { minimum, maximum } = schema
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
    boolean: ['true', 'false'],
    integer: [minimum, Math.min(minimum + 2, maximum), maximum].map(String),
  }
  const found = schema.enum ?? schema.items?.enum ?? known[name] ?? known[schema.type]
  const values = found ?? schema.examples.flat().map(String)
  const step = Math.max(1, Math.floor(values.length / VALUES_OF_A_PARAMETER))
  return values.filter((_, at) => at % step === 0).slice(0, VALUES_OF_A_PARAMETER)
}

/** Every record, filters alone and in pairs, every language, encoding and place. */
export async function askReads(ask: Ask, { reads, records }: Api, key: string): Promise<void> {
  for (const { template, paths, parameters, names, place } of reads) {
    for (const [at, path] of paths.entries())
      if (template !== path) await ask({ path: names.includes('lang') && at % 2 ? `${path}?lang=es` : path, key })
    const [first] = paths
    if (first === undefined) continue
    const path = `${first}?${place}`
    const good = parameters
      .filter(({ name }) => !/^(lat|lng|location|address|cursor|subscription)$/.test(name))
      .map((one) => valuesOf(one, records).map((value) => `${one.name}=${encodeURIComponent(value)}`))
    for (const query of good.flat()) await ask({ path: path + query, key })
    for (const [at, values] of good.entries())
      for (const [other] of good.slice(at + 1)) await ask({ path: `${path}${values.at(-1)}&${other}`, key })
    const etag = headerOf(await ask({ path, key }), 'etag')
    for (const encoding of ENCODINGS) await ask({ path, key, headers: { 'Accept-Encoding': encoding } })
    for (const tags of [etag, `"other", ${etag}`, '*', '"other"', etag.replace('W/', '')])
      for (const method of ['GET', 'HEAD']) await ask({ path, key, method, headers: { 'If-None-Match': tags } })
    if (place === '') continue
    const grid = [44.9, 44.45, 44.42, 36.5, 35.9, 32.3].flatMap((lat) =>
      [-115, -114.4, -106.85, -73.1, -69.78, -69].map((lng) => `lat=${lat}&lng=${lng}`),
    )
    const texts = PLACES.map(encodeURIComponent).flatMap((text) => [`location=${text}`, `address=${text}&lang=es`])
    for (const query of [...grid, ...texts, ...WRONG_PLACES.split('|')]) await ask({ path: `${first}?${query}`, key })
    for (const query of grid) await ask({ path: `${first}?${query}&snapshot=2026-11-20&lang=es`, key })
  }
}

/** Wrong values, unknown and repeated parameters, methods, keys, paths, and what is over a limit. */
export async function askErrors(ask: Ask, { templates, reads, records }: Api, keys: Keys): Promise<void> {
  const key = keys.all
  for (const { template, paths, parameters, place } of reads) {
    const streams = template === STREAM
    for (const one of paths.length > 0 || streams ? parameters : []) {
      const path = `${paths[0] ?? template}?${place && one.name !== 'location' ? 'location=ME&' : ''}${one.name}=`
      for (const value of streams ? ['', '%00'] : WRONG.split('|')) await ask({ path: path + value, key, streams })
      const good = encodeURIComponent(valuesOf(one, records)[0] ?? 'x')
      await ask({ path: `${path}${good}&${one.name}=${good}`, key, streams })
    }
    const [first] = paths
    if (first === undefined) continue
    for (const path of [`${first}?unknown=1`, `${first}/`, first.toUpperCase()]) await ask({ path, key })
    const path = `${first}?${place}`
    for (const one of Object.values(keys)) await ask({ path, key: one })
    await ask({ path, key: keys.away, headers: { 'X-Forwarded-For': '192.0.2.7' } })
    for (const value of ['', 'Bearer', 'Bearer nonsense', 'Basic abc', `Bearer ${key}x`, `bearer  ${key}`])
      await ask({ path, headers: value === '' ? {} : { Authorization: value } })
  }
  for (const template of templates) {
    for (const id of template.includes('{') ? WRONG_IDS : []) await ask({ path: template.replace(/\{\w+\}/g, id), key })
    for (const method of METHODS) await ask({ path: template.replace(/\{\w+\}/g, '7'), method, key })
  }
  for (const path of WRONG_PATHS.split('|'))
    for (const method of ['GET', 'POST', 'HEAD']) await ask({ path, method, key })
  const states = { path: '/v1/states', sameMinute: true } as const
  for (let times = 0; times < 65; times++) await ask({ ...states, key: keys.small })
  for (let times = 0; times < 24; times++) await ask({ ...states, key: 'hst_live_wrong' })
  for (let times = 0; times < 125; times++) await ask({ ...states, headers: { 'X-Forwarded-For': '198.51.100.9' } })
}

export function filesOf(records: Records): string[] {
  return (records.get('/v1/snapshots') ?? []).flatMap(({ exports }) => exports?.map(({ url }) => url) ?? [])
}
