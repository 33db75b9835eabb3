// Older bundles: at most two at once, one opening at a time, shared by all requests for one bundle, and bounded for each account.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Bundle } from '../../../data/store/bundle.ts'
import { createPastBundles, type PastBundleRef, type PastLimits } from '../../../server/serving/past-bundles.ts'

const LIMITS: PastLimits = {
  open: 2,
  openingsPerMinute: 20,
  waiting: 16,
  waitMs: 10_000,
  readMs: 10_000,
  idleMs: 10_000,
}
const HERE = new AbortController().signal

/** Opens by hand: `settle` ends the opening of a bundle. */
function openPool(limits: Partial<PastLimits> = {}) {
  const log: string[] = []
  const open = new Set<string>()
  const openings = new Map<string, { resolve(): void; reject(fault: Error): void }>()
  let now = 0
  const pool = createPastBundles(
    {
      steady: () => now,
      open: (id) =>
        new Promise((resolve, reject) => {
          log.push(`opens ${id}`)
          openings.set(id, {
            resolve() {
              open.add(id)
              resolve({
                bundle: { id } as unknown as Bundle,
                close() {
                  open.delete(id)
                  log.push(`closes ${id}`)
                },
              })
            },
            reject,
          })
        }),
    },
    { ...LIMITS, ...limits },
  )
  const settle = async (id: string, fault?: Error): Promise<void> => {
    const opening = openings.get(id) ?? expect.fail(`${id} is not being opened`)
    openings.delete(id)
    if (fault) opening.reject(fault)
    else opening.resolve()
    await new Promise(setImmediate)
  }
  const ask = (id: string, account = 1, gone = HERE, end = () => undefined) => pool.lease(id, { account, gone, end })
  /** Opens a bundle and returns its reference. */
  const read = async (id: string, account = 1): Promise<PastBundleRef> => {
    const asked = ask(id, account)
    await new Promise(setImmediate)
    if (openings.has(id)) await settle(id)
    return (await asked) ?? expect.fail(id)
  }
  return { pool, log, open, openings, settle, ask, read, advance: (ms: number) => (now += ms) }
}

const isSettled = async (promise: Promise<unknown>): Promise<boolean> => {
  const pending = {}
  await new Promise(setImmediate)
  return (await Promise.race([promise.catch(() => undefined), Promise.resolve(pending)])) !== pending
}

test('all requests for a bundle share one opening and one handle', async () => {
  const { log, settle, ask } = openPool()
  const asked = [ask('a'), ask('a'), ask('a', 2)]
  await settle('a')
  const references = await Promise.all(asked)
  expect(new Set(references.map((one) => one?.bundle)).size).toBe(1)
  for (const one of references) one?.release()
  ;(await ask('a'))?.release()
  expect(log).toEqual(['opens a'])
})

test('the bundle that was not used for longest is closed for a third', async () => {
  const { log, open, read } = openPool()
  for (const id of ['a', 'b', 'a', 'c']) (await read(id)).release()
  expect(log).toEqual(['opens a', 'opens b', 'closes b', 'opens c'])
  expect([...open]).toEqual(['a', 'c'])
})

test('a third waits while both are read, and then takes the place of the one unused for longest', async () => {
  const { open, read, ask, settle, log } = openPool()
  const [a, b] = [await read('a'), await read('b')]
  const third = ask('c')
  expect(await isSettled(third)).toBe(false)
  expect([...open]).toEqual(['a', 'b'])
  // Further requests for it would keep its place for ever.
  const late = ask('a')
  expect([await isSettled(late), a.isCurrent(), b.isCurrent()]).toEqual([false, false, true])
  a.release()
  await settle('c')
  const c = (await third) ?? expect.fail()
  expect([c.bundle.id, [...open]]).toEqual(['c', ['b', 'c']])
  b.release()
  await settle('a')
  expect((await late)?.bundle.id).toBe('a')
  expect(log).toEqual(['opens a', 'opens b', 'closes a', 'opens c', 'closes b', 'opens a'])
})

