import { describe, expect, it } from 'vitest'
import { toDivisions } from '../../../ingest/engine/source-dependencies.ts'
import { readText } from './read.ts'

const HEADER = 'cycle,state_name,district,state,seat,party,candidate,politician_id,exclusions,is_incumbent'
const read = (...lines: string[]) =>
  readText('us-house-2000-2024', [`${[HEADER, ...lines].join('\n')}\n`], toDivisions([]))

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

  it('may lack names before 2024, and have some whom voters wrote beside the two main parties', async () => {
    const seat = (year: number, ...parties: string[]) =>
      read(...parties.map((party, at) => `${year},,2,MD,2,${party},${'ABC'[at]}nn Example,1,,`))
    const details = async (...of: Parameters<typeof seat>) =>
      (await seat(...of)).contest.map(({ details }) => JSON.parse(details))
    expect(await details(2014, 'DEM', 'REP', 'LIB')).toEqual([
      { choices_incomplete: true, may_include_write_ins: true },
    ])
    expect(await details(2014, 'DEM', 'REP')).toEqual([{ choices_incomplete: true }])
    expect(await details(2024, 'DEM', 'REP', 'LIB')).toEqual([{}])
  })

  it('has nobody in a district whose ballot did not name them', async () => {
    const of = (year: number, state: string, district: number, name: string) =>
      read(
        `${year},,${district},${state},${district},DEM,Ann Example,1,,`,
        `${year},,${district},${state},${district},OTH,${name},2,x,`,
      )
    const all = [
      of(2018, 'MI', 14, 'Brenda Jones'),
      of(2018, 'MI', 13, 'Brenda Jones'),
      of(2016, 'MI', 14, 'Brenda Jones'),
      of(2018, 'OH', 14, 'Brenda Jones'),
      of(2018, 'MI', 14, 'Brenda Example'),
    ]
    const found = await Promise.all(all)
    expect(found.map(({ choice }) => choice.length)).toEqual([1, 2, 2, 2, 2])
    const misplaced = found.map(({ issues }) => issues.filter(({ code }) => code === 'misplaced-name').length)
    expect(misplaced).toEqual([1, 0, 0, 0, 0])
  })

  it('has no contest with two candidates of one party, but where all stood in one primary or none was held', async () => {
    const two = (year: number, state: string, district: number, party = 'REP') =>
      read(...['Ann Lee', 'Bo Ray'].map((name) => `${year},,${district},${state},${district},${party},${name},1,,`))
    const ohio = await two(2014, 'OH', 9)
    expect([ohio.contest.length, ohio.issues.map(({ code, value }) => [code, value])]).toEqual([
      ...[0, [['two-nominees', 'Bo Ray']]],
    ])
    const others = [two(2014, 'CA', 9), two(2006, 'TX', 23), two(2014, 'LA', 1), two(2014, 'OH', 9, 'IND')]
    expect((await Promise.all(others)).map(({ contest }) => contest.length)).toEqual([1, 1, 1, 1])
    expect((await two(2010, 'CA', 9)).contest).toHaveLength(0)
  })
})
