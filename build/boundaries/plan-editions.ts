// Of the editions that draw one plan of Congress or of a legislature, chooses the one with the most exact boundaries, and finds those that
// contradict it (docs/rules.md#plans).

import { groupBy } from '../../data/core/group-by.ts'
import { type Edge, edgesOf, innerBorders } from './border.ts'
import type { Boundary } from './boundary.ts'
import { boxOf, type Plane, planeAt, squaredDistance } from './polygon.ts'

/** A row of out.plan. */
export interface Plan {
  state: string
  /** `congressional`, `state_upper`, `state_lower` */
  type: string
  /** Of the plan's district records. */
  vintage: string
  /** First and last day on which it elects, YYYY-MM-DD; null while it is in force. */
  valid_from: string
  valid_to: string | null
  /** Codes of the districts that differ from the plan before; null if all may. */
  changed: readonly string[] | null
  /** First day of the plan before, whose other districts have these boundaries, since no edition draws it; else null. */
  kept_from: string | null
}

/** An edition whose districts are not those that its plan has in another edition. */
export interface EditionConflict {
  layer: string
  state: string
  plan: string
  /** The edition that is left out. */
  edition: string
  /** The edition that draws the plan. */
  other: string
  /** OCD ids of the districts that differ. */
  districts: readonly string[]
}

export const PLAN_LAYERS: readonly string[] = ['congressional', 'state_upper', 'state_lower']

/**
 * The boundaries of each plan, of one edition, with the plan's vintage and days. Boundaries of a state without a row in the table are a
 * plan of their own: in force from the edition's first day until the next edition. A locality's boundaries of a part of the state keep
 * their edition.
 * @param boundaries with the edition as vintage @param isLocal for boundaries of a locality
 */
export function drawPlans(
  boundaries: readonly Boundary[],
  plans: readonly Plan[],
  isLocal: (boundary: Boundary) => boolean,
): { boundaries: Boundary[]; conflicts: EditionConflict[] } {
  const drawn: Boundary[] = []
  const conflicts: EditionConflict[] = []
  const chambers = new Map<string, Boundary[]>()
  for (const boundary of boundaries) {
    const key =
      PLAN_LAYERS.includes(boundary.layer) && !isLocal(boundary) ? `${boundary.state} ${boundary.layer}` : undefined
    if (key === undefined) drawn.push(boundary)
    else chambers.set(key, [...(chambers.get(key) ?? []), boundary])
  }
  for (const [key, all] of chambers) {
    const own = plans.filter(({ state, type }) => `${state} ${type}` === key)
    for (const [plan, editions] of toPlans(all, own)) {
      const [best, ...others] = rankEditions(editions)
      if (!best) continue
      drawn.push(...best.boundaries.map((boundary) => dated(boundary, plan)))
      for (const other of others) {
        const districts = findDifferent(best.boundaries, other.boundaries)
        const [boundary] = other.boundaries
        if (boundary && districts.length > 0)
          conflicts.push({
            layer: boundary.layer,
            state: boundary.state,
            plan: plan.vintage,
            edition: other.edition,
            other: best.edition,
            districts,
          })
      }
    }
  }
  return { boundaries: drawn, conflicts }
}

/** The editions of a chamber by the plan that they draw. */
function toPlans(boundaries: readonly Boundary[], plans: readonly Plan[]): Map<Plan, Boundary[]> {
  const editions = groupBy(boundaries, ({ vintage }) => vintage)
  const starts = [...new Set(boundaries.flatMap(({ valid_from }) => valid_from ?? []))].sort()
  const drawn = new Map<Plan, Boundary[]>()
  for (const [vintage, own] of editions) {
    const day = `${String(editionYear(vintage)).padStart(4, '0')}-12-31`
    const plan = plans.find(({ valid_from, valid_to }) => valid_from <= day && (valid_to === null || day <= valid_to))
    if (plan) drawn.set(plan, [...(drawn.get(plan) ?? []), ...own])
    else drawn.set(unlisted(own, starts), own)
  }
  return drawn
}

/** The year whose elections use the boundaries of an edition of the Census Bureau: 2022 of `cd118`, 2024 of `sld2024`; 0 of any other. */
export function editionYear(edition: string): number {
  const [, congress, year] = /^(?:cd(\d+)$|sld(\d{4})$)/.exec(edition) ?? []
  return congress ? 1786 + 2 * Number(congress) : Number(year ?? 0)
}

function unlisted([first]: readonly Boundary[], starts: readonly string[]): Plan {
  const { state = '', layer = '', vintage = '', valid_from = null, valid_to = null } = first ?? {}
  const next = valid_from === null ? undefined : starts.find((start) => start > valid_from)
  return {
    state,
    type: layer,
    vintage,
    changed: null,
    kept_from: null,
    valid_from: valid_from ?? '',
    valid_to: valid_to ?? (next === undefined ? null : dayBefore(next)),
  }
}

