import { beforeAll, describe, expect, it } from 'vitest'
import { HAS_REAL, type Read, readReal, realDivisions } from '../read.ts'

const MN = 'ocd-division/country:us/state:mn'

describe.skipIf(!HAS_REAL)("Minnesota's candidates of November 2024", () => {
  let read: Read
  beforeAll(async () => {
    read = await readReal('mn-candidates-2024-general', realDivisions('mn'))
  })
  const of = (part: string) => read.contest.filter(({ ocd_id }) => ocd_id.startsWith(`${MN}/${part}`))
  const labels = (subject: string) =>
    read.choice.filter(({ contest_key }) => contest_key.endsWith(subject)).map(({ label }) => label)

  it('are 995 lines, each a candidate of one of 714 contests of one election', () => {
    expect(read.election.map(({ election_key }) => election_key)).toEqual(['mn-2024-11-05-general'])
    expect([read.contest.length, read.choice.length, read.issues]).toEqual([714, 995, []])
  })

  it('stand for President, Congress and the whole House; one Senate seat was vacant', () => {
    expect([of('cd:').length, of('sldl:').length, of('sldu:').map(({ ocd_id }) => ocd_id)]).toEqual([
      ...[8, 134],
      [`${MN}/sldu:45`],
    ])
    expect(labels('/president')).toHaveLength(9)
    expect(labels('/us-senate')).toEqual(['Rebecca Whiting', 'Amy Klobuchar', 'Joyce Lynne Lacey', 'Royce White'])
  })

  it('have the letters of windows-1252', () => {
    const marked = read.choice.map(({ label }) => label).filter((label) => /[^ -~]/.test(label))
    expect(marked).toEqual(['Toya López', 'María Isa Pérez-Vega', 'René Krousey'])
  })

  it('are in the published divisions of their counties and courts', () => {
    const divisions = realDivisions('mn')
    const boards = read.contest.filter(({ contest_key }) =>
      /\/county-(park-)?commissioner(\/unexpired)?$/.test(contest_key),
    )
    expect(boards.length).toBeGreaterThan(150)
    // Open Civic Data has no commission of Yellow Medicine County under its name.
    const minted = boards.filter(({ ocd_id }) => !divisions.has(ocd_id)).map(({ ocd_id }) => ocd_id)
    expect(minted).toEqual([3, 5].map((district) => `${MN}/county:yellow_medicine/council_district:${district}`))
    expect(of('district_court:').filter(({ ocd_id }) => !divisions.has(ocd_id))).toEqual([])
    expect(of('county:otter_tail/soil').map(({ district_name }) => district_name)).toContain(
      'West Otter Tail Soil and Water Conservation District',
    )
  })

  it('are listed in the counties of their districts, by the table of precincts', () => {
    const counties = (key: string) =>
      read.contest_county
        .filter(({ contest_key }) => contest_key === `mn-2024-11-05-general/${MN}/${key}`)
        .map(({ county_ocd_id }) => county_ocd_id.split(':').at(-1))
    expect(counties('cd:5/us-house')).toEqual(['anoka', 'hennepin', 'ramsey'])
    expect(counties('district_court:4/district-court-judge/seat-15')).toEqual(['hennepin'])
    expect(counties('sldl:61a/state-house')).toEqual(['hennepin'])
    expect(counties('us-senate')).toEqual([])
  })
})
