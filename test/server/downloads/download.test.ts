// Exported files over HTTP: whole, by ranges, by their ETag, and within the limits of an account.

import { createHash } from 'node:crypto'
import { mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { errorBody, list } from '../../../data/schema/envelope.ts'
import { snapshot } from '../../../data/schema/snapshot.ts'
import { createCounts } from '../../../server/limits/counters.ts'
import { DOWNLOAD_BYTES_PER_DAY } from '../../../server/limits/limits.ts'
import { openWorld } from '../world.ts'

const BYTES = Buffer.from(Array.from({ length: 5000 }, (_, nth) => (nth * 7) % 251))
const SHA256 = createHash('sha256').update(BYTES).digest('hex')
const ETAG = `"${SHA256}"`

let now = Date.parse('2024-10-15T00:00:00Z')
const { fixture, bundle, url, key, read } = await openWorld({ fillers: 0 }, { clock: () => now })
const path = `/downloads/${bundle}/contest.parquet`

beforeAll(() => {
  const folder = join(fixture.paths.exports, bundle)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'contest.parquet'), BYTES)
  writeFileSync(join(folder, 'unlisted.csv'), 'no sum\n')
  writeFileSync(join(folder, 'empty.csv'), '')
  symlinkSync('/etc', join(folder, 'linked'))
  const names = ['linked', '../../pepper', 'empty.csv', 'gone.csv', 'huge.csv']
  const sums = names.map((name, digit) => `${String(digit).repeat(64)}  ${name}\n`)
  writeFileSync(join(folder, 'SHA256SUMS'), `${SHA256}  contest.parquet\n${sums.join('')}`)
})
beforeEach(() => {
  now += 60_000
})

const ask = (
  headers: Record<string, string> = {},
  init: { path?: string; method?: string; key?: string | null } = {},
) =>
  fetch(`${url}${init.path ?? path}`, {
    method: init.method ?? 'GET',
    headers: { ...headers, ...(init.key !== null && { Authorization: `Bearer ${init.key ?? key}` }) },
  })
const bytesOf = async (response: Response): Promise<Buffer> => Buffer.from(await response.arrayBuffer())

test('a whole file, with its hash as ETag, private and immutable', async () => {
  const got = await ask()
  expect(got.status).toBe(200)
  expect(await bytesOf(got)).toEqual(BYTES)
  expect(Object.fromEntries(got.headers)).toMatchObject({
    ...{ etag: ETAG, 'accept-ranges': 'bytes', 'content-length': '5000', 'x-snapshot': bundle },
    ...{ 'cache-control': 'private, max-age=31536000, immutable', 'content-type': 'application/vnd.apache.parquet' },
  })
})

test('any range has exactly its bytes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(4999), fc.nat(6000), async (start, length) => {
      const got = await ask({ Range: `bytes=${start}-${start + length}` })
      expect(got.status).toBe(206)
      const end = Math.min(start + length, 4999)
      expect(got.headers.get('content-range')).toBe(`bytes ${start}-${end}/5000`)
      expect(await bytesOf(got)).toEqual(BYTES.subarray(start, end + 1))
    }),
    { numRuns: 20 },
  )
})

test.each<[what: string, headers: Record<string, string>, status: number, bytes: Buffer]>([
  ['the rest', { Range: 'bytes=4990-' }, 206, BYTES.subarray(4990)],
  ['the last bytes', { Range: 'bytes=-10' }, 206, BYTES.subarray(4990)],
  ['several ranges: the whole file', { Range: 'bytes=0-1,10-11' }, 200, BYTES],
  ['another unit: the whole file', { Range: 'lines=0-1' }, 200, BYTES],
  ['the same ETag', { 'If-None-Match': ETAG }, 304, Buffer.alloc(0)],
  ['another ETag', { 'If-None-Match': '"other"' }, 200, BYTES],
  ['a range of this ETag', { Range: 'bytes=0-9', 'If-Range': ETAG }, 206, BYTES.subarray(0, 10)],
  ['a range of another ETag', { Range: 'bytes=0-9', 'If-Range': '"other"' }, 200, BYTES],
])('%s', async (_, headers, status, bytes) => {
  const got = await ask(headers)
  expect([got.status, await bytesOf(got)]).toEqual([status, bytes])
})

