// What a ballot lacks at a place, from what its elections lack.

import { describe, expect, test } from 'vitest'
import {
  type BallotDistrict,
  findContestGaps,
  findDistrictGaps,
  findElectionGaps,
  type GapElection,
  type Here,
  kindOfOffice,
  sortMissing,
} from '../../../data/place/ballot.ts'
import type { ElectionGap } from '../../../data/schema/election.ts'
import { BALLOT_KINDS, type Level, OFFICES } from '../../../data/schema/vocabulary.ts'

const STATE = 'ocd-division/country:us/state:ca'
const COUNTY = `${STATE}/county:alameda`
const DATE = '2024-11-05'

const gap = (kind: ElectionGap['kind'], more: Partial<ElectionGap> = {}): ElectionGap => ({
  ...{ kind, reason: 'unknown', districts: null, listed_in: [], ...more },
})
const election = (...missing: ElectionGap[]): GapElection => ({
  ...{ date: DATE, state: 'CA', listed_in: new Set([STATE]), missing },
})
const district = (id: number, type: string, code: string, more: Partial<BallotDistrict> = {}): BallotDistrict => ({
  ...{ id, type, state: 'CA', level_rank: 2, ocd_id: `${STATE}/${code}` },
  ...{ valid_from: '2022-01-01', valid_to: null, summary: '{}', ...more },
})
const seen = (type: string, level: 'federal' | 'state') => ({
  ...{ level, kind: 'candidate' as const, type, election_date: DATE, state: 'CA' },
})

const find = (elections: readonly GapElection[], here: Partial<Here> = {}, isListed = true) =>
  findElectionGaps(elections, {
    ...{ isListed, date: DATE },
    here: { exact: true, covering: [STATE, COUNTY], within: [], voted: [], ...here },
  })

test('an election that lacks nothing is complete', () => {
  expect(find([election()])).toEqual([])
  expect(find([election(), election()])).toEqual([])
})

test('an election of which nothing is known may lack everything, but no President in other years', () => {
  expect(find([], {}, false).map(({ kind }) => kind)).toEqual(BALLOT_KINDS)
  expect(find([election()], {}, false)).toHaveLength(BALLOT_KINDS.length)
  const here = { exact: true, covering: [], within: [], voted: [] }
  const later = findElectionGaps([], { isListed: false, date: '2026-11-03', here })
  expect(later.map(({ kind }) => kind)).toEqual(BALLOT_KINDS.slice(1))
  expect(later.every(({ reason }) => reason === 'unknown')).toBe(true)
  const known = find([], { voted: [seen('congressional', 'federal'), seen('state_lower', 'state')] }, false)
  expect(known.map(({ kind }) => kind)).not.toContain('us_house')
  expect(known).toHaveLength(BALLOT_KINDS.length - 2)
})

test('an election lacks a kind with its reason, except where a source lists it in full', () => {
  const lacking = [election(gap('court', { reason: 'not_read' }), gap('city', { listed_in: [COUNTY] }))]
  expect(find(lacking)).toEqual([{ kind: 'court', reason: 'not_read' }])
  expect(find(lacking, { covering: [STATE] })).toEqual([
    { kind: 'court', reason: 'not_read' },
    { kind: 'city', reason: 'unknown' },
  ])
})

