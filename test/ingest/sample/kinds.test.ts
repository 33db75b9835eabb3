// The sample shows every kind of thing that the specification names.

import { describe, expect, it } from 'vitest'
import {
  CHOICE_OPTIONS,
  CONTEST_KINDS,
  DISTRICT_TYPES,
  ELECTION_TYPES,
  LEVELS,
  VOTE_METHODS,
} from '../../../data/schema/vocabulary.ts'
import { readSample } from './sample.ts'

const sample = readSample()
const contests = sample.contest.map((row) => ({ ...row, details: details(row.details) }))
const elections = sample.election.map((row) => ({ ...row, details: details(row.details) }))

function details(json: string): Record<string, unknown> {
  return { ...JSON.parse(json) }
}

function choicesOf(contest: { contest_key: string }) {
  return sample.choice.filter(({ contest_key }) => contest_key === contest.contest_key)
}

describe('closed lists', () => {
  it.each(VOTE_METHODS)('has a contest with vote method %s', (method) => {
    expect(contests.filter(({ vote_method }) => vote_method === method)).not.toEqual([])
  })
  it.each(CONTEST_KINDS)('has a contest of kind %s', (of) => {
    expect(contests.filter(({ kind }) => kind === of)).not.toEqual([])
  })
  it.each(ELECTION_TYPES)('has an election of type %s, with contests', (of) => {
    const found = elections.filter(({ type }) => type === of)
    expect(found).not.toEqual([])
    for (const { election_key } of found)
      expect(contests.filter((contest) => contest.election_key === election_key)).not.toEqual([])
  })
  it.each(LEVELS)('has a contest of level %s', (of) => {
    expect(contests.filter(({ level }) => level === of)).not.toEqual([])
  })
  it.each(CHOICE_OPTIONS)('has a choice with option %s', (of) => {
    expect(sample.choice.filter(({ option }) => option === of)).not.toEqual([])
  })
  // Advisory neighborhood commissions and their single-member districts are the District of Columbia's alone.
  it.each(DISTRICT_TYPES.filter((type) => type !== 'anc' && type !== 'smd'))('has a contest in a %s district', (of) => {
    expect(contests.filter(({ district_type }) => district_type === of)).not.toEqual([])
  })
})

describe('details', () => {
  it.each([
    'uncontested',
    'nonpartisan',
    'term',
    'short_term',
    'vote_required',
    'majority_required',
    'amount',
    'runoff_date',
    'elected_at_large',
    'none_of_these',
    'source_url',
    'ranked_choice',
    'fusion_voting',
    'measure_type',
  ])('has a contest with %s', (key) => {
    expect(contests.filter((contest) => key in contest.details)).not.toEqual([])
  })
  it.each(['all_mail', 'ranked_choice', 'fusion_voting', 'runoff_date'])('has an election with %s', (key) => {
    expect(elections.filter((election) => key in election.details)).not.toEqual([])
  })
  it('gives a bond its amount in dollars as a number', () => {
    const bonds = contests.filter(({ details }) => details.measure_type === 'bond')
    expect(bonds.map(({ details }) => details.amount)).toEqual([12_500_000, 30_000_000])
  })
  it('dates each runoff after its election', () => {
    for (const { details, election_key } of contests)
      if (typeof details.runoff_date === 'string') expect(details.runoff_date > election_key.slice(3, 13)).toBe(true)
  })
})

