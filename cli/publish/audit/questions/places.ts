// Questions about the ballot and the officeholders at a point, and about the ballots of ZIP codes, counties and cities.

import { z } from 'zod'
import { groupBy } from '../../../../data/core/group-by.ts'
import { findZipState } from '../../../../data/reference/zip-states.ts'
import { loadFacts } from '../facts.ts'
import {
  type ContestRecord,
  each,
  type HolderRecord,
  type Located,
  type Nation,
  type Query,
  toTarget,
} from '../nation.ts'
import { evenly, gridInside, type Point } from '../points.ts'
import { AUDIT_FIRST_YEAR, Tally } from '../question.ts'

/** @setting Requests for a ZIP code, city or county that `audit` sends at once: a server computes four of an account at the same time. */
const AUDIT_AREAS_AT_ONCE = 4
/** @setting Districts of a chamber that may be possible at a point beside a generalized border. */
const AUDIT_POSSIBLE_MAX = 3
/** @setting Meters from a border beyond which nothing is only possible, unless the border is generalized. */
const AUDIT_CLEARANCE_M = 250
/** @setting The first year of the elections whose plans must be drawn: those of the census of 2020. */
const AUDIT_DRAWN_YEAR = 2022

const match = z.enum(['certain', 'possible'])
const representatives = z.object({
  data: z.object({
    officeholders: z.array(z.object({ person_id: z.string(), district_id: z.number().nullable(), match })),
  }),
})
const placeDistrict = z.object({
  id: z.number(),
  ocd_id: z.string(),
  type: z.string(),
  name: z.string(),
  lines: z.string(),
  match,
})
const placeContest = z.object({
  id: z.number(),
  title: z.string(),
  party: z.string().nullable(),
  match,
  details: z.object({ short_term: z.boolean().optional() }).loose(),
  district: z.object({ id: z.number(), type: z.string(), name: z.string(), ocd_id: z.string() }),
  election: z.object({ slug: z.string() }),
})
const ballot = z.object({
  data: z.object({ districts: z.array(placeDistrict), contests: z.array(placeContest) }),
})
export type PlaceContest = z.output<typeof placeContest>

const BALLOT = '/v1/ballot'
const CHAMBERS = /^(congressional|state_upper|state_lower)$/

/** Nobody at a point without an answer. */
async function holdersAt({ ask }: Nation, query: Query) {
  return (await ask.find('/v1/representatives', query, representatives))?.data.officeholders ?? []
}

/** Nothing at a point without an answer. */
async function ballotAt({ ask }: Nation, query: Query): Promise<z.output<typeof ballot>['data']> {
  return (await ask.find(BALLOT, query, ballot))?.data ?? { districts: [], contests: [] }
}

/** Each holder of a district is found at a point deep inside it, and not at one in the district beside it. */
export async function holderInside(nation: Nation): Promise<Tally> {
  const tally = new Tally()
  const holders = await nation.holders()
  const drawn = new Set((await nation.districts()).filter((one) => one.has_boundary).map(({ id }) => id))
  for (const { name, office, state, district, district_id } of holders)
    tally.judge(district_id !== null && drawn.has(district_id), () => ({
      what: `${state} ${office} ${district ?? state} ${name}`,
      got: district_id === null ? 'no district' : 'a district that is not drawn',
      expected: 'the drawn district that elected the holder',
      at: toTarget('', '/v1/officeholders', { states: state, offices: office }),
    }))
  await eachHolder(nation, holders, async ({ at }, holder) => {
    const query = { lat: at.lat, lng: at.lng }
    const found = (await holdersAt(nation, query)).find(({ person_id }) => person_id === holder.person_id)
    tally.judge(found !== undefined, () => ({
      what: nameOf(holder),
      got: 'not found',
      expected: 'found at a point inside the district',
      at: toTarget('', '/v1/representatives', query),
    }))
  })
  return tally
}

