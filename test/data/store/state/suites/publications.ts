import type { ChildProcess } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { killAfter, startScript } from '../../killed.ts'
import { type Engine, freshState, place, reopen, state } from '../engines.ts'

export function publicationSuite(engine: Engine): void {
  const at = '2028-03-01T12:00:00.000Z'

  freshState(engine)

  const publish = (expectedPublication: number | null, bundle: string) =>
    state.publish({ expectedPublication, bundle, published_at: at, staged: null })

  describe('publish', () => {
    it('has no head before the first publication, then one that increases by one', async () => {
      expect(await state.head()).toBeUndefined()
      expect(await publish(null, 'a')).toEqual({ publication: 1, changed: true })
      expect(await publish(1, 'b')).toEqual({ publication: 2, changed: true })
      expect(await state.head()).toMatchObject({ publication: 2, bundle: 'b', seq: 0 })
      const { epoch } = (await state.head()) ?? {}
      expect(await state.publications(1)).toEqual([{ publication: 2, bundle: 'b', published_at: at, epoch, seq: 0 }])
    })

    it('reports the same bundle as no change, also for a repeated publication', async () => {
      await publish(null, 'a')
      expect(await publish(1, 'a')).toEqual({ publication: 1, changed: false })
      expect(await publish(null, 'a')).toEqual({ publication: 1, changed: false })
      expect(await state.publications(10)).toHaveLength(1)
    })

    it('gives a republished bundle a new number', async () => {
      await publish(null, 'a')
      await publish(1, 'b')
      expect(await publish(2, 'a')).toEqual({ publication: 3, changed: true })
    })

    it('refuses with an error if another publication came first', async () => {
      await publish(null, 'a')
      expect(await publish(null, 'b')).toEqual({
        refused: 'Another publisher was first: publication 1 (bundle a) is current, this one expected no publication.',
      })
      expect(await publish(7, 'b')).toHaveProperty('refused')
      expect(await state.head()).toMatchObject({ publication: 1, bundle: 'a' })
    })

    it('accepts exactly one of two publishers', async () => {
      const other = await place.open()
      const results = await Promise.all([
        publish(null, 'a'),
        other.publish({ expectedPublication: null, bundle: 'b', published_at: at, staged: null }),
      ])
      expect(results.filter((result) => 'publication' in result)).toHaveLength(1)
      await other.close()
    })

    it('finds the publication in service at each instant, whatever the clock did', async () => {
      const day = (day: number) => `2028-03-0${day}T00:00:00.000Z`
      const instants = [3, 1, 2, 5, 4].map(day)
      for (const [nth, published_at] of instants.entries())
        await state.publish({ expectedPublication: nth || null, bundle: `b${nth}`, published_at, staged: null })
      const asked = ['2028-02-29T23:59:59.999Z', ...[1, 2, 3, 4, 5, 6].map(day), day(2), '2028-03-04T23:59:59.999Z']
      const all = await state.publications(10)
      const expected = asked.map((instant) => all.find(({ published_at }) => published_at <= instant))
      expect(expected.map((record) => record?.publication)).toEqual([undefined, 2, 3, 3, 5, 5, 5, 3, 5])
      expect(await state.publicationsAt(asked)).toEqual(expected)
      expect(await state.publicationsAt([])).toEqual([])
    })

    it('pages through the publications from the oldest', async () => {
      for (const [nth, bundle] of ['a', 'b', 'a'].entries()) await publish(nth || null, bundle)
      const { epoch } = (await state.head()) ?? {}
      const all = ['a', 'b', 'a'].map((bundle, nth) => ({
        publication: nth + 1,
        bundle,
        published_at: at,
        seq: 0,
        epoch,
      }))
      expect(await state.publicationsAfter(0, 10)).toEqual(all)
      expect(await state.publicationsAfter(1, 1)).toEqual(all.slice(1, 2))
      expect(await state.publicationsAfter(3, 10)).toEqual([])
    })

    it('finds the newest publication of each bundle', async () => {
      for (const [nth, bundle] of ['a', 'b', 'a'].entries()) await publish(nth || null, bundle)
      const { epoch } = (await state.head()) ?? {}
      expect(await state.publicationsOf(['b', 'a', 'c', 'a'])).toEqual([
        { publication: 3, bundle: 'a', published_at: at, seq: 0, epoch },
        { publication: 2, bundle: 'b', published_at: at, seq: 0, epoch },
      ])
    })

    it('keeps the epoch after reopening, and has another in another state', async () => {
      await publish(null, 'a')
      const head = await state.head()
      await reopen()
      expect(await state.head()).toEqual(head)
      const otherPlace = await engine.create()
      const other = await otherPlace.open()
      await other.publish({ expectedPublication: null, bundle: 'a', published_at: at, staged: null })
      expect((await other.head())?.epoch).not.toBe(head?.epoch)
      await other.close()
      await otherPlace.remove()
    })
  })

  describe('version', () => {
    const change = { by: 'ada', at }
    const account = { name: 'ada', plan: 'free', contact: null, password_hash: null }

    it('changes with its own and other commits, and not otherwise', async () => {
      const other = await place.open()
      let version = await state.version()
      expect(await state.version()).toBe(version)
      await publish(null, 'a')
      expect(await state.version()).not.toBe(version)
      version = await state.version()
      await other.createAccount(account, change)
      await expect.poll(() => state.version()).not.toBe(version)
      version = await state.version()
      await state.accounts()
      expect(await state.version()).toBe(version)
      await other.close()
    })

    it('ignores sessions, and uses of a key except the first of a day', async () => {
      const other = await place.open()
      await state.createAccount(account, change)
      const key = { label: null, hash: '01', last_four: 'aaaa', addresses: [], expires_at: null }
      await state.createKey({ account: 'ada', scopes: ['data:read'], ...key }, change)
      const own = await state.version()
      await state.createSession({ hash: '02', account_id: 1, created_at: at, expires_at: '2028-03-02T00:00:00.000Z' })
      await state.keysUsed([{ id: 1, on: '2028-03-01' }])
      expect(await state.version()).toBe(own)
      const others = await other.version()
      await state.keysUsed([{ id: 1, on: '2028-03-01' }])
      await state.keysUsed([])
      expect(await other.version()).toBe(others)
      await other.close()
    })
  })

  describe('a new state', () => {
    it('is created once by processes that start together', async () => {
      const fresh = await engine.create()
      const writers = [startWriter(fresh.address), startWriter(fresh.address), startWriter(fresh.address)]
      const acknowledged = await Promise.all(writers.map((writer) => killAfter(writer, 3)))
      const all = acknowledged.flat().map((line) => Number(line.split(' ')[0]))
      expect(new Set(all).size).toBe(all.length)
      await fresh.remove()
    })
  })

  describe('a writer that is killed', () => {
    it('leaves nothing of an unfinished operation, and its lock is free', async () => {
      await publish(null, 'a')
      await killAfter(startWriter(place.address, 'middle'), 1)
      expect(await state.head()).toMatchObject({ publication: 1, bundle: 'a' })
      expect(await publish(1, 'b')).toEqual({ publication: 2, changed: true })
    })

    it('never loses an acknowledged operation', async () => {
      const rounds = process.env.PROOF ? 30 : 3
      for (let round = 0; round < rounds; round++) {
        const lines = await killAfter(startWriter(place.address), 20 + round * 7)
        const publications = await state.publications(100_000)
        for (const line of lines) {
          const [publication, bundle] = line.split(' ')
          expect(publications).toContainEqual(expect.objectContaining({ publication: Number(publication), bundle }))
        }
        // At most one publication was committed but not yet printed.
        expect(publications.length - Number(lines.at(-1)?.split(' ')[0])).toBeLessThanOrEqual(1)
        expect((await state.head())?.publication).toBe(publications.length)
      }
    })
  })

  function startWriter(database: string, mode = 'publish'): ChildProcess {
    return startScript('state-writer.ts', database, mode)
  }
}