test('a bundle that cannot be opened is refused to all that wait for it, and the next is opened', async () => {
  const { ask, settle, open } = openPool()
  const asked = [ask('a'), ask('a'), ask('b')]
  const refused = Promise.allSettled(asked.slice(0, 2))
  await settle('a', new Error('damaged'))
  expect((await refused).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await settle('b')
  expect([(await asked[2])?.bundle.id, [...open]]).toEqual(['b', ['b']])
})

test('an account has a number of openings per minute; bundles that are open take none', async () => {
  const { ask, read, advance } = openPool({ openingsPerMinute: 3 })
  for (const id of ['a', 'b', 'c', 'c', 'c', 'b']) (await read(id)).release()
  await expect(ask('d')).rejects.toMatchObject({ code: 'rate_limit_exceeded', headers: ['Retry-After', '60'] })
  advance(20_000)
  await expect(ask('a')).rejects.toMatchObject({ status: 429, headers: ['Retry-After', '40'] })
  ;(await read('c')).release()
  ;(await read('d', 2)).release()
  advance(40_000)
  ;(await read('e')).release()
})

test('an account has a number of waiting requests; other accounts wait beside it', async () => {
  const { ask, settle } = openPool({ waiting: 2 })
  const asked = [ask('a'), ask('b'), ask('a', 2)]
  await expect(ask('a')).rejects.toMatchObject({ code: 'rate_limit_exceeded', headers: ['Retry-After', '5'] })
  await settle('a')
  await settle('b')
  expect((await Promise.all(asked)).map((one) => one?.bundle.id)).toEqual(['a', 'b', 'a'])
})

test('a request that waits too long is refused, and the bundles in use stay', async () => {
  const { ask, read } = openPool({ waitMs: 20 })
  const [a, b] = [await read('a'), await read('b')]
  await expect(ask('c')).rejects.toMatchObject({ status: 429 })
  expect([a.isCurrent(), b.isCurrent()]).toEqual([true, true])
  ;(await ask('a'))?.release()
  for (const one of [a, b]) one.release()
})

test('a client that disconnects stops waiting; the opening is kept for the next', async () => {
  const { ask, settle, log } = openPool()
  const gone = new AbortController()
  const asked = ask('a', 1, gone.signal)
  gone.abort()
  expect(await asked).toBeUndefined()
  expect(await ask('a', 1, gone.signal)).toBeUndefined()
  await settle('a')
  ;(await ask('a'))?.release()
  expect(log).toEqual(['opens a'])
})

test('a bundle whose only client has disconnected before it was open is closed after a while', async () => {
  const { ask, settle, log } = openPool({ idleMs: 10 })
  const gone = new AbortController()
  const asked = ask('a', 1, gone.signal)
  gone.abort()
  await asked
  await settle('a')
  await expect.poll(() => log).toEqual(['opens a', 'closes a'])
})

test('discarded bundles close after their last reader, and are opened again on request', async () => {
  const { pool, read, open, log } = openPool()
  const [a, b] = [await read('a'), await read('b')]
  b.release()
  pool.discard()
  expect([[...open], a.isCurrent()]).toEqual([['a'], false])
  const again = await read('a')
  expect(again.bundle).not.toBe(a.bundle)
  a.release()
  expect([again.isCurrent(), log]).toEqual([true, ['opens a', 'opens b', 'closes b', 'opens a', 'closes a']])
})

test('a bundle that no request reads is closed after a while, never one that is read', async () => {
  const { open, read, log } = openPool({ idleMs: 30 })
  const a = await read('a')
  const again = await read('a')
  ;(await read('b')).release()
  again.release()
  await expect.poll(() => [...open]).toEqual(['a'])
  await new Promise((resolve) => setTimeout(resolve, 60))
  expect([...open]).toEqual(['a'])
  a.release()
  await expect.poll(() => [...open]).toEqual([])
  ;(await read('a')).release()
  expect(log).toEqual(['opens a', 'opens b', 'closes b', 'closes a', 'opens a'])
})

test('a request that keeps its bundle for too long is ended, so that others get its place', async () => {
  const { pool, ask, read, settle } = openPool({ readMs: 30 })
  const slow: PastBundleRef[] = []
  const ended = new Promise<void>((resolve) => {
    const end = (): void => {
      for (const one of slow.splice(0)) one.release()
      resolve()
    }
    void pool.lease('a', { account: 1, gone: HERE, end }).then((one) => one && slow.push(one))
  })
  await settle('a')
  const b = await read('b')
  const third = ask('c')
  expect(await isSettled(third)).toBe(false)
  await ended
  await settle('c')
  expect((await third)?.bundle.id).toBe('c')
  b.release()
})

test('whatever is asked, released and given up: at most two are open, and everybody is answered', async () => {
  const step = fc.record({ id: fc.constantFrom(...'abcde'), account: fc.integer({ min: 1, max: 3 }) })
  const action = fc.oneof(
    { weight: 4, arbitrary: step.map((asked) => ({ kind: 'ask' as const, ...asked })) },
    { weight: 3, arbitrary: fc.nat(20).map((nth) => ({ kind: 'release' as const, nth })) },
    { weight: 2, arbitrary: fc.boolean().map((fails) => ({ kind: 'settle' as const, fails })) },
    { weight: 1, arbitrary: fc.nat(20).map((nth) => ({ kind: 'leave' as const, nth })) },
    { weight: 1, arbitrary: fc.constant({ kind: 'discard' as const }) },
  )
  await fc.assert(
    fc.asyncProperty(fc.array(action, { maxLength: 60 }), async (actions) => {
      const { pool, ask, open, openings, settle } = openPool({ openingsPerMinute: 1000 })
      const held: PastBundleRef[] = []
      const clients: AbortController[] = []
      const wrong: string[] = []
      let asked = 0
      let answered = 0
      const settleOne = async (fails: boolean): Promise<void> => {
        const [id] = openings.keys()
        if (id !== undefined) await settle(id, fails ? new Error('damaged') : undefined)
      }
      for (const one of actions) {
        if (one.kind === 'ask') {
          const client = new AbortController()
          clients.push(client)
          asked += 1
          void ask(one.id, one.account, client.signal)
            .then((reference) => {
              if (!reference) return
              if (reference.bundle.id !== one.id || !open.has(one.id)) wrong.push(one.id)
              held.push(reference)
            })
            .catch(() => undefined)
            .finally(() => {
              answered += 1
            })
        } else if (one.kind === 'release') held.splice(one.nth, 1)[0]?.release()
        else if (one.kind === 'settle') await settleOne(one.fails)
        else if (one.kind === 'leave') clients[one.nth]?.abort()
        else pool.discard()
        await new Promise(setImmediate)
        expect(open.size + openings.size).toBeLessThanOrEqual(2)
        expect(openings.size).toBeLessThanOrEqual(1)
      }
      for (let turn = 0; answered < asked && turn < 500; turn++) {
        for (const one of held.splice(0)) one.release()
        await settleOne(false)
        await new Promise(setImmediate)
      }
      expect([answered, wrong]).toEqual([asked, []])
      for (const one of held.splice(0)) one.release()
      while (openings.size > 0) await settleOne(false)
      pool.discard()
      expect([...open]).toEqual([])
    }),
    { numRuns: 200 },
  )
})
