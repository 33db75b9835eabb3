// A list read from two servers, one ahead of the other: a client that follows from its first page's cursor misses nothing.

import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { projectFile } from '../../../data/store/paths.ts'
import { parseCursor } from '../../../server/feed/position.ts'
import { type Client, openClient } from '../client.ts'
import { type ServerProcess, startProcess } from '../process.ts'
import { fixture, freshFixture } from '../shared-fixture.ts'

const body = z.object({ id: z.number(), statement: z.string().nullable() })
const page = z.object({ data: z.array(body), next_cursor: z.string().nullable() })
const heard = z.object({ data: z.array(z.object({ endorsement: body })) })

/** Size of the first page, with room for a statement: not every endorsement has one. */
const FIRST = 5

let gate: string
let slow: ServerProcess
let late: Client
let early: Client

freshFixture()
beforeEach(async () => {
  gate = join(fixture.paths.root, 'gate')
  await fixture.publish({ fillers: 0, said: ' (old)' })
  const { key } = await fixture.makeKey()
  const opening = `--import=${projectFile('test', 'server', 'feed', 'slow-open.mjs')}`
  const environment = { HUSTINGS_LOG_LEVEL: 'error', NODE_OPTIONS: opening, HUSTINGS_TEST_GATE: gate }
  slow = await startProcess(fixture, environment)
  late = await openClient(slow.url, key)
  early = await openClient((await fixture.start()).url, key)
  writeFileSync(gate, '')
})
afterEach(async () => {
  rmSync(gate, { force: true })
  await slow.stop()
})

async function read(client: Client, query: string) {
  const { headers, text } = await client.get(`/v1/endorsements?${query}`)
  return { ...page.parse(JSON.parse(text)), cursor: headers.get('x-feed-cursor') ?? '' }
}
const saidIn = (rows: readonly { statement: string | null }[], word: string): boolean =>
  rows.some(({ statement }) => statement?.includes(word))

/** Reads the first page from the server ahead, the others from the server behind. */
async function walk() {
  await expect.poll(async () => saidIn((await read(early, 'limit=500')).data, '(new)'), { interval: 5 }).toBe(true)
  const first = await read(early, `limit=${FIRST}`)
  const rest = await read(late, `limit=500&cursor=${first.next_cursor}`)
  expect(saidIn(first.data, '(new)')).toBe(true)
  expect(saidIn(rest.data, '(old)')).toBe(true)
  return { kept: new Map([...first.data, ...rest.data].map((row) => [row.id, row])), cursor: first.cursor }
}
async function catchUp(): Promise<void> {
  rmSync(gate)
  const epoch = (await fixture.state.head())?.epoch
  for (const client of [early, late])
    await expect.poll(async () => parseCursor((await read(client, 'limit=1')).cursor)?.epoch).toBe(epoch)
  const last = (await fixture.state.head())?.seq
  for (const client of [early, late])
    await expect.poll(async () => parseCursor((await read(client, 'limit=1')).cursor)?.seq).toBe(last)
}

test('rows read from the server behind arrive as changes', async () => {
  await fixture.publish({ fillers: 0, said: ' (new)', told: true })
  const { kept, cursor } = await walk()
  await catchUp()
  const { text } = await early.get(`/v1/events?cursor=${cursor}`)
  for (const { endorsement } of heard.parse(JSON.parse(text)).data) kept.set(endorsement.id, endorsement)
  const { data } = await read(early, 'limit=500')
  expect([...kept.values()].map(({ id, statement }) => [id, statement]).sort()).toEqual(
    data.map(({ id, statement }) => [id, statement]).sort(),
  )
})

test('or it is told to list again, if no event describes the change', async () => {
  const head = await fixture.state.head()
  const bundle = fixture.write({ fillers: 0, said: ' (new)' })
  const publication = { expectedPublication: head?.publication ?? null, bundle, published_at: new Date().toISOString() }
  expect(await fixture.state.publish({ ...publication, staged: null, baseline: true })).toMatchObject({ changed: true })
  const { cursor } = await walk()
  await catchUp()
  const { status, text } = await early.get(`/v1/events?cursor=${cursor}`)
  expect([status, JSON.parse(text).error.code]).toEqual([410, 'cursor_expired'])
  const again = await read(late, 'limit=500')
  expect((await early.get(`/v1/events?cursor=${again.cursor}`)).status).toBe(200)
})
