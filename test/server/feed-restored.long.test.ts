// The folder is restored from an earlier copy, in each way that operators use. Readers with a later position are
// told to list again, at once and also after the feed has passed their position. They never continue silently.

import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { verifyEvents } from '../../build/archive/verify.ts'
import { publishBundle } from '../../build/publish/publish.ts'
import { errorBody } from '../../data/schema/envelope.ts'
import { Database } from '../../data/store/sqlite.ts'
import type { Head } from '../../data/store/state/publications.ts'
import { openState } from '../../data/store/state/sqlite/state.ts'
import { parseCursor, toCursor } from '../../server/feed/position.ts'
import { startServer } from '../../server/main.ts'
import { openFolder } from '../temporary.ts'
import { fixture, freshFixture } from './shared-fixture.ts'

const page = z.object({ next_cursor: z.string(), data: z.array(z.object({ id: z.string() })) })

let key: string
let aside: string

freshFixture()
beforeEach(async () => {
  aside = openFolder()
  ;({ key } = await fixture.makeKey())
})

/** Publishes like the command line, with nothing left open. @returns the head */
async function publish(said: string): Promise<Head> {
  const { paths } = fixture
  const state = await openState(paths)
  const bundle = fixture.write({ fillers: 0, said })
  await publishBundle({ paths, state, bundle, now: () => new Date(), accept: true, retentionDays: 7 })
  const head = await state.head()
  await state.close()
  if (!head) throw new Error('nothing is published')
  return head
}
async function serving<Result>(use: (get: (path: string) => Promise<Response>) => Promise<Result>): Promise<Result> {
  const server = await startServer({ paths: fixture.paths, port: 0, logLevel: 'silent' })
  try {
    return await use((path) => fetch(`${server.url}${path}`, { headers: { authorization: `Bearer ${key}` } }))
  } finally {
    await server.close()
  }
}
const run = (command: string, ...words: string[]): void => void execFileSync(command, words)
const root = (): string => fixture.paths.root
const copy = (): string => join(aside, 'copy')

/** Ways to back up the folder, and to restore it later. */
const copyRoot = (): void => run('cp', '-a', root(), copy())
const copyState = (): void => void new Database(fixture.paths.state).exec(`VACUUM INTO '${copy()}'`).close()
const empty = (): void => rmSync(root(), { recursive: true })
const restoreState = (): void => run('cp', copy(), fixture.paths.state)
const ways: [name: string, save: () => void, ...restore: (() => void)[]][] = [
  ['cp -a, in the place of the folder', copyRoot, empty, () => run('cp', '-a', copy(), root())],
  ['cp -a, over what is there', copyRoot, () => run('cp', '-a', '--remove-destination', `${copy()}/.`, root())],
  [
    'cp without times, into the very files that are there',
    () => run('cp', '-r', root(), copy()),
    ...['state.sqlite', 'feed.mark'].map((name) => () => cpSync(join(copy(), name), join(root(), name))),
  ],
  [
    'rsync -a --delete',
    () => run('rsync', '-a', `${root()}/`, copy()),
    () => run('rsync', '-a', '--delete', `${copy()}/`, root()),
  ],
  [
    'tar',
    () => run('tar', '-C', root(), '-cf', copy(), '.'),
    empty,
    () => mkdirSync(root(), { mode: 0o700 }),
    () => run('tar', '-C', root(), '-xpf', copy()),
  ],
  ['mv of a copy', copyRoot, () => run('mv', root(), join(aside, 'damaged')), () => run('mv', copy(), root())],
  ['the state alone, where a later mark is', copyState, restoreState],
  ['the state alone, in another folder without a mark', copyState, restoreState, () => rmSync(fixture.paths.mark)],
]

describe.each(ways)('restored by %s', (_, save, ...restore) => {
  it('answers positions from before with 410, whatever is published afterwards', async () => {
    await fixture.state.close()
    await publish(' (0)')
    const before = await publish(' (1)')
    expect(before.seq).toBeGreaterThan(0)
    save()
    const later = await publish(' (2)')
    const last = await publish(' (3)')
    expect(last.epoch).toBe(before.epoch)
    const positions = [before, later, last].map(({ epoch, seq }) => toCursor({ epoch, seq }))
    await serving(async (get) => {
      for (const cursor of positions) expect((await get(`/v1/events?cursor=${cursor}`)).status).toBe(200)
    })

    for (const step of restore) step()
    const isGone = async (get: (path: string) => Promise<Response>): Promise<void> => {
      for (const path of ['/v1/events', '/v1/stream'])
        for (const cursor of positions) {
          const response = await get(`${path}?cursor=${cursor}`)
          const { error } = errorBody.parse(await response.json())
          expect([path, response.status, error.code]).toEqual([path, 410, 'cursor_expired'])
        }
    }
    const next = await serving(async (get) => {
      await isGone(get)
      const { next_cursor } = page.parse(await (await get('/v1/events')).json())
      expect(parseCursor(next_cursor)).toMatchObject({ seq: before.seq })
      return next_cursor
    })
    // A second start begins no new epoch, and the feed continues past its earlier position.
    let now = before
    for (const said of [' (4)', ' (5)', ' (6)']) now = await publish(said)
    expect(now.seq).toBeGreaterThan(last.seq)
    await serving(async (get) => {
      await isGone(get)
      const { data } = page.parse(await (await get(`/v1/events?limit=1000&cursor=${next}`)).json())
      expect(data).toHaveLength(now.seq - before.seq)
    })
    const state = await openState(fixture.paths)
    expect(await verifyEvents({ paths: fixture.paths, state })).toMatchObject({ events: now.seq, fault: null })
    await state.close()
  })
})

it('moving the folder on its disk and restarting the server begin no new epoch', async () => {
  await fixture.state.close()
  await publish(' (0)')
  const { epoch, seq } = await publish(' (1)')
  renameSync(root(), copy())
  renameSync(copy(), root())
  for (const said of [' (2)', ' (3)']) {
    await serving(async (get) => {
      expect((await get(`/v1/events?cursor=${toCursor({ epoch, seq })}`)).status).toBe(200)
    })
    expect((await publish(said)).epoch).toBe(epoch)
  }
})
