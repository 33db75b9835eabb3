import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { EndorserSummary } from '../../data/schema/endorser.ts'
import { record } from '../../data/schema/envelope.ts'
import { type RecommendedContest, recommendations } from '../../data/schema/recommendation.ts'
import { LEVELS } from '../../data/schema/vocabulary.ts'
import { openApi } from './api.ts'
import { backerOf, type Drawn, draw, fillsOf } from './drawn.ts'
import { anyCase } from './recommend/arbitrary.ts'
import { bruteForce, bruteForcePivotal } from './recommend/brute-force.ts'

const CONTESTS = process.env.PROOF === '1' ? 2000 : 500
const drawn = fc.sample(anyCase, { numRuns: CONTESTS, seed: 20_161_108 }).map(draw)

const everyone = [...new Map(drawn.flatMap(({ endorsers }) => endorsers.map((one) => [one.id, one] as const))).values()]

const { client } = await openApi({ fills: fillsOf(drawn) })

function expectedOf(
  one: Drawn,
  isChosen: (endorser: EndorserSummary) => boolean,
  explain: boolean,
): RecommendedContest {
  const places = one.endorsers.flatMap((endorser, at) => (isChosen(endorser) ? [at] : []))
  const positions = one.positions.filter((_, at) => places.includes(at))
  const answer = bruteForce(one.contest, positions)
  const { order, choice_ids, endorser_count, agreement, rule, margin } = answer
  const pivotal = bruteForcePivotal(one.contest, positions).map((at) => places[at])
  return {
    ...one.body,
    stances: [],
    choices: order.flatMap((id) =>
      one.body.choices
        .filter((choice) => choice.id === id)
        .map((choice) => ({
          ...choice,
          endorsed_by: places.flatMap((at) => backerOf(one, at, id) ?? []),
          endorsement_count: answer.endorsement_counts[id] ?? -1,
          first_choice_count: one.body.vote_method === 'ranked_choice' ? (answer.first_choice_counts[id] ?? -1) : null,
        })),
    ),
    match: 'certain',
    share: null,
    recommendation: { choice_ids, endorser_count, agreement },
    explanation: explain
      ? { rule, margin, pivotal_endorsers: one.endorsers.filter((_, at) => pivotal.includes(at)) }
      : null,
  }
}

const CHOOSING: readonly [query: string, (endorser: EndorserSummary) => boolean][] = [
  ['explain=true', () => true],
  ['', ({ category }) => category !== undefined],
  ['categories=labor&explain=true&only_endorsed=true', ({ category }) => category.slug === 'labor'],
  ['endorser_states=national&only_endorsed=true', ({ state }) => state === 'national'],
  [
    'endorsers=endorser-1,endorser-2,endorser-4&endorser_states=NC&explain=true',
    ({ slug, state }) => state === 'NC' && ['endorser-1', 'endorser-2', 'endorser-4'].includes(slug),
  ],
  ['endorsers=nobody&explain=true', () => false],
  ['endorsers=nobody&only_endorsed=true', () => false],
  ['only_endorsed=true', () => true],
]

describe.each(CHOOSING)(`${CONTESTS} contests with %s`, (query, isChosen) => {
  test.each(LEVELS)('%s', async (level) => {
    const answer = await client.get(`/v1/recommendations?lat=35.5&lng=-77.9&levels=${level}&${query}`)
    expect(answer.status, answer.text.slice(0, 300)).toBe(200)
    const { contests } = record(recommendations).parse(answer.body).data
    const explain = query.includes('explain=true')
    const expected = drawn
      .filter(({ body }) => body.level === level)
      .map((one) => expectedOf(one, isChosen, explain))
      .filter(({ recommendation }) => recommendation.endorser_count > 0 || !query.includes('only_endorsed'))
    expect(contests).toEqual(expected)
    const endorsers_asked = everyone.filter(isChosen).length
    expect(answer.body).toEqual({ data: { location: expect.anything(), endorsers_asked, contests: expected } })
  })
})
