// The rules of a contest at a place, and the order of contests by certainty.

import { expect, test } from 'vitest'
import { certainFirst, certainFirstInLevels, matchContest, type Rule } from '../../../data/place/ballot.ts'

type Said = Rule | [Rule, covers: boolean, district_id?: number]

function decide(counties: number[], ...rules: Said[]): string | undefined {
  const said = rules.map((one) => {
    const [rule, covers, district_id = 1] = Array.isArray(one) ? one : [one, true]
    return { rule, district_id, covers }
  })
  const matched = matchContest(said, counties)
  return matched && `${matched.match}${matched.shared ? ', shared' : ''}`
}

const certain = (county: number): Said => ['certain', false, county]
const listed = (county: number): Said => ['listed', false, county]
const SHARED = 'possible, shared'

// biome-ignore format: a case a line
test.each<[string | undefined, string, number[], Said[]]>([
    ['certain', 'at a point', [], ['certain']],
    [SHARED, 'at a point', [], ['possible']],
    ['certain', 'at a point', [], ['possible', 'certain']],
    [undefined, 'at a point', [], ['listed']],
    [undefined, 'at a point', [], ['inside']],
    [undefined, 'at a point', [], ['near']],
    [undefined, 'at a point', [], ['inside', 'near']],
    ['certain', 'at a point', [], ['listed', 'inside']],
    [SHARED, 'at a point', [], ['listed', 'near']],
    [SHARED, 'at a point', [], ['near', 'inside', 'listed']],
    ['certain', 'at a point', [], ['near', 'inside', 'listed', 'certain']],
    ['possible', 'over an area', [], [['certain', false]]],
    ['certain', 'over an area', [], [['certain', false], ['certain', true]]],
    ['possible', 'over an area', [], [['inside', false], ['listed', true]]],
    ['certain', 'over an area', [], [['inside', true], ['listed', true]]],
    ['possible', 'over an area', [], [['inside', true], ['listed', false]]],
    [SHARED, 'over an area', [], [['possible', false]]],
    [SHARED, 'over an area', [], [['certain', false], ['possible', false]]],
    [SHARED, 'near a generalised border', [], [['listed', true], ['near', false]]],
    [SHARED, 'near a generalised border', [], [['listed', true], ['near', false], ['inside', true]]],
    [SHARED, 'near a generalised border', [], [['certain', false], ['listed', false], ['near', false]]],
    [undefined, 'near a generalised border', [], [['near', false], ['inside', false]]],
    ['possible', 'over two counties', [3, 4], [certain(3)]],
    ['certain', 'over two counties', [3, 4], [certain(3), certain(4)]],
    ['possible', 'over two counties', [], [certain(3), certain(4)]],
    ['certain', 'over two counties', [3, 4], [certain(3), listed(4), ['inside', true]]],
    ['possible', 'over two counties', [3, 4], [certain(3), listed(4), ['inside', false]]],
    ['possible', 'over two counties', [3, 4], [certain(3), ['inside', true]]],
    ['certain', 'over two counties', [3, 4], [listed(3), listed(4), ['inside', true]]],
    [SHARED, 'over two counties', [3, 4], [listed(3), listed(4), ['inside', true], ['near', false]]],
  ])('a contest is %s %s %j by the rules %j', (expected, _, counties, rules) => {
    expect(decide(counties, ...rules)).toBe(expected)
  })

test('certain contests come before possible ones, each in their order', () => {
  const contests = [
    { id: 1, match: 'possible' },
    { id: 2, match: 'certain' },
    { id: 3, match: 'possible' },
    { id: 4, match: 'certain' },
  ] as const
  expect(certainFirst(contests).map(({ id }) => id)).toEqual([2, 4, 1, 3])
})

test('within each level of each election, whose order stays', () => {
  const contests = [
    { id: 1, election: { slug: 'a' }, level: 'federal', match: 'possible' },
    { id: 2, election: { slug: 'a' }, level: 'federal', match: 'certain' },
    { id: 3, election: { slug: 'a' }, level: 'state', match: 'certain' },
    { id: 4, election: { slug: 'b' }, level: 'federal', match: 'possible' },
    { id: 5, election: { slug: 'b' }, level: 'federal', match: 'certain' },
  ] as const
  expect(certainFirstInLevels(contests).map(({ id }) => id)).toEqual([2, 1, 3, 5, 4])
})
