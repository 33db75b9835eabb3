// One key cannot block the server: 60 simultaneous answers about a whole state, read and unread, over real and invented ballots.

import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { ENDORSER_CATEGORIES } from '../../data/reference/endorser-categories.ts'
import { serveFolder } from '../cli/served-folder.ts'
import { PROOF_ONLY } from '../proof/only.ts'
import { openFixture } from '../server/fixture.ts'
import { HAS_PROC } from '../server/limits/serving.ts'
import { askUnread, attack, memoryOf, observe, type Target } from './area-attack.ts'

const OBSERVED_MS = 5000
/** Looser than the target for an idle machine: half of the reads of an idle run, and 50 ms. */
const READS_AT_LEAST = 0.2
const HEALTH_AT_MOST = { ms: 100, times: 5 }
const MEMORY_MB_AT_MOST = 200
const CONTESTS = 4000
const NC_ELECTIONS = [
  ...['2018-05-08-primary', '2020-03-03-primary', '2020-06-23-runoff', '2020-11-03-general', '2021-10-05-general'],
  ...['2021-10-05-primary', '2021-11-02-general', '2022-05-17-primary', '2022-07-26-general', '2022-07-26-runoff'],
  ...['2022-11-08-general', '2024-03-05-primary', '2024-05-14-runoff', '2024-11-05-general'],
]
const elections = NC_ELECTIONS.map((one) => `nc-${one}`).join(',')

/** Each with other categories, none of which has an endorser. */
const unknown = (nth: number): string =>
  `/v1/recommendations?location=NC&categories=nothing-${nth}&only_endorsed=true&elections=${elections}`
/** Each with other categories, one for each bit of the number. */
const filtered = (nth: number): string => {
  const categories = ENDORSER_CATEGORIES.filter((_, at) => ((nth % 500) + 1) & (1 << at)).map(({ slug }) => slug)
  return `/v1/recommendations?location=NC&categories=${categories.join(',')}&elections=${elections}`
}

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function serve(folder: string, readPath: string): Promise<Target> {
  const { url, pid, key: readKey, stop } = await serveFolder(folder, { asOf: '2024-10-15' })
  closing.push(stop)
  return { url, pid, readPath, readKey }
}

async function withstands(target: Target, key: string): Promise<void> {
  const observer = observe(target)
  closing.push(observer.close)
  await wait(OBSERVED_MS / 2)
  await observer.figures()
  await wait(OBSERVED_MS)
  const quiet = await observer.figures()
  expect(quiet.failed).toBe(0)
  const expectServed = async (what: string): Promise<void> => {
    const found = await observer.figures()
    expect(found.failed).toBe(0)
    const [reads, before] = [found.readsPerSecond, quiet.readsPerSecond].map(Math.round)
    const [p99, calm] = [found.healthP99, quiet.healthP99].map((ms) => ms.toFixed(1))
    console.log(`${what}: health p99 ${p99} ms (${calm} before), ${reads} cached reads a second (${before} before)`)
    expect(found.healthP99, what).toBeLessThan(HEALTH_AT_MOST.ms + HEALTH_AT_MOST.times * quiet.healthP99)
    expect(found.readsPerSecond, what).toBeGreaterThan(READS_AT_LEAST * quiet.readsPerSecond)
  }
  for (const pathOf of [unknown, filtered]) {
    const { statuses } = await attack(target, key, { pathOf, milliseconds: OBSERVED_MS })
    await expectServed(pathOf === unknown ? 'unknown categories' : 'other categories each time')
    expect(Object.keys(statuses).filter((status) => status !== '200' && status !== '429')).toEqual([])
    expect(statuses[200]).toBeGreaterThan(0)
  }
  const before = memoryOf(target.pid)
  const leave = askUnread(target, key, filtered)
  await wait(OBSERVED_MS)
  await expectServed('unread')
  const grown = memoryOf(target.pid) - before
  console.log(`unread: memory grows by ${Math.round(grown)} MB`)
  expect(grown).toBeLessThan(MEMORY_MB_AT_MOST)
  leave()
  // Their places are free at once.
  await expect.poll(async () => (await fetch(target.url + filtered(1), auth(key))).status).toBe(200)
}

const auth = (key: string): RequestInit => ({ headers: { Authorization: `Bearer ${key}` } })

describe.skipIf(!HAS_PROC || PROOF_ONLY !== null)(
  `60 answers about a state at once${PROOF_ONLY ? ` (${PROOF_ONLY})` : ''}`,
  { timeout: 900_000 },
  () => {
    test(`of ${CONTESTS} invented contests`, async () => {
      const fixture = await openFixture()
      closing.push(fixture.close)
      await fixture.publish({ fillers: CONTESTS })
      const { key } = await fixture.makeKey()
      await withstands(await serve(fixture.paths.root, '/v1/ballot?lat=35.5&lng=-78.5'), key)
    })
  },
)