function dayBefore(day: string): string {
  return new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10)
}

function dated(boundary: Boundary, { vintage, valid_from, valid_to, changed, kept_from }: Plan): Boundary {
  const code = boundary.ocd_id.slice(boundary.ocd_id.lastIndexOf(':') + 1)
  const from = kept_from !== null && changed !== null && !changed.includes(code) ? kept_from : valid_from
  return {
    ...boundary,
    vintage,
    valid_from: from === '' ? null : from,
    valid_to,
    ...(boundary.vintage !== vintage && { drawn_from: [boundary.vintage] }),
  }
}

interface Edition {
  edition: string
  boundaries: Boundary[]
  error_m: number
}

/** The edition with the most districts first, of equals the one with the smallest error, then the oldest. */
function rankEditions(boundaries: readonly Boundary[]): Edition[] {
  const editions = groupBy(boundaries, ({ vintage }) => vintage)
  return [...editions]
    .map(([edition, own]) => ({ edition, boundaries: own, error_m: Math.max(...own.map(({ error_m }) => error_m)) }))
    .sort(
      (a, b) => b.boundaries.length - a.boundaries.length || a.error_m - b.error_m || (a.edition < b.edition ? -1 : 1),
    )
}

/**
 * The share of the vertices of a district's inner borders that may lie farther from the other edition's than both may err. Measured in
 * docs/rules.md#plans.
 */
const OUTLIERS = 0.25

/**
 * OCD ids, ascending, of the districts that one edition lacks, or whose borders lie elsewhere than the other's, beyond the errors of both.
 */
function findDifferent(exact: readonly Boundary[], other: readonly Boundary[]): string[] {
  const held = new Set(exact.map(({ ocd_id }) => ocd_id))
  const drawn = new Set(other.map(({ ocd_id }) => ocd_id))
  const oneOnly = [...held, ...drawn].filter((ocd_id) => !held.has(ocd_id) || !drawn.has(ocd_id))
  const moved = [...farShares(exact, other)].flatMap(([ocd_id, share]) => (share > OUTLIERS ? [ocd_id] : []))
  return [...new Set([...oneOnly, ...moved])].sort()
}

/**
 * For each district of both editions, the share of the vertices of its inner borders in the second that lie farther from its border in the
 * first than both may err. The outer border is left out: files end at the shore, or in the water.
 */
export function farShares(exact: readonly Boundary[], other: readonly Boundary[]): Map<string, number> {
  const before = new Map(exact.map((boundary) => [boundary.ocd_id, boundary.polygons]))
  const within = Math.max(...exact.map(({ error_m }) => error_m)) + Math.max(...other.map(({ error_m }) => error_m))
  const shares = new Map<string, number>()
  for (const { ocd_id, edges } of innerBorders(other)) {
    const known = before.get(ocd_id)
    if (!known || edges.length === 0) continue
    const isNear = indexEdges(edgesOf(known), planeAt(boxOf(known)), within)
    shares.set(ocd_id, edges.filter(([x, y]) => !isNear(x, y)).length / edges.length)
  }
  return shares
}

/** Whether a point lies within `metres` of an edge: edges by the squares of a grid of that size. */
function indexEdges(edges: readonly Edge[], { east, north }: Plane, metres: number): (x: number, y: number) => boolean {
  const side = Math.max(metres, 1)
  const [width, height] = [side / east, side / north]
  const squares = new Map<number, Edge[]>()
  const square = (column: number, row: number): number => column * 0x4000000 + row
  for (const edge of edges) {
    const [ax, ay, bx, by] = edge
    const [west, last] = [Math.floor(Math.min(ax, bx) / width), Math.floor(Math.max(ax, bx) / width)]
    const [south, top] = [Math.floor(Math.min(ay, by) / height), Math.floor(Math.max(ay, by) / height)]
    for (let column = west; column <= last; column++)
      for (let row = south; row <= top; row++) {
        const held = squares.get(square(column, row))
        if (held) held.push(edge)
        else squares.set(square(column, row), [edge])
      }
  }
  return (x, y) => {
    const [column, row] = [Math.floor(x / width), Math.floor(y / height)]
    for (let dx = -1; dx <= 1; dx++)
      for (let dy = -1; dy <= 1; dy++)
        for (const [ax, ay, bx, by] of squares.get(square(column + dx, row + dy)) ?? [])
          if (
            squaredDistance(0, 0, (ax - x) * east, (ay - y) * north, (bx - x) * east, (by - y) * north) <=
            metres ** 2
          )
            return true
    return false
  }
}
