import { describe, expect, it } from 'vitest'
import { toDivisions } from '../../../../ingest/engine/source-dependencies.ts'
import { HAS_REAL, readReal, readText, realDivisions } from '../read.ts'

describe.skipIf(!HAS_REAL)("Spotlight PA's lists of Pennsylvania's general elections", () => {
  // 25 of the 50 senate districts vote each time: the even ones in 2022, the odd ones in 2024.
  it.each([
    ['2022', 'pa-2022-11-08-general', { contest: 247, choice: 431, statewide: 2, uncontested: 82 }],
    ['2024', 'pa-2024-11-05-general', { contest: 250, choice: 416, statewide: 5, uncontested: 102 }],
  ])('of %s have 17 congressional, 25 senate and 203 house districts', async (year, key, expected) => {
    const { election, contest, choice, contest_county, issues } = await readReal(
      `pa-candidates-${year}`,
      realDivisions('pa'),
    )
    expect(election.map(({ election_key }) => election_key)).toEqual([key])
    const ofType = (type: string) => contest.filter(({ district_type }) => district_type === type)
    expect({
      contest: contest.length,
      choice: choice.length,
      statewide: ofType('state').length,
      uncontested: contest.filter(({ details }) => details.includes('"uncontested":true')).length,
    }).toEqual(expected)
    const layers = ['congressional', 'state_upper', 'state_lower'].map((type) => ofType(type).length)
    expect(layers).toEqual([17, 25, 203])
    const senate = ofType('state_upper').map(({ ocd_id }) => Number(ocd_id.slice(ocd_id.lastIndexOf(':') + 1)))
    expect(new Set(senate.map((district) => district % 2))).toEqual(new Set([year === '2022' ? 0 : 1]))
    const divisions = realDivisions('pa')
    expect(contest.filter(({ ocd_id }) => ocd_id.includes('/sld') && !divisions.has(ocd_id))).toEqual([])
    expect([contest_county, issues]).toEqual([[], []])
  })
})

describe("Spotlight PA's layout", () => {
  const none = toDivisions([])
  const read = (content: object) => readText('pa-candidates-2024', [JSON.stringify(content, null, 1)], none)

  it('gives a candidate of two parties one choice, with the first party', async () => {
    const list = [
      { name: 'ANN EXAMPLE', party: 'DEM' },
      { name: 'BO EXAMPLE', party: 'LIB' },
      { name: 'ANN EXAMPLE', party: 'REP' },
    ]
    const { choice } = await read({ 'State House': { '12': list } })
    expect(choice.map(({ label, party, party_label }) => [label, party, party_label])).toEqual([
      ['ANN EXAMPLE', 'Democratic', 'DEM / REP'],
      ['BO EXAMPLE', 'Libertarian', 'LIB'],
    ])
  })

  it('stops at an unmapped party, with its line', async () => {
    const list = [
      { name: 'ANN EXAMPLE', party: 'DEM' },
      { name: 'BO EXAMPLE', party: 'XYZ' },
    ]
    await expect(read({ 'State House': { '12': list } })).rejects.toThrow(
      /candidates-2024\.json:8: got party "XYZ", expected one of "ASP"/,
    )
  })

  it('reports an office that no rule reads, and stops at another layout', async () => {
    const { contest, issues } = await read({ 'Tax Collector': { '': [{ name: 'ANN EXAMPLE', party: 'DEM' }] } })
    expect(contest).toEqual([])
    expect(issues).toMatchObject([{ code: 'unknown-contest-title', value: 'Tax Collector/', line: 4 }])
    await expect(read({ 'State House': [] })).rejects.toThrow(/"State House": .* expected \{office: \{district/)
  })
})
