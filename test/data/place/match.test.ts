import { expect, test } from 'vitest'
import { matchContest, type Rule } from '../../../data/place/match.ts'

type Said = Rule | [Rule, covers: boolean, district_id?: number]

function decide(...rules: Said[]) {
  return over([], ...rules)
}

function over(counties: number[], ...rules: Said[]) {
  const said = rules.map((one) => {
    const [rule, covers, district_id = 1] = Array.isArray(one) ? one : [one, true]
    return { rule, district_id, covers }
  })
  const matched = matchContest(said, counties)
  return matched && `${matched.match}${matched.shared ? ', shared' : ''}`
}

test('at a point', () => {
  expect(decide('certain')).toBe('certain')
  expect(decide('possible')).toBe('possible, shared')
  expect(decide('possible', 'certain')).toBe('certain')
  expect(decide('listed')).toBeUndefined()
  expect(decide('inside')).toBeUndefined()
  expect(decide('near')).toBeUndefined()
  expect(decide('inside', 'near')).toBeUndefined()
  expect(decide('listed', 'inside')).toBe('certain')
  expect(decide('listed', 'near')).toBe('possible, shared')
  expect(decide('near', 'inside', 'listed')).toBe('possible, shared')
  expect(decide('near', 'inside', 'listed', 'certain')).toBe('certain')
})

test('over an area', () => {
  expect(decide(['certain', false])).toBe('possible')
  expect(decide(['certain', false], ['certain', true])).toBe('certain')
  expect(decide(['inside', false], ['listed', true])).toBe('possible')
  expect(decide(['inside', true], ['listed', true])).toBe('certain')
  expect(decide(['inside', true], ['listed', false])).toBe('possible')
  expect(decide(['possible', false])).toBe('possible, shared')
  expect(decide(['certain', false], ['possible', false])).toBe('possible, shared')
})

test('over an area near a generalised border', () => {
  expect(decide(['listed', true], ['near', false])).toBe('possible, shared')
  expect(decide(['listed', true], ['near', false], ['inside', true])).toBe('possible, shared')
  expect(decide(['certain', false], ['listed', false], ['near', false])).toBe('possible, shared')
  expect(decide(['near', false], ['inside', false])).toBeUndefined()
})

test('over an area of two counties', () => {
  const certain = (county: number): Said => ['certain', false, county]
  const listed = (county: number): Said => ['listed', false, county]
  expect(over([3, 4], certain(3))).toBe('possible')
  expect(over([3, 4], certain(3), certain(4))).toBe('certain')
  expect(over([], certain(3), certain(4))).toBe('possible')
  expect(over([3, 4], certain(3), listed(4), ['inside', true])).toBe('certain')
  expect(over([3, 4], certain(3), listed(4), ['inside', false])).toBe('possible')
  expect(over([3, 4], certain(3), ['inside', true])).toBe('possible')
  expect(over([3, 4], listed(3), listed(4), ['inside', true])).toBe('certain')
  expect(over([3, 4], listed(3), listed(4), ['inside', true], ['near', false])).toBe('possible, shared')
})
