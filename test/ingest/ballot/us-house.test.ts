import { describe, expect, it } from 'vitest'
import { readText } from './read.ts'

const HEADER = 'cycle,state_name,district,state,seat,party,candidate,politician_id,exclusions,is_incumbent'
const read = (...lines: string[]) => readText('us-house-2000-2024', [`${[HEADER, ...lines].join('\n')}\n`])

describe('the list of candidates for the House', () => {
  it.each([
    ['2024,Ohio,0,OH,0,DEM,Ann Example,1,,', 'got district "0", expected a number'],
    ['2023,Ohio,1,OH,1,DEM,Ann Example,1,,', 'got cycle "2023", expected an even year'],
    ['2024,Guam,1,GU,1,DEM,Ann Example,1,,', 'got state "GU", expected the code of a state'],
    ['2024,Ohio,1,OH,1,XYZ,Ann Example,1,,', 'got party "XYZ", expected one of'],
  ])('stops at %s', async (line, message) => {
    await expect(read(line)).rejects.toThrow(`candidate_filters.csv:2: ${message}`)
  })

  it('has no contest of a candidate without an opponent where none is printed', async () => {
    const alone = (state: string) => read(`2024,,3,${state},3,REP,Ann Example,1,,`)
    const [oklahoma, ohio] = [await alone('OK'), await alone('OH')]
    expect([oklahoma.contest.length, oklahoma.issues.map(({ code }) => code)]).toEqual([0, ['unopposed']])
    expect([ohio.contest.map(({ details }) => details), ohio.issues]).toEqual([['{"uncontested":true}'], []])
  })

  it.each([
    [2014, ['DEM', 'REP', 'LIB'], { choices_incomplete: true, may_include_write_ins: true }],
    [2014, ['DEM', 'REP'], { choices_incomplete: true }],
    [2024, ['DEM', 'REP', 'LIB'], {}],
  ])('of %i with %s may lack names before 2024, and have some whom voters wrote', async (year, parties, details) => {
    const { contest } = await read(...parties.map((party, at) => `${year},,2,MD,2,${party},${'ABC'[at]}nn Example,1,,`))
    expect(contest.map((row) => JSON.parse(row.details))).toEqual([details])
  })

  it.each([
    [2018, 'MI', 14, 'Brenda Jones', 1],
    [2018, 'MI', 13, 'Brenda Jones', 2],
    [2016, 'MI', 14, 'Brenda Jones', 2],
    [2018, 'OH', 14, 'Brenda Jones', 2],
    [2018, 'MI', 14, 'Brenda Example', 2],
  ])(
    'has nobody in a district whose ballot did not name them: %i %s %i %s',
    async (year, state, district, name, count) => {
      const { choice, codes } = await read(
        `${year},,${district},${state},${district},DEM,Ann Example,1,,`,
        `${year},,${district},${state},${district},OTH,${name},2,x,`,
      )
      expect([choice.length, codes.includes(`misplaced-name ${name}`)]).toEqual([count, count === 1])
    },
  )

  it.each([
    ['in one primary for all', 2014, 'CA', 9, 'REP', 1],
    ['in a state without such a primary', 2014, 'OH', 9, 'REP', 0],
    ['before California had one', 2010, 'CA', 9, 'REP', 0],
    ['in a special election', 2006, 'TX', 23, 'REP', 1],
    ['in Louisiana', 2014, 'LA', 1, 'REP', 1],
    ['of none', 2014, 'OH', 9, 'IND', 1],
  ])('with two candidates of a party %s: %i %s', async (_, year, state, district, party, count) => {
    const { contest, codes } = await read(
      ...['Ann Lee', 'Bo Ray'].map((name) => `${year},,${district},${state},${district},${party},${name},1,,`),
    )
    expect([contest.length, codes]).toEqual([count, count === 0 ? ['two-nominees Bo Ray'] : []])
  })
})
