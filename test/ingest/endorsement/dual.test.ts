// Two choices where one is to be chosen (docs/rules.md#dual-endorsements): the contest decides whether the position can be counted.

import { describe, expect, it } from 'vitest'
import { council, ELECTION, ENDORSER, governor, mayor, readFeed } from './ballots.ts'

type Pick = readonly [contest: { title: string }, at: number, rank?: number]

const read = (picks: readonly Pick[], more: readonly object[] = []) =>
  readFeed({
    'a.json': {
      endorser: ENDORSER,
      endorsements: [
        ...picks.map(([contest, at, rank]) => {
          const own = [governor, council, mayor].find(({ title }) => title === contest.title)
          return {
            ...{ election: ELECTION, contest: contest.title, choice: own?.choices[at]?.label },
            ...(rank && { rank }),
          }
        }),
        ...more,
      ],
    },
  })

describe('a dual endorsement', () => {
  it('in ranked choice is two picks without a rank; two of rank 1 are an issue', async () => {
    expect(mayor.vote_method).toBe('ranked_choice')
    const { endorsement, issues } = await read([
      [mayor, 0],
      [mayor, 1],
    ])
    expect(issues).toEqual([])
    expect(endorsement.map(({ choice_key, rank }) => [choice_key, rank])).toEqual([
      [mayor.choices[0]?.choice_key, null],
      [mayor.choices[1]?.choice_key, null],
    ])
    const ranked = await read([
      [mayor, 0, 1],
      [mayor, 1, 1],
    ])
    expect(ranked.endorsement).toEqual([])
    expect(ranked.said.map((one) => one.split(' ')[0])).toEqual(['too-many-picks', 'too-many-picks'])
  })

  it('in vote-for-one is left out with an issue for each pick, and no stance is made of it', async () => {
    expect(governor.vote_method).toBe('plurality')
    const { endorsement, stance, said } = await read([
      [governor, 0],
      [governor, 1],
    ])
    expect([endorsement, stance]).toEqual([[], []])
    expect(said.map((one) => one.split(' ')[0])).toEqual(['too-many-picks', 'too-many-picks'])
  })

  it('within the seats of vote-for-N is a position like any other', async () => {
    expect([council.vote_method, council.votes_allowed >= 2]).toEqual(['multi_seat', true])
    const { endorsement, issues } = await read([
      [council, 0],
      [council, 1],
    ])
    expect([endorsement.length, issues]).toEqual([2, []])
  })
})
