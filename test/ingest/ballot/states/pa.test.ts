import { describe, expect, it } from 'vitest'
import { readText } from '../read.ts'

const read = (listing: unknown) => readText('pa-candidates-2024', [JSON.stringify(listing, null, 2)])

describe("Pennsylvania's candidates", () => {
  it('of two parties are one choice, under the first party', async () => {
    const ann = [
      { name: 'ANN LEE', party: 'REP' },
      { name: 'BO RAY', party: 'DEM' },
      { name: 'ANN LEE', party: 'DEM ' },
    ]
    const { contest, choice, issues } = await read({
      'State House': { 12: ann },
      'US House': { '07': ann.slice(1, 2) },
    })
    expect(issues).toEqual([])
    expect(contest.map(({ ocd_id, election_key }) => [election_key, ocd_id.split('/').at(-1)])).toEqual([
      ['pa-2024-11-05-general', 'cd:7'],
      ['pa-2024-11-05-general', 'sldl:12'],
    ])
    expect(choice.map(({ candidate_name, party, party_label }) => [candidate_name, party, party_label])).toEqual([
      ['BO RAY', 'Democratic', 'DEM'],
      ['ANN LEE', 'Republican', 'REP / DEM'],
      ['BO RAY', 'Democratic', 'DEM'],
    ])
  })

  it('without a name are left out, and the contest is not complete', async () => {
    const { contest, issues } = await read({ 'US House': { 7: [{ name: '', party: 'DEM' }] } })
    expect(issues).toMatchObject([{ code: 'missing-name', line: 4 }])
    expect(contest.map(({ details }) => JSON.parse(details))).toMatchObject([{ choices_incomplete: true }])
  })

  it.each([
    [{ 'US House': [{ name: 'A', party: 'DEM' }] }, 'has no "US House.{district}", expected the path of its rows'],
    [{ 'US House': { 7: 'A' } }, 'got no list at US House.7, expected a list of rows'],
    [[], 'has no "{office}", expected the path of its rows'],
    [{ 'US House': { 7: [{ name: 'A', party: 'XYZ' }] } }, '2024.json:4: got party "XYZ", expected one of ASP'],
  ])('of another layout or party stop the source: %j', async (listing, place) => {
    await expect(read(listing)).rejects.toThrow(place)
  })

  it('of an office without a rule are one issue', async () => {
    const lee = [{ name: 'ANN LEE', party: 'DEM' }]
    const { contest, issues } = await read({ 'US House': { x: lee }, 'US Senate': { '': lee } })
    expect(contest).toHaveLength(1)
    expect(issues).toMatchObject([{ code: 'unknown-contest-title', value: 'US House/x', line: 4 }])
  })
})
