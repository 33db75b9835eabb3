// Turns "these counties, this window" into polygons, all of them from one topology whose arcs already hold every crossing.

import type { MultiPolygon } from '../../data/schema/multipolygon.ts'
import { type Box, boundingBox } from '../../data/schema/polygon.ts'
import { type Atlas, type AtlasCounty, arcsOf, joinCounties } from './atlas.ts'
import { addCrossings, cut, windowOf } from './cut.ts'

export interface Recipe {
  /** Empty where no lines are held. */
  counties: readonly AtlasCounty[]
  /** Percentages of the counties' bounding box; null is the whole. */
  window: Box | null
}

export type MakeShape = (recipe: Recipe) => MultiPolygon

/** Prepares all recipes together, since a cut in one district gives its neighbours a vertex. */
export function prepareShapes(atlas: Atlas, recipes: readonly Recipe[]): MakeShape {
  const boxes = new Map<number, Box[]>()
  for (const { counties, window } of recipes) {
    if (!window) continue
    const box = boxOf(counties, atlas, window)
    for (const arc of new Set(counties.flatMap(arcsOf))) boxes.set(arc, [...(boxes.get(arc) ?? []), box])
  }
  const arcs = atlas.arcs.map((arc, index) => {
    const crossed = boxes.get(index)
    return crossed ? addCrossings(arc, crossed) : arc
  })
  return ({ counties, window }) => {
    const joined = joinCounties(counties, arcs)
    return window ? cut(joined, boxOf(counties, atlas, window)) : joined
  }
}

/** From the arcs as published, so that vertices added later cannot move a window. */
function boxOf(counties: readonly AtlasCounty[], atlas: Atlas, window: Box): Box {
  return windowOf(boundingBox(joinCounties(counties, atlas.arcs).flat()), window)
}
