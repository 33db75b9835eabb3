import { expect, it } from 'vitest'
import { foldHouseNumber, splitHouseNumber } from '../../../data/street/house-number.ts'

it.each<[string, string | undefined]>([
  ['0123', '123'],
  ['12345678', '12345678'],
  ['123456789', undefined],
  ['123 1/2', '123 1/2'],
  ['123 8/2', undefined],
  ['3536.5', '3536 1/2'],
  ['3536.0', '3536'],
  ['3536.25', '3536 1/4'],
  ['3536.75', '3536 3/4'],
  ['3536.3', undefined],
  ['12A', '12a'],
  ['12-B', '12b'],
  ['012-B', '12b'],
  ['12AB', undefined],
  ['037-014', '37-14'],
  ['37-14a', '37-14a'],
  ['37 - 14', '37-14'],
  ['123456-1', undefined],
  ['N6W23001', 'n6w23001'],
  ['N6 W23001', 'n6w23001'],
  ['N6-W23001', 'n6w23001'],
  ['W2345', 'w2345'],
  ['W2345 5', undefined],
  ['12 A', undefined],
  ['', undefined],
  ['main', undefined],
])('the house number %s', (text, expected) => {
  expect(foldHouseNumber(text)).toBe(expected)
})

it.each([
  ['37-14', '37-', 14, ''],
  ['12a', '', 12, 'a'],
  ['12 1/2', '', 12, ' 1/2'],
  ['n6w23001', 'n6w', 23001, ''],
  ['w2345', 'w', 2345, ''],
])('the place of %s along its street', (number, lead, value, tail) => {
  expect(splitHouseNumber(number)).toEqual({ lead, value, tail })
})
