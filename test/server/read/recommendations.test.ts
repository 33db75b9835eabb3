// Recommendations over HTTP, in the invented region of ../geography.ts; ../recommend tests the rules themselves.

import { describe, expect, test } from 'vitest'
import { ballot } from '../../../data/schema/ballot.ts'
import { record } from '../../../data/schema/envelope.ts'
import { type RecommendedContest, recommendations } from '../../../data/schema/recommendation.ts'
import { endorsedIn } from '../endorsements.ts'
import { openWorld } from '../world.ts'

/** In Ráleigh, where every kind of contest of ./ballots.ts is voted; near Birch, where there is a retention. */
const HERE = 'lat=35.5&lng=-78.5'
const BIRCH = 'lat=35.5&lng=-77.2'

const { endorsements } = endorsedIn({ fillers: 8 })

const { read } = await openWorld({ fillers: 8 })
const ask = async (query: string) => (await read(`/v1/recommendations?${query}`, record(recommendations))).data

/** The contest's own fields, without those that the recommendations endpoint adds or reorders. */
function bare(contest: Omit<RecommendedContest, 'choices' | 'recommendation' | 'explanation'>) {
  const { match, ...own } = { ...contest, endorsements: undefined, choices: undefined }
  return { match, own: { ...own, recommendation: undefined, explanation: undefined } }
}

describe('has the contests of the ballot, with the backers of each choice', () => {
  test.each([HERE, BIRCH, 'location=27601', 'location=NC', 'location=Alder+County', `${HERE}&lang=es`])(
    '%s',
    async (query) => {
      const recommended = await ask(query)
      const { data: voted } = await read(`/v1/ballot?${query}`, record(ballot))
      expect(recommended.location).toEqual(voted.location)
      expect(recommended.contests.map(bare)).toEqual(voted.contests.map(bare))
      expect(recommended.contests.length).toBeGreaterThan(2)
      for (const [at, { choices, recommendation, explanation }] of recommended.contests.entries()) {
        const contest = voted.contests[at]
        expect(recommendation.endorser_count).toBe(contest?.endorsements.length)
        expect(explanation).toBeNull()
        for (const { endorsed_by, endorsement_count, first_choice_count, ...choice } of choices) {
          expect(contest?.choices).toContainEqual(choice)
          const backers = contest?.endorsements.flatMap(({ endorser, picks }) =>
            picks
              .filter((pick) => pick.choice_id === choice.id)
              .map(({ rank, statement, source_url, published_on }) => ({
                ...{ endorser, rank, statement, source_url, published_on },
              })),
          )
          expect(endorsed_by).toEqual(backers)
          expect(endorsement_count).toBe(backers?.length)
          const first = backers?.filter(({ rank }) => rank === 1).length
          expect(first_choice_count).toBe(contest?.vote_method === 'ranked_choice' ? first : null)
        }
        expect(choices).toHaveLength(contest?.choices.length ?? -1)
        const counts = choices.map((choice) => choice.endorsement_count)
        expect(counts).toEqual([...counts].sort((a, b) => b - a))
      }
    },
  )

  test('the fixture has agreement, ties and differences, in four vote methods', async () => {
    const { contests } = await ask('location=NC')
    const seen = contests.flatMap(({ recommendation, vote_method }) => [recommendation.agreement, vote_method])
    expect(new Set(seen)).toEqual(
      new Set(['unanimous', 'majority', 'split', 'plurality', 'multi_seat', 'ranked_choice', 'yes_no']),
    )
  })
})

test('levels and contest_kinds select contests, and change nothing else', async () => {
  const all = await ask('location=NC')
  const some = await ask('location=NC&levels=county,special&contest_kinds=measure,retention')
  expect(some.contests).toEqual(
    all.contests.filter(({ level, kind }) => ['county', 'special'].includes(level) && kind !== 'candidate'),
  )
  expect(some.contests.length).toBeGreaterThan(1)
})

test('upcoming ones, unless elections names others', async () => {
  const slugs = async (query: string) =>
    new Set((await ask(`${HERE}${query}`)).contests.map(({ election }) => election.slug))
  expect(await slugs('')).toEqual(new Set(['nc-2024-11-05-general']))
  expect(await slugs('&elections=nc-2022-11-08-general')).toEqual(new Set(['nc-2022-11-08-general']))
  expect(await slugs('&elections=no-such')).toEqual(new Set())
})

test('min_evidence counts only endorsements with a captured quote, with and without only_endorsed', async () => {
  const found = endorsements.filter(({ evidence }) => evidence?.quote_found)
  const by = (contest: number, choice: number) =>
    found.filter((one) => one.contest.id === contest && one.choice.id === choice).map(({ endorser }) => endorser.slug)
  const query = 'location=NC&min_evidence=capture'
  const [all, some] = [await ask(query), await ask(`${query}&only_endorsed=true`)]
  const [before] = [await ask('location=NC')]
  expect(all.contests.map(({ id }) => id)).toEqual(before.contests.map(({ id }) => id))
  let backers = 0
  for (const { id, choices } of all.contests)
    for (const { id: choice, endorsed_by } of choices) {
      expect(endorsed_by.map(({ endorser }) => endorser.slug).sort()).toEqual(by(id, choice).sort())
      backers += endorsed_by.length
    }
  expect(backers).toBeGreaterThan(10)
  expect(some.contests).toEqual(all.contests.filter(({ recommendation }) => recommendation.endorser_count > 0))
  expect(some.contests.length).toBeLessThan(all.contests.length)
  // The fixture's bundle does not have its sources.
  for (const { recommendation } of (await ask('location=NC&min_evidence=feed')).contests)
    expect(recommendation.endorser_count).toBe(0)
  expect(await ask('location=NC&min_evidence=none')).toEqual(before)
})

test('the named endorsers are those of endorsed_by, in the requested language', async () => {
  const { contests } = await ask('location=NC&explain=true&lang=es')
  const named = contests.flatMap(({ explanation }) => explanation?.pivotal_endorsers ?? [])
  const backers = contests.flatMap(({ choices }) => choices.flatMap(({ endorsed_by }) => endorsed_by))
  for (const endorser of named) expect(backers.map((one) => one.endorser)).toContainEqual(endorser)
  expect(named.some(({ category }) => category.name !== 'Labor' && category.slug === 'labor')).toBe(true)
})