export async function holderOutside(nation: Nation): Promise<Tally> {
  const tally = new Tally()
  await eachHolder(nation, await nation.holders(), async ({ beyond }, holder) => {
    if (!beyond) return
    const query = { lat: beyond.at.lat, lng: beyond.at.lng }
    const found = (await holdersAt(nation, query)).find(({ person_id }) => person_id === holder.person_id)
    const isWrong =
      found?.match === 'certain' || (found && beyond.at.clearance > AUDIT_CLEARANCE_M && !isCoarse(beyond))
    tally.judge(!isWrong, () => ({
      what: nameOf(holder),
      got: `${found?.match} at a point inside ${beyond.district.name}`,
      expected: 'not found there',
      at: toTarget('', '/v1/representatives', query),
    }))
  })
  return tally
}

function isCoarse({ district }: { district: { lines_precision: string | null } }): boolean {
  return district.lines_precision === 'generalised'
}

async function eachHolder(
  nation: Nation,
  holders: readonly HolderRecord[],
  visit: (located: Located, holder: HolderRecord) => Promise<void>,
): Promise<void> {
  const byDistrict = groupBy(holders, ({ district_id }) => district_id)
  const located = await nation.located(({ id }) => byDistrict.has(id))
  await each(located, async (one) => {
    for (const holder of byDistrict.get(one.district.id) ?? []) await visit(one, holder)
  })
}

function nameOf({ state, office, district, name }: HolderRecord): string {
  return `${state} ${office} ${district ?? state} ${name}`
}

/** The seats that a person has now are those of the districts that the ballot of the same point lists. */
export async function seatDistricts(nation: Nation): Promise<Tally> {
  const tally = new Tally()
  await eachHolder(nation, await nation.holders(), async ({ at, district }, holder) => {
    const query = { lat: at.lat, lng: at.lng }
    const data = await ballotAt(nation, query)
    tally.judge(
      data.districts.some(({ id }) => id === district.id),
      () => ({
        what: nameOf(holder),
        got:
          data.districts
            .filter(({ type }) => type === district.type)
            .map(({ name, lines }) => `${name} (${lines})`)
            .join(', ') || 'no such district',
        expected: `${district.name}, ${district.id}`,
        at: toTarget('', BALLOT, query),
      }),
    )
  })
  return tally
}

/** Each drawn contest is on the ballot of a point deep inside its district, once, and certain unless its border is generalized. */
export async function contestInside(nation: Nation): Promise<Tally> {
  const tally = new Tally()
  await eachDrawn(nation, async ({ at, district }, contests) => {
    const query = ballotQuery(at, contests)
    const data = await ballotAt(nation, query)
    for (const contest of contests) {
      const found = data.contests.filter(({ id }) => id === contest.id)
      const mayBePossible = isCoarse({ district }) || at.clearance < AUDIT_CLEARANCE_M
      const isRight = found.length === 1 && (mayBePossible || found[0]?.match === 'certain')
      tally.judge(isRight, () => ({
        what: nameContest(contest),
        got: found.length === 1 ? 'possible' : `${found.length} times`,
        expected: `once, certain, at a point ${Math.round(at.clearance)} m inside ${district.name}`,
        at: toTarget('', BALLOT, query),
      }))
    }
  })
  return tally
}

export async function contestOutside(nation: Nation): Promise<Tally> {
  const tally = new Tally()
  await eachDrawn(nation, async ({ beyond }, contests) => {
    if (!beyond) return
    const query = ballotQuery(beyond.at, contests)
    const data = await ballotAt(nation, query)
    for (const contest of contests) {
      const found = data.contests.find(({ id }) => id === contest.id)
      const mayBePossible = isCoarse(beyond) || beyond.at.clearance < AUDIT_CLEARANCE_M
      tally.judge(found === undefined || (mayBePossible && found.match === 'possible'), () => ({
        what: nameContest(contest),
        got: `${found?.match} at a point ${Math.round(beyond.at.clearance)} m inside ${beyond.district.name}`,
        expected: 'absent there',
        at: toTarget('', BALLOT, query),
      }))
    }
  })
  return tally
}

async function eachDrawn(
  nation: Nation,
  visit: (located: Located, contests: readonly ContestRecord[]) => Promise<void>,
): Promise<void> {
  const contests = (await nation.contests()).filter(
    ({ election, district }) =>
      district.lines_precision !== null && Number(election.date.slice(0, 4)) >= AUDIT_FIRST_YEAR,
  )
  const byDistrict = groupBy(contests, ({ district }) => district.id)
  const located = await nation.located(({ id }) => byDistrict.has(id))
  await each(located, (one) => visit(one, byDistrict.get(one.district.id) ?? []))
}

