import { describe, expect, it } from 'vitest'
import { countBy } from '../count.ts'
import { HAS_REAL, readReal, realDivisions } from './read.ts'

describe.skipIf(!HAS_REAL)('the feed held of Los Angeles County, November 3, 2015', async () => {
  const read = HAS_REAL ? await readReal('los-angeles-vip-2015', realDivisions('ca')) : undefined
  const { election = [], contest = [], choice = [], contest_county = [], issues = [] } = read ?? {}

  it('has every contest, candidate and measure', () => {
    expect(election.map(({ election_key, name }) => [election_key, name])).toEqual([
      ['ca-2015-11-03-consolidated', 'Los Angeles County Consolidated Election, November 3, 2015'],
    ])
    expect(countBy(contest.map(({ kind }) => kind))).toEqual({ candidate: 98, measure: 10 })
    expect(choice.filter(({ measure_answer }) => measure_answer === null)).toHaveLength(392)
    expect(countBy(choice.map(({ measure_answer }) => measure_answer ?? 'candidate'))).toMatchObject({
      yes: 10,
      no: 10,
    })
    expect(contest_county).toHaveLength(108)
    expect(new Set(contest.map(({ contest_key }) => contest_key)).size).toBe(108)
  })

  it('finds the divisions that Open Civic Data has, and lists the others', () => {
    expect(countBy(contest.map(({ district_type, level }) => `${district_type}/${level}`))).toEqual({
      'place/city': 37,
      'school/school': 43,
      'school_board/school': 12,
      'special/school': 7,
      'special/special': 9,
    })
    expect(countBy(issues.map(({ code, severity }) => `${code} ${severity}`))).toEqual({
      'unmatched-division mended': 28,
    })
    // Trustee areas, community colleges and water districts: it publishes none of Los Angeles County's.
    const parts = contest.filter(({ district_type }) => district_type === 'school_board' || district_type === 'special')
    const listed = new Set(issues.map(({ value }) => value))
    expect(parts.filter(({ title }) => !listed.has(title))).toEqual([])
  })

  it('keeps seats of one board apart, and terms', () => {
    const palmdale = contest.filter(({ ocd_id }) => ocd_id.endsWith('/water:palmdale_water'))
    expect(palmdale.map(({ contest_key }) => contest_key.replace(/.*\//, ''))).toEqual(
      ['1', '3', '4'].map((division) => `division-${division}`),
    )
    expect(contest.filter(({ details }) => details.includes('short_term')).map(({ title }) => title)).toEqual([
      'Rosemead School District, Governing Board Member (Unexpired term ending December 1, 2017)',
    ])
    expect(countBy(contest.map(({ votes_allowed }) => String(votes_allowed)))).toEqual({ 1: 46, 2: 47, 3: 15 })
  })

  it('says what a measure asks and needs, and what stands under a name', () => {
    const needs = contest.flatMap(({ kind, details }) => (kind === 'measure' ? [details] : []))
    expect(countBy(needs)).toEqual({
      '{"vote_required":"2/3"}': 4,
      '{"vote_required":"55%"}': 2,
      '{"majority_required":true}': 4,
    })
    expect(choice.find(({ label }) => label === 'LEW STULTS')?.ballot_designation).toBe(
      'Governing Board Member, Antelope Valley Community College District',
    )
    expect(JSON.stringify([election, contest, choice])).not.toMatch(/Imperial Highway|P\.O\. BOX|9065\d/i)
  })
})
