// Records that must not stand twice, or beside each other.

import { z } from 'zod'
import { groupBy } from '../../../../data/core/group-by.ts'
import { BALLOT_COVERAGES, STATE_CODES } from '../../../../data/schema/vocabulary.ts'
import { type Nation, toTarget } from '../nation.ts'
import { Tally } from '../question.ts'

/** Of the districts in force, each division is drawn once. */
export async function oneCurrentRecord(nation: Nation): Promise<Tally> {
  const tally = new Tally()
  const current = (await nation.districts()).filter(({ retired }) => !retired)
  for (const [ocd_id, records] of groupBy(current, ({ ocd_id }) => ocd_id)) {
    const [first] = records
    if (!first) continue
    const drawn = records.filter(({ has_boundary }) => has_boundary).length
    tally.judge(drawn <= 1 && (drawn === 0 || records.length === drawn), () => ({
      what: `${first.state} ${ocd_id} ${first.type}`,
      got: `${drawn} drawn and ${records.length - drawn} undrawn records in force`,
      expected: 'one record in force',
      at: toTarget('', '/v1/districts', { states: first.state, types: first.type }),
    }))
  }
  return tally
}

const covered = z.object({
  data: z.array(z.object({ state: z.enum(STATE_CODES), next_election_coverage: z.enum(BALLOT_COVERAGES) })),
})
const lacking = z.object({
  data: z.object({
    location: z.object({ missing: z.array(z.object({ kind: z.string(), district_id: z.number().optional() })) }),
  }),
})

/** What the coverage of a state promises, its ballots keep. */
export async function coverageKept(nation: Nation): Promise<Tally> {
  const tally = new Tally()
  const { data } = await nation.ask.get('/v1/coverage', {}, covered)
  for (const { state, next_election_coverage } of data) {
    if (next_election_coverage !== 'full' || !(nation.states?.has(state) ?? true)) continue
    const found = await nation.ask.find('/v1/ballot', { location: state }, lacking)
    // A contest that one district lacks is a fault of its boundary.
    const kinds = found?.data.location.missing.flatMap(({ kind, district_id }) =>
      district_id === undefined ? kind : [],
    )
    tally.judge(kinds?.length === 0, () => ({
      what: `${state} coverage`,
      got: kinds === undefined ? 'no ballot' : `ballots may lack ${kinds.join(', ')}`,
      expected: 'nothing missing, or partial',
      at: toTarget('', '/v1/ballot', { location: state }),
    }))
  }
  return tally
}

/** Two contests of one district and election that a voter could not tell apart. */
export async function sameTitle(nation: Nation): Promise<Tally> {
  const tally = new Tally()
  const titles = groupBy(await nation.contests(), ({ title, district, election, party, details }) =>
    [election.slug, district.id, title, party, details.short_term ?? false].join('\n'),
  )
  for (const contests of titles.values()) {
    const [first] = contests
    if (!first) continue
    const { title, district, election } = first
    tally.judge(contests.length === 1, () => ({
      what: `${election.slug} ${district.type} ${first.id} ${title}`,
      got: `${contests.length} contests with this title in ${district.name}: ${contests
        .map(({ id }) => id)
        .slice(0, 5)
        .join(', ')}`,
      expected: 'one',
      at: toTarget('', '/v1/contests', { elections: election.slug, districts: district.ocd_id }),
    }))
  }
  return tally
}

/** An election with drawn contests lists their districts. */
export async function electionDistricts(nation: Nation): Promise<Tally> {
  const tally = new Tally()
  const drawn = (await nation.contests()).filter(({ district }) => district.lines_precision !== null)
  const byElection = groupBy(drawn, ({ election }) => election.slug)
  for (const [slug, contests] of byElection) {
    const wanted = new Set(contests.map(({ district }) => district.id))
    const query = { elections: slug }
    const listed = await nation.ask.list('/v1/districts', query, districtId)
    const missing = [...wanted].filter((id) => !listed.some((one) => one.id === id))
    tally.judge(missing.length === 0, () => ({
      what: slug,
      got: `${listed.length} districts, without ${missing.slice(0, 3).join(', ')}`,
      expected: `the ${wanted.size} drawn districts of its contests`,
      at: toTarget('', '/v1/districts', query),
    }))
  }
  return tally
}

const districtId = z.object({ id: z.number() })
