// The service's day changes while the server runs: no answer of the day before is given again.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type Client, openClient } from '../client.ts'
import { type Fixture, openFixture } from '../fixture.ts'
import { GOOD } from '../good.ts'

let fixture: Fixture
let client: Client
let now = Date.parse('2024-11-05T18:00:00Z')

beforeAll(async () => {
  fixture = await openFixture()
  await fixture.publish()
  const { key } = await fixture.makeKey()
  const { url } = await fixture.start({ asOf: null, clock: () => now })
  client = await openClient(url, key)
})
afterAll(() => fixture.close())

const elections = z.object({ data: z.array(z.object({ slug: z.string() })) })
const ballot = z.object({
  data: z.object({ contests: z.array(z.object({ election: z.object({ slug: z.string() }) })) }),
})

const coverage = z.object({ data: z.array(z.object({ state: z.string(), next_election: z.string() })) })

async function answers() {
  const list = elections.parse((await client.get('/v1/elections?states=NC&upcoming=true')).body)
  const place = ballot.parse((await client.get(GOOD['/v1/ballot'] ?? '')).body)
  return {
    list: list.data.map(({ slug }) => slug),
    ballot: [...new Set(place.data.contests.map(({ election }) => election.slug))],
  }
}

async function nextElection() {
  const { data } = coverage.parse((await client.get('/v1/coverage')).body)
  return data.find(({ state }) => state === 'NC')?.next_election
}

test('an election of today is upcoming, and is over on the next day', async () => {
  const today = await answers()
  expect(today.list).toContain('nc-2024-11-05-general')
  expect(today.ballot).toContain('nc-2024-11-05-general')
  // Until midnight in the state, whatever the day is elsewhere.
  now = Date.parse('2024-11-06T04:59:59.999Z')
  expect(await answers()).toEqual(today)
  expect(await nextElection()).toBe('2024-11-05')
  now += 1
  const tomorrow = await answers()
  expect(tomorrow.list).not.toContain('nc-2024-11-05-general')
  expect(tomorrow.ballot).not.toContain('nc-2024-11-05-general')
  expect(await nextElection()).toBe('2024-12-03')
})
