import { existsSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hasEnded, LEASE_MS, makeServerName } from '../../../../../data/store/state/leases.ts'
import type { ServiceStore } from '../../../../../data/store/state/state.ts'
import { publishEvents } from '../../feed-events.ts'
import { killAfter, startScript } from '../../killed.ts'
import { type Engine, freshState, place, state } from '../engines.ts'

export function leaseSuite(engine: Engine): void {
  let other: ServiceStore

  freshState(engine)
  beforeEach(async () => {
    other = await place.open()
    await publishEvents(state, 'a', { count: 1 })
    await publishEvents(state, 'b', { count: 2, from: '2028-03-02T00:00:00.000Z' })
    await publishEvents(state, 'c', { count: 0 })
  })
  afterEach(() => other.close())

  /** Moves the end of a lease, as if this much time had passed. */
  const move = (server: string, seconds: number) =>
    place.rows(`UPDATE lease SET expires_at = expires_at + ${seconds} WHERE server = '${server}'`)
  /** Seconds from now until each live lease ends. */
  async function ends(): Promise<Record<string, number>> {
    const rows = await place.rows<{ server: string; rest: number }>(
      `SELECT server, expires_at - ${place.now} AS rest FROM lease WHERE expires_at > ${place.now}`,
    )
    return Object.fromEntries(rows.map(({ server, rest }) => [server, rest]))
  }
  const released = async (): Promise<number | undefined> => (await state.released())?.publication

  describe('the released publication', () => {
    it('is none without a server', async () => {
      expect(await state.released()).toBeUndefined()
      expect(await state.newestLease()).toBeUndefined()
    })

    it('is the lowest publication over all servers, with its events and the epoch', async () => {
      const epoch = (await state.head())?.epoch
      await state.renewLease({ server: 'one', publication: 1 })
      expect(await state.released()).toEqual({ epoch, publication: 1, seq: 1 })
      await other.renewLease({ server: 'two', publication: 3 })
      expect(await other.released()).toEqual({ epoch, publication: 1, seq: 1 })
      await state.renewLease({ server: 'one', publication: 2 })
      expect(await other.released()).toEqual({ epoch, publication: 2, seq: 3 })
      expect(await state.newestLease()).toBe(3)
      await state.endLease('one')
      expect(await other.released()).toEqual({ epoch, publication: 3, seq: 3 })
      const next = await state.beginEpoch()
      expect(await other.released()).toEqual({ epoch: next, publication: 3, seq: 3 })
    })

    it('is of the same epoch as its events, even if an unreleased publication began a new one', async () => {
      const epoch = (await state.head())?.epoch
      await state.renewLease({ server: 'one', publication: 2 })
      const baseline = { expectedPublication: 3, bundle: 'd', published_at: '2028-03-03T00:00:00.000Z', staged: null }
      await other.publish({ ...baseline, baseline: true })
      const begun = (await state.head())?.epoch
      expect(begun).not.toBe(epoch)
      await other.renewLease({ server: 'two', publication: 4 })
      expect(await state.released()).toEqual({ epoch, publication: 2, seq: 3 })
      const next = await state.beginEpoch()
      expect(await state.released()).toEqual({ epoch, publication: 2, seq: 3 })
      await state.renewLease({ server: 'one', publication: 3 })
      expect(await state.released()).toEqual({ epoch, publication: 3, seq: 3 })
      await state.renewLease({ server: 'one', publication: 4 })
      expect(await state.released()).toEqual({ epoch: next, publication: 4, seq: 3 })
      await publishEvents(state, 'e', { count: 1, from: '2028-03-04T00:00:00.000Z' })
      await state.renewLease({ server: 'one', publication: 5 })
      await state.endLease('two')
      expect(await state.released()).toEqual({ epoch: next, publication: 5, seq: 4 })
    })

    it('does not wait for a server whose lease has ended, by the clock only', async () => {
      await state.renewLease({ server: 'one', publication: 1 })
      await other.renewLease({ server: 'two', publication: 3 })
      await move('one', -(LEASE_MS / 1000) + 0.5)
      expect(await released()).toBe(1)
      await move('one', -0.5)
      expect(await released()).toBe(3)
      expect(await state.newestLease()).toBe(3)
      await move('two', -LEASE_MS / 1000)
      expect(await released()).toBeUndefined()
      expect(await state.newestLease()).toBeUndefined()
    })

    it('waits for a killed server only until its lease ends', async () => {
      await state.renewLease({ server: 'one', publication: 2 })
      await killAfter(startScript('lease-holder.ts', place.address, 'two', '2'), 3)
      await state.renewLease({ server: 'one', publication: 3 })
      expect(await released()).toBe(2)
      const { two = 0 } = await ends()
      expect(two).toBeLessThanOrEqual(LEASE_MS / 1000)
      await move('two', -LEASE_MS / 1000)
      expect(await released()).toBe(3)
    })

    describe.skipIf(!existsSync('/proc/self/ns/pid'))('beside a process of this machine', () => {
      it('does not wait for its lease once it was killed', async () => {
        const holder = startScript('lease-holder.ts', place.address, '', '1')
        const killed = killAfter(holder, Number.POSITIVE_INFINITY)
        await expect.poll(released, { timeout: 60_000 }).toBe(1)
        await state.renewLease({ server: makeServerName(), publication: 2 })
        expect(await released()).toBe(1)
        holder.kill('SIGKILL')
        const [server = ''] = await killed
        // Like on a slow machine: the lease is live.
        await move(server, LEASE_MS / 1000)
        expect(Object.keys(await ends())).toContain(server)
        expect(await released()).toBe(2)
        expect(await state.renewLease({ server: makeServerName(), publication: 3 })).toBeUndefined()
      })

      it('waits while it is only stopped', async () => {
        const holder = startScript('lease-holder.ts', place.address, '', '1')
        const killed = killAfter(holder, Number.POSITIVE_INFINITY)
        await expect.poll(released, { timeout: 60_000 }).toBe(1)
        await state.renewLease({ server: makeServerName(), publication: 2 })
        holder.kill('SIGSTOP')
        await wait(200)
        expect(Object.keys(await ends()).filter(hasEnded)).toEqual([])
        expect(await released()).toBe(1)
        holder.kill('SIGKILL')
        await killed
      })
    })
  })

  describe('a lease', () => {
    it('lasts for its time from its last renewal', async () => {
      await state.renewLease({ server: 'one', publication: 3 })
      await move('one', -4)
      await state.renewLease({ server: 'one', publication: 3 })
      expect((await ends()).one).toBeGreaterThan(LEASE_MS / 1000 - 2)
      expect((await ends()).one).toBeLessThanOrEqual(LEASE_MS / 1000)
    })

    it('is refused, and dropped, for a publication older than the released one', async () => {
      await state.renewLease({ server: 'one', publication: 3 })
      expect(await other.renewLease({ server: 'two', publication: 2 })).toEqual({
        refused: 'Publication 3 is already released, but the server two answers from publication 2.',
      })
      expect(await ends()).toEqual({ one: expect.any(Number) })
      expect(await state.renewLease({ server: 'one', publication: 2 })).toHaveProperty('refused')
      expect(await ends()).toEqual({})
      expect(await released()).toBeUndefined()
    })

    it('never begins with an older publication than any server had, for any server and after any time', async () => {
      await state.renewLease({ server: 'one', publication: 2 })
      await other.renewLease({ server: 'two', publication: 3 })
      await state.endLease('two')
      await state.endLease('one')
      await move('two', -3600)
      for (const server of ['one', 'two', 'three'])
        expect(await other.renewLease({ server, publication: 2 })).toEqual({
          refused: `Publication 3 is already released, but the server ${server} answers from publication 2.`,
        })
      expect(await other.renewLease({ server: 'three', publication: 3 })).toBeUndefined()
      expect(await released()).toBe(3)
    })

    it('counts for nothing in its own renewal once it has ended', async () => {
      await state.renewLease({ server: 'one', publication: 2 })
      await other.renewLease({ server: 'two', publication: 3 })
      await move('one', -LEASE_MS / 1000)
      expect(await state.renewLease({ server: 'one', publication: 2 })).toHaveProperty('refused')
      expect(await released()).toBe(3)
      expect(Object.keys(await ends())).toEqual(['two'])
    })

    it('is never of a publication that does not exist', async () => {
      await state.renewLease({ server: 'one', publication: 3 })
      expect(await state.renewLease({ server: 'one', publication: 4 })).toEqual({
        refused: 'The server one cannot answer from publication 4: there is no such publication.',
      })
      expect(await released()).toBeUndefined()
    })

    it('does not hold back other servers for longer after the clock has jumped back', async () => {
      await state.renewLease({ server: 'gone', publication: 1 })
      await move('gone', 3600)
      await other.renewLease({ server: 'two', publication: 3 })
      expect((await ends()).gone).toBeLessThanOrEqual(LEASE_MS / 1000)
      expect(await released()).toBe(1)
    })

    it('waits for another transaction for less than its own time, and can be requested again', async () => {
      const end = await place.hold()
      const begun = performance.now()
      await expect(state.renewLease({ server: 'one', publication: 3 })).rejects.toThrow(
        /database is locked|lock timeout/,
      )
      expect(performance.now() - begun).toBeLessThan(LEASE_MS / 2)
      await end()
      expect(await state.renewLease({ server: 'one', publication: 3 })).toBeUndefined()
    })

    it('changes the version for other servers, not for its own', async () => {
      const [own, others] = [await state.version(), await other.version()]
      await state.renewLease({ server: 'one', publication: 3 })
      expect(await state.version()).toBe(own)
      await expect.poll(() => other.version()).not.toBe(others)
      const next = await other.version()
      await state.endLease('one')
      expect(await state.version()).toBe(own)
      await expect.poll(() => other.version()).not.toBe(next)
    })
  })
}
