// Agreement of the endorsers of ./endorsements.ts, counted pair by pair: a second way beside build/sql/64_agreement.sql.

import { groupBy } from '../../data/core/group-by.ts'
import type { ContestAgreement, EndorserAgreement } from '../../data/schema/agreement.ts'
import { SHARED_CONTESTS_MIN } from '../../data/schema/agreement.ts'
import type { Contest } from '../../data/schema/contest.ts'
import type { Endorsement } from '../../data/schema/endorsement.ts'
import { byFoldedName } from '../../data/schema/folded-name.ts'
import type { PartWriter } from '../../data/store/part.ts'
import { insertRows } from './rows.ts'

/** The 97.5 % point of the normal distribution. */
const Z = 1.959963984540054

export const round4 = (value: number): number => Math.round(value * 10_000) / 10_000

/** Wilson's interval of 95 %: the roots of the equation n (k/n − p)² = z² p (1 − p). */
export function wilson(k: number, n: number): { low: number; high: number } {
  const [a, b, c] = [n + Z * Z, -(2 * k + Z * Z), (k * k) / n]
  const root = Math.sqrt(b * b - 4 * a * c)
  return { low: (-b - root) / (2 * a), high: (-b + root) / (2 * a) }
}

/** The compared choices of each endorser, by contest: equal texts agree. */
function sidesIn(endorsements: readonly Endorsement[]): Map<number, Map<number, string>> {
  const contests = groupBy(endorsements, ({ contest }) => contest.id)
  return new Map(
    [...contests].map(([contest, own]) => {
      const positions = groupBy(own, ({ endorser }) => endorser.id)
      return [contest, new Map([...positions].map(([endorser, picks]) => [endorser, comparedIds(picks).join(' ')]))]
    }),
  )
}

function comparedIds(picks: readonly Endorsement[]): number[] {
  const first = picks.filter(({ rank }) => rank === 1)
  return (first.length > 0 ? first : picks).map(({ choice }) => choice.id).sort((a, b) => a - b)
}

/** Of one election, in the order of the list. The endorser is the one with the lower name. */
export function pairsOf(endorsements: readonly Endorsement[]): EndorserAgreement[] {
  const endorsers = [...new Map(endorsements.map(({ endorser }) => [endorser.id, endorser])).values()].sort(
    byFoldedName,
  )
  const sides = [...sidesIn(endorsements).values()]
  const pairs = endorsers.flatMap((endorser, at) =>
    endorsers.slice(at + 1).map((other): EndorserAgreement => {
      const shared = sides.filter((own) => own.has(endorser.id) && own.has(other.id))
      const agreed = shared.filter((own) => own.get(endorser.id) === own.get(other.id))
      const { low, high } = wilson(agreed.length, shared.length)
      return {
        ...{ endorser, other, shared_contests: shared.length, agreed_contests: agreed.length },
        ...{ agreement: round4(agreed.length / shared.length), interval_low: round4(low), interval_high: round4(high) },
      }
    }),
  )
  const low = (pair: EndorserAgreement): number => Math.min(pair.endorser.id, pair.other.id)
  const high = (pair: EndorserAgreement): number => Math.max(pair.endorser.id, pair.other.id)
  return pairs
    .filter(({ shared_contests }) => shared_contests >= SHARED_CONTESTS_MIN)
    .sort(
      (a, b) =>
        b.interval_low - a.interval_low ||
        b.shared_contests - a.shared_contests ||
        low(b) - low(a) ||
        high(b) - high(a),
    )
}

/** Of one election, in the order of the list. */
export function splitsOf(contests: readonly Contest[], endorsements: readonly Endorsement[]): ContestAgreement[] {
  const found = [...sidesIn(endorsements)].flatMap(([id, positions]) => {
    const contest = contests.find((one) => one.id === id)
    const own = endorsements.find((one) => one.contest.id === id)
    if (!contest || !own || positions.size < 2) return []
    const counts = new Map<string, number>()
    for (const side of positions.values()) counts.set(side, (counts.get(side) ?? 0) + 1)
    const groups = [...counts].map(([side, position_count]) => {
      const ids = new Set(side.split(' ').map(Number))
      const choices = contest.choices.filter((choice) => ids.has(choice.id))
      return { choice_ids: choices.map((one) => one.id), labels: choices.map((one) => one.label), position_count }
    })
    const pairsIn = (count: number): number => (count * (count - 1)) / 2
    const pair_count = pairsIn(positions.size)
    const agreeing_pair_count = groups.reduce((sum, group) => sum + pairsIn(group.position_count), 0)
    const sides = groups.sort((a, b) => b.position_count - a.position_count || compareLists(a.choice_ids, b.choice_ids))
    const agreement = round4(agreeing_pair_count / pair_count)
    return [{ contest: own.contest, position_count: positions.size, pair_count, agreeing_pair_count, agreement, sides }]
  })
  return found.sort(
    (a, b) => a.agreement - b.agreement || b.position_count - a.position_count || a.contest.id - b.contest.id,
  )
}

function compareLists(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((id, nth) => id !== b[nth])
  return at === -1 ? a.length - b.length : (a[at] ?? 0) - (b[at] ?? 0)
}

export function fillAgreement(
  writer: PartWriter,
  contests: readonly Contest[],
  endorsements: readonly Endorsement[],
): void {
  const elections = [...new Set(endorsements.map(({ election }) => election.id))].sort((a, b) => a - b)
  for (const election of elections) {
    const own = endorsements.filter((one) => one.election.id === election)
    insertRows(
      writer,
      'endorser_agreement',
      'election_id interval_low shared_contests endorser_id other_id agreed_contests agreement interval_high',
      pairsOf(own).map((pair) => {
        const [first, second] = [pair.endorser.id, pair.other.id].sort((a, b) => a - b)
        return [
          ...[election, pair.interval_low, pair.shared_contests, first ?? 0, second ?? 0],
          ...[pair.agreed_contests, pair.agreement, pair.interval_high],
        ]
      }),
    )
    writer.insert(
      'contest_agreement',
      'election_id agreement position_count contest_id body_en body_es'.split(' '),
      splitsOf(contests, own).map((one) => [
        ...[election, one.agreement, one.position_count, one.contest.id, JSON.stringify(one), JSON.stringify(one)],
      ]),
    )
  }
}
