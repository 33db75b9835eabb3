// The sample shows every kind of thing that the specification names.

import { expect, it } from 'vitest'
import {
  CHOICE_OPTIONS,
  CONTEST_KINDS,
  DISTRICT_TYPES,
  ELECTION_TYPES,
  LEVELS,
  VOTE_METHODS,
} from '../../../data/schema/vocabulary.ts'
import { readSample } from './sample.ts'

const sample = readSample()
const detailsOf = (json: string): Record<string, unknown> => ({ ...JSON.parse(json) })
const contests = sample.contest.map((row) => ({ ...row, details: detailsOf(row.details) }))
const elections = sample.election.map((row) => ({ ...row, details: detailsOf(row.details) }))
const typeOf = new Map(elections.map(({ election_key, type }) => [election_key, type]))
const sourceKeys = (rows: readonly { details: object }[]) => rows.flatMap(({ details }) => Object.keys(details))

it.each<[what: string, all: readonly string[], held: readonly unknown[]]>([
  ['vote method', VOTE_METHODS, contests.map(({ vote_method }) => vote_method)],
  ['kind of contest', CONTEST_KINDS, contests.map(({ kind }) => kind)],
  ['type of election with contests', ELECTION_TYPES, contests.map(({ election_key }) => typeOf.get(election_key))],
  ['level', LEVELS, contests.map(({ level }) => level)],
  ['option', CHOICE_OPTIONS, sample.choice.map(({ option }) => option)],
  [
    // Advisory neighborhood commissions and their single-member districts are the District of Columbia's alone.
    'type of district',
    DISTRICT_TYPES.filter((type) => type !== 'anc' && type !== 'smd'),
    contests.map(({ district_type }) => district_type),
  ],
  [
    'detail of a contest',
    [
      ...['uncontested', 'nonpartisan', 'term', 'short_term', 'vote_required', 'majority_required', 'amount'],
      ...['runoff_date', 'elected_at_large', 'none_of_these', 'source_url', 'ranked_choice', 'fusion_voting'],
      'measure_type',
    ],
    sourceKeys(contests),
  ],
  ['detail of an election', ['all_mail', 'ranked_choice', 'fusion_voting', 'runoff_date'], sourceKeys(elections)],
])('has each %s', (_, all, held) => {
  expect(all.filter((one) => !held.includes(one))).toEqual([])
})
