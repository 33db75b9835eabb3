// Questions about the ballots of ZIP codes, counties and cities.

import { z } from 'zod'
import { groupBy } from '../../../../data/core/group-by.ts'
import { findZipState } from '../../../../data/reference/zip-states.ts'
import { each, toTarget } from '../ask.ts'
import { AUDIT_AREAS_AT_ONCE } from '../constants.ts'
import type { ContestRecord, Nation } from '../nation.ts'
import { evenly } from '../points.ts'
import { Tally } from '../question.ts'
import { ballot } from './places.ts'

/** The chambers of which every place has one district, wherever it lies. */
const CHAMBERS = /^(congressional|state_upper|state_lower)$/
/** Chambers whose districts lie over others. */
const OVERLAPPING = 'NH state_lower'

const areaBallot = ballot.extend({
  data: ballot.shape.data.extend({ location: z.object({ state: z.string(), complete: z.boolean() }) }),
})

interface Area {
  state: string
  location: string
}

/** The ballot of an area has the contest of each district that it lists, and is certain only if the area has one district of the layer. */
export async function areaContests(nation: Nation): Promise<Tally> {
  const tally = new Tally()
  const general = newestGenerals(await nation.contests())
  await each(
    await areasOf(nation),
    async ({ state, location }) => {
      const slug = general.get(state)
      if (slug === undefined) return
      const query = { location, elections: slug.slug }
      const answer = await nation.ask.find('/v1/ballot', query, areaBallot)
      if (!answer || answer.data.location.state !== state) return
      const { districts, contests } = answer.data
      for (const [type, own] of groupBy(
        districts.filter((one) => CHAMBERS.test(one.type) && one.lines === 'next_ballot'),
        ({ type }) => type,
      )) {
        const wanted = own.filter(({ id }) => slug.districts.has(id))
        const missing = wanted.filter(({ id }) => !contests.some(({ district }) => district.id === id))
        const certain = new Set(
          contests
            .filter(({ district, match }) => district.type === type && match === 'certain')
            .map(({ district }) => district.id),
        )
        const isSure = own.length === 1 || certain.size === 0 || `${state} ${type}` === OVERLAPPING
        tally.judge(missing.length === 0 && isSure, () => ({
          what: `${state} ${location} ${slug.slug} ${type}`,
          got:
            missing.length > 0
              ? `no contest of ${missing
                  .map(({ name }) => name)
                  .slice(0, 3)
                  .join(', ')}`
              : `a certain contest among ${own.length} districts`,
          expected: missing.length > 0 ? 'the contest of each district of the answer' : 'possible',
          at: toTarget('', '/v1/ballot', query),
        }))
      }
    },
    AUDIT_AREAS_AT_ONCE,
  )
  return tally
}

/** Of each state: the newest general election with legislative or House contests, and their districts. */
function newestGenerals(contests: readonly ContestRecord[]) {
  const generals = contests.filter(
    ({ election, district }) => election.type === 'general' && CHAMBERS.test(district.type),
  )
  const newest = new Map<string, { slug: string; date: string; districts: Set<number> }>()
  for (const { election, district } of generals) {
    const known = newest.get(election.state)
    if (known && known.date > election.date) continue
    const of =
      known?.slug === election.slug ? known : { slug: election.slug, date: election.date, districts: new Set<number>() }
    of.districts.add(district.id)
    newest.set(election.state, of)
  }
  return newest
}

/** Counties and cities by name, and ZIP codes of each prefix of three digits: those that there are answer. */
async function areasOf(nation: Nation): Promise<Area[]> {
  const named = (await nation.districts()).filter(
    ({ type, retired, has_boundary }) => /^(county|place)$/.test(type) && !retired && has_boundary,
  )
  const areas: Area[] = []
  for (const own of groupBy(named, ({ state, type }) => `${state} ${type}`).values())
    for (const { state, name } of evenly(own, Math.ceil(nation.sample / 6)))
      areas.push({ state, location: `${name}, ${state}` })
  const states = new Set(areas.map(({ state }) => state))
  for (const [state, codes] of groupBy(ALL_CODES, findZipState))
    if (state !== undefined && states.has(state))
      for (const location of evenly(codes, nation.sample)) areas.push({ state, location })
  return areas
}

/** About every second one is a ZIP code; one that is none has no answer. */
const ALL_CODES = Array.from({ length: 100_000 }, (_, code) => String(code).padStart(5, '0'))
