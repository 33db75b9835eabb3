import { beforeAll, describe, expect, it } from 'vitest'
import { countBy } from '../../count.ts'
import { HAS_REAL, type Read, readReal, realDivisions, sourceOf } from '../read.ts'

describe.skipIf(!HAS_REAL)("Kentucky's filings of November 2025", () => {
  let read: Read
  beforeAll(async () => {
    read = await readReal('ky-filings-2026', realDivisions('ky'))
  })

  it('are 117 files: 1,547 lines give 1,505 candidates of 1,208 contests', () => {
    expect(sourceOf('ky-filings-2026').files).toHaveLength(117)
    // Beside the choices: 38 lines of no known district, and four candidates on two lines each.
    expect(read.choice).toHaveLength(1547 - 38 - 4)
    expect(read.contest).toHaveLength(1208)
    expect(read.contest_county).toHaveLength(1208)
    expect(countBy(read.contest.map(({ election_key, level }) => `${election_key} ${level}`))).toEqual({
      'ky-2026-05-19-primary city': 5,
      'ky-2026-05-19-primary county': 1120,
      'ky-2026-11-03-general city': 78,
      'ky-2026-11-03-general county': 2,
      'ky-2026-11-03-general school': 3,
    })
  })

  it('name the two elections alike in every file', () => {
    expect(new Set(read.election.map((row) => JSON.stringify(row))).size).toBe(2)
  })

  it('list who cannot be placed, and what was mended', () => {
    expect(countBy(read.issues.map(({ code, severity }) => `${code} ${severity}`))).toEqual({
      'courtesy-title mended': 10,
      'unknown-district refused': 38,
      'withdrawn-and-standing mended': 4,
    })
  })

  it('have six withdrawals: four of candidates who filed again, and two that are served', () => {
    const withdrawn = read.choice.filter((choice) => choice.withdrawn)
    expect(withdrawn.map(({ label }) => label)).toEqual(['CULLEN THOMAS WILEY', 'JASON W BULLOCK'])
  })

  it('give each contest to one file, so that files stand alone', () => {
    const keys = read.contest.map(({ contest_key }) => contest_key)
    expect(new Set(keys).size).toBe(keys.length)
    const choices = read.choice.map(({ choice_key }) => choice_key)
    expect(new Set(choices).size).toBe(choices.length)
  })

  it('hold no address and no e-mail', () => {
    expect(JSON.stringify(read)).not.toMatch(/@[a-z]+\.|\b4[0-2]\d{3}\b/i)
  })

  it('call no contest unopposed, and none of a party on a general ballot', () => {
    expect(read.contest.filter(({ details }) => !details.includes('"choices_incomplete":true'))).toEqual([])
    expect(read.contest.filter(({ details }) => details.includes('uncontested'))).toEqual([])
    const general = read.contest.filter(({ election_key }) => election_key === 'ky-2026-11-03-general')
    expect(new Set(general.map(({ party }) => party))).toEqual(new Set([null]))
    expect(countBy(read.contest.map(({ party }) => String(party)))).toEqual({
      Democratic: 205,
      Republican: 920,
      null: 83,
    })
  })

  it('find their cities and most magisterial districts among the published divisions', () => {
    const divisions = realDivisions('ky')
    const places = read.contest.filter(({ district_type }) => district_type === 'place')
    expect(places.filter(({ ocd_id }) => !divisions.has(ocd_id))).toEqual([])
    const magistrates = read.contest.filter(({ contest_key }) => contest_key.includes('/magistrate'))
    const published = magistrates.filter(({ ocd_id }) => divisions.has(ocd_id))
    expect([published.length, magistrates.length]).toEqual([329, 373])
  })
})
