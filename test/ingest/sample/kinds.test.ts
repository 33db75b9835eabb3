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
const detailsOf = (json: string): Record<string, unknown> => ({ ...JSON.parse(json) })
const contests = sample.contest.map((row) => ({ ...row, details: detailsOf(row.details) }))
const elections = sample.election.map((row) => ({ ...row, details: detailsOf(row.details) }))
const typeOf = new Map(elections.map(({ election_key, type }) => [election_key, type]))
const choicesOf = (contest: { contest_key: string }) =>
  sample.choice.filter(({ contest_key }) => contest_key === contest.contest_key)
const sourceKeys = (rows: readonly { details: object }[]) => rows.flatMap(({ details }) => Object.keys(details))

it.each<[what: string, all: readonly string[], held: readonly unknown[]]>([
  ['vote method', VOTE_METHODS, contests.map(({ vote_method }) => vote_method)],
  ['kind of contest', CONTEST_KINDS, contests.map(({ kind }) => kind)],
  ['type of election with contests', ELECTION_TYPES, contests.map(({ election_key }) => typeOf.get(election_key))],
  ['level', LEVELS, contests.map(({ level }) => level)],
  ['option', CHOICE_OPTIONS, sample.choice.map(({ option }) => option)],
  [
    // Advisory neighborhood commissions and their single-member districts are the District of Columbia's alone.
    'type of district',
    DISTRICT_TYPES.filter((type) => type !== 'anc' && type !== 'smd'),
    contests.map(({ district_type }) => district_type),
  ],
  [
    'detail of a contest',
    [
      ...['uncontested', 'nonpartisan', 'term', 'short_term', 'vote_required', 'majority_required', 'amount'],
      ...['runoff_date', 'elected_at_large', 'none_of_these', 'source_url', 'ranked_choice', 'fusion_voting'],
      'measure_type',
    ],
    sourceKeys(contests),
  ],
  ['detail of an election', ['all_mail', 'ranked_choice', 'fusion_voting', 'runoff_date'], sourceKeys(elections)],
])('has each %s', (_, all, held) => {
  expect(all.filter((one) => !held.includes(one))).toEqual([])
})

describe('single things', () => {
  it('holds a general election on 2028-11-07, and one before, in every state', () => {
    for (const date of ['2026-11-03', '2028-11-07']) {
      const general = elections.filter((one) => one.date === date && one.type === 'general')
      expect(general.map(({ state }) => state).sort()).toEqual(['ME', 'NM', 'NV', 'VT'])
    }
  })
  it('has measures with Spanish text, each with a Yes and a No in both languages', () => {
    const spanish = contests.filter(({ kind, description_es }) => kind === 'measure' && description_es !== null)
    expect(spanish.length).toBeGreaterThanOrEqual(3)
    for (const contest of spanish) {
      expect(contest.title_es).toBeTruthy()
      const answers = choicesOf(contest).map(({ label, label_es, measure_answer }) => [label, label_es, measure_answer])
      expect(answers.map(String)).toEqual(['Yes,Sí,yes', 'No,No,no'])
    }
  })
  it('lists none of these last where the contest says so, and nowhere else', () => {
    for (const contest of contests) {
      const options = choicesOf(contest).map(({ option }) => option)
      expect(options.lastIndexOf('none_of_these')).toBe(contest.details.none_of_these ? options.length - 1 : -1)
      if (contest.details.none_of_these) expect(options.length).toBeGreaterThan(1)
    }
  })
  it('gives a fusion candidate one choice: the first line as party, all lines as label', () => {
    const fused = sample.choice.filter(({ party_label }) => party_label?.includes(' / '))
    expect(fused.length).toBeGreaterThanOrEqual(5)
    for (const { party, party_label } of fused) expect(party_label?.split(' / ')[0]).toBe(party)
    const fusing = contests.filter(({ details }) => details.fusion_voting).map(({ contest_key }) => contest_key)
    expect(fused.filter(({ contest_key }) => !fusing.includes(contest_key))).toEqual([])
  })
  it('calls a contest uncontested exactly where no more candidates stand than there are seats', () => {
    for (const contest of contests.filter(({ kind }) => kind === 'candidate')) {
      const standing = choicesOf(contest).filter(({ withdrawn, option }) => !withdrawn && option === null).length
      const seats = contest.vote_method === 'approval' ? 1 : contest.votes_allowed
      expect(contest.details.uncontested === true, contest.contest_key).toBe(standing <= seats)
    }
  })
  it('has a retired district: other lines under the same id, each voted in', () => {
    const [before, after] = sample.shape.filter(({ ocd_id }) => ocd_id?.endsWith('/state:me/sldl:sample-1'))
    expect([before?.valid_to, after?.valid_from]).toEqual(['2027-12-31', '2028-01-01'])
    expect(before?.rings).not.toEqual(after?.rings)
    const voted = contests.filter(({ ocd_id }) => ocd_id === before?.ocd_id).map(({ election_key }) => election_key)
    expect(voted).toEqual(['me-2026-11-03-general', 'me-2028-11-07-general'])
  })
  it('has a court of three counties without lines, and parts of a city, a county and a school district without lines', () => {
    const drawn = new Set(sample.shape.map(({ ocd_id }) => ocd_id))
    const undrawn = contests.filter(({ ocd_id }) => !drawn.has(ocd_id))
    expect(undrawn.map(({ district_type }) => district_type).sort()).toEqual([
      ...['council', 'council', 'county_council', 'county_council', 'court', 'school_board'],
    ])
    for (const contest of undrawn) {
      const isCourt = contest.district_type === 'court'
      const counties = sample.contest_county.filter(({ contest_key }) => contest_key === contest.contest_key)
      expect(counties.length).toBe(isCourt ? 3 : 1)
      for (const { county_ocd_id } of counties) expect(drawn).toContain(county_ocd_id)
      if (!isCourt) expect(drawn).toContain(contest.within_ocd_id)
    }
  })
  it('has ZIP codes with and without a polygon', () => {
    const areas = sample.shape.filter(({ layer }) => layer === 'zcta').map(({ name }) => name)
    expect(areas).toEqual(['00101', '00201', '00301', '00401'])
    expect(sample.zip.map(({ zip }) => zip).filter((zip) => !areas.includes(zip))).toEqual(['00102', '00202', '00402'])
  })
})
