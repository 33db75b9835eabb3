// The rules of docs/rules.md#recommendations, one line each.

import { expect, test } from 'vitest'
import { findPivotal, recommend } from '../../../server/recommend/recommend.ts'

const METHODS = {
  'vote for one': { vote_method: 'plurality', votes_allowed: 1, ranks_allowed: null },
  'vote for two': { vote_method: 'multi_seat', votes_allowed: 2, ranks_allowed: null },
  'rank three': { vote_method: 'ranked_choice', votes_allowed: 1, ranks_allowed: 3 },
  'rank one': { vote_method: 'ranked_choice', votes_allowed: 1, ranks_allowed: 1 },
  approve: { vote_method: 'approval', votes_allowed: 1, ranks_allowed: null },
  'yes or no': { vote_method: 'yes_no', votes_allowed: 1, ranks_allowed: null },
} as const

type Row = readonly [
  rule: string,
  method: keyof typeof METHODS,
  /** The choices on the ballot, withdrawn ones in lower case; then each endorser's picks. `B2` is B at rank 2. */
  positions: string,
  /** All choices in order, including withdrawn ones, each with its backers and, after a plus sign, its first choices. */
  order: string,
  /** The recommended choice, the agreement, the deciding rule, the margin, and the endorsers that can change the result, counted from 1. */
  result: string,
]

const ROWS: readonly Row[] = [
  ['no position', 'vote for one', 'AB:', 'A0 B0', '- none no_position null -'],
  ['a single position', 'vote for one', 'AB: B', 'B1 A0', 'B unanimous most_backed 1 1'],
  ['a single choice', 'vote for one', 'A: A A', 'A2', 'A unanimous most_backed null -'],
  ['more than half', 'vote for one', 'ABC: A B A', 'A2 B1 C0', 'A majority most_backed 1 1,3'],
  ['one endorser between them', 'vote for one', 'ABC: A A B', 'A2 B1 C0', 'A majority most_backed 1 1,2'],
  ['exactly half is no majority', 'vote for one', 'ABC: A A B C', 'A2 B1 C1', 'A plurality most_backed 1 1,2'],
  ['two between them', 'vote for one', 'ABC: A A A B', 'A3 B1 C0', 'A majority most_backed 2 -'],
  ['a tie leaves none', 'vote for one', 'ABC: A B', 'A1 B1 C0', '- split tie 0 1,2'],
  ['a third may turn a tie of three or not', 'vote for one', 'ABC: A B C', 'A1 B1 C1', '- split tie 0 -'],
  ['who backs neither of a tie', 'vote for one', 'ABC: A A B B C', 'A2 B2 C1', '- split tie 0 1,2,3,4'],

  ['a measure', 'yes or no', 'YN: N N Y', 'N2 Y1', 'N majority most_backed 1 1,2'],
  ['a measure: a tie leaves none', 'yes or no', 'YN: N Y', 'Y1 N1', '- split tie 0 1,2'],
  ['retention: all say yes', 'yes or no', 'YN: Y Y', 'Y2 N0', 'Y unanimous most_backed 2 -'],

  ['the two most backed', 'vote for two', 'ABC: CB C AB CB', 'B3 C3 A1', 'B,C majority most_backed 2 -'],
  ['fewer backed than may be marked', 'vote for two', 'ABC: B B', 'B2 A0 C0', 'B unanimous most_backed 2 -'],
  ['the only one who backs it', 'vote for two', 'ABC: BA B', 'B2 A1 C0', 'B,A plurality most_backed 1 1'],
  ['half of two is no majority', 'vote for two', 'ABC: BA B CB', 'B3 A1 C1', 'B split tie 0 1,3'],
  ['tied across the last place', 'vote for two', 'ABCD: A B C', 'A1 B1 C1 D0', '- split tie 0 1,2,3'],
  ['a tie within the places is none', 'vote for two', 'ABC: A B', 'A1 B1 C0', 'A,B plurality most_backed 1 1,2'],
  ['no one else to choose', 'vote for two', 'AB: AB AB', 'A2 B2', 'A,B unanimous most_backed null -'],

  ['a withdrawn choice keeps its place', 'vote for one', 'aBC: A A B', 'A2 B1 C0', 'B plurality most_backed 1 3'],
  ['picks of withdrawn choices alone', 'vote for one', 'aB: A A', 'A2 B0', '- none only_withdrawn null -'],
  ['a tie with a withdrawn choice is none', 'vote for one', 'aB: A B', 'A1 B1', 'B plurality most_backed null 2'],
  ['nobody stands', 'vote for two', 'ab: A AB', 'A2 B1', '- none only_withdrawn null -'],
  ['withdrawn and ranked first', 'rank three', 'aBC: A1B2 A1C2 B1', 'A2+2 B2+1 C1+0', 'B,C majority most_backed 1 2'],

  ['more than half of them, all', 'approve', 'ABC: AB AB A', 'A3 B2 C0', 'A,B majority more_than_half 2 1,2'],
  ['approved by all', 'approve', 'AB: AB AB', 'A2 B2', 'A,B unanimous more_than_half null -'],
  ['half is not more than half', 'approve', 'ABC: A A B C', 'A2 B1 C1', 'A plurality most_backed 1 1,2'],
  ['none over half, and a tie', 'approve', 'ABC: A B', 'A1 B1 C0', '- split tie 0 1,2'],
  ['two over half do not tie', 'approve', 'ABC: AB AB C', 'A2 B2 C1', 'A,B majority more_than_half 1 1,2'],
  ['over half, but withdrawn', 'approve', 'aBC: AB AC A', 'A3 B1 C1', '- split tie 0 1,2'],

  ['backers first', 'rank three', 'ABC: A1C2 A1 C1 C2B1', 'C3+1 A2+2 B1+1', 'C,A,B majority most_backed 1 3,4'],
  ['then first choices', 'rank three', 'AB: B1A2 B1A2 A1B2', 'B3+2 A3+1', 'B,A unanimous first_choices 0 1,2'],
  ['then mean rank', 'rank three', 'ABC: A3 B2', 'B1+0 A1+0 C0+0', 'B,A split mean_rank 0 1,2'],
  ['a dual endorsement: neither is first', 'rank three', 'ABC: BC', 'B1+0 C1+0 A0+0', 'B,C split ballot_order 0 1'],
  ['ranked before unranked', 'rank three', 'ABC: AC B3', 'B1+0 A1+0 C1+0', 'B,A,C split mean_rank 0 1,2'],
  ['then ballot order', 'rank three', 'ABC: CB', 'B1+0 C1+0 A0+0', 'B,C split ballot_order 0 1'],
  ['a tie further down', 'rank three', 'ABC: A1B2 A1C2', 'A2+2 B1+0 C1+0', 'A,B,C unanimous most_backed 1 1,2'],
  ['an only pick without a rank is first', 'rank three', 'AB: B A2', 'B1+1 A1+0', 'B,A plurality first_choices 0 1,2'],
  ['an only pick at rank 2 is none', 'rank three', 'AB: A2', 'A1+0 B0+0', 'A unanimous most_backed 1 1'],
  ['the mean is of given ranks alone', 'rank three', 'AB: A4B3 AB3', 'B2+0 A2+0', 'B,A split mean_rank 0 -'],
  ['up to the ranks allowed', 'rank three', 'ABC: A1B4C2', 'A1+1 C1+0 B1+0', 'A,C,B unanimous first_choices 0 1'],
  ['a rank beyond those allowed backs', 'rank three', 'AB: A1B5 B5', 'B2+0 A1+1', 'B,A unanimous most_backed 1 1,2'],
  ['one rank, and the first two tie', 'rank one', 'AB: A2 B2', 'A1+0 B1+0', 'A split ballot_order 0 1'],
  ['nobody stands against it', 'rank three', 'A: A1', 'A1+1', 'A unanimous most_backed null 1'],
]

