// Composes the district boundaries of the 119th Congress: for each district, the most exact of all boundaries held for its plan
// (docs/rules.md#congressional-lines).

import type { Box, MultiPolygon } from '../../data/geometry/polygon.ts'
import { addRing, type LabelRule, overlay } from '../../data/geometry/polygon-overlay.ts'
import { assemble } from '../../data/geometry/polygonize.ts'
import type { TaggedEdges } from '../../data/geometry/segment.ts'
import type { BoundaryPrecision } from '../../data/schema/vocabulary.ts'
import { type Border, type Edge, edgesOf, innerBorders, nearBands, unpairedEdges } from './border.ts'
import { addNearestRegions } from './nearest-regions.ts'
import { boxOf, type Plane, planeAt, squaredDistance } from './polygon.ts'
import type { Job } from './worker-pool.ts'

/** Drawn boundaries of one district. */
interface DistrictBoundary {
  ocd_id: string
  polygons: MultiPolygon
  lines_precision: BoundaryPrecision
  error_m: number
}

/** Origins of boundaries: a locality's own file, the previous Congress in detail, or this Congress's coarse national file. */
const ORIGINS = ['local', 'previous', 'coarse'] as const
export type Origin = (typeof ORIGINS)[number]

export interface CongressionalBoundary extends DistrictBoundary {
  /** The plan is that of the previous Congress; the build keeps one record for both. */
  same_plan: boolean
  /** In the order of ORIGINS. */
  origins: readonly Origin[]
  /** Area where the district is possible: closer to one of its generalized borders than that border's error. */
  near: MultiPolygon
}

export interface CongressionalInput {
  /** Result of `isNewPlan` for the state. */
  new_plan: boolean
  /** The previous Congress in detail; empty if not held. */
  previous: readonly DistrictBoundary[]
  /** This Congress's districts from the coarse national file. */
  coarse: readonly { ocd_id: string; polygons: MultiPolygon }[]
  /** This Congress's districts inside a locality, as the locality publishes them; null if none are held. */
  local: LocalBoundaries | null
  /** The state's detailed outline; null if not held. */
  outline: Omit<DistrictBoundary, 'ocd_id'> | null
}

export interface LocalBoundaries {
  /** The locality's area. Its districts cover all of it except water. */
  within: MultiPolygon
  districts: readonly DistrictBoundary[]
}

/**
 * Maximum error, in meters, of borders between districts in the Census 1:20,000,000 file.
 *
 * Measured over the 37 states whose plan did not change and whose 118th boundaries are held in full: coarse boundaries, fitted to the
 * outline as here, against detailed boundaries, with 12,000 random points per state. Of 393,929 points on land farther than 2,000
 * m from a fitted border, 0.045 % lie in another district (1,000 m: 0.13 %, 1,250 m: 0.10 %, 3,000 m: 0.026 %). Where the
 * coarse file has land, the true borders run within 100 m (median), 1,720 m (95 %), 3,064 m (99 %) and at most 19,005 m of
 * the coarse ones. The file omits open water. There, 6 % of points that far are wrong, but no one lives there.
 */
export const COARSE_ERROR_M = 2_000

/**
 * Conditions for a district that has not moved: this share of its vertices lies on its previous boundaries, and no vertex is
 * farther off than the coarse file's error. The test works because the coarse file's vertices lie on the true boundaries. In
 * those 37 states, 97.7 % of the 9,663 vertices between districts lie within 25 m of them, and 0.3 % farther than 2,000 m.
 * Of those states' 272 districts, 232 pass. Of the eight districts that moved inside New York City, according to its own
 * boundaries, none passes.
 */
const UNMOVED = { share: 0.9, within_m: 25 } as const

/** Each state and plan is a job of its own. */
export const CONGRESS_BOUNDARIES: Job<CongressionalInput, CongressionalBoundary[]> = {
  name: 'congress',
  run: congressionalBoundaries,
}