test('HEAD counts no bytes: a file as large as the budget may be asked for, and then had', async () => {
  const huge = join(fixture.paths.exports, bundle, 'huge.csv')
  writeFileSync(huge, '')
  truncateSync(huge, DOWNLOAD_BYTES_PER_DAY)
  const head = await ask({}, { path: `/downloads/${bundle}/huge.csv`, method: 'HEAD' })
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(DOWNLOAD_BYTES_PER_DAY)])
  rmSync(huge)
  expect((await ask({ Range: 'bytes=0-0' })).status).toBe(206)
})

test('a range outside the file is refused with its size', async () => {
  const got = await ask({ Range: 'bytes=5000-' })
  expect([got.status, got.headers.get('content-range')]).toEqual([416, 'bytes */5000'])
})

test('HEAD has the headers of GET without a body; an empty file has none either', async () => {
  const head = await ask({ Range: 'bytes=0-9' }, { method: 'HEAD' })
  expect([head.status, head.headers.get('content-length'), (await bytesOf(head)).length]).toEqual([206, '10', 0])
  const empty = await ask({}, { path: `/downloads/${bundle}/empty.csv` })
  expect([empty.status, (await bytesOf(empty)).length]).toEqual([200, 0])
})

test.each([
  ['a file without a sum', 'unlisted.csv'],
  ['a folder behind a link', 'linked'],
  ['a path out of the folder', '..%2F..%2Fpepper'],
  ['a file that is gone', 'gone.csv'],
  ['the sums', 'nothing.parquet'],
])('%s is not found', async (_, name) => {
  const got = await ask({}, { path: `/downloads/${bundle}/${name}` })
  const { error } = errorBody.parse(await got.json())
  expect([got.status, error.code]).toEqual([404, 'not_found'])
  expect(error.message).toContain('contest.parquet')
})

test.each(['0'.repeat(64), '..', 'x'])('a bundle without exports is not found: %s', async (other) => {
  expect((await ask({}, { path: `/downloads/${other}/contest.parquet` })).status).toBe(404)
})

test('without a key or without the scope data:read, nothing is sent', async () => {
  expect((await ask({}, { key: null })).status).toBe(401)
  const other = await fixture.makeKey({ scopes: ['stream:read'] })
  // The server notices a new key within a moment.
  await expect.poll(async () => (await ask({}, { key: other.key })).status).toBe(403)
})

test('requests for one file count once a minute; another file or minute counts again', async () => {
  const left = async (name = 'contest.parquet'): Promise<number> => {
    const { headers } = await ask({ Range: 'bytes=0-0' }, { path: `/downloads/${bundle}/${name}` })
    return Number(headers.get('ratelimit-remaining'))
  }
  const first = await left()
  expect([await left(), await left()]).toEqual([first, first])
  expect(await left('empty.csv')).toBe(first - 1)
  now += 60_000
  expect(await left()).toBe(first)
})

test('/v1/snapshots lists the bundle with its files', async () => {
  const { data } = await read('/v1/snapshots', list(snapshot))
  expect(data).toMatchObject([{ id: bundle, publication: 1, current: true }])
  expect(data[0]?.exports.map(({ name }) => name)).toEqual(['contest.parquet', 'empty.csv'])
  expect(data[0]?.exports[0]).toMatchObject({ url: path, bytes: 5000, sha256: SHA256 })
})

test('the budget of bytes is per account and UTC day; the file that reaches it is still sent', () => {
  const allowance = { requests_per_minute: 10, requests_per_day: null }
  const noon = Date.parse('2024-10-15T12:00:00Z')
  const counts = createCounts([])
  const get = (account: number, bytes: number, at = noon) =>
    counts.decide({ kind: 'download', account, allowance, bytes }, at).refusal
  expect(get(1, DOWNLOAD_BYTES_PER_DAY - 1)).toBeUndefined()
  expect(get(1, 1000)).toBeUndefined()
  expect(get(1, 1)).toEqual({ code: 'daily_limit_exceeded', retry_after: 12 * 3600 })
  expect(get(2, 1)).toBeUndefined()
  expect(get(1, 1, noon + 12 * 3_600_000)).toBeUndefined()
})