function parse(text: string) {
  const [ballot = '', said = ''] = text.split(':')
  const letters = [...ballot]
  return {
    choices: letters.map((letter, at) => ({ id: at + 1, withdrawn: letter === letter.toLowerCase() })),
    name: (id: number) => letters[id - 1]?.toUpperCase() ?? '?',
    positions: said.split(' ').flatMap((picks) => {
      const own = [...picks.matchAll(/([A-Z])(\d?)/g)].map(([, letter = '', rank]) => ({
        choice_id: ballot.toUpperCase().indexOf(letter) + 1,
        rank: rank ? Number(rank) : null,
      }))
      return own.length > 0 ? [{ picks: own }] : []
    }),
  }
}

const orNone = (some: readonly (string | number)[]): string => (some.length > 0 ? some.join(',') : '-')

test.each(ROWS)('%s: %s, %s', (_rule, method, text, order, result) => {
  const { choices, positions, name } = parse(text)
  const contest = { ...METHODS[method], choices }
  const recommendation = recommend(contest, positions)
  const shown = recommendation.ranked.map(({ choice, backers, first_choices }) => {
    return `${name(choice.id)}${backers}${contest.vote_method === 'ranked_choice' ? `+${first_choices}` : ''}`
  })
  expect(shown.join(' ')).toBe(order)
  const { choice_ids, agreement, rule, margin } = recommendation
  const pivotal = findPivotal(contest, positions, recommendation).map((position) => positions.indexOf(position) + 1)
  expect(`${orNone(choice_ids.map(name))} ${agreement} ${rule} ${margin} ${orNone(pivotal)}`).toBe(result)
  expect(recommendation.endorser_count).toBe(positions.length)
})