/**
 * Boundaries of every district of one state, by ocd_id. An at-large district is its state. An unchanged plan keeps the previous
 * boundaries. In a new plan, a locality's boundaries decide inside the locality; then the previous detailed boundaries for each district
 * that has not moved; then the coarse file, clipped to the state. Areas that the coarse file leaves uncovered go to the
 * nearest district. The districts cover the state once, and neighbors share every vertex.
 * @throws RangeError if a state with a new plan has no outline, or if the previous boundaries have other districts than the
 * coarse file
 */
export function congressionalBoundaries(input: CongressionalInput): CongressionalBoundary[] {
  const { new_plan, previous, outline } = input
  const coarse = [...input.coarse].sort((a, b) => (a.ocd_id < b.ocd_id ? -1 : 1))
  const same_plan = !new_plan
  const [only] = coarse
  if (coarse.length === 1 && only && isAtLarge(only.ocd_id) && outline)
    // Take only the outline's boundaries: the outline is a record of another layer.
    return [
      {
        ocd_id: only.ocd_id,
        polygons: outline.polygons,
        lines_precision: outline.lines_precision,
        error_m: outline.error_m,
        same_plan,
        origins: ['previous'],
        near: [],
      },
    ]
  if (same_plan && previous.length > 0) {
    const kept = keepPlan(coarse, previous)
    const borders = innerBorders(kept.filter(isGeneralised))
    const near = outline ? nearBands(borders, outline.polygons, Math.max(...kept.map(({ error_m }) => error_m))) : []
    return kept.map((boundary) => ({
      ...boundary,
      same_plan,
      origins: ['previous'],
      near: near.find(({ ocd_id }) => ocd_id === boundary.ocd_id)?.polygons ?? [],
    }))
  }
  if (!outline)
    throw new RangeError(
      `${only?.ocd_id ?? 'a state without districts'}: there is no outline of the state to fit coarse lines to`,
    )
  return composePlan({ ...input, coarse, outline: outline.polygons }).map((boundary) => ({ ...boundary, same_plan }))
}

/** OCD's `cd:at-large`, and the Census numbers of single seats: 00, and 98 for a delegate. */
function isAtLarge(ocdId: string): boolean {
  return /\/cd:(at-large|0|00|98)$/.test(ocdId)
}

function isGeneralised({ lines_precision }: Pick<DistrictBoundary, 'lines_precision'>): boolean {
  return lines_precision === 'generalised'
}

function keepPlan(coarse: CongressionalInput['coarse'], previous: readonly DistrictBoundary[]): DistrictBoundary[] {
  const held = new Map(previous.map((boundary) => [boundary.ocd_id, boundary]))
  const missing = coarse.filter(({ ocd_id }) => !held.has(ocd_id))
  if (missing.length > 0 || held.size !== coarse.length)
    throw new RangeError(
      `an unchanged plan has ${held.size} districts before and ${coarse.length} now, ` +
        `${missing.map(({ ocd_id }) => ocd_id).join(', ') || 'none'} of them new: expected the same districts`,
    )
  return coarse.flatMap(({ ocd_id }) => held.get(ocd_id) ?? [])
}

/** The part of a district that one file decides. All faces of an arrangement share every vertex. */
interface Face {
  ocd_id: string
  origin: Origin
  polygons: MultiPolygon
}

const COARSE = { lines_precision: 'generalised', error_m: COARSE_ERROR_M } as const

function composePlan({
  coarse,
  previous,
  local,
  outline,
}: Omit<CongressionalInput, 'outline'> & { outline: MultiPolygon }): Omit<CongressionalBoundary, 'same_plan'>[] {
  const unmoved = findUnmoved(coarse, previous)
  const inside = [...(local?.districts ?? [])].sort((a, b) => (a.ocd_id < b.ocd_id ? -1 : 1))
  const moved = coarse.filter(({ ocd_id }) => !unmoved.some((boundary) => boundary.ocd_id === ocd_id))
  const faces = findFaces({ outline, within: local?.within ?? [], inside, unmoved, moved })
  const fromCoarse = faces.filter(({ origin }) => origin === 'coarse')
  const bands = nearBands(generalisedBorders(faces), join(fromCoarse), COARSE_ERROR_M)
  const near = new Map(bands.map(({ ocd_id, polygons }) => [ocd_id, polygons]))
  return coarse.map(({ ocd_id }) => {
    const own = faces.filter((face) => face.ocd_id === ocd_id)
    const origins = ORIGINS.filter((origin) => own.some((face) => face.origin === origin))
    const detailed = [...inside, ...unmoved].filter((boundary) => boundary.ocd_id === ocd_id)
    const [worst] = near.has(ocd_id) ? [COARSE] : detailed.sort((a, b) => b.error_m - a.error_m)
    const { lines_precision, error_m } = worst ?? COARSE
    return { ocd_id, polygons: join(own), lines_precision, error_m, origins, near: near.get(ocd_id) ?? [] }
  })
}