describe('a seat', () => {
  const lower = gap('state_lower', { reason: 'not_read' })
  const here = { within: [district(7, 'state_lower', 'sldl:7'), district(9, 'state_upper', 'sldu:9')] }

  test('is missing with the district of the place', () => {
    expect(find([election(lower)], here)).toEqual([{ kind: 'state_lower', district_id: 7, reason: 'not_read' }])
    expect(find([election(lower)])).toEqual([{ kind: 'state_lower', reason: 'not_read' }])
  })

  test('is missing only in the districts that lack it', () => {
    const upper = (codes: string[]) => gap('state_upper', { districts: codes.map((code) => `${STATE}/${code}`) })
    expect(find([election(upper(['sldu:9', 'sldu:11']))], here)).toMatchObject([{ district_id: 9 }])
    expect(find([election(upper(['sldu:11']))], here)).toEqual([])
  })

  test('is not missing at a point that votes in such a contest, whatever its district is called', () => {
    expect(find([election(lower)], { ...here, voted: [seen('state_lower', 'state')] })).toEqual([])
    expect(find([election(lower)], { ...here, voted: [seen('state_upper', 'state')] })).toHaveLength(1)
    const earlier = { ...seen('state_lower', 'state'), election_date: '2022-11-08' }
    expect(find([election(lower)], { ...here, voted: [earlier] })).toHaveLength(1)
  })

  test('of an area is missing in each of its districts that lack it', () => {
    const within = [7, 8].map((code) => district(code, 'state_lower', `sldl:${code}`))
    const voted = [seen('state_lower', 'state')]
    const gaps = [election({ ...lower, districts: [`${STATE}/sldl:8`] })]
    expect(find(gaps, { exact: false, within, voted })).toEqual([
      { kind: 'state_lower', district_id: 8, reason: 'not_read' },
    ])
    expect(find([election(lower)], { exact: false, within: [], voted })).toEqual([])
  })

  test('uses the district of the day of the election, and of its state', () => {
    const old = district(6, 'state_lower', 'sldl:6', { valid_from: '2012-01-01', valid_to: '2021-12-31' })
    const beyond = district(5, 'state_lower', 'sldl:5', { state: 'NV' })
    expect(find([election(lower)], { within: [old, beyond, ...here.within] })).toMatchObject([{ district_id: 7 }])
  })
})

const contest = (lines_held: number, shared: boolean) => ({
  ...{ match: 'possible' as const, shared, nature: { level: 'city', kind: 'measure', type: 'place' } as const },
  contest: {
    ...{ id: 1, election_id: 1, election_date: DATE, state: 'CA', election_slug: 'ca-2024-11-05-general' },
    ...{ level_rank: 4, ballot_order: 1, district_id: 3, lines_held },
  },
})

test('a contest in the answer without a boundary, or too near to one, is named with its district', () => {
  expect(findContestGaps([contest(1, false)])).toEqual([])
  expect(findContestGaps([contest(0, true), contest(1, true)])).toEqual([
    { kind: 'local_measure', district_id: 3, reason: 'no_boundary' },
    { kind: 'local_measure', district_id: 3, reason: 'unknown' },
  ])
})

test('a district too near to a border is named by the seat that it elects', () => {
  const kindsOf = (...districts: BallotDistrict[]) => findDistrictGaps(districts).map(({ kind }) => kind)
  const of = (type: string, level: Level) => district(1, type, 'x', { summary: JSON.stringify({ level }) })
  expect(
    kindsOf(of('congressional', 'federal'), of('state_upper', 'state'), of('court', 'state'), of('council', 'city')),
  ).toEqual(['us_house', 'state_upper', 'court', 'city'])
})

test('a seat of each office is missing under its own kind', () => {
  expect(Object.fromEntries(OFFICES.map((office) => [office, kindOfOffice(office)]))).toEqual({
    ...Object.fromEntries(OFFICES.map((office) => [office, 'state_office'])),
    ...{ us_senator: 'us_senate', us_representative: 'us_house', state_senator: 'state_upper' },
    ...{ state_representative: 'state_lower', state_legislator: 'state_lower', city_council: 'city' },
  })
})

test('the list is in ballot order, with each entry once', () => {
  expect(
    sortMissing([
      { kind: 'local_measure', reason: 'unknown' },
      { kind: 'state_lower', district_id: 9, reason: 'unknown' },
      { kind: 'state_lower', district_id: 2, reason: 'not_read' },
      { kind: 'president', reason: 'unknown' },
      { kind: 'local_measure', reason: 'unknown' },
    ]),
  ).toEqual([
    { kind: 'president', reason: 'unknown' },
    { kind: 'state_lower', district_id: 2, reason: 'not_read' },
    { kind: 'state_lower', district_id: 9, reason: 'unknown' },
    { kind: 'local_measure', reason: 'unknown' },
  ])
})
