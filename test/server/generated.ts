// Generated requests of every route, mostly near valid ones, and what must hold for the answers.

import fc from 'fast-check'
import { expect } from 'vitest'
import { z } from 'zod'
import { ENDORSER_CATEGORIES } from '../../data/reference/endorser-categories.ts'
import {
  CONTEST_KINDS,
  DISTRICT_TYPES,
  ELECTION_TYPES,
  ENDORSER_STATES,
  EVIDENCE_LEVELS,
  LEVELS,
  STATE_CODES,
} from '../../data/schema/vocabulary.ts'
import { routes } from '../../server/routes.ts'
import { contestId } from './ballots.ts'
import type { Client } from './client.ts'
import { endorsedIn } from './endorsements.ts'
import { DISTRICTS, districtId } from './geography.ts'

const AT_ONCE = 16
/** A parameter in backticks, the id in the path, or places, which accept one of several parameters. */
const NAMES_PARAMETER = /`[a-z_]+`|parameter/i
const refusal = z.object({ error: z.object({ message: z.string() }) })

const listOf = (values: readonly string[]) =>
  fc.array(fc.constantFrom(...values), { minLength: 1, maxLength: 3 }).map((some) => some.join(','))
const wild = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.integer().map(String),
  fc.double().map(String),
)

const { endorsers, endorsements } = endorsedIn({ fillers: 5 })

/** Mostly valid values, by parameter, so that many requests reach the data. */
const likely: Record<string, fc.Arbitrary<string>> = {
  limit: fc.integer({ min: 1, max: 500 }).map(String),
  lang: fc.constantFrom('en', 'es'),
  // The fixture publishes on 2024-10-01.
  snapshot: fc.constantFrom('2024-10-01', '2024-11-06', '2024-09-30', 'abcdef01', '2024-02-30'),
  states: listOf(STATE_CODES),
  types: listOf([...ELECTION_TYPES, ...DISTRICT_TYPES]),
  levels: listOf(LEVELS),
  contest_kinds: listOf(CONTEST_KINDS),
  elections: listOf(['nc-2024-11-05-general', 'nc-2022-11-08-general', 'no-such']),
  categories: listOf(ENDORSER_CATEGORIES.map(({ slug }) => slug)),
  endorsers: listOf(endorsers.map(({ slug }) => slug)),
  endorser_states: listOf(ENDORSER_STATES),
  contest: fc.constantFrom(String(contestId('nc-2024-11-05-general/bond')), '1'),
  q: fc.constantFrom('a', 'RIVER', 'Ráleigh'),
  districts: listOf(Object.values(DISTRICTS).map((district) => district.ocd_id)),
  upcoming: fc.constantFrom('true', 'false'),
  include_retired: fc.constantFrom('true', 'false'),
  only_endorsed: fc.constantFrom('true', 'false'),
  min_evidence: fc.constantFrom(...EVIDENCE_LEVELS),
  explain: fc.constantFrom('true', 'false'),
  boundary: fc.constantFrom('true', 'false'),
  from: fc.constantFrom('2022-01-01', '2024-11-05'),
  to: fc.constantFrom('2022-12-31', '2028-01-01'),
  lat: fc.double({ min: 34.9, max: 36.1, noNaN: true }).map((value) => value.toFixed(6)),
  lng: fc.double({ min: -79.1, max: -76.9, noNaN: true }).map((value) => value.toFixed(6)),
  location: fc.constantFrom('27601', 'NC', 'Raleigh, NC', 'Alder County', 'Twin', 'Nowhere, NC'),
}

const request = fc.constantFrom(...routes).chain((route) => {
  const names = Object.keys(route.query.shape)
  const parameter = fc.oneof(
    {
      weight: 12,
      arbitrary: fc.constantFrom(...names, 'limit').chain((name) => fc.tuple(fc.constant(name), likely[name] ?? wild)),
    },
    { weight: 1, arbitrary: fc.tuple(fc.oneof(fc.constantFrom(...names, 'limit'), fc.string({ maxLength: 8 })), wild) },
  )
  const ids = [
    contestId('nc-2024-11-05-general/bond'),
    districtId('alder'),
    districtId('cd1'),
    endorsements[0]?.id,
    'oak-party',
    0,
  ].map(String)
  return fc.record({
    path: fc
      .oneof(
        { weight: 5, arbitrary: fc.constantFrom(...ids) },
        { weight: 1, arbitrary: wild.filter((id) => id !== '') },
      )
      .map((id) => route.path.replace(/\{\w+\}/, encodeURIComponent(id.replace(/[\uD800-\uDFFF]/g, '?')))),
    query: fc
      // Occasionally a parameter is repeated.
      .array(parameter, { maxLength: 4 })
      .map((some) => new URLSearchParams(some).toString()),
    method: fc.oneof(
      { weight: 20, arbitrary: fc.constant('GET') },
      { weight: 1, arbitrary: fc.constantFrom('HEAD', 'POST', 'OPTIONS') },
    ),
    encoding: fc.constantFrom('identity', 'br', 'gzip', '*;q=0', ',,;;q'),
  })
})

/** None causes a server error, and each answer matches the OpenAPI document. Over the bundle of a fixture with five fillers. */
export async function expectGenerated(client: Pick<Client, 'get'>, runs: number): Promise<void> {
  const requests = fc.sample(request, { numRuns: runs, seed: 20_241_105 })
  const statuses = new Map<number, number>()
  const work = requests.values()
  const worker = async (): Promise<void> => {
    for (const { path, query, method, encoding } of work) {
      const target = query === '' ? path : `${path}?${query}`
      const { status, body } = await client.get(target, { method, headers: { 'Accept-Encoding': encoding } })
      if (status >= 500) throw new Error(`${method} ${target} answers ${status}`)
      if (status === 400 && method === 'GET') expect(refusal.parse(body).error.message, target).toMatch(NAMES_PARAMETER)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  for (const status of [200, 400, 404, 405])
    expect(statuses.get(status) ?? 0, `some ${status}`).toBeGreaterThan(runs / 100)
  expect([...statuses.values()].reduce((sum, count) => sum + count, 0)).toBe(runs)
}
