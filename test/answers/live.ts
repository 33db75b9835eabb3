// Requests that the lists of the API do not give: subscriptions and their feeds, events, files, and bytes that no careful client sends.

import { generateMalformed } from '../whole/malformed-requests.ts'
import { type Ask, headerOf } from './compare.ts'
import { filesOf, type Records } from './reads.ts'
import type { Keys } from './servers.ts'

const ME = '{"states":["ME"]}'
const FILTERS = `{} ${ME} {"categories":["newspaper"],"endorser_states":["ME","national"]} {"endorsers":["otto-example"]}
{"contest_kinds":["measure"]} {"levels":["federal"],"types":["created"]} {"elections":["nm-2026-12-08-runoff"]}`
const BODIES = ` { null [] "x" {"name":""} {"name":"7"} {"nom":"a"} {"name":"a","filter":{"states":["ZZ"]}} {"name":"a","name":"b"}
{"name":"a","filter":{"endorsers":["unknown-one"]}} {"name":"${'n'.repeat(101)}"} {"name":"${'n'.repeat(70_000)}"}`
const JSON_TYPE = 'application/json'
const TYPES = [JSON_TYPE, `${JSON_TYPE}; charset=utf-8`, 'text/plain', 'application/x-www-form-urlencoded', '']
const STARTS = `? ?from=oldest ?from=latest ?from=oldest&states=NM ?from=oldest&types=updated
?since=2026-11-20T07:00:00Z ?since=2020-01-01T00:00:00Z`
const RANGES = ['bytes=0-9', 'bytes=-5', 'bytes=10-', 'bytes=999999999-', 'bytes=0-1,4-5', 'lines=1-2', 'bytes=5-2']

export async function askLive(ask: Ask, records: Records, keys: Keys): Promise<void> {
  const key = keys.all
  const list = '/v1/subscriptions'
  const send = (method: string, path: string, body: string, type = JSON_TYPE) =>
    ask({ method, path, key, body, headers: { 'Content-Type': type }, keep: { made: /"id":(\d+)/ } })
  for (const [at, filter] of FILTERS.split(/\s/).entries()) {
    const path = `${list}/{{made}}`
    for (const name of ['Kept', 'Kept']) await send('POST', list, `{"name":"${name} ${at}","filter":${filter}}`)
    for (const other of [ME, filter]) await send('PUT', path, `{"name":"Renamed ${at}","filter":${other}}`)
    const token = { path: `${path}/feed-token`, key }
    for (const method of ['GET', 'POST', 'POST', 'GET'])
      await ask({ ...token, method, keep: { feed: /(hst_feed_\w+)/ } })
    for (const file of ['events.atom', 'events.json', 'elections.ics', 'none.xml', 'events.atom?lang=es']) {
      const feed = { path: `/v1/feeds/{{feed}}/${file}`, ownTag: true } as const
      await ask(feed)
      for (const headers of [{ 'If-None-Match': '{{etag}}' }, { 'Accept-Encoding': 'br' }])
        await ask({ ...feed, headers })
      await ask({ ...feed, method: 'HEAD' })
    }
    for (const reference of ['{{made}}', `Renamed%20${at}`, 'unknown']) {
      const query = `subscription=${reference}`
      await ask({ path: `/v1/events?from=oldest&${query}`, key })
      await ask({ path: `/v1/stream?from=oldest&${query}`, key, streams: true })
      for (const place of ['lat=44.45&lng=-69.78&explain=true', 'location=00301&lang=es'])
        for (const of of ['ballot', 'recommendations']) await ask({ path: `/v1/${of}?${place}&${query}`, key })
    }
    if (at % 2 === 0) continue
    for (const method of ['DELETE', 'DELETE', 'GET']) await ask({ ...token, method })
    await ask({ path: '/v1/feeds/{{feed}}/events.atom', ownTag: true })
    for (const method of ['DELETE', 'DELETE', 'GET']) await ask({ method, path, key })
  }
  for (const body of BODIES.split(/\s/)) for (const type of TYPES) await send('POST', list, body, type)
  for (const headers of [{ Expect: 'more' }, { 'Content-Encoding': 'gzip' }])
    for (const method of ['PUT', 'POST']) await ask({ method, path: list, key, body: '{}', headers })
  for (const one of Object.values(keys))
    for (const path of [list, '/v1/events?from=oldest', '/v1/stream', '/v1/snapshots'])
      for (const method of ['GET', 'POST']) await ask({ method, path, key: one, streams: path === '/v1/stream' })
  for (const start of STARTS.split(/\s/)) {
    const cursor = headerOf(await ask({ path: `/v1/stream${start}`, key, streams: true }), 'last-event-id')
    for (const more of ['', '&limit=1', '&limit=1000', '&wait=0', `&cursor=${cursor}`])
      for (const method of ['GET', 'HEAD']) await ask({ path: `/v1/events${start}${more}`, key, method })
    for (const path of ['/v1/stream', '/v1/events'])
      await ask({ path, key, streams: true, headers: { 'Last-Event-ID': cursor } })
  }
  for (const path of filesOf(records)) {
    const tag = { 'If-None-Match': headerOf(await ask({ path, key }), 'etag') }
    const headers = [...RANGES.map((range) => ({ Range: range })), { Range: 'bytes=0-9', 'If-Range': '"other"' }, tag]
    for (const one of headers) await ask({ path, key, headers: one })
    await ask({ path, key: keys.stream, method: 'HEAD' })
    await ask({ path, key, method: 'HEAD' })
  }
}

/** @param count of requests that break a rule of HTTP, and always the same ones */
export async function askRaw(ask: Ask, key: string, count: number): Promise<void> {
  const whole = generateMalformed(count, key).filter(({ ending }) => ending === 'answer')
  for (const { bytes } of whole) await ask({ raw: bytes.toString('latin1') })
  const post = `POST /v1/subscriptions HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\nContent-Type: ${JSON_TYPE}\r\n`
  for (const rest of ['2\r\nExpect: 100-continue\r\n\r\n{}', `70000\r\n\r\n${'x'.repeat(70_000)}`])
    await ask({ raw: `${post}Connection: close\r\nContent-Length: ${rest}` })
}
