import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ServiceStore } from '../../../data/store/state/state.ts'
import { createPublications, PUBLICATIONS_A_STEP, type Publication } from '../../../server/serving/snapshots.ts'

type State = Pick<ServiceStore, 'head' | 'publicationsAfter' | 'publicationsOf'>

function makeStore() {
  /** Oldest first. */
  const rows: Publication[] = []
  const read = { rows: 0, scans: 0 }
  const state: State = {
    head: async () => {
      const newest = rows.at(-1)
      return newest && { ...newest, occurred_at: null, chain: '' }
    },
    async publicationsAfter(after, limit) {
      const some = rows.slice(after, after + limit)
      read.rows += some.length
      return some
    },
    async publicationsOf(bundles) {
      read.scans += 1
      return rows.filter((row) => bundles.includes(row.bundle) && lastOf(row.bundle) === row).reverse()
    },
  }
  const lastOf = (bundle: string) => rows.findLast((row) => row.bundle === bundle)
  const publish = (bundle: string, published_at: string, epoch = '00'): void => {
    rows.push({ publication: rows.length + 1, bundle, published_at, seq: 0, epoch })
  }
  return { rows, read, state, publish, lastOf }
}

const dayIn = (day: number): string => `2024-10-0${day}`

test('equals a search through all publications, whatever the clock did, after each step', async () => {
  const step = fc.record({
    published: fc.array(fc.record({ day: fc.integer({ min: 1, max: 9 }), bundle: fc.constantFrom(...'abcdef') })),
    here: fc.subarray([...'abcdefx']),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 5 }), async (steps) => {
      const { rows, state, publish, lastOf } = makeStore()
      const publications = createPublications(state)
      for (const { published, here } of steps) {
        for (const { day, bundle } of published) publish(bundle, `${dayIn(day)}T12:00:00.000Z`)
        const index = await publications.load(new Set(here))
        expect(index.newest).toEqual(rows.at(-1))
        const kept = here.flatMap((bundle) => lastOf(bundle) ?? [])
        expect(index.kept).toEqual(kept.sort((a, b) => b.publication - a.publication))
        for (let day = 1; day <= 9; day++)
          expect(index.findLastUntil(dayIn(day))).toEqual(
            rows.findLast(({ published_at }) => published_at <= `${dayIn(day)}T23:59:59.999Z`),
          )
      }
    }),
  )
})

test('reads each publication once, also of thousands, and a new epoch without a publication', async () => {
  const { rows, read, state, publish } = makeStore()
  for (let at = 0; at < 2 * PUBLICATIONS_A_STEP; at++)
    publish(`bundle ${at % 7}`, `${dayIn(1 + (at % 9))}T00:00:00.000Z`)
  const publications = createPublications(state)
  const here = new Set(['bundle 3'])
  const first = await publications.load(here)
  expect(read).toEqual({ rows: rows.length, scans: 0 })
  expect(await publications.load(here)).toBe(first)
  expect(read.rows).toBe(rows.length)
  publish('bundle 3', '2024-10-09T12:00:00.000Z')
  const asked = await Promise.all([publications.load(here), publications.load(here)])
  expect(asked[1]).toBe(asked[0])
  expect(asked[0]?.kept.map(({ publication }) => publication)).toEqual([rows.length])
  // The newest known one is read again, because its epoch may have changed.
  expect(read.rows).toBe(rows.length + 1)
  rows.splice(-1, 1, { ...(rows.at(-1) ?? expect.fail()), epoch: '11' })
  expect((await publications.load(here)).kept[0]?.epoch).toBe('11')
})

test('a bundle that comes back is looked up once; one that was never published, too', async () => {
  const { read, state, publish } = makeStore()
  publish('a', '2024-10-01T00:00:00.000Z')
  publish('b', '2024-10-02T00:00:00.000Z')
  const publications = createPublications(state)
  await publications.load(new Set(['b']))
  const both = new Set(['a', 'b', 'built'])
  for (let turn = 0; turn < 3; turn++)
    expect((await publications.load(new Set(both))).kept.map(({ bundle }) => bundle)).toEqual(['b', 'a'])
  expect(read.scans).toBe(1)
  publish('built', '2024-10-03T00:00:00.000Z')
  expect((await publications.load(both)).kept.map(({ bundle }) => bundle)).toEqual(['built', 'b', 'a'])
})