type Drawn = readonly Pick<DistrictBoundary, 'ocd_id' | 'polygons'>[]

/**
 * Inside the locality, its own districts decide. Elsewhere, the boundaries of districts that have not moved decide; the coarse
 * boundaries decide only the rest.
 */
function findFaces({
  outline,
  within,
  inside,
  unmoved,
  moved,
}: Record<'outline' | 'within', MultiPolygon> & Record<'inside' | 'unmoved' | 'moved', Drawn>): Face[] {
  const [IN_STATE, IN_LOCALITY, UNMOVED_FIRST] = [0, 1, 2]
  const edges: TaggedEdges = { coordinates: [], tag: [] }
  addRings(edges, outline, IN_STATE)
  addRings(edges, within, IN_LOCALITY)
  unmoved.forEach(({ polygons }, index) => {
    addRings(edges, polygons, UNMOVED_FIRST + index)
  })
  const localFirst = UNMOVED_FIRST + unmoved.length
  const findLocal = addCoverage(edges, inside, boxOf(within), localFirst)
  const findCoarse = addCoverage(edges, moved, boxOf(outline), localFirst + 2 * inside.length)
  const layers = [
    ...inside.map(({ ocd_id }) => ({ ocd_id, origin: 'local' as const })),
    ...unmoved.map(({ ocd_id }) => ({ ocd_id, origin: 'previous' as const })),
    ...moved.map(({ ocd_id }) => ({ ocd_id, origin: 'coarse' as const })),
  ]
  const faces = overlay(edges, (windings) => {
    if (!isIn(windings, IN_STATE)) return null
    if (isIn(windings, IN_LOCALITY)) return findLocal(windings)
    const still = firstIn(windings, UNMOVED_FIRST, unmoved.length)
    if (still !== null) return inside.length + still
    const found = findCoarse(windings)
    return found === null ? null : inside.length + unmoved.length + found
  })
  return layers.flatMap((layer, index) => {
    const polygons = faces.get(index)
    return polygons ? [{ ...layer, polygons }] : []
  })
}

/** Districts whose previous boundaries are still valid, by ocd_id: see UNMOVED. */
function findUnmoved(coarse: CongressionalInput['coarse'], previous: readonly DistrictBoundary[]): DistrictBoundary[] {
  const before = new Map(innerBorders(previous).map(({ ocd_id, edges }) => [ocd_id, edges]))
  const unmoved = innerBorders(coarse).flatMap(({ ocd_id, edges }) => {
    const boundary = previous.find((one) => one.ocd_id === ocd_id)
    const vertices = new Map(
      edges.flatMap(([ax, ay, bx, by]) => [[`${ax},${ay}`, [ax, ay]] as const, [`${bx},${by}`, [bx, by]] as const]),
    )
    if (!boundary || vertices.size === 0) return []
    const plane = planeAt(boxOf(boundary.polygons))
    const distances = [...vertices.values()].map(([x, y]) => distanceTo(before.get(ocd_id) ?? [], plane, x, y))
    const on = distances.filter((distance) => distance <= UNMOVED.within_m).length
    return on >= UNMOVED.share * distances.length && Math.max(...distances) <= COARSE_ERROR_M ? [boundary] : []
  })
  return unmoved.sort((a, b) => (a.ocd_id < b.ocd_id ? -1 : 1))
}

