import { expect, it } from 'vitest'
import { polygonsContain } from '../../../data/geometry/polygon.ts'
import { assemble } from '../../../data/geometry/polygonize.ts'

/** A square's edges, counter-clockwise; clockwise for a hole. */
function square(from: number, to: number, isHole = false): number[] {
  const corners = [
    [from, from],
    [to, from],
    [to, to],
    [from, to],
  ]
  if (isHole) corners.reverse()
  return corners.flatMap((corner, nth) => [...corner, ...(corners[(nth + 1) % corners.length] ?? [])])
}

it('a hole belongs to the smallest ring around it', () => {
  const edges = [...square(0, 100), ...square(10, 90, true), ...square(20, 80), ...square(30, 70, true)]
  const polygons = assemble(edges)
  expect(polygons.map((rings) => rings.length)).toEqual([2, 2])
  const island = polygons.find(([outer]) => outer?.[0] === 20)
  expect(island?.[1]?.includes(30)).toBe(true)
  expect([5, 15, 25, 50].map((at) => polygonsContain(polygons, at, at))).toEqual([true, false, true, false])
})
