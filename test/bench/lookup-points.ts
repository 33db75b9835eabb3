// Points to look up: where people live.

import pointInPolygon from 'point-in-polygon-hao'
import { boundingBox, type MultiPolygon } from '../../data/geometry/polygon.ts'
import { toClosed } from './boxes.ts'

/**
 * A fixed sequence, so that runs look up the same points, evenly inside the largest polygon of a random shape of a random group.
 * @param groups about as many people live in each group, and in each shape of one
 */
export function drawPoints(groups: readonly (readonly MultiPolygon[])[], count: number): Int32Array {
  let seed = 1
  const random = (below: number): number => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
    return Math.floor((seed / 2 ** 32) * below)
  }
  const drawn = new Map<MultiPolygon, { box: ReturnType<typeof boundingBox>; closed: [number, number][][] }>()
  const points = new Int32Array(count * 2)
  for (let i = 0; i < points.length; ) {
    const group = groups[random(groups.length)] ?? []
    const shape = group[random(group.length)] ?? []
    const rings = shape.reduce((a, b) => ((a[0]?.length ?? 0) >= (b[0]?.length ?? 0) ? a : b), [])
    const { box, closed } = drawn.get(shape) ?? { box: boundingBox(rings), closed: rings.map(toClosed) }
    drawn.set(shape, { box, closed })
    const x = box.west + random(box.east - box.west)
    const y = box.south + random(box.north - box.south)
    if (pointInPolygon([x, y], closed) !== true) continue
    points[i++] = x
    points[i++] = y
  }
  return points
}
