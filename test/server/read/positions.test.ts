import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ballot } from '../../../data/schema/ballot.ts'
import { contestRecord } from '../../../data/schema/contest.ts'
import { record } from '../../../data/schema/envelope.ts'
import type { Position } from '../../../data/schema/position.ts'
import { contestId } from '../ballots.ts'
import { endorsedIn, inSpanish, positionsIn } from '../endorsements.ts'
import { openWorld } from '../world.ts'
import { anyFilters, queryOf } from './filters.ts'

const { contests, endorsements, endorsers } = endorsedIn({ fillers: 12 })

const { read } = await openWorld({ fillers: 12 })
const positionsAt = async (id: number, query = '') =>
  (await read(`/v1/contests/${id}${query}`, record(contestRecord))).data.endorsements

const LOOKS_AT: Readonly<Record<string, (one: Position) => string>> = {
  categories: ({ endorser }) => endorser.category.slug,
  endorsers: ({ endorser }) => endorser.slug,
  endorser_states: ({ endorser }) => endorser.state,
}
const VALUES: Readonly<Record<string, readonly string[]>> = {
  categories: [...new Set(endorsers.map(({ category }) => category.slug)), 'no-such'],
  endorsers: [...endorsers.map(({ slug }) => slug), 'no-such'],
  endorser_states: ['NC', 'DC', 'CA', 'national', 'WY'],
}
const several = anyFilters(VALUES).map((some) => ({
  query: queryOf(some),
  keeps: (one: Position) => some.every(([name, values]) => values.includes(LOOKS_AT[name]?.(one) ?? '')),
}))

test('of a contest: by endorser name, id; picks by rank, then ballot order', async () => {
  for (const contest of contests)
    expect(await positionsAt(contest.id), contest.title).toEqual(positionsIn(contest, endorsements))
  const ranked = await positionsAt(contestId('nc-2024-11-05-general/council'))
  expect(ranked[0]?.picks.map(({ rank }) => rank)).toEqual([1, 2, 3, 4])
})

test('of a contest, of selected endorsers only', async () => {
  let kept = 0
  for (const { query, keeps } of fc.sample(several, { numRuns: 40, seed: 1 }))
    for (const contest of contests.slice(0, 6)) {
      const expected = positionsIn(contest, endorsements).filter(keeps)
      kept += expected.length
      expect(await positionsAt(contest.id, `?${query}`), query).toEqual(expected)
    }
  expect(kept).toBeGreaterThan(50)
})

test('of a contest, in Spanish', async () => {
  const spanish = endorsements.map(inSpanish)
  for (const contest of contests.slice(0, 6))
    expect(await positionsAt(contest.id, '?lang=es')).toEqual(positionsIn(contest, spanish))
})

test('on a ballot: filters select positions, never contests', async () => {
  const ask = async (query: string) =>
    (await read(`/v1/ballot?lat=35.5&lng=-78.5${query}`, record(ballot))).data.contests
  const all = await ask('')
  expect(all.length).toBe(5)
  for (const { query, keeps } of fc.sample(several, { numRuns: 40, seed: 2 })) {
    const found = await ask(`&${query}`)
    expect(found.map(({ id, match }) => [id, match])).toEqual(all.map(({ id, match }) => [id, match]))
    for (const { id, title, endorsements: positions } of found) {
      const contest = contests.find((one) => one.id === id)
      expect(contest && positionsIn(contest, endorsements).filter(keeps), `${query} ${title}`).toEqual(positions)
    }
  }
  const spanish = await ask('&lang=es')
  const labels = spanish.flatMap((contest) => contest.endorsements.map(({ endorser }) => endorser.category.name))
  expect(labels).toContain('Partidos y clubes de partido')
})