/** Distance to the nearest edge, in meters. */
function distanceTo(edges: readonly Edge[], { east, north }: Plane, x: number, y: number): number {
  let nearest = Infinity
  for (const [ax, ay, bx, by] of edges) {
    const squared = squaredDistance(0, 0, (ax - x) * east, (ay - y) * north, (bx - x) * east, (by - y) * north)
    if (squared < nearest) nearest = squared
  }
  return Math.sqrt(nearest)
}

/**
 * Borders between a coarse face and another district. Excluded are borders with a district that has not moved, whose
 * detailed boundaries are the border. The border with a locality's district is the locality's limit; beyond it, the locality's
 * file does not show where its districts end.
 */
function generalisedBorders(faces: readonly Face[]): Border[] {
  const sides = new Map<string, Face>()
  for (const face of faces) for (const edge of edgesOf(face.polygons)) sides.set(edge.join(), face)
  const borders = new Map<string, Edge[]>()
  const add = (ocd_id: string, edge: Edge): void => {
    const edges = borders.get(ocd_id)
    if (edges) edges.push(edge)
    else borders.set(ocd_id, [edge])
  }
  for (const face of faces.filter(({ origin }) => origin === 'coarse')) {
    for (const edge of edgesOf(face.polygons)) {
      const [ax, ay, bx, by] = edge
      const other = sides.get([bx, by, ax, ay].join())
      if (!other || other.ocd_id === face.ocd_id || other.origin === 'previous') continue
      add(face.ocd_id, edge)
      if (other.origin !== 'coarse') add(other.ocd_id, [bx, by, ax, ay])
    }
  }
  return [...borders].map(([ocd_id, edges]) => ({ ocd_id, edges })).sort((a, b) => (a.ocd_id < b.ocd_id ? -1 : 1))
}

/** Merges the faces of one coverage into one shape. */
function join(faces: readonly Face[]): MultiPolygon {
  const [only, ...others] = faces
  return only && others.length === 0 ? only.polygons : assemble(unpairedEdges(faces.map(({ polygons }) => polygons)))
}

/** Fits the districts to the outline as a coverage, in the order given. Where coarse districts overlap, the first one wins. */
export function fitToOutline(districts: readonly MultiPolygon[], outline: MultiPolygon): MultiPolygon[] {
  const edges: TaggedEdges = { coordinates: [], tag: [] }
  addRings(edges, outline, 0)
  const find = addCoverage(
    edges,
    districts.map((polygons) => ({ polygons })),
    boxOf(outline),
    1,
  )
  const fitted = overlay(edges, (windings) => (isIn(windings, 0) ? find(windings) : null))
  return districts.map((_, index) => fitted.get(index) ?? [])
}

/**
 * Adds the districts, and the division of the rest of the box between them. Uses 2 × (number of districts) tags from
 * `firstTag` on.
 * @returns a function: the index of the district that contains a place of the box, or of the nearest one
 */
function addCoverage(
  edges: TaggedEdges,
  districts: readonly { polygons: MultiPolygon }[],
  box: Box,
  firstTag: number,
): LabelRule {
  const count = districts.length
  if (count === 0) return () => null
  const drawn: TaggedEdges = { coordinates: [], tag: [] }
  districts.forEach(({ polygons }, index) => {
    addRings(drawn, polygons, index)
  })
  const covering = overlay(drawn, (windings) => firstIn(windings, 0, count))
  for (const [index, polygons] of covering) addRings(edges, polygons, firstTag + index)
  addNearestRegions(edges, outwardEdges(covering, count), box, planeAt(box), firstTag + count)
  return (windings) => firstIn(windings, firstTag, count) ?? firstIn(windings, firstTag + count, count)
}

function addRings(edges: TaggedEdges, polygons: MultiPolygon, tag: number): void {
  for (const ring of polygons.flat()) addRing(edges, ring, tag)
}

function isIn(windings: ReadonlyMap<number, number>, tag: number): boolean {
  return (windings.get(tag) ?? 0) !== 0
}

/** Index of the tag, among `count` tags from `first` on, that contains the place. */
function firstIn(windings: ReadonlyMap<number, number>, first: number, count: number): number | null {
  for (let index = 0; index < count; index++) if (isIn(windings, first + index)) return index
  return null
}

/** For each part of a coverage, the edges without a reverse in another part. */
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
