// The service's day changes while the server runs: no answer of the day before is given again.

import { expect, test } from 'vitest'
import { ballot } from '../../../data/schema/ballot.ts'
import { coverage } from '../../../data/schema/coverage.ts'
import { election } from '../../../data/schema/election.ts'
import { list, record } from '../../../data/schema/envelope.ts'
import { openWorld } from '../world.ts'

let now = Date.parse('2024-11-05T18:00:00Z')
const { read, walk } = await openWorld({}, { asOf: null, clock: () => now })

async function answers() {
  const { data } = await read('/v1/ballot?lat=35.5&lng=-78.5', record(ballot))
  return {
    list: (await walk('/v1/elections?states=NC&upcoming=true', election)).map(({ slug }) => slug),
    ballot: [...new Set(data.contests.map((contest) => contest.election.slug))],
  }
}

const nextElection = async () =>
  (await read('/v1/coverage', list(coverage))).data.find(({ state }) => state === 'NC')?.next_election

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
