// Requests that the lists of the API do not give: subscriptions and their feeds, events, files, and bytes that no careful client sends.

import { type Ask, HOST, headerOf } from './compare.ts'
import { filesOf, type Records } from './reads.ts'
import type { Keys } from './servers.ts'

const FILTERS =
  `{}|{"states":["ME"]}|{"categories":["newspaper"],"endorser_states":["ME","national"]}|{"endorsers":["otto-example"]}
|{"contest_kinds":["measure"]}|{"levels":["federal"],"types":["created"]}|{"elections":["nm-2026-12-08-runoff"]}`.split(
    /\n?\|/,
  )
const BODIES =
  `|{|null|[]|"x"|{"name":""}|{"name":"7"}|{"nom":"a"}|{"name":"a","filter":{"states":["ZZ"]}}|{"name":"a","name":"b"}
|{"name":"a","filter":{"endorsers":["unknown-one"]}}`
    .split(/\n?\|/)
    .concat(`{"name":"${'n'.repeat(101)}"}`, `{"name":"${'n'.repeat(70_000)}"}`)
const JSON_TYPE = 'application/json'
const TYPES = [JSON_TYPE, `${JSON_TYPE}; charset=utf-8`, 'text/plain', 'application/x-www-form-urlencoded', '']
const STARTS =
  '?|?from=oldest|?from=latest|?from=oldest&states=NM|?from=oldest&types=updated|?since=2026-11-20T07:00:00Z|?since=2020-01-01T00:00:00Z'
const RANGES = ['bytes=0-9', 'bytes=-5', 'bytes=10-', 'bytes=999999999-', 'bytes=0-1,4-5', 'lines=1-2', 'bytes=5-2']

export async function askLive(ask: Ask, records: Records, keys: Keys): Promise<void> {
  const key = keys.all
  const list = '/v1/subscriptions'
  const send = (method: string, path: string, body: string, type = JSON_TYPE) =>
    ask({ method, path, key, body, headers: { 'Content-Type': type }, keep: { made: /"id":(\d+)/ } })
  for (const [at, filter] of FILTERS.entries()) {
    const path = `${list}/{{made}}`
    for (const name of ['Kept', 'Kept']) await send('POST', list, `{"name":"${name} ${at}","filter":${filter}}`)
    await send('PUT', path, `{"name":"Renamed ${at}","filter":{"levels":["state"]}}`)
    await send('PUT', path, `{"name":"Renamed ${at}","filter":${filter}}`)
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
  for (const body of BODIES) for (const type of TYPES) await send('POST', list, body, type)
  for (const headers of [{ Expect: 'more' }, { 'Content-Encoding': 'gzip' }])
    for (const method of ['PUT', 'POST']) await ask({ method, path: list, key, body: '{}', headers })
  for (const one of Object.values(keys))
    for (const path of [list, '/v1/events?from=oldest', '/v1/stream', '/v1/snapshots'])
      for (const method of ['GET', 'POST']) await ask({ method, path, key: one, streams: path === '/v1/stream' })
  for (const start of STARTS.split('|')) {
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

const TARGETS = `/v1/states|http://${HOST}/v1/states|http://evil.example/v1/states|https://${HOST}/docs|*|v1/states|//x|/%zz|/\\x|?`
const VERSIONS = ['HTTP/1.0', 'HTTP/2.0', 'HTTP/9.9', 'http/1.1', '']

export async function askRaw(ask: Ask, key: string): Promise<void> {
  const host = `Host: ${HOST}\r\n`
  const close = `Authorization: Bearer ${key}\r\nConnection: close\r\n`
  const get = (target: string, version = 'HTTP/1.1') => `GET ${target} ${version}\r\n${host}${close}\r\n`
  const lines = ['GET', 'HEAD', 'POST', 'CONNECT', 'get', 'TRACE'].flatMap((method) =>
    TARGETS.split('|').map((target) => get(target).replace('GET', method)),
  )
  const long = [8000, 16_000, 17_000, 40_000].map((length) => get(`/v1/states?q=${'a'.repeat(length)}`))
  const hosts = ['', 'Host: a\r\n', 'Host:\r\n', `${host}${host}`, 'Host: <b>\r\n', 'Host: a b\r\n']
  const faults = ['No colon', 'X Y: 1', ' folded: 1', `X: ${'x'.repeat(40_000)}`, 'X: a\0b', 'Expect: 200-ok']
  const heads = [...hosts, ...faults.map((fault) => `${host}${fault}\r\n`), `${host}${'X: 1\r\n'.repeat(3000)}`]
  const chunked = 'Transfer-Encoding: chunked\r\n'
  const bodies = [
    ...['Content-Length: 2\r\nExpect: 100-continue\r\n\r\n{}', 'Content-Length: 90000\r\nExpect: 100-continue\r\n\r\n'],
    ...['Content-Length: -1\r\n\r\n', 'Content-Length: 5\r\nContent-Length: 6\r\n\r\n{}', `${chunked}\r\nzz\r\n`],
    ...[`${chunked}\r\n2\r\n{}\r\n0\r\n\r\n`, `${chunked}Content-Length: 2\r\n\r\n{}`, `X${chunked}\r\n{}`],
    ...['Transfer-Encoding: xchunked\r\n\r\n{}', `Content-Length: 70000\r\n\r\n${'x'.repeat(70_000)}`],
  ].map((rest) => `POST /v1/subscriptions HTTP/1.1\r\n${host}${close}Content-Type: ${JSON_TYPE}\r\n${rest}`)
  const others = [
    '\r\n',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    '\x16\x03\x01\x02',
    get('/').replace('close', 'keep-alive'),
  ]
  for (const raw of [
    ...[...lines, ...long, ...bodies, ...others, ...VERSIONS.map((version) => get('/', version))],
    ...heads.map((head) => `GET /v1/states HTTP/1.1\r\n${head}${close}\r\n`),
  ])
    await ask({ raw })
}
