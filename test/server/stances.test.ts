import { expect, test } from 'vitest'
import { ballot } from '../../data/schema/ballot.ts'
import { contestRecord } from '../../data/schema/contest.ts'
import { record } from '../../data/schema/envelope.ts'
import { byFoldedName } from '../../data/schema/folded-name.ts'
import type { EndorserStance } from '../../data/schema/position.ts'
import { recommendations } from '../../data/schema/recommendation.ts'
import type { PartWriter } from '../../data/store/part.ts'
import { loadContestsWithPositions } from '../../server/read/contests.ts'
import { endorsedIn, fillEndorsements } from './endorsements.ts'
import { openBoth } from './without-tables.ts'
import { openWorld } from './world.ts'

const PLACE = 'lat=35.5&lng=-78.5'
const { endorsers, endorsements, contests } = endorsedIn({})
const backersOf = (contest: number): Set<string> =>
  new Set(endorsements.filter(({ contest: { id } }) => id === contest).map(({ endorser }) => endorser.slug))

const silent = (slug: string, stance: EndorserStance['stance']): EndorserStance => {
  const { id, name, category, state } = endorsers.find((one) => one.slug === slug) ?? expect.fail()
  const endorser = { id, slug, name, category, state }
  return { endorser, stance, source_url: 'https://example.org/none', published_on: '2024-10-01' }
}

/** A contest on the ballot of the place, its backers, an endorser without a position in it, and its stances by endorser name. */
const contest = contests.find(({ id }) => backersOf(id).size > 2)?.id ?? expect.fail('no contest with three backers')
const backers = backersOf(contest)
const mute = endorsers.find(({ slug }) => !backers.has(slug) && slug !== 'silent-society')?.slug ?? ''
const STANCES = [silent('silent-society', 'declined'), silent(mute, 'rescinded')].sort((a, b) =>
  byFoldedName(a.endorser, b.endorser),
)
const { fixture, bundle, read } = await openWorld({ fills: { endorsements: fill } })

function fill(writer: PartWriter): void {
  fillEndorsements(writer, {})
  writer.insert(
    'stance',
    'contest_id ordinal endorser_id endorser_slug category endorser_state body_en body_es'.split(' '),
    STANCES.map((one, nth) => [
      ...[contest, nth + 1, one.endorser.id, one.endorser.slug, one.endorser.category.slug, one.endorser.state],
      ...[JSON.stringify(one), JSON.stringify(one)],
    ]),
  )
}

/** The stances of one contest in each kind of answer; null if the answer lacks the contest. */
async function stancesOf(query: string): Promise<(EndorserStance[] | null)[]> {
  const own = (await read(`/v1/contests/${contest}?${query}`, record(contestRecord))).data
  const onBallot = (await read(`/v1/ballot?${PLACE}&${query}`, record(ballot))).data
  const listed = [onBallot, await advise(query)].map(({ contests }) => contests.find(({ id }) => id === contest))
  return [own.stances, ...listed.map((one) => one?.stances ?? null)]
}

const advise = async (query: string) =>
  (await read(`/v1/recommendations?${PLACE}&${query}`, record(recommendations))).data

test('the stances of all, of some and of no endorsers, in each answer', async () => {
  const [backer = ''] = backers
  const cases: readonly (readonly [query: string, expected: readonly EndorserStance[]])[] = [
    ['', STANCES],
    ['endorsers=silent-society', [silent('silent-society', 'declined')]],
    [`endorsers=silent-society,${mute}`, STANCES],
    [`endorsers=${backer}`, []],
    [`endorsers=${[...backers].join(',')}`, []],
    [`endorsers=${backer},${mute}`, [silent(mute, 'rescinded')]],
    ['endorsers=nobody', []],
    ['endorser_states=HI', [silent('silent-society', 'declined')]],
  ]
  // Twice, and backwards: the second answers come from the cache of fragments.
  for (const [query, expected] of [...cases, ...cases.toReversed()])
    expect(await stancesOf(query), query).toEqual([expected, expected, expected])
})

test('only positions count in a recommendation; a contest with stances alone is not endorsed', async () => {
  const all = await advise('')
  expect(all.endorsers_asked).toBe(endorsers.length)
  expect(all.contests.find(({ id }) => id === contest)?.recommendation.endorser_count).toBe(backers.size)
  const silentOnes = await advise(`endorsers=silent-society,${mute}`)
  expect(silentOnes.endorsers_asked).toBe(2)
  expect(silentOnes.contests.find(({ id }) => id === contest)?.recommendation).toEqual({
    ...{ choice_ids: [], endorser_count: 0, agreement: 'none' },
  })
  const only = await advise(`endorsers=silent-society,${mute}&only_endorsed=true`)
  expect(only.contests.map(({ id }) => id)).not.toContain(contest)
  expect((await advise('endorsers=nobody')).endorsers_asked).toBe(0)
})

test('a bundle of an earlier version has no stances', () => {
  const { whole, older } = openBoth(fixture, bundle, ['stance'])
  expect(loadContestsWithPositions(whole, [contest], {}, 'en').get(contest)).toContain('"stance":"declined"')
  expect(loadContestsWithPositions(older, [contest], {}, 'en').get(contest)).toContain('"stances":[]')
  older.endorsements.close()
})
