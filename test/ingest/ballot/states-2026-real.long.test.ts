import { describe, expect, it } from 'vitest'
import type { StateCode } from '../../../data/schema/vocabulary.ts'
import { countBy } from '../count.ts'
import { HAS_REAL, readReal, realDivisions } from './read.ts'

/** Contests and candidates, counted in the files themselves by other means; issues by their codes. */
const COUNTS: readonly [
  id: string,
  state: Lowercase<StateCode>,
  contests: number,
  candidates: number,
  issues: object,
][] = [
  ['va-winners-2025', 'va', 642, 714, { 'write-in-candidate': 26, 'same-title': 2, 'unmatched-school-district': 1 }],
  ['ny-certification-2026-primary', 'ny', 24, 82, { 'uncontested-primary': 408, 'doubtful-uncontested': 1 }],
  ['ga-results-2026-runoff', 'ga', 27, 54, {}],
  ['tx-results-2026-runoff', 'tx', 22, 44, { 'no-county': 2 }],
  ['al-results-2026-runoff', 'al', 50, 98, {}],
  ['fl-special-2026-03', 'fl', 3, 6, {}],
  ['il-house-results-2026-primary', 'il', 175, 208, {}],
  ['ca-results-2020', 'ca', 154, 308, { 'write-in-candidate': 5, 'mended-encoding': 4 }],
]

describe.skipIf(!HAS_REAL)("the states' own files of 2025 and 2026", () => {
  it.each(COUNTS)('%s', async (id, state, contests, candidates, issues) => {
    const read = await readReal(id, realDivisions(state))
    const people = read.choice.filter(({ candidate_name }) => candidate_name !== null)
    expect([read.contest.length, people.length, countBy(read.issues, ({ code }) => code)]).toEqual([
      contests,
      candidates,
      issues,
    ])
    expect(people.filter(({ label }) => /\((?:I|Rep|Dem)\)|\s\s|^\s|\s$/.test(label))).toEqual([])
  })

  it('of Pennsylvania of 2025: every county, and each contest of the state once', async () => {
    const { contest, choice, issues } = await readReal('pa-municipal-2025', realDivisions('pa'))
    const left = issues.filter(({ severity }) => severity === 'refused')
    // Of 21,798 contests, 11,228 are for officers of a precinct.
    expect(contest.length).toBeGreaterThan(9800)
    expect(left.length).toBeLessThan(200)
    const statewide = contest.filter(({ level }) => level === 'state').map(({ contest_key }) => contest_key)
    expect(statewide).toHaveLength(2 + 5)
    const names = choice.flatMap(({ contest_key, label }) =>
      statewide.includes(contest_key) ? label.toUpperCase() : [],
    )
    expect(names.filter((name) => !/^(?:YES|NO)$/.test(name)).sort()).toEqual([
      'BRANDON NEUMAN',
      'DANIEL WASSMER',
      'MARIA BATTISTA',
      'MATT WOLFORD',
      'STELLA TSAI',
    ])
    expect(new Set(contest.flatMap(({ source_url }) => source_url ?? [])).size).toBeGreaterThan(60)
  })
})
