// Point → areas by flatbush over the polygons' boxes and point-in-polygon-hao: what a program without an index of its own does.

import Flatbush from 'flatbush'
import pointInPolygon from 'point-in-polygon-hao'
import { boundingBox, type MultiPolygon } from '../../data/geometry/polygon.ts'
import type { Find } from './lookup-contender.ts'

/** @returns ordinals from 1, rising, of the shapes that contain a point or have it on their border */
export function openBoxes(shapes: readonly MultiPolygon[]): Find {
  const items = shapes.flatMap((polygons, i) =>
    polygons.map((rings) => ({ ordinal: i + 1, rings: rings.map(toClosed), box: boundingBox(rings) })),
  )
  const tree = new Flatbush(items.length)
  for (const { box } of items) tree.add(box.west, box.south, box.east, box.north)
  tree.finish()
  return (x, y) => {
    const found = new Set<number>()
    for (const at of tree.search(x, y, x, y)) {
      const item = items[at]
      if (item && pointInPolygon([x, y], item.rings) !== false) found.add(item.ordinal)
    }
    return [...found].sort((a, b) => a - b)
  }
}

export function toClosed(ring: Int32Array): [number, number][] {
  const at = (i: number): [number, number] => [ring[i % ring.length] ?? 0, ring[(i % ring.length) + 1] ?? 0]
  return Array.from({ length: ring.length / 2 + 1 }, (_, i) => at(i * 2))
}
