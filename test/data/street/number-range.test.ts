import { expect, it } from 'vitest'
import { holdsNumber, type NumberRange, pointInRange } from '../../../data/street/house-number.ts'

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
