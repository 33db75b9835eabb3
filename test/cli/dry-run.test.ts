// `hustings nightly --dry-run`: what it would request. It requests nothing and changes nothing.

import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pathsIn } from '../../data/store/paths.ts'
import { openPublisher, type TestPublisher } from '../ingest/fetch/publisher.ts'
import { shareFolder } from '../temporary.ts'
import { runCommand } from './hustings.ts'
import { copySample } from './sample.ts'

const FEED = JSON.stringify({
  version: 1,
  endorser: { slug: 'sample-paper', name: 'The Sample Paper', category: 'newspaper', state: 'ME' },
  endorsements: [{ election: 'me-2028-11-07-general', contest: 'Question 1', choice: 'Yes' }],
})

const folder = shareFolder()
let publisher: TestPublisher
const nightly = async (...words: string[]) => {
  const { code, stdout } = await runCommand(folder, 'nightly', '--sample', ...words)
  expect(code).toBe(0)
  return stdout
}
const plan = async (...words: string[]) => JSON.parse(await nightly('--dry-run', '--json', ...words))

/** Names, times and hashes of every file. */
function stateOf(path: string): string[] {
  return readdirSync(path).flatMap((name) => {
    const file = join(path, name)
    const { mtimeMs } = statSync(file)
    if (statSync(file).isDirectory()) return [`${file} ${mtimeMs}`, ...stateOf(file)]
    return [`${file} ${mtimeMs} ${createHash('sha256').update(readFileSync(file)).digest('hex')}`]
  })
}

beforeAll(async () => {
  await copySample(folder)
  publisher = await openPublisher()
  for (const name of ['a', 'b']) publisher.put(`/${name}.json`, FEED)
  mkdirSync(join(folder, 'sample'), { recursive: true })
  const entries = ['a', 'b'].map(
    (id) =>
      `  - { id: feed-${id}, publisher: P, url: '${publisher.url}/${id}.json', page: 'https://example.org/', licence: MIT, format: json, endorsers: [sample-paper], allow_private_network: true }\n`,
  )
  writeFileSync(pathsIn(join(folder, 'sample')).sourcesFile, `version: 1\nendorsement_feeds:\n${entries.join('')}`)
})
afterAll(async () => {
  await publisher.close()
})

it('counts requests per host, those that are conditional, and the known size', async () => {
  const host = publisher.url.replace('http://', '')
  const none = { host, requests: 0, conditional: 0, asked_today: 0, known_bytes: 0, unknown_size: 0 }
  const before = stateOf(folder)
  expect(await plan()).toMatchObject({
    sources: 7,
    on_disk: 14,
    kept_bytes: 0,
    hosts: [{ ...none, requests: 2, unknown_size: 2 }],
  })
  expect(await nightly('--dry-run')).toBe(`host             requests  conditional  asked today  known size  unknown size
───────────────  ────────  ───────────  ───────────  ──────────  ────────────
${host.padEnd(15)}         2            0            0  0.0 MB                 2
7 sources: at most 2 requests, 0 of them conditional; 14 files read from a disk.
Kept now: 0.0 MB. If every file changed, at least 0.0 MB more, and 2 files of unknown size.
Nothing was requested, and nothing was changed.
`)
  expect(stateOf(folder)).toEqual(before)
  expect(publisher.requests).toEqual([])
  await nightly()
  const requests = publisher.requests.length
  const after = stateOf(folder)
  expect(await plan()).toMatchObject({ kept_bytes: FEED.length, hosts: [{ ...none, asked_today: 2 }] })
  expect(await plan('--refresh')).toMatchObject({
    hosts: [{ ...none, requests: 2, conditional: 2, known_bytes: 2 * FEED.length }],
  })
  expect(stateOf(folder)).toEqual(after)
  expect(publisher.requests.length).toBe(requests)
})
