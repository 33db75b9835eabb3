// The rules of docs/rules.md#recommendations, one line each.

import { expect, test } from 'vitest'
import { findPivotal, recommend } from '../../../server/recommend/recommend.ts'
import { table, textsBeside } from '../../table.ts'

const text = textsBeside(import.meta.url)

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

const ROWS = table<Row>(text('rows'))

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
