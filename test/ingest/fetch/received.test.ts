// Bytes that a caller has requested itself stand in for the network: they are read, blanked and kept as if they had been fetched.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import type { Download } from '../../../ingest/fetch/download.ts'
import { type FetchOptions, fetchSource } from '../../../ingest/fetch/fetch.ts'
import { openKept } from '../../../ingest/fetch/kept-bytes.ts'
import type { Source } from '../../../ingest/read/source.ts'
import { ENTRY } from '../entry.ts'
import { folder, freshPublisher, publisher } from './fresh-publisher.ts'

freshPublisher()

function sourceOf(name = 'feed.csv'): Source {
  const address = `${publisher.url}/${name}`
  return {
    ...ENTRY,
    id: 'own',
    living: true,
    personal: ['email'],
    files: [{ url: 'https://example.org/feed', mirror: `own/${name}`, location: { address, privateNetwork: true } }],
    read: () => undefined,
  }
}

const fetchOwn = async (received: FetchOptions['received'], source = sourceOf(), day = '2026-11-23') => {
  const options = { rawDir: folder, mirror: null, now: new Date(day) }
  const [file] = await fetchSource(source, { ...options, ...(received && { received }) })
  return file
}
const arrivalOf = (text: string | Buffer, etag = '"one"'): Download => ({
  ...{ bytes: Buffer.from(text), etag, last_modified: 'Fri, 02 Jan 2026 03:04:05 GMT', decoded: false },
})
const textOf = (file: { bytes: Uint8Array } | undefined) => Buffer.from(file?.bytes ?? []).toString()

it('are kept with blank columns and their validators, also on the day of another request', async () => {
  publisher.put('/feed.csv', 'name,email\nOld,a@example.org\n')
  expect(textOf(await fetchOwn(undefined))).toMatch(/^name,email\nOld, *\n$/)
  const file = await fetchOwn(() => arrivalOf('name,email\nNew,b@example.org\n'))
  expect(textOf(file)).toMatch(/^name,email\nNew, *\n$/)
  expect(file?.published_on).toBe('2026-01-02')
  expect(openKept(folder).find(`${publisher.url}/feed.csv`, ['email'])).toMatchObject({
    etag: '"one"',
    sha256: file?.sha256,
  })
  expect(openKept(folder).find(`${publisher.url}/feed.csv`, [])).toBeUndefined()
  expect(publisher.requests.length).toBe(1)
  const kept = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1'))
  expect(kept.join('')).not.toMatch(/[ab]@example/)
})

it('without any, the kept bytes are read, and nothing is requested', async () => {
  await expect(fetchOwn(() => undefined)).rejects.toThrow('no bytes of it are kept')
  await fetchOwn(() => arrivalOf('name,email\nNew,b@example.org\n'))
  expect(textOf(await fetchOwn(() => undefined, sourceOf(), '2026-11-30'))).toContain('New')
  expect(publisher.requests).toEqual([])
})

it('are unpacked, unless the connection has unpacked them', async () => {
  const text = 'name,email\nNew,b@example.org\n'
  const source = sourceOf('feed.csv.gz')
  expect(textOf(await fetchOwn(() => arrivalOf(gzipSync(text)), source))).toContain('New')
  expect(textOf(await fetchOwn(() => ({ ...arrivalOf(text), decoded: true }), source))).toContain('New')
})

it('are refused like fetched ones if a personal column is missing', async () => {
  await expect(fetchOwn(() => arrivalOf('name,mail\nNew,b@example.org\n'))).rejects.toThrow('has no column "email"')
  expect(readdirSync(folder).filter((name) => /^[0-9a-f]{64}$/.test(name))).toEqual([])
})
