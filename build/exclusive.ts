// Which districts may not overlap: those of one layer and plan. Their lines are made so where publishers' files are not.

import { fitToOutline } from './congressional.ts'
import type { Line } from './line.ts'
import { findFaults, type Separation, separate } from './separate.ts'

/** A row of out.separation: one layer, state and plan whose published lines overlapped or gaped. */
export interface SeparationReport {
  layer: string
  state: string
  vintage: string
  /** Whose lines are others than published. */
  districts: number
  /** Of two or more districts, and of none, that one has now. */
  slivers: number
  gaps: number
  /** True overlaps, which stay as published. */
  kept: number
}

/** Areas to look a place up by, of which a ZIP code may have several. */
const NO_DISTRICTS = 'zcta'

/**
 * Congressional districts cover their state: simplified ones that overlap were simplified each by itself, and gape as well, so
 * they are fitted to the state's outline. All others are separated where they cross, and stay as published elsewhere, byte for
 * byte.
 */
export function makeExclusive(shapes: readonly Line[]): { lines: Line[]; separations: SeparationReport[] } {
  const groups = new Map<string, Line[]>()
  for (const shape of shapes) {
    // No two states overlap either.
    const key = [shape.layer, shape.vintage, shape.layer === 'state' ? '' : shape.state].join()
    const group = groups.get(key)
    if (group) group.push(shape)
    else groups.set(key, [shape])
  }
  const drawn = new Map<Line, Line>()
  const separations: SeparationReport[] = []
  for (const group of groups.values()) {
    const [first] = group
    if (!first || first.layer === NO_DISTRICTS) continue
    const outline = shapes.find((shape) => shape.layer === 'state' && shape.state === first.state)
    const { polygons, ...counts } = (isToCover(first) && outline && fitToState(group, outline)) || separate(group)
    const changed = group.filter((line, at) => polygons[at] !== line.polygons)
    group.forEach((line, at) => {
      const own = polygons[at]
      if (own && own !== line.polygons) drawn.set(line, { ...line, polygons: own })
    })
    if (changed.length + counts.kept === 0) continue
    const { layer, state, vintage } = first
    separations.push({ layer, state, vintage, districts: changed.length, ...counts })
  }
  return { lines: shapes.map((shape) => drawn.get(shape) ?? shape), separations }
}

/** Full detail is as good as the outline, and is not moved to it. */
function isToCover({ layer, lines_precision }: Line): boolean {
  return layer === 'congressional' && lines_precision !== 'exact'
}

/**
 * Undefined where there is nothing to mend. `error_m` stays the publisher's: the outer border is now the state's, a border
 * between districts is a published line or runs through what was a gap, in California and Texas within 667 m of such a line.
 */
function fitToState(group: readonly Line[], outline: Line): Separation | undefined {
  const faults = findFaults(group.map(({ polygons }) => polygons))
  if (faults.overlaps.length === 0) return undefined
  const inOrder = [...group].sort((a, b) => (a.ocd_id < b.ocd_id ? -1 : 1))
  const fitted = fitToOutline(
    inOrder.map(({ polygons }) => polygons),
    outline.polygons,
  )
  return {
    polygons: group.map((line) => fitted[inOrder.indexOf(line)] ?? line.polygons),
    slivers: faults.overlaps.length,
    gaps: faults.holes.length,
    kept: 0,
  }
}
