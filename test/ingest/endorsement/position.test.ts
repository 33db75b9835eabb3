import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { VOTE_METHODS } from '../../../data/schema/vocabulary.ts'
import { type MatchedPick, placePositions } from '../../../ingest/endorsement/position.ts'
import { choice, contest } from './ballots.ts'

const NAMES = ['Amy Sample', 'Ben Sample', 'Cat Sample', 'Dan Sample']

interface Said {
  choice: number
  rank?: number | null
  endorser?: string
  statement?: string
}

function place(method: (typeof VOTE_METHODS)[number], picks: readonly Said[], votes_allowed = 1) {
  const where = contest('seat', 'Seat', { vote_method: method, votes_allowed, names: NAMES })
  const matched = picks.map<MatchedPick>(({ choice: nth, rank = null, endorser = 'one', statement = null }, index) => ({
    at: { file: 'a.csv', line: index + 2 },
    endorser_slug: endorser,
    contest: where,
    choice: where.choices[nth] ?? choice('x', 'X'),
    rank,
    statement,
    statement_es: null,
    source_url: null,
    published_on: null,
  }))
  const { endorsements, issues } = placePositions(matched)
  return {
    kept: endorsements.map(({ row }) => `${row.endorser_slug} ${row.choice_key.split('/').at(-1)} ${row.rank}`),
    issues: issues.map(({ code, line, severity }) => `${code} ${line} ${severity}`),
    messages: issues.map(({ message }) => message),
  }
}

describe('a position', () => {
  it('with two picks for one seat is left out whole; that of another endorser stays', () => {
    const placed = place('plurality', [{ choice: 0 }, { choice: 1, endorser: 'two' }, { choice: 1 }])
    expect(placed.kept).toEqual(['two ben-sample null'])
    expect(placed.issues).toEqual(['too-many-picks 2 refused', 'too-many-picks 4 refused'])
    expect(placed.messages[0]).toBe(
      'one has 2 picks where one is permitted in "Seat": "Amy Sample", "Ben Sample"; the whole position is left out',
    )
  })

  it.each([
    ['multi_seat', 2, 2],
    ['multi_seat', 3, 0],
    ['yes_no', 2, 0],
    ['approval', 3, 3],
  ] as const)('of %s for two seats with %i picks has %i', (method, picks, kept) => {
    const said = Array.from({ length: picks }, (_, choice) => ({ choice }))
    expect(place(method, said, 2).kept).toHaveLength(kept)
  })

  it('with a rank twice is left out; with gaps, or picks without a rank, it is kept', () => {
    const twice = [0, 1].map((choice) => ({ choice, rank: 1 }))
    expect(place('ranked_choice', twice).kept).toEqual([])
    expect(place('ranked_choice', [{ choice: 0, rank: 4 }, { choice: 1 }, { choice: 2 }]).kept).toEqual([
      'one amy-sample 4',
      'one ben-sample null',
      'one cat-sample null',
    ])
  })

  it('with a rank where nothing is ranked is kept without it', () => {
    const placed = place('plurality', [{ choice: 0, rank: 1 }])
    expect(placed.kept).toEqual(['one amy-sample null'])
    expect(placed.issues).toEqual(['rank-outside-ranking 2 mended'])
  })

  it('with a pick twice keeps the first; under two ranks it is left out', () => {
    expect(place('plurality', [{ choice: 0 }, { choice: 0 }])).toMatchObject({
      kept: ['one amy-sample null'],
      issues: ['duplicate-endorsement 3 ignored'],
    })
    expect(place('plurality', [{ choice: 0 }, { choice: 0, statement: 'More' }]).issues).toEqual([
      'duplicate-endorsement 3 refused',
    ])
    const ranks = [1, 2].map((rank) => ({ choice: 0, rank }))
    const two = place('ranked_choice', ranks)
    expect(two.kept).toEqual([])
    expect(two.issues).toEqual(['too-many-picks 2 refused', 'too-many-picks 3 refused'])
  })

  it('is what its contest permits, whatever was said: checked by counting', () => {
    const pick = fc.record({
      choice: fc.nat(3),
      rank: fc.option(fc.integer({ min: 1, max: 3 })),
      endorser: fc.constantFrom('one', 'two'),
    })
    fc.assert(
      fc.property(
        fc.constantFrom(...VOTE_METHODS),
        fc.array(pick, { maxLength: 8 }),
        fc.integer({ min: 1, max: 3 }),
        (method, picks, votes) => {
          const { kept } = place(method, picks, votes)
          for (const endorser of ['one', 'two']) {
            const said = picks.filter((one) => one.endorser === endorser)
            const choices = new Set(said.map((one) => one.choice))
            const pairs = new Set(said.map((one) => `${one.choice} ${one.rank}`))
            const ranks = [...pairs].map((pair) => pair.split(' ')[1]).filter((rank) => rank !== 'null')
            const most = { plurality: 1, yes_no: 1, multi_seat: votes, ranked_choice: 9, approval: 9 }[method]
            const oneRankEach = pairs.size === choices.size && new Set(ranks).size === ranks.length
            const permitted = choices.size <= most && (method !== 'ranked_choice' || oneRankEach)
            expect(kept.filter((row) => row.startsWith(endorser))).toHaveLength(permitted ? choices.size : 0)
          }
        },
      ),
      { numRuns: process.env.PROOF ? 20_000 : 500 },
    )
  })
})
