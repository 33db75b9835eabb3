import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { projectFile } from '../../data/store/paths.ts'
import { type Feed, openFeed } from '../clients/feed.ts'
import { followStream } from '../whole/follower.ts'
import { type Fixture, openFixture } from './fixture.ts'
import { askOver, HAS_PROC, isRunning, type Serving, toServing } from './limits/serving.ts'

/** A worker takes its time to start on a busy machine. */
const PATIENTLY = { timeout: 120_000, interval: 100 }
const KEPT = 6
const FRESH = 3

let feed: Feed
let over = false

const open = async (...options: string[]): Promise<void> => {
  feed = await openFeed(...options)
}
const close = async (): Promise<void> => {
  over = true
  await feed.close()
}
beforeEach(() => {
  over = false
})

/** A key that every worker knows: on a busy machine one may notice it later than another. */
async function makeKnownKey(): Promise<string> {
  const key = await feed.makeKey({})
  const isKnown = async (): Promise<boolean> => {
    const agent = new Agent({ keepAlive: false })
    const replies = await Promise.all(Array.from({ length: 12 }, () => askOver(agent, feed.url, key)))
    return replies.every(({ statusCode }) => statusCode === 200)
  }
  await expect.poll(isKnown, PATIENTLY).toBe(true)
  return key
}

/** Asks without a pause until `over`: on connections that are kept, and on a new connection each time. */
function ask(key: string): { statuses: Map<string, number>; ended: Promise<unknown> } {
  const statuses = new Map<string, number>()
  const asker = async (keepAlive: boolean): Promise<void> => {
    const agent = new Agent({ keepAlive, maxSockets: 1 })
    while (!over) {
      const { statusCode } = await askOver(agent, feed.url, key).catch((fault) => ({ statusCode: fault.code }))
      statuses.set(String(statusCode), (statuses.get(String(statusCode)) ?? 0) + 1)
      await wait(2)
    }
    agent.destroy()
  }
  const askers = Array.from({ length: KEPT + FRESH }, (_, at) => asker(at < KEPT))
  return { statuses, ended: Promise.all(askers) }
}

const hangUp = (): void => {
  feed.signal('SIGHUP')
}
const countReloads = (): number => feed.log().match(/Reload: done\./g)?.length ?? 0

describe.skipIf(!HAS_PROC)('two workers under load', () => {
  beforeEach(() => open('--workers', '2'))
  afterEach(close)

  test('every worker is replaced; no request is refused or cut; streams resume without loss', async () => {
    const { key } = feed
    const { statuses, ended } = ask(await makeKnownKey())
    const readers = Array.from({ length: 4 }, () => followStream(() => feed.url, key))
    await Promise.all(readers.map(({ ready }) => ready))
    const before = feed.workers()
    const events = (await feed.committed()).length
    let publishing = true
    const publications = (async () => {
      while (publishing) {
        await feed.publish()
        await wait(500)
      }
    })()
    hangUp()
    await expect.poll(countReloads, PATIENTLY).toBe(1)
    publishing = false
    await publications
    const after = feed.workers()
    expect(after).toHaveLength(2)
    expect(after.filter((pid) => before.includes(pid))).toEqual([])
    const last = (await feed.committed()).length
    expect(last).toBeGreaterThan(events)
    for (const { heard } of readers) {
      await expect.poll(() => heard.at(-1)?.seq, PATIENTLY).toBe(last)
      expect(heard.map(({ seq }) => seq)).toEqual(Array.from({ length: last - events }, (_, at) => events + at + 1))
    }
    over = true
    await ended
    expect([...statuses.keys()]).toEqual(['200'])
    expect(statuses.get('200')).toBeGreaterThan(100)
    await Promise.all(readers.map(({ leave }) => leave()))
  }, 240_000)

  test('two signals at once, and to the workers too: at most two reloads, and the same number of workers', async () => {
    const { statuses, ended } = ask(await makeKnownKey())
    const before = feed.workers()
    hangUp()
    hangUp()
    for (const pid of before) process.kill(pid, 'SIGHUP')
    await expect.poll(countReloads, PATIENTLY).toBeGreaterThan(0)
    await expect.poll(() => feed.log().match(/Reload: \d/g)?.length === countReloads(), PATIENTLY).toBe(true)
    expect(countReloads()).toBeLessThan(3)
    await expect.poll(() => feed.workers().length, PATIENTLY).toBe(2)
    expect(feed.workers().filter((pid) => before.includes(pid))).toEqual([])
    over = true
    await ended
    expect([...statuses.keys()]).toEqual(['200'])
  }, 240_000)

  test.each([0, 800])(
    'a stop %d ms after the signal ends everything',
    async (pause) => {
      const seen = new Set(feed.workers())
      hangUp()
      await wait(pause)
      for (const pid of feed.workers()) seen.add(pid)
      const { code } = await feed.stop('SIGTERM')
      expect(code).toBe(0)
      expect([...seen].filter(isRunning)).toEqual([])
    },
    120_000,
  )
})

