import { expect, it } from 'vitest'
import {
  foldHouseNumber,
  holdsNumber,
  type NumberRange,
  pointInRange,
  splitHouseNumber,
} from '../../../data/street/house-number.ts'

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
  ['W204-N11912', 'w204n11912'],
  ['1st', undefined],
  ['12 Main', undefined],
  ['-5', undefined],
  ['1e5', undefined],
  ['12/3', undefined],
  ['１２', undefined],
])('the house number %s', (text, expected) => {
  expect(foldHouseNumber(text)).toBe(expected)
})

it.each([
  ['37-14', '37-', 14, ''],
  ['12a', '', 12, 'a'],
  ['12 1/2', '', 12, ' 1/2'],
  ['123', '', 123, ''],
  ['n6w23001', 'n6w', 23001, ''],
  ['w2345', 'w', 2345, ''],
])('the place of %s along its street', (number, lead, value, tail) => {
  expect(splitHouseNumber(number)).toEqual({ lead, value, tail })
})

it('a number lies along the line by distance, where a degree of longitude is shorter than one of latitude', () => {
  // At 60° north, 2,000 microdegrees east are as far as 1,000 north, so the middle number is at the corner.
  const line = [0, 60_000_000, 2000, 60_000_000, 2000, 60_001_000]
  const { lng, lat } = pointInRange({ from: 1, to: 3, parity: 'odd', side: 'left', line }, 2)
  const [east, north] = [(lng - 2000) * 0.5 * 0.11132, (lat - 60_000_000) * 0.11132]
  // Metres from the corner: houses stand 10 m from the middle of the street.
  expect(Math.hypot(east, north)).toBeCloseTo(10, 0)
})

it('the only number of a line lies in its middle', () => {
  const { lng } = pointInRange({ from: 7, to: 7, parity: 'odd', side: 'left', line: [0, 0, 2000, 0] }, 7)
  expect(lng).toBe(1000)
})

it('a range holds the numbers between its ends, both included, of its parity', () => {
  const held = (from: number, to: number, parity: NumberRange['parity']) =>
    [3, 4, 5, 6, 7, 8].filter((value) => holdsNumber({ from, to, parity }, value))
  expect(held(4, 7, 'both')).toEqual([4, 5, 6, 7])
  expect(held(7, 4, 'both')).toEqual([4, 5, 6, 7])
  expect(held(3, 8, 'even')).toEqual([4, 6, 8])
  expect(held(3, 8, 'odd')).toEqual([3, 5, 7])
})

it('the first and last number stay clear of the ends of the line, on its side', () => {
  const range: NumberRange = { from: 100, to: 200, parity: 'both', side: 'left', line: [0, 0, 10_000, 0, 20_000, 0] }
  // 10 m are 90 microdegrees, to the left of a line that leads east.
  expect(pointInRange(range, 100)).toEqual({ lng: 2000, lat: 90 })
  expect(pointInRange(range, 175)).toEqual({ lng: 14_000, lat: 90 })
  expect(pointInRange(range, 200)).toEqual({ lng: 18_000, lat: 90 })
  expect(pointInRange({ ...range, from: 200, to: 100, side: 'right' }, 200)).toEqual({ lng: 2000, lat: -90 })
})