function ballotQuery({ lat, lng }: Point, contests: readonly ContestRecord[]): Query {
  return { lat, lng, elections: [...new Set(contests.map(({ election }) => election.slug))].join(',') }
}

function nameContest({ election, district, id, title }: ContestRecord): string {
  return `${election.slug} ${district.type} ${id} ${title}`
}

/** Each contest of the House and of a legislature is drawn, so that a point has one. */
export async function contestDrawn(nation: Nation): Promise<Tally> {
  const tally = new Tally()
  for (const contest of await nation.contests()) {
    const { district, election, details, id } = contest
    if (!CHAMBERS.test(district.type) || details.party_office || Number(election.date.slice(0, 4)) < AUDIT_DRAWN_YEAR)
      continue
    tally.judge(district.lines_precision !== null, () => ({
      what: nameContest(contest),
      got: 'a district that is not drawn',
      expected: 'the lines of the plan of the election',
      at: `/v1/contests/${id}`,
    }))
  }
  return tally
}

/** At points all over a state, a chamber has at most one certain district in an election, and few possible ones. */
export async function grid(nation: Nation): Promise<Tally> {
  const tally = new Tally()
  const chambers = new Map(loadFacts().chambers.map((one) => [`${one.state} ${one.type}`, one]))
  const slugs = new Map<string, Set<string>>()
  for (const { district, election } of await nation.contests())
    if (CHAMBERS.test(district.type) && Number(election.date.slice(0, 4)) >= AUDIT_FIRST_YEAR)
      slugs.set(election.state, (slugs.get(election.state) ?? new Set()).add(election.slug))
  const states = (await nation.districts()).filter(({ type, has_boundary }) => type === 'state' && has_boundary)
  for (const { id, state } of states) {
    const elections = [...(slugs.get(state) ?? [])].join(',')
    const shapes = elections === '' ? undefined : await nation.shapesOf(id)
    if (!shapes) continue
    await each(gridInside(shapes, nation.sample), async (at) => {
      const query = { lat: at.lat, lng: at.lng, elections }
      const answer = await nation.ask.find(BALLOT, query, ballot)
      // A point on the water of a state may have no answer.
      if (!answer) return
      const layers = groupBy(
        answer.data.contests.filter(({ district }) => CHAMBERS.test(district.type)),
        ({ election, district }) => `${election.slug} ${district.type}`,
      )
      for (const [layer, contests] of layers) {
        const districts = (wanted: 'certain' | 'possible'): number =>
          new Set(contests.filter((one) => one.match === wanted).map(({ district }) => district.id)).size
        const [certain, possible] = [districts('certain'), districts('possible')]
        const most = chambers.get(`${state} ${layer.split(' ')[1]}`)?.overlap ?? 1
        tally.judge(certain <= most && possible <= AUDIT_POSSIBLE_MAX, () => ({
          what: `${layer} ${at.lat},${at.lng}`,
          got: `${certain} certain and ${possible} possible districts`,
          expected: `at most ${most} certain and ${AUDIT_POSSIBLE_MAX} possible`,
          at: toTarget('', BALLOT, query),
        }))
      }
    })
  }
  return tally
}

// The ballots of ZIP codes, counties and cities.

/** Chambers whose districts lie over others. */
const OVERLAPPING = 'NH state_lower'

const areaBallot = ballot.extend({
  data: ballot.shape.data.extend({ location: z.object({ state: z.string(), complete: z.boolean() }) }),
})

interface Area {
  state: string
  location: string
}

/**
 * The ballot of an area has the contest of each district that it lists, and is certain only if the area has one district of the layer. A
 * county or city lies entirely in its state.
 */
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
      if (!/^\d/.test(location))
        for (const { type, name, match } of districts.filter(({ type }) => type === 'state'))
          tally.judge(match === 'certain', () => ({
            what: `${state} ${location} ${type}`,
            got: `${name} is possible`,
            expected: 'certain: a county or city lies entirely in its state',
            at: toTarget('', '/v1/ballot', query),
          }))
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
