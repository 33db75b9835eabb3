import { describe, expect, it } from 'vitest'
import { HAS_REAL, readReal, realDivisions } from '../read.ts'

const NV = 'ocd-division/country:us/state:nv'
const NONE = 'None of These Candidates'

describe.skipIf(!HAS_REAL)("Nevada's files", () => {
  const read = (year: number) => readReal(`nv-results-${year}`, realDivisions('nv'))

  it('of 2014 hold 80 contests of three counties, none of them without a rule', async () => {
    const { contest, choice, election, issues } = await read(2014)
    expect(election.map(({ election_key }) => election_key)).toEqual(['nv-2014-11-04-general'])
    expect([contest.length, choice.length]).toEqual([80, 189])
    expect(issues.map(({ code }) => code)).toEqual([])
    const at = (ocd_id: string) => contest.filter((each) => each.ocd_id === ocd_id).map(({ title }) => title)
    // Nominated by ward, elected by all: the file has each in all 23 of the city's precincts.
    expect(at(`${NV}/place:carson_city`)).toEqual(
      expect.arrayContaining(['Carson City Supervisor, Ward 1', 'Carson City Supervisor, Ward 3']),
    )
    expect(at(`${NV}/place:reno/ward:2`)).toEqual([])
    expect(at(`${NV}/county:washoe/school_district:washoe_county_school_district`)).toEqual([
      'Washoe County School Trustee, At Large (F)',
    ])
    expect(at(`${NV}/place:reno`)).toEqual([
      'Reno Mayor',
      'Reno Council Ward 2',
      'Reno Council Ward 4',
      'Reno City Attorney',
      'Reno Municipal Court Judge, Department 1',
    ])
  })

  it('of 2014 list a contest of two counties once, with both', async () => {
    const { contest, contest_county } = await read(2014)
    const shared = contest.filter(({ title }) => title === 'State Senate District 16')
    expect(shared).toHaveLength(1)
    const listed = contest_county.filter(({ contest_key }) => contest_key === shared[0]?.contest_key)
    // Open Civic Data publishes Carson City as a county, and as an alias of the place that it is.
    expect(listed.map(({ county_ocd_id }) => county_ocd_id)).toEqual([`${NV}/place:carson_city`, `${NV}/county:washoe`])
  })

  it('of 2016 hold 59 contests; the statewide ones end in none of these candidates', async () => {
    const { contest, choice, issues } = await read(2016)
    expect([contest.length, choice.length]).toEqual([59, 136])
    expect(issues).toEqual([])
    const none = choice.filter(({ option }) => option === 'none_of_these')
    expect(none.map(({ label, candidate_name }) => [label, candidate_name])).toEqual([
      [NONE, null],
      [NONE, null],
    ])
    for (const { contest_key, ballot_order } of none) {
      const orders = choice.filter((each) => each.contest_key === contest_key).map((each) => each.ballot_order)
      expect(ballot_order).toBe(Math.max(...orders))
      expect(contest.find((each) => each.contest_key === contest_key)?.details).toContain('"none_of_these":true')
    }
  })
})
