import { describe, expect, test } from 'vitest'
import { toOutline } from '../../../server/read/outlines.ts'

const ring = (...numbers: number[]): Int32Array => Int32Array.from(numbers)

describe('an outline', () => {
  test('keeps corners, and leaves out points on a straight line or nearer than a step of the grid', () => {
    const outline = toOutline([[ring(0, 0, 400_000, 0, 900_000, 0, 900_000, 900_000, 900_001, 900_001, 0, 900_000)]])
    expect(outline?.rings).toEqual([[0, 0, 899_899, 0, 899_899, 899_899, 0, 899_899]])
    expect(outline?.box).toEqual({ west: 0, south: 0, east: 900_001, north: 900_001 })
  })

  test('of islands on both sides of the antimeridian lies together', () => {
    const east = ring(179_000_000, 50_000_000, 179_900_000, 50_000_000, 179_900_000, 51_000_000)
    const west = ring(-179_000_000, 50_000_000, -170_000_000, 50_000_000, -170_000_000, 55_000_000)
    expect(toOutline([[east], [west]])?.box).toMatchObject({ west: -181_000_000, east: -170_000_000 })
  })

  test('of nothing is nothing', () => expect(toOutline([])).toBeUndefined())
})
