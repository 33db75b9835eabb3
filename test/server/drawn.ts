// A bundle of random contests and positions (test/server/recommend/arbitrary.ts), all of one election and state.

import type { Choice } from '../../data/schema/choice.ts'
import type { Contest } from '../../data/schema/contest.ts'
import { toReportUrl } from '../../data/schema/correction.ts'
import type { EndorserSummary } from '../../data/schema/endorser.ts'
import type { Backer } from '../../data/schema/recommendation.ts'
import { LEVELS } from '../../data/schema/vocabulary.ts'
import type { PartWriter } from '../../data/store/part.ts'
import { electionId } from './ballots.ts'
import type { Fills } from './fixture.ts'
import { districtId, summaryOf } from './geography.ts'
import type { Case } from './recommend/arbitrary.ts'
import { insertContestAreas, insertContests, insertElections, insertEndorsers, insertRows } from './rows.ts'

const SLUG = 'nc-2024-11-05-general'
const election: Contest['election'] = {
  ...{ id: electionId(SLUG), slug: SLUG, name: 'General', date: '2024-11-05' },
  ...{ state: 'NC', type: 'general', short_name: '2024 General', primary_system: null, info_url: null, details: {} },
}

export interface Drawn extends Case {
  body: Contest
  /** Of each position, in the order of the positions, which is that of names. */
  endorsers: EndorserSummary[]
}

/** @param at index in the election, which determines id, level and titles */
export function draw(one: Case, at: number): Drawn {
  const { vote_method, votes_allowed, ranks_allowed } = one.contest
  const level = LEVELS[at % LEVELS.length] ?? 'state'
  const kind = vote_method === 'yes_no' ? 'measure' : 'candidate'
  return {
    ...one,
    body: {
      ...{ id: at + 1, title: `Contest ${at}, "choices":[`, short_title: `${at}`, kind, level, ballot_order: at },
      ...{ vote_method, votes_allowed, ranks_allowed, measure_code: null, description: null, party: null },
      ...{ source_url: null, details: {}, election, district: summaryOf('nc') },
      choices: one.contest.choices.map(({ id, withdrawn }, place) => drawChoice(id, withdrawn, place, kind)),
      report_url: toReportUrl('contest', at + 1),
    },
    endorsers: one.positions.map((_, place) => drawEndorser(place + (at % 3))),
  }
}

/** The third of a contest's candidates is none of these. */
function drawChoice(id: number, withdrawn: boolean, at: number, kind: 'measure' | 'candidate'): Choice {
  const measure_answer = kind === 'measure' ? (at === 0 ? 'yes' : 'no') : null
  const none = kind === 'candidate' && at === 2
  return {
    ...{ id, label: `Choice ${at}`, measure_answer, withdrawn, party: null, party_label: null },
    candidate: measure_answer || none ? null : { id, full_name: `Candidate ${at}` },
    ...{ option: none ? 'none_of_these' : null, ballot_designation: null },
  }
}

function drawEndorser(at: number): EndorserSummary {
  return {
    ...{ id: at + 1, slug: `endorser-${at}`, name: `Endorser ${String(at).padStart(2, '0')}, "rank":` },
    category: at % 2 === 0 ? { slug: 'labor', name: 'Labor' } : { slug: 'newspaper', name: 'Newspapers' },
    state: at % 3 === 0 ? 'national' : 'NC',
  }
}

export function backerOf({ positions, endorsers, body }: Drawn, position: number, choice: number): Backer | undefined {
  const pick = positions[position]?.picks.find(({ choice_id }) => choice_id === choice)
  const endorser = endorsers[position]
  if (!pick || !endorser) return undefined
  return {
    endorser,
    rank: pick.rank,
    statement: body.id % 2 === 0 ? 'Say "so".' : null,
    source_url: null,
    published_on: null,
  }
}

export function fillsOf(drawn: readonly Drawn[]): Fills {
  return {
    ballots: (writer) => fillBallots(writer, drawn),
    endorsements: (writer) => fillEndorsements(writer, drawn),
  }
}

function fillBallots(writer: PartWriter, drawn: readonly Drawn[]): void {
  insertElections(writer, [{ election, contests: drawn.length, body: {} }])
  const contests = drawn.map(({ body }) => body)
  insertContests(writer, contests)
  insertContestAreas(
    writer,
    contests.map(({ id }) => [districtId('nc'), 'lines', id, 'certain'] as const),
  )
}

function fillEndorsements(writer: PartWriter, drawn: readonly Drawn[]): void {
  const endorsers = new Map(drawn.flatMap((one) => one.endorsers.map((endorser) => [endorser.id, endorser] as const)))
  insertEndorsers(
    writer,
    [...endorsers.values()].map((endorser) => ({ endorser })),
  )
  for (const one of drawn) {
    insertRows(
      writer,
      'position',
      'contest_id ordinal endorser_id endorser_slug category endorser_state body_en body_es',
      one.endorsers.map(({ id, slug, category, state }, at) => [
        ...[one.body.id, at + 1, id, slug, category.slug, state, '{}', '{}'],
      ]),
    )
    for (const [at, { picks }] of one.positions.entries())
      insertRows(writer, 'pick', 'contest_id ordinal choice_id rank backer_en backer_es', picks, (pick) => {
        const backer = JSON.stringify(backerOf(one, at, pick.choice_id))
        return [one.body.id, at + 1, pick.choice_id, pick.rank, backer, backer]
      })
  }
}
