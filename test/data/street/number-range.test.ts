import { expect, it } from 'vitest'
import { pointInRange } from '../../../data/street/number-range.ts'

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
