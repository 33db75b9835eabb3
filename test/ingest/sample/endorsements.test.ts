// The sample's endorsers and endorsements show every kind of position, and every outcome of a recommendation.

import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { z } from 'zod'
import type { CoreRows } from '../../../data/core/rows.ts'
import * as vocabulary from '../../../data/schema/vocabulary.ts'
import { sampleSources } from '../../../ingest/sample/sources.ts'
import { type RankedContest, recommend } from '../../../server/recommend/recommend.ts'
import { readSample } from './sample.ts'

type Contest = CoreRows['contest']

const FEED = 'data/sample/endorsements.json'
const sample = readSample()
const TODAY = sampleSources[0]?.published_on ?? ''
const elections = new Map(sample.election.map((election) => [election.election_key, election]))
const contests = new Map(sample.contest.map((contest) => [contest.contest_key, contest]))
const endorsed = new Set(sample.endorsement.map(({ contest_key }) => contest_key))

function positionsOf({ contest_key }: Contest) {
  const picks = sample.endorsement.filter((pick) => pick.contest_key === contest_key)
  return [...new Set(picks.map(({ endorser_slug }) => endorser_slug))].map((slug) =>
    picks.filter(({ endorser_slug }) => endorser_slug === slug),
  )
}

/** By every endorser; ids are places on the ballot. */
function recommendIn(contest: Contest): RankedContest {
  const choices = sample.choice.filter(({ contest_key }) => contest_key === contest.contest_key)
  const positions = positionsOf(contest).map((picks) => ({
    picks: picks.map(({ choice_key, rank }) => ({
      choice_id: choices.findIndex((choice) => choice.choice_key === choice_key),
      rank,
    })),
  }))
  return recommend({ ...contest, choices: choices.map(({ withdrawn }, id) => ({ id, withdrawn })) }, positions)
}

const made = sample.contest.map((contest) => ({ contest, ...recommendIn(contest) }))
const open = sample.contest.filter(
  ({ contest_key, election_key }) => !endorsed.has(contest_key) && (elections.get(election_key)?.date ?? '') > TODAY,
)
const within = [...endorsed].flatMap((key) => contests.get(key) ?? [])

it.each<[what: string, all: readonly string[], held: readonly unknown[]]>([
  ['endorsed vote method', vocabulary.VOTE_METHODS, within.map(({ vote_method }) => vote_method)],
  ['endorsed kind of contest', vocabulary.CONTEST_KINDS, within.map(({ kind }) => kind)],
  ['kind of contest ahead without an endorsement', vocabulary.CONTEST_KINDS, open.map(({ kind }) => kind)],
  [
    'endorsed type of election',
    vocabulary.ELECTION_TYPES,
    within.map(({ election_key }) => elections.get(election_key)?.type),
  ],
  ['endorsed level', vocabulary.LEVELS, within.map(({ level }) => level)],
  ['agreement of a recommendation by every endorser', vocabulary.AGREEMENTS, made.map(({ agreement }) => agreement)],
  ['rule that decides a recommendation by every endorser', vocabulary.DECIDING_RULES, made.map(({ rule }) => rule)],
])('has each %s', (_, all, held) => {
  expect(all.filter((one) => !held.includes(one))).toEqual([])
})

it('endorsements ranks 1, 2, 3 and on, picks without a rank, and ranks nowhere but in ranked choice', () => {
  const ranks = sample.contest
    .filter(({ vote_method }) => vote_method === 'ranked_choice')
    .flatMap((contest) => positionsOf(contest).map((picks) => picks.map(({ rank }) => rank).join(' ')))
  for (const wanted of ['1 2 3', '1 2 3 4', '1 2', '1', '']) expect(ranks).toContain(wanted)
  for (const { rank, contest_key } of sample.endorsement)
    if (rank !== null) expect(contests.get(contest_key)?.vote_method).toBe('ranked_choice')
})

it('the files lose no row and raise no issue', () => {
  const feed = z.object({ endorsements: z.array(z.unknown()) }).parse(JSON.parse(readFileSync(FEED, 'utf8')))
  const lines = readFileSync('data/sample/endorsements.csv', 'utf8').trimEnd().split('\n')
  expect(sample.endorsement.length + sample.stance.length).toBe(lines.length - 1 + feed.endorsements.length)
})
it('the files has one organisation that publishes only its own endorsements, as JSON', () => {
  const { endorser, endorsements } = z
    .object({ endorser: z.object({ slug: z.string() }), endorsements: z.array(z.unknown()) })
    .parse(JSON.parse(readFileSync(FEED, 'utf8')))
  const its = sample.endorsement.filter(({ endorser_slug }) => endorser_slug === endorser.slug)
  expect(its.length + sample.stance.length).toBe(endorsements.length)
  const change = (name: string, text: string) => (name === FEED ? text.replace(endorser.slug, 'another') : text)
  const { issues, endorsement } = readSample({ change })
  expect(new Set(issues.map(({ code }) => code))).toEqual(new Set(['foreign-endorser', 'missing-value']))
  expect(endorsement.length).toBe(sample.endorsement.length - its.length)
})
it('the files reports a choice that is not on the ballot with its place and a suggestion', () => {
  const change = (name: string, text: string) =>
    name.endsWith('/endorsements.csv') ? text.replace('Uma Sample', 'Uma Simple') : text
  const { issues } = readSample({ change })
  expect(issues).toMatchObject([{ file: 'data/sample/endorsements.csv', line: 2, code: 'unmatched-choice' }])
  expect(issues[0]?.message).toContain('Uma Sample')
})
