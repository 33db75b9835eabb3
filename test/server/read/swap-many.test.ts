// Many publications during many requests; replaced bundles are released.

import { existsSync, readdirSync, readlinkSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { publishBundle } from '../../../build/publish/publish.ts'
import type { Bundle } from '../../../data/store/bundle.ts'
import { findUpcoming } from '../../../server/read/elections.ts'
import { createCalendar } from '../../../server/read/states.ts'
import { createBundles } from '../../../server/serving/bundles.ts'
import { type Fixture, openFixture } from '../fixture.ts'

const AT_ONCE = 64
const SWAPS = 12
const PATHS = [
  '/v1/endorsements?limit=500',
  '/v1/contests?limit=500',
  '/v1/ballot?lat=35.5&lng=-78.5',
  '/v1/recommendations?lat=35.5&lng=-78.5',
  '/v1/coverage',
  '/readyz',
]

let fixture: Fixture
beforeEach(async () => {
  fixture = await openFixture()
})
afterEach(() => fixture.close())

test(`${SWAPS} swaps during ${AT_ONCE} requests at once: each answer is complete, and of one bundle`, async () => {
  const marks = Array.from({ length: SWAPS + 1 }, (_, at) => ` said${at}.`)
  const order: string[] = []
  const publish = async (said: string): Promise<string> => {
    const bundle = fixture.write({ fillers: 0, said })
    // Recorded before a client can read it.
    order.push(bundle)
    await publishBundle({
      paths: fixture.paths,
      state: fixture.state,
      bundle,
      now: () => new Date(),
      accept: true,
      retentionDays: 7,
    })
    return bundle
  }
  const [first = '', ...others] = marks
  await publish(first)
  const { key } = await fixture.makeKey()
  const { url } = await fixture.start()
  let done = false
  const asked = Array.from({ length: AT_ONCE }, async (_, at) => {
    const seen: number[] = []
    for (let turn = at; !done; turn++) {
      const path = PATHS[turn % PATHS.length] ?? ''
      const reply = await fetch(url + path, { headers: { Authorization: `Bearer ${key}` } })
      const text = await reply.text()
      expect([path, reply.status]).toEqual([path, 200])
      if (path === '/readyz') continue
      const place = order.indexOf(reply.headers.get('x-snapshot') ?? '')
      if (seen.at(-1) !== place) seen.push(place)
      if (path.startsWith('/v1/endorsements')) expect([...new Set(text.match(/ said\d+\./g))]).toEqual([marks[place]])
    }
    return seen
  })
  try {
    for (const said of others) {
      const bundle = await publish(said)
      await expect.poll(() => fetch(`${url}/readyz`).then((reply) => reply.text()), { interval: 5 }).toContain(bundle)
    }
  } finally {
    done = true
  }
  for (const seen of await Promise.all(asked)) {
    expect(seen).not.toContain(-1)
    // Never back to a replaced bundle.
    expect(seen).toEqual([...new Set(seen)].sort((a, b) => a - b))
    expect(seen.at(-1)).toBeGreaterThan(0)
  }
})

test.skipIf(!existsSync('/proc/self/fd'))('a replaced bundle leaves no open file and no memory', async () => {
  const collect = findCollector()
  const bundles = createBundles(fixture.paths)
  const day = createCalendar([], '2024-10-15')(0)
  const replaced: WeakRef<Bundle>[] = []
  for (let at = 1; at <= 5; at++) {
    const bundle = fixture.write({ fillers: 0, mark: ` ${at}` })
    await bundles.open({ publication: at, bundle, epoch: '00'.repeat(8), seq: 0 })
    const lease = bundles.lease()
    if (!lease) throw new Error('nothing is open')
    findUpcoming(lease.bundle, day)
    replaced.push(new WeakRef(lease.bundle))
    lease.release()
  }
  const open = new Set(readdirSync('/proc/self/fd').flatMap((fd) => findPart(`/proc/self/fd/${fd}`)))
  expect(open.size).toBe(4)
  await expect
    .poll(() => {
      collect()
      return replaced.map((one) => one.deref() !== undefined)
    })
    .toEqual([false, false, false, false, true])
  await bundles.close()
})

function findPart(link: string): string[] {
  try {
    return [readlinkSync(link)].filter((file) => file.startsWith(fixture.paths.parts))
  } catch {
    return []
  }
}

/** The `gc` function of `node --expose-gc`. */
function findCollector(): () => void {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc')
}
