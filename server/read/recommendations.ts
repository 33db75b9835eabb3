// Builds recommendation answers: contests with their choices in recommended order and their backers, joined as bytes.

import { groupBy } from '../../data/core/group-by.ts'
import type { Explanation, Recommendation as Shown } from '../../data/schema/recommendation.ts'
import type { EvidenceLevel, Language } from '../../data/schema/vocabulary.ts'
import type { Bundle } from '../../data/store/bundle.ts'
import {
  findPivotal,
  type RankedContest,
  type RecommendContest,
  recommend,
  type Tally,
} from '../recommend/recommend.ts'
import {
  type ContestFacts,
  createContestPresenter,
  type Fragment,
  loadChoices,
  loadContests,
  type PlacedContest,
  type ServedChoiceRow,
  toFragment,
  withChoices,
} from './contests.ts'
import { hasPickEvidence } from './endorsements.ts'
import { isIn, joinClauses } from './filters.ts'
import { mergeOverlay } from './overlay.ts'
import { type ChosenEndorsers, isChosen, loadPositions } from './positions.ts'
import { reportUrlMember, withMembers } from './record.ts'
import type { BodySteps } from './sliced-work.ts'

export interface RecommendationOptions {
  /** Endorsers whose positions count. */
  chosen: ChosenEndorsers
  /** Omits contests in which no chosen endorser has a position. */
  only_endorsed: boolean
  explain: boolean
  /** Endorsements with less evidence do not count. Default: none. */
  min_evidence?: EvidenceLevel | undefined
  lang: Language
}

const presentContests = createContestPresenter('recommended_contest')

interface PickRow {
  contest_id: number
  ordinal: number
  choice_id: number
  rank: number | null
  backer: string
}

/** JSON of contests with their recommendation, in the given order, joined by commas. */
export function recommendContests(
  bundle: Bundle,
  voted: readonly PlacedContest[],
  { chosen, only_endorsed, explain, min_evidence = 'none', lang }: RecommendationOptions,
): BodySteps {
  const variant = min_evidence === 'none' ? `${lang} ${explain}` : `${lang} ${explain} ${min_evidence} ${only_endorsed}`
  const make = (contests: readonly ContestFacts[], whose: ChosenEndorsers): Map<number, Fragment> => {
    const ids = contests.map(({ id }) => id)
    const bodies = loadContests(bundle, ids, lang)
    const choices = groupBy(loadChoices(bundle, ids, lang), (row) => row.contest_id)
    const picks = groupBy(loadPicks(bundle, ids, { chosen: whose, min_evidence, lang }), (row) => row.contest_id)
    const stances = loadPositions(bundle, 'stance', { contests: ids, chosen: whose, lang })
    const fragments = new Map<number, Fragment>()
    for (const contest of contests) {
      const { id } = contest
      // All picks of a chosen endorser may lack evidence.
      if (only_endorsed && !picks.has(id)) continue
      const own = {
        body: bodies.get(id) ?? '{}',
        choices: choices.get(id) ?? [],
        picks: picks.get(id) ?? [],
        stances: stances.get(id) ?? '[]',
      }
      fragments.set(id, toFragment(mergeOverlay(bundle, presentContest(contest, own, explain), lang)))
    }
    return fragments
  }
  return presentContests(bundle, voted, { variant, chosen, only_endorsed, make })
}

/** Ordered by contest, then endorser name. */
function loadPicks(
  bundle: Bundle,
  contests: readonly number[],
  { chosen, min_evidence, lang }: Pick<RecommendationOptions, 'chosen' | 'min_evidence' | 'lang'>,
): PickRow[] {
  const clauses = isChosen(chosen)
  const evidence = hasPickEvidence(bundle, min_evidence)
  const where = joinClauses([isIn('contest_id', 'contests', contests), ...clauses, evidence])
  // A pick does not name its endorser, but its position does. The position is joined only if a filter needs it.
  const from = clauses.some((clause) => clause) ? 'position JOIN pick USING (contest_id, ordinal)' : 'pick'
  return bundle.endorsements
    .statement<PickRow>(
      `SELECT contest_id, ordinal, choice_id, rank, CASE $lang WHEN 'es' THEN backer_es ELSE backer_en END AS backer
FROM ${from}
WHERE ${where.sql}
ORDER BY contest_id, ordinal, choice_id`,
    )
    .all({ ...where.params, lang })
}

function presentContest(
  { id, vote_method, votes_allowed, ranks_allowed }: ContestFacts,
  {
    body,
    choices,
    picks,
    stances,
  }: { body: string; choices: readonly ServedChoiceRow[]; picks: readonly PickRow[]; stances: string },
  explain: boolean,
): string {
  const contest: RecommendContest = {
    vote_method,
    votes_allowed,
    ranks_allowed,
    choices: choices.map(({ id, withdrawn }) => ({ id, withdrawn: withdrawn === 1 })),
  }
  const positions = [...groupBy(picks, (pick) => pick.ordinal).values()].map((own) => ({ picks: own }))
  const recommendation = recommend(contest, positions)
  const backers = groupBy(picks, (pick) => pick.choice_id)
  const shown = recommendation.ranked.flatMap((tally) => {
    const choice = choices[tally.at]
    return choice ? [presentChoice(choice, backers.get(choice.id) ?? [], tally, vote_method === 'ranked_choice')] : []
  })
  const pivotal = explain ? findPivotal(contest, positions, recommendation) : []
  const explanation = explain ? presentExplanation(recommendation, pivotal.map(endorserOf)) : 'null'
  const { choice_ids, endorser_count, agreement } = recommendation
  return withChoices(
    body,
    shown,
    `${reportUrlMember('contest', id)},"stances":${stances},"recommendation":${JSON.stringify({ choice_ids: [...choice_ids], endorser_count, agreement } satisfies Shown)},"explanation":${explanation}`,
  )
}

function presentChoice(choice: ServedChoiceRow, picks: readonly PickRow[], tally: Tally, ranked: boolean): string {
  const backers = picks.map((pick) => pick.backer).join(',')
  const first = ranked ? tally.first_choices : 'null'
  return withMembers(
    choice.body,
    `"endorsed_by":[${backers}],"endorsement_count":${tally.backers},"first_choice_count":${first}`,
  )
}

/** @param endorsers JSON summaries */
function presentExplanation({ rule, margin }: RankedContest, endorsers: readonly string[]): string {
  return withMembers(
    JSON.stringify({ rule, margin } satisfies Omit<Explanation, 'pivotal_endorsers'>),
    `"pivotal_endorsers":[${endorsers.join(',')}]`,
  )
}

/** JSON of an endorser, taken from a backer's first member, before the rank (build/sql/62_endorsement_body.sql). */
function endorserOf({ picks: [pick] }: { picks: readonly PickRow[] }): string {
  const backer = pick?.backer ?? ''
  return backer.slice('{"endorser":'.length, backer.indexOf(',"rank":'))
}