describe('single things', () => {
  it('holds an invented general election on 2028-11-07, and one before, in every state', () => {
    const states = [...new Set(elections.map(({ state }) => state))].sort()
    expect(states).toEqual(['ME', 'NM', 'NV', 'VT'])
    for (const date of ['2026-11-03', '2028-11-07'])
      expect(
        elections
          .filter((one) => one.date === date && one.type === 'general')
          .map(({ state }) => state)
          .sort(),
      ).toEqual(states)
  })
  it('has measures with Spanish text, each with a Yes and a No in both languages', () => {
    const spanish = contests.filter(({ kind, description_es }) => kind === 'measure' && description_es !== null)
    expect(spanish.length).toBeGreaterThanOrEqual(3)
    for (const contest of spanish) {
      expect(contest.title_es).toBeTruthy()
      expect(
        choicesOf(contest).map(({ label, label_es, measure_answer }) => [label, label_es, measure_answer]),
      ).toEqual([
        ['Yes', 'Sí', 'yes'],
        ['No', 'No', 'no'],
      ])
    }
  })
  it('has state and district judges up for retention', () => {
    const retained = contests.filter(({ kind }) => kind === 'retention')
    expect(retained.map(({ district_type }) => district_type)).toEqual(['state', 'court'])
  })
  it('lists none of these last where the contest says so, and nowhere else', () => {
    for (const contest of contests) {
      const options = choicesOf(contest).map(({ option }) => option)
      expect(options.lastIndexOf('none_of_these')).toBe(contest.details.none_of_these ? options.length - 1 : -1)
      if (contest.details.none_of_these) expect(options.length).toBeGreaterThan(1)
    }
  })
  it('keeps withdrawn candidates on the ballot beside others', () => {
    const withdrawn = sample.choice.filter((choice) => choice.withdrawn)
    expect(withdrawn.map(({ label }) => label)).toEqual(['Sid Placeholder', 'Glen Example'])
    for (const choice of withdrawn) expect(choicesOf(choice).length).toBeGreaterThan(1)
  })
  it('gives a fusion candidate one choice: the first line as party, all lines as label', () => {
    const fused = sample.choice.filter(({ party_label }) => party_label?.includes(' / '))
    expect(fused.length).toBeGreaterThanOrEqual(5)
    for (const { party, party_label } of fused) expect(party_label?.split(' / ')[0]).toBe(party)
    const fusing = new Set(
      contests.filter(({ details }) => details.fusion_voting).map(({ contest_key }) => contest_key),
    )
    expect(fused.filter(({ contest_key }) => !fusing.has(contest_key))).toEqual([])
  })
  it('calls a contest uncontested exactly where no more candidates stand than there are seats', () => {
    for (const contest of contests.filter(({ kind }) => kind === 'candidate')) {
      const standing = choicesOf(contest).filter(({ withdrawn, option }) => !withdrawn && option === null).length
      const seats = contest.vote_method === 'approval' ? 1 : contest.votes_allowed
      expect([contest.contest_key, contest.details.uncontested === true]).toEqual([
        contest.contest_key,
        standing <= seats,
      ])
    }
  })
  it('has a retired district: other lines under the same id, each voted in', () => {
    const [before, after] = sample.shape.filter(({ ocd_id }) => ocd_id?.endsWith('/state:me/sldl:sample-1'))
    expect(before?.valid_to).toBe('2027-12-31')
    expect(after?.valid_from).toBe('2028-01-01')
    expect(before?.rings).not.toEqual(after?.rings)
    const voted = contests.filter(({ ocd_id }) => ocd_id === before?.ocd_id).map(({ election_key }) => election_key)
    expect(voted).toEqual(['me-2026-11-03-general', 'me-2028-11-07-general'])
  })
  it('has a court of three counties without lines, and parts of a city, a county and a school district without lines', () => {
    const drawn = new Set(sample.shape.map(({ ocd_id }) => ocd_id))
    const undrawn = contests.filter(({ ocd_id }) => !drawn.has(ocd_id))
    expect(undrawn.map(({ district_type }) => district_type).sort()).toEqual([
      'council',
      'council',
      'county_council',
      'county_council',
      'court',
      'school_board',
    ])
    for (const contest of undrawn) {
      const counties = sample.contest_county.filter(({ contest_key }) => contest_key === contest.contest_key)
      expect(counties.length).toBe(contest.district_type === 'court' ? 3 : 1)
      for (const { county_ocd_id } of counties) expect(drawn).toContain(county_ocd_id)
      if (contest.district_type !== 'court') expect(drawn).toContain(contest.within_ocd_id)
    }
  })
  it('has ZIP codes with and without a polygon', () => {
    const areas = sample.shape.filter(({ layer }) => layer === 'zcta').map(({ name }) => name)
    expect(areas).toEqual(['00101', '00201', '00301', '00401'])
    expect(sample.zip.map(({ zip }) => zip).filter((zip) => !areas.includes(zip))).toEqual(['00102', '00202', '00402'])
  })
})
