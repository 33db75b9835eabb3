// For any publications, and clients that connect, leave and resume in any way: without repeats, each client has exactly the matching
// events committed since it began, in order.

import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { EventFacets } from '../../../data/schema/event.ts'
import { DAY } from '../../../data/schema/scalar.ts'
import type { FeedFilter } from '../../../data/schema/subscription.ts'
import type { Engine } from '../../data/store/state/engines.ts'
import { type Client, createClient, ENDPOINTS, RESUMES } from './clients.ts'
import { CATEGORIES, ELECTIONS, ENDORSERS, facetsOf, STATES } from './drawn.ts'
import { type Served, serveFeed } from './served.ts'

const RUNS = process.env.PROOF === '1' ? 10_000 : 300
const CLIENTS = 3

const some = <Item>(items: readonly Item[]) =>
  fc.subarray([...items], { minLength: 1, maxLength: Math.ceil(items.length / 2) })
const filter: fc.Arbitrary<FeedFilter> = fc.oneof(
  fc.constant({}),
  fc.record(
    {
      categories: some(CATEGORIES),
      endorsers: some(ENDORSERS),
      endorser_states: some(['NC', 'VA', 'national'] as const),
      states: some(STATES),
      elections: some(ELECTIONS),
      contest_kinds: some(['candidate', 'measure', 'retention'] as const),
      levels: some(['federal', 'state', 'county', 'city', 'school', 'special'] as const),
      types: some(['created', 'updated', 'deleted'] as const),
    },
    { requiredKeys: [] },
  ),
)
const start = fc.constantFrom('from=latest' as const, 'from=earliest' as const)
const count = fc.oneof(
  { weight: 60, arbitrary: fc.nat(6) },
  { weight: 1, arbitrary: fc.integer({ min: 498, max: 520 }) },
)
const client = fc.nat(CLIENTS - 1)
const step = fc.oneof(
  fc.record({ act: fc.constant('stage' as const), count, seed: fc.nat(1000) }),
  fc.record({ act: fc.constant('release' as const) }),
  fc.record({
    ...{ act: fc.constant('come' as const), client, endpoint: fc.constantFrom(...ENDPOINTS) },
    ...{ resume: fc.constantFrom(...RESUMES), limit: fc.integer({ min: 1, max: 4 }) },
    /** True if the next step waits until the client has connected. */
    awaited: fc.boolean(),
  }),
  fc.record({ act: fc.constant('leave' as const), client }),
)
const steps = fc.array(step, { minLength: 3, maxLength: 14 })
const clients = fc.array(fc.record({ filter, start }), { minLength: CLIENTS, maxLength: CLIENTS })

export function feedModelSuite(engine: Engine): void {
  let served: Served
  beforeAll(async () => {
    served = await serveFeed({ engine })
    await served.publish(0)
  })
  afterAll(() => served.close())

  it(`over ${RUNS} runs`, { timeout: RUNS * 1000 }, async () => {
    let told = 0
    await fc.assert(
      fc.asyncProperty(clients, steps, async (drawn, acts) => {
        served.clock.now += 30 * DAY
        await served.state.beginEpoch()
        await served.release()
        const base = served.feed.released()?.seq ?? 0
        const events = new Map<number, EventFacets>()
        const present = drawn.map((one) => ({ ...one, client: createClient(served, { ...one, base }) }))
        const coming = new Map<Client, Promise<void>>()
        const settle = async (one: Client): Promise<void> => {
          await coming.get(one)
          coming.delete(one)
        }
        for (const act of acts) {
          served.clock.now += 1000
          if (act.act === 'stage') {
            const first = base + events.size + 1
            const facets = (seq: number): EventFacets => facetsOf(seq * 7 + act.seed)
            for (let seq = first; seq < first + act.count; seq++) events.set(seq, facets(seq))
            await served.stage(act.count, { facets })
          } else if (act.act === 'release') await served.release()
          else {
            const found = present[act.client]?.client
            if (!found) continue
            await settle(found)
            if (act.act === 'leave') found.leave()
            else coming.set(found, found.come(act))
            if (act.act === 'come' && act.awaited) await settle(found)
          }
        }
        await served.release()
        for (const one of present) {
          await settle(one.client)
          const began = one.client.began()
          if (began === undefined) continue
          if (one.start === 'from=earliest') expect(began).toBe(base)
          const expected = [...events].filter(([seq, facets]) => seq > began && fits(one.filter, facets))
          const seqs = expected.map(([seq]) => seq)
          // A stream delivers its outstanding events without a further request.
          if (one.client.streams()) await expect.poll(() => one.client.seqs(), { interval: 2 }).toEqual(seqs)
          await one.client.finish()
          expect(one.client.seqs()).toEqual(seqs)
          told += seqs.length
        }
      }),
      { numRuns: RUNS },
    )
    expect(told).toBeGreaterThan(RUNS)
    await expect.poll(served.followers).toBe(0)
  })
}

/** The filter rule of the specification, field by field. */
function fits(asked: FeedFilter, facets: EventFacets): boolean {
  const has = (values: readonly string[] | undefined, value: string): boolean => !values || values.includes(value)
  return (
    has(asked.categories, facets.category) &&
    has(asked.endorsers, facets.endorser_slug) &&
    has(asked.endorser_states, facets.endorser_state) &&
    has(asked.states, facets.state) &&
    has(asked.elections, facets.election_slug) &&
    has(asked.contest_kinds, facets.contest_kind) &&
    has(asked.levels, facets.level) &&
    has(asked.types, facets.kind)
  )
}
