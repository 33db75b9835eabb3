// An invented nation of one state, in memory, that answers the requests of an audit as /v1 does. Its people and districts are invented:
// only the number of its seats is Alaska's, so that the facts of data/reference/ apply.

import { z } from 'zod'
import { type Ask, createNation, type Nation, type Query } from '../../../cli/publish/audit/nation.ts'

export const DAY = '2026-02-01'
export const SLUG = 'ak-2024-11-05-general'
const [WEST, SOUTH, SIZE] = [-150, 60, 4]
const STATE_OCD = 'ocd-division/country:us/state:ak'

const PARTIES = ['Sample Lake', 'Sample Hill', 'Sample Bay']

type Json = Record<string, unknown>
export interface Box {
  west: number
  east: number
}
export interface District extends Json {
  id: number
  name: string
  ocd_id: string
  type: string
  retired: boolean
  has_boundary: boolean
  lines_precision: string | null
  box: Box
}
export interface Choice extends Json {
  id: number
  label: string
}
export interface Contest extends Json {
  id: number
  title: string
  votes_allowed: number
  vote_method: string
  details: Json
  choices: Choice[]
  district: District
}
export interface Holder extends Json {
  person_id: string
  office: string
  district_id: number | null
  term: { start: string; end: string | null }
}

export interface World {
  districts: District[]
  contests: Contest[]
  holders: Holder[]
  elections: Json[]
  endorsements: Json[]
  /** Kinds of contests that its ballots lack. */
  missing: Json[]
  /** Contests at a point: replaced to plant a fault. */
  contestsAt(point: Point): { contest: Contest; match: string }[]
  districtsAt(point: Point): District[]
  holdersAt(point: Point): { holder: Holder; match: string }[]
  /** Contests and districts of a ZIP code, county or city. */
  contestsIn(location: string): { contest: Contest; match: string }[]
  districtsIn(location: string): District[]
}

export interface Point {
  lng: number
  lat: number
}

/** A world in which every answer is right. */
export function createWorld(): World {
  let ids = 0
  const next = (): number => ++ids
  const box = (from: number, to: number): Box => ({ west: WEST + from * SIZE, east: WEST + to * SIZE })
  const district = (type: string, part: string, name: string, at: Box): District => ({
    ...{ id: next(), name, type, state: 'AK', retired: false, has_boundary: true, lines_precision: 'exact' },
    ...{ ocd_id: `${STATE_OCD}${part}`, level: type === 'congressional' ? 'federal' : 'state', box: at },
    ...{ valid_from: null, valid_to: null },
  })
  const state = district('state', '', 'Alaska', box(0, 1))
  const house = district('congressional', '/cd:at-large', 'At Large', box(0, 1))
  const inParts = (type: string, part: string, count: number): District[] =>
    Array.from({ length: count }, (_, at) =>
      district(type, `/${part}:${at + 1}`, `${part} ${at + 1}`, box(at / count, (at + 1) / count)),
    )
  const upper = inParts('state_upper', 'sldu', 20)
  const lower = inParts('state_lower', 'sldl', 40)
  const county = district('county', '/borough:sample', 'Sample Borough', box(0.5, 0.6))
  const louisiana: District = {
    ...district('congressional', '', 'Congressional District 2', box(2, 3)),
    ...{ state: 'LA', ocd_id: 'ocd-division/country:us/state:la/cd:2' },
  }
  const districts = [state, house, ...upper, ...lower, county, louisiana]

  const holder = (office: string, where: District, end: string): Holder => ({
    ...{
      person_id: `00000000-0000-4000-8000-${String(next()).padStart(12, '0')}`,
      name: 'Avery Sample',
      office,
      state: 'AK',
      term: { start: '2025-01-03', end },
    },
    ...{ district: where === state ? null : where.name, district_id: where.id, district_ocd_id: where.ocd_id },
  })
  const holders = [
    holder('us_senator', state, '2027-01-03'),
    holder('us_senator', state, '2029-01-03'),
    holder('us_representative', house, '2027-01-03'),
    holder('governor', state, '2026-12-07'),
    ...upper.map((one) => holder('state_senator', one, '2027-01-19')),
    ...lower.map((one) => holder('state_representative', one, '2027-01-19')),
  ]

  const election = { slug: SLUG, date: '2024-11-05', state: 'AK', type: 'general' }
  const candidate = (label: string, at = 0): Choice => ({
    ...{ id: next(), label, measure_answer: null, candidate: { id: next(), full_name: label } },
    ...{ party: PARTIES[at], party_label: PARTIES[at], option: null, withdrawn: false },
  })
  const contest = (title: string, where: District, more: Json = {}): Contest => ({
    ...{ id: next(), title, short_title: title, kind: 'candidate', vote_method: 'ranked_choice', votes_allowed: 1 },
    ...{ party: null, details: {}, level: where.level, election, district: where },
    choices: [`Avery Sample ${where.id}`, `Blake Sample ${where.id}`, `Casey Sample ${where.id}`].map((label, at) =>
      candidate(label, at),
    ),
    ...more,
  })
  const answer = (measure_answer: string): Choice => ({
    ...candidate(measure_answer),
    ...{ measure_answer, candidate: null, party: null, party_label: null },
  })
  const contests = [
    contest('President and Vice President', state),
    contest('United States Representative', house),
    contest('Measure 1', state, { kind: 'measure', vote_method: 'yes_no', choices: [answer('yes'), answer('no')] }),
    contest('Borough Assembly (Vote for two)', county, { votes_allowed: 2, vote_method: 'multi_seat' }),
    contest('Borough Mayor', county, {
      ...{ details: { uncontested: true }, vote_method: 'plurality', choices: [candidate('Drew Sample')] },
    }),
    ...lower.map((one) => contest(`State House ${one.name}`, one)),
    // Louisiana's House needs a majority.
    contest('Louisiana Representative', louisiana, {
      ...{ election: { slug: 'la-2024-11-05-general', date: '2024-11-05', state: 'LA', type: 'general' } },
      ...{ vote_method: 'plurality', details: { majority_required: true, runoff_date: '2024-12-07' } },
    }),
  ]
  const covers = ({ box }: District, { lng }: Point): boolean => box.west < lng && lng < box.east
  const overlaps = (one: District): boolean => one.box.west < county.box.east && one.box.east > county.box.west
  const sure = contests.map((contest) => ({ contest, match: 'certain' }))
  const world: World = {
    ...{ districts, contests, holders, missing: [] },
    elections: [{ ...election, details: {}, listed_in: [], contest_count: contests.length }],
    endorsements: contests
      .slice(1, 2)
      .map(({ id, choices }) => ({ id: next(), contest: { id }, choice: choices[0] ?? null })),
    contestsAt: (point) =>
      world.contests.filter((one) => covers(one.district, point)).map((contest) => ({ contest, match: 'certain' })),
    districtsAt: (point) => world.districts.filter((one) => covers(one, point)),
    holdersAt: (point) =>
      world.holders
        .filter(({ district_id }) => world.districts.some((one) => one.id === district_id && covers(one, point)))
        .map((holder) => ({ holder, match: 'certain' })),
    contestsIn: () =>
      sure
        .filter(({ contest }) => overlaps(contest.district))
        .map(({ contest }) => ({ contest, match: contest.district.type === 'state_lower' ? 'possible' : 'certain' })),
    districtsIn: () => world.districts.filter(overlaps),
  }
  return world
}

