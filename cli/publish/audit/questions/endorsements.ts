// Questions about endorsements.

import { z } from 'zod'
import { groupBy } from '../../../../data/core/group-by.ts'
import { AUDIT_FIRST_YEAR } from '../constants.ts'
import type { Nation } from '../nation.ts'
import { Tally } from '../question.ts'

const endorsement = z.object({
  id: z.number(),
  contest: z.object({ id: z.number() }),
  choice: z.object({ id: z.number(), label: z.string() }).nullable(),
})

/** Nobody stands in two districts of a chamber at once: the endorsement of a namesake is doubtful. */
export async function endorsedElsewhere(nation: Nation): Promise<Tally> {
  const tally = new Tally()
  const contests = (await nation.contests()).filter(
    ({ kind, district, election }) =>
      kind === 'candidate' &&
      /^(congressional|state_upper|state_lower)$/.test(district.type) &&
      Number(election.date.slice(0, 4)) >= AUDIT_FIRST_YEAR,
  )
  const byId = new Map(contests.map((contest) => [contest.id, contest]))
  const standing = groupBy(
    contests.flatMap((contest) => contest.choices.map((choice) => ({ contest, choice }))),
    ({ contest, choice }) => `${contest.election.slug} ${contest.district.type} ${choice.label.toLowerCase()}`,
  )
  const states = nation.states === null ? {} : { states: [...nation.states].join(',') }
  for (const { id, contest: about, choice } of await nation.ask.list('/v1/endorsements', states, endorsement)) {
    const contest = byId.get(about.id)
    if (!contest || !choice) continue
    const { election, district } = contest
    const others = (standing.get(`${election.slug} ${district.type} ${choice.label.toLowerCase()}`) ?? []).filter(
      (one) => one.contest.district.ocd_id !== district.ocd_id,
    )
    const isHere = contest.choices.some((one) => one.id === choice.id)
    tally.judge(isHere && others.length === 0, () => ({
      what: `${election.slug} ${district.type} ${id} ${choice.label}`,
      got: isHere
        ? `stands in ${[district, ...others.map((one) => one.contest.district)].map(({ name }) => name).join(' and ')}`
        : 'no choice of the contest',
      expected: 'a choice of this district alone',
      at: `/v1/endorsements/${id}`,
    }))
  }
  return tally
}
