// Coverage of the endorsers of ./endorsements.ts: positions are counted, and what they usually cover is drawn by a hash.

import { type ElectionSummary, electionSummary } from '../../data/schema/election.ts'
import type { Endorsement } from '../../data/schema/endorsement.ts'
import type { EndorserCoverage, EndorserSummary } from '../../data/schema/endorser.ts'
import { byFoldedName, compareText } from '../../data/schema/folded-name.ts'
import type { PartWriter } from '../../data/store/part.ts'
import { round4 } from './agreement.ts'
import { idOf } from './geography.ts'

/** In the order of the list. Of a third of the pairs no earlier election is known, and of a third nothing is usual. */
export function endorserCoverageOf(
  endorsers: readonly EndorserSummary[],
  endorsements: readonly Endorsement[],
): EndorserCoverage[] {
  const elections = [...new Map(endorsements.map(({ election }) => [election.id, election])).values()]
  return endorsers.toSorted(byFoldedName).flatMap(({ id, slug, name, category, state }) =>
    elections
      .toSorted((a, b) => compareText(a.date, b.date) || a.id - b.id)
      .map((election): EndorserCoverage => {
        const own = endorsements.filter((one) => one.endorser.id === id && one.election.id === election.id)
        const chance = idOf('usual', `${slug}/${election.slug}`)
        const usual = chance % 3 === 0 ? null : chance % 3 === 1 ? 0 : 4
        const covered = usual === 4 ? chance % 5 : usual
        return {
          ...{ endorser: { id, slug, name, category, state }, election: summaryOf(election) },
          ...{ position_count: new Set(own.map(({ contest }) => contest.id)).size, stance_count: chance % 4 },
          ...{ usual_contest_count: usual, covered_contest_count: covered },
          share: usual && covered !== null ? round4(covered / usual) : null,
        }
      }),
  )
}

function summaryOf(election: ElectionSummary): ElectionSummary {
  return electionSummary.parse(election)
}

export function fillEndorserCoverage(
  writer: PartWriter,
  endorsers: readonly EndorserSummary[],
  endorsements: readonly Endorsement[],
): void {
  writer.insert(
    'endorser_coverage',
    'endorser_id election_date election_id state position_count stance_count usual_contest_count covered_contest_count share'.split(
      ' ',
    ),
    endorserCoverageOf(endorsers, endorsements).map(({ endorser, election, ...counts }) => [
      ...[endorser.id, election.date, election.id, election.state, counts.position_count, counts.stance_count],
      ...[counts.usual_contest_count, counts.covered_contest_count, counts.share],
    ]),
  )
}