export function nationOf(world: World): Nation {
  return createNation(askWorld(world), { states: ['AK'], sample: 50, day: DAY })
}

/** Answers as the server does, through the same schemas. */
function askWorld(world: World): Ask {
  const listOf = (path: string): Json[] => {
    switch (path) {
      case '/v1/elections':
        return world.elections
      case '/v1/contests':
        return world.contests
      case '/v1/districts':
        return world.districts
      case '/v1/officeholders':
        return world.holders
      case '/v1/endorsements':
        return world.endorsements
      default:
        throw new Error(`the world has no ${path}`)
    }
  }
  const recordOf = (path: string, query: Query): Json => {
    const [, id] = /^\/v1\/districts\/(\d+)$/.exec(path) ?? []
    if (id !== undefined) {
      const { west = 0, east = 0 } = world.districts.find((one) => one.id === Number(id))?.box ?? {}
      const ring = [
        [west, SOUTH],
        [east, SOUTH],
        [east, SOUTH + SIZE],
        [west, SOUTH + SIZE],
        [west, SOUTH],
      ]
      return { boundary: { coordinates: [[ring]] } }
    }
    const point = { lng: Number(query.lng), lat: Number(query.lat) }
    if (path === '/v1/representatives')
      return { officeholders: world.holdersAt(point).map(({ holder, match }) => ({ ...holder, match })) }
    const isArea = query.location !== undefined
    const contests = isArea ? world.contestsIn(String(query.location)) : world.contestsAt(point)
    const districts = isArea ? world.districtsIn(String(query.location)) : world.districtsAt(point)
    return {
      location: { state: 'AK', complete: world.missing.length === 0, missing: world.missing },
      districts: districts.map((one) => ({ lines: 'next_ballot', match: 'certain', ...one })),
      contests: contests.map(({ contest, match }) => ({ ...contest, match })),
    }
  }
  const coverage = [{ state: 'AK', next_election_coverage: 'full' }]
  const get: Ask['get'] = async (path, query, body) =>
    body.parse({ data: path === '/v1/coverage' ? coverage : recordOf(path, query) })
  return {
    get,
    find: get,
    list: async (path, query, item) =>
      z
        .array(item)
        .parse(
          path === '/v1/districts' && query.elections !== undefined
            ? world.districts.filter(({ id }) => world.contests.some(({ district }) => district.id === id))
            : listOf(path),
        ),
    close: async () => {},
  }
}
