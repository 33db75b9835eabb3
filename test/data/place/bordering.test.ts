// Borders near a point, at any latitude: a degree of longitude is shorter in the north.

import { expect, it } from 'vitest'
import { METRES_PER_DEGREE } from '../../../data/geometry/polygon.ts'
import { findBordering } from '../../../data/place/point.ts'

it.each([0, 36, 64.8, -14.3])(
  'at latitude %d a border in the east is found up to 100 m, and not from 120 m on',
  (lat) => {
    const east = METRES_PER_DEGREE * Math.cos((lat / 180) * Math.PI)
    const found = (metres: number): number[] => {
      const border = (metres / east) * 1e6
      const areasAt = (lngMicro: number): number[] => (lngMicro >= border ? [1] : [])
      return findBordering(areasAt, { lngMicro: 0, latMicro: lat * 1e6, within: [] }, 100)
    }
    expect([found(100), found(120)]).toEqual([[1], []])
  },
)