test('without workers: the server goes on, and says what to do', async () => {
  await open()
  hangUp()
  await expect.poll(() => feed.log(), PATIENTLY).toMatch(/^SIGHUP: nothing is reloaded.*\bserve --workers 2$/m)
  expect((await fetch(`${feed.url}/healthz`)).status).toBe(200)
  expect((await feed.stop('SIGTERM')).code).toBe(0)
  await close()
})

describe.skipIf(!HAS_PROC)('another program on disk', () => {
  let program: string
  let link: string
  let fixture: Fixture
  let serving: Serving
  /** @param module its compiled code is in one of the files of dist/chunks, after its name */
  const edit = (module: string, change: (text: string) => string): void => {
    const chunks = readdirSync(join(program, 'dist', 'chunks')).map((name) => join(program, 'dist', 'chunks', name))
    const path = chunks.find((file) => readFileSync(file, 'utf8').includes(`\n// ${module}\n`)) ?? ''
    const before = readFileSync(path, 'utf8')
    const after = change(before)
    if (after === before) throw new Error(`${module} has nothing to change`)
    writeFileSync(path, after)
  }
  const version = async (): Promise<string> => {
    const reply = await fetch(`${serving.url}/openapi.json`, { headers: { Connection: 'close' } })
    return z.object({ info: z.object({ version: z.string() }) }).parse(await reply.json()).info.version
  }

  /** Another checkout of the same program. */
  const copyProgram = (): string => {
    const copy = mkdtempSync(join(tmpdir(), 'hustings-program-'))
    cpSync(projectFile('dist'), join(copy, 'dist'), { recursive: true })
    for (const name of ['package.json', 'node_modules', 'data', 'docs', 'apps', 'build', 'server'])
      symlinkSync(projectFile(name), join(copy, name))
    return copy
  }

  beforeEach(async () => {
    program = copyProgram()
    link = `${program}-in-use`
    symlinkSync(program, link)
    fixture = await openFixture()
    await fixture.publish({ fillers: 0 })
    const words = [join(link, 'dist', 'cli.js'), 'serve', '--port', '0', '--workers', '2']
    serving = await toServing(
      spawn(process.execPath, words, { env: { ...process.env, HUSTINGS_VAR: fixture.paths.root } }),
    )
  })
  afterEach(async () => {
    await serving.stop('SIGTERM')
    await fixture.close()
    rmSync(link)
    rmSync(program, { recursive: true })
  })

  test('of another version, behind the link: the new workers run it', async () => {
    expect(await version()).not.toBe('7.7.7')
    const [before, next] = [program, copyProgram()]
    program = next
    edit('server/openapi/openapi.ts', (text) => text.replace(/API_VERSION = "[^"]+"/, 'API_VERSION = "7.7.7"'))
    rmSync(link)
    symlinkSync(next, link)
    rmSync(before, { recursive: true })
    serving.child.kill('SIGHUP')
    await expect.poll(() => serving.log(), PATIENTLY).toContain('Reload: done.')
    for (let times = 0; times < 8; times++) expect(await version()).toBe('7.7.7')
  }, 120_000)

  test.each([
    ['that does not start', 'server/workers.ts', (text: string) => `${text}\nthrow new Error("broken")`, /broken/],
    [
      'with another format of the state',
      'data/store/state/sqlite/state.ts',
      (text: string) => text.replace(/STATE_FORMAT = \d+/, 'STATE_FORMAT = 99'),
      /the state has format \d+, and the program on disk expects 99: restart the server/,
    ],
  ])(
    '%s: the workers go on',
    async (_, file, change, why) => {
      const before = serving.workers()
      edit(file, change)
      serving.child.kill('SIGHUP')
      await expect.poll(() => serving.log(), PATIENTLY).toMatch(/^Reload: stopped.*The present workers go on\.$/m)
      expect(serving.log()).toMatch(why)
      // The new worker takes a moment to end.
      await expect.poll(() => serving.workers(), PATIENTLY).toEqual(before)
      expect(await version()).not.toBe('')
    },
    120_000,
  )
})
