// The lines of the 119th Congress, composed of the 118th's detail and a coarse national file (data-rules.md section 2).

import type { MultiPolygon } from '../data/schema/multipolygon.ts'
import type { TaggedEdges } from '../data/schema/node.ts'
import { addRing, overlay } from '../data/schema/overlay.ts'
import type { LinesPrecision } from '../data/schema/vocabulary.ts'
import { edgesOf } from './edge.ts'
import { addNearestRegions } from './nearest.ts'
import { boxOf, planeAt } from './polygon.ts'

/** Drawn lines of one district. */
export interface Lines {
  ocd_id: string
  polygons: MultiPolygon
  lines_precision: LinesPrecision
  error_m: number
}

export interface CongressionalLines extends Lines {
  /** The plan of the Congress before: build keeps one record for both. */
  same_plan: boolean
}

export interface CongressionalInput {
  /** `isNewPlan` of the state. */
  new_plan: boolean
  /** The Congress before, in detail; empty where it is not held. */
  previous: readonly Lines[]
  /** This Congress's districts from the coarse national file. */
  coarse: readonly { ocd_id: string; polygons: MultiPolygon }[]
  /** The state itself, in detail; null where it is not held. */
  outline: Omit<Lines, 'ocd_id'> | null
}

/**
 * How far the borders between districts in the Census 1:20,000,000 file may lie from the true ones, in metres.
 *
 * Measured over the 37 states whose plan did not change and whose 118th lines are held in full: the coarse lines, fitted to the
 * outline as here, against the detailed ones, 12,000 random points a state. Of 393,929 points on land farther than 2,000 m from
 * a fitted border 0.045 % lie in another district (1,000 m: 0.13 %, 1,250 m: 0.10 %, 3,000 m: 0.026 %). The true borders run
 * within 100 m (median), 1,720 m (95 %), 3,064 m (99 %) and at most 19,005 m of the coarse ones where the coarse file has
 * land. On open water, which the file leaves out, 6 % of points that far are wrong: no one lives there.
 */
export const COARSE_ERROR_M = 2_000

/**
 * Every district of one state, by ocd_id. An at-large district is its state. A plan that did not change keeps the lines before.
 * Else the coarse lines are clipped to the state, and what they leave uncovered goes to the nearest district: a coverage of
 * the state in which neighbours share every vertex (generalised).
 * @throws RangeError where a new plan's state has no outline, or the lines before are of other districts than the coarse file.
 */
export function congressionalLines(input: CongressionalInput): CongressionalLines[] {
  const { new_plan, previous, outline } = input
  const coarse = [...input.coarse].sort((a, b) => (a.ocd_id < b.ocd_id ? -1 : 1))
  const same_plan = !new_plan
  const [only] = coarse
  if (coarse.length === 1 && only && isAtLarge(only.ocd_id) && outline)
    // Of the outline the lines alone: it is a record of another layer.
    return [
      {
        ocd_id: only.ocd_id,
        polygons: outline.polygons,
        lines_precision: outline.lines_precision,
        error_m: outline.error_m,
        same_plan,
      },
    ]
  if (same_plan && previous.length > 0) {
    const held = new Map(previous.map((lines) => [lines.ocd_id, lines]))
    const missing = coarse.filter(({ ocd_id }) => !held.has(ocd_id))
    if (missing.length > 0 || held.size !== coarse.length)
      throw new RangeError(
        `a plan said to be unchanged has ${held.size} districts before and ${coarse.length} now, ` +
          `${missing.map(({ ocd_id }) => ocd_id).join(', ') || 'none'} of them new: expected the same`,
      )
    return coarse.flatMap(({ ocd_id }) => held.get(ocd_id) ?? []).map((lines) => ({ ...lines, same_plan }))
  }
  if (!outline)
    throw new RangeError(
      `${only?.ocd_id ?? 'a state without districts'}: no outline of the state to fit coarse lines to`,
    )
  const fitted = fitToOutline(
    coarse.map(({ polygons }) => polygons),
    outline.polygons,
  )
  return coarse.map(({ ocd_id }, index) => ({
    ocd_id,
    polygons: fitted[index] ?? [],
    lines_precision: 'generalised',
    error_m: COARSE_ERROR_M,
    same_plan,
  }))
}

/** OCD's `cd:at-large`, and the Census numbers of single seats: 00, and 98 for a delegate's. */
export function isAtLarge(ocdId: string): boolean {
  return /\/cd:(at-large|0|00|98)$/.test(ocdId)
}

/** The districts as a coverage of the outline, in the order given; where coarse ones overlap the first has it. */
export function fitToOutline(districts: readonly MultiPolygon[], outline: MultiPolygon): MultiPolygon[] {
  const [own, nearest] = [1, 1 + districts.length]
  const coarse: TaggedEdges = { coordinates: [], tag: [] }
  districts.forEach((polygons, index) => {
    for (const ring of polygons.flat()) addRing(coarse, ring, own + index)
  })
  const within = (windings: ReadonlyMap<number, number>, first: number): number | null => {
    for (let index = 0; index < districts.length; index++) if ((windings.get(first + index) ?? 0) !== 0) return index
    return null
  }
  const covering = overlay(coarse, (windings) => within(windings, own))
  const edges: TaggedEdges = { coordinates: [], tag: [] }
  for (const [index, polygons] of covering) for (const ring of polygons.flat()) addRing(edges, ring, own + index)
  for (const ring of outline.flat()) addRing(edges, ring, 0)
  const box = boxOf(outline)
  addNearestRegions(edges, outwardEdges(covering, districts.length), box, planeAt(box), nearest)
  const fitted = overlay(edges, (windings) =>
    (windings.get(0) ?? 0) === 0 ? null : (within(windings, own) ?? within(windings, nearest)),
  )
  return districts.map((_, index) => fitted.get(index) ?? [])
}

/** Of each part of a coverage, the edges that no other part has in reverse. */
function outwardEdges(covering: ReadonlyMap<number, MultiPolygon>, count: number): number[][] {
  const all = new Set<string>()
  const directed = [...covering].flatMap(([index, polygons]) => edgesOf(polygons).map((edge) => ({ index, edge })))
  for (const { edge } of directed) all.add(edge.join())
  const outward: number[][] = Array.from({ length: count }, () => [])
  for (const { index, edge } of directed) {
    const [ax, ay, bx, by] = edge
    if (!all.has([bx, by, ax, ay].join())) outward[index]?.push(...edge)
  }
  return outward
}
