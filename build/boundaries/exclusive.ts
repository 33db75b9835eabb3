// Makes the districts of one layer and plan exclusive: corrects overlaps and gaps of publishers' files.

import { groupBy } from '../../data/core/group-by.ts'
import {
  type Box,
  boundingBox,
  boxesMeet,
  type MultiPolygon,
  polygonsContain,
  reverseRing,
} from '../../data/geometry/polygon.ts'
import { addRing, overlay } from '../../data/geometry/polygon-overlay.ts'
import { assemble } from '../../data/geometry/polygonize.ts'
import type { TaggedEdges } from '../../data/geometry/segment.ts'
import { CITIES_OUTSIDE_TOWNS } from '../../data/reference/city-boundaries.ts'
import { edgesOf, unpairedEdges } from './border.ts'
import { type Boundary, isOnlyPossible } from './boundary.ts'
import { fitToOutline } from './congressional.ts'
import { overlapIndex, type Shape } from './overlap-rule.ts'
import { boxOf, countVertices, hasDisc, planeAt, toPaths } from './polygon.ts'
import { type Job, runJobs } from './worker-pool.ts'

// Make districts that were drawn separately share their borders: each sliver held by two of them, and each slit, goes to
// one.

export interface DrawnDistrict extends Shape {
  ocd_id: string
  /** The Bureau's class of a place; a designated place, which has no government and lies in no city, begins with U. */
  class?: string | null
}

interface Faults {
  /** Area that more than one district holds. */
  overlaps: MultiPolygon
  /** Area that the districts enclose and none of them holds. */
  holes: MultiPolygon
}

interface Separation {
  /** In the order given; unchanged districts keep the same object. */
  polygons: MultiPolygon[]
  /** Overlaps that went to one of their districts: slivers, and what a more exact boundary holds. */
  slivers: number
  /** Slits formerly held by none, now by one district. */
  gaps: number
  /** True overlaps of equally exact boundaries. They stay. */
  kept: number
}

/** Radius in meters of the widest disc in a slit. Rounding to microdegrees leaves none wider; a true enclave is wider. */
const SLIT_RADIUS_M = 0.5
/** @setting Part of a hole's border that a city outside all counties has at least, if the hole is what simplified lines leave beside it. Water that the city's lines close off has less. */
const FIXED_BORDER_MIN = 1 / 3
/** The tag of the ring around everything. */
const FRAME = -1

/** Both results are empty if each place within the districts' outer border lies in exactly one district. */
export function findFaults(shapes: readonly MultiPolygon[]): Faults {
  const edges = toTagged(unpairedEdges(shapes))
  const depths = overlay(edges, (windings) => {
    const depth = windings.get(0) ?? 0
    return depth > 1 ? 2 : depth === 1 ? 1 : null
  })
  const held = assemble(unpairedEdges(depths.values()))
  return {
    overlaps: depths.get(2) ?? [],
    holes: held.flatMap(([, ...holes]) => holes.map((hole) => [reverseRing(hole)])),
  }
}

/**
 * An area that two districts share goes to the one with the more exact boundary: it is also the newer one, and includes annexed land.
 * Between equally exact boundaries, a sliver goes to the first district by ocd_id, and a true overlap stays. A sliver is defined as in
 * build/boundaries/overlap-rule.ts: between two boundaries that are each at most `error_m` off, no wider disc fits. A slit goes to the district
 * along most of it. A district that would lose everything keeps its boundaries; a designated place gets none, because a city has annexed
 * it. The result does not depend on the order of the districts. Districts along a changed border share vertices again.
 * @param fixed districts that keep their boundaries, whatever the others claim. A hole beside them goes to a district, however wide it is
 */
export function separate(districts: readonly DrawnDistrict[], fixed: readonly DrawnDistrict[] = []): Separation {
  const untouched = { polygons: districts.map(({ polygons }) => polygons), slivers: 0, gaps: 0, kept: 0 }
  const all = [...fixed, ...districts]
  const faults = findFaults(all.map(({ polygons }) => polygons))
  const slits = fixed.length > 0 ? faults.holes : faults.holes.filter((hole) => isSlit([hole]))
  if (faults.overlaps.length + slits.length === 0) return untouched
  const around = [...faults.overlaps, ...slits].map((rings) => widened(boundingBox(rings)))
  const isFixed = (district: DrawnDistrict | undefined): boolean => district !== undefined && fixed.includes(district)
  const concerned = all
    .filter(({ polygons }) => comesNear(polygons, around))
    .sort((a, b) => Number(isFixed(b)) - Number(isFixed(a)) || a.error_m - b.error_m || (a.ocd_id < b.ocd_id ? -1 : 1))
  const { single, shared, none } = facesOf(concerned)
  const overlap = trueOverlaps(concerned)
  const stay = (a: number, b: number): boolean =>
    isFixed(concerned[a]) === isFixed(concerned[b]) && concerned[a]?.error_m === concerned[b]?.error_m && overlap(a, b)
  const counts = { slivers: 0, gaps: 0, kept: 0 }
  for (const { among, face } of shared) {
    const holders = among.filter((rank, at) => among.slice(0, at).every((other) => stay(other, rank)))
    if (holders.length < among.length) counts.slivers++
    else counts.kept++
    for (const rank of holders) single[rank]?.push(face)
  }
  const slitBoxes = slits.map((slit) => widened(boundingBox(slit)))
  const gaps = none.filter((face) => {
    const box = boundingBox(face)
    return slitBoxes.some((slit) => isWithin(box, slit))
  })
  const boxed = single.map((faces) => faces.map(toBoxed))
  const boxes = concerned.map(({ polygons }) => widened(boundingBox(polygons.flat())))
  for (const face of gaps) {
    const along = lengthsAlong(face, boxed, boxes)
    const beside = sum(along.filter((_, rank) => isFixed(concerned[rank])))
    if (fixed.length > 0 && beside < FIXED_BORDER_MIN * sum(along) && !isSlit([face])) continue
    const rank = mostOf(along.map((length, at) => (isFixed(concerned[at]) ? 0 : length)))
    if (rank !== undefined) {
      single[rank]?.push(face)
      boxed[rank]?.push(toBoxed(face))
    }
    counts.gaps++
  }
  const drawn = new Map(
    concerned.map(({ polygons, class: kind }, rank) => {
      const anew = assemble(unpairedEdges([single[rank] ?? []]))
      const isKept = anew.length === 0 ? !kind?.startsWith('U') : isSame(polygons, anew)
      return [polygons, isKept ? polygons : anew]
    }),
  )
  return { ...counts, polygons: untouched.polygons.map((polygons) => drawn.get(polygons) ?? polygons) }
}

function isSlit(polygons: MultiPolygon): boolean {
  return !hasDisc(toPaths(polygons), planeAt(boxOf(polygons)), SLIT_RADIUS_M)
}

interface Faces {
  /** By rank of district: the area that it alone holds. */
  single: MultiPolygon[]
  shared: { among: readonly number[]; face: MultiPolygon[number] }[]
  /** Area that no district holds. */
  none: MultiPolygon
}

/** Builds one arrangement of all boundaries: its faces share every vertex. */
function facesOf(districts: readonly DrawnDistrict[]): Faces {
  const edges: TaggedEdges = { coordinates: [], tag: [] }
  districts.forEach(({ polygons }, rank) => {
    for (const ring of polygons.flat()) addRing(edges, ring, rank)
  })
  const { west, south, east, north } = widened(boundingBox(districts.flatMap(({ polygons }) => polygons.flat())))
  addRing(edges, Int32Array.from([west, south, east, south, east, north, west, north]), FRAME)
  const labels = new Map<string, number>()
  const sets: number[][] = []
  const faces = overlay(edges, (windings) => {
    if ((windings.get(FRAME) ?? 0) === 0) return null
    const among = [...windings].flatMap(([tag, count]) => (count !== 0 && tag !== FRAME ? [tag] : []))
    among.sort((a, b) => a - b)
    const key = among.join()
    const label = labels.get(key) ?? sets.push(among) - 1
    labels.set(key, label)
    return label
  })
  const result: Faces = { single: districts.map(() => []), shared: [], none: [] }
  for (const [label, polygons] of faces) {
    const among = sets[label] ?? []
    const [rank, ...others] = among
    if (rank === undefined) result.none = polygons
    else if (others.length === 0) result.single[rank]?.push(...polygons)
    else result.shared.push(...polygons.map((face) => ({ among, face })))
  }
  return result
}

function trueOverlaps(districts: readonly DrawnDistrict[]): (a: number, b: number) => boolean {
  const known = new Map<string, boolean>()
  const finders = new Map<number, ReturnType<typeof overlapIndex>>()
  return (a, b) => {
    const [first, second] = [districts[a], districts[b]]
    let counts = known.get(`${a},${b}`)
    if (counts === undefined && first && second) {
      const find = finders.get(a) ?? overlapIndex([{ ...first, id: a }])
      finders.set(a, find)
      counts = find(second).some((overlap) => overlap.counts)
      known.set(`${a},${b}`, counts)
    }
    return counts ?? false
  }
}

interface BoxedFace {
  face: MultiPolygon[number]
  box: Box
}

function toBoxed(face: MultiPolygon[number]): BoxedFace {
  return { face, box: boundingBox(face) }
}

/** How far the faces of each rank run along a face, in microdegrees. @param boxes around the faces of each rank */
function lengthsAlong(
  face: MultiPolygon[number],
  faces: readonly (readonly BoxedFace[])[],
  boxes: readonly Box[],
): number[] {
  const sides = new Set(edgesOf([face]).map(([ax, ay, bx, by]) => [bx, by, ax, ay].join()))
  const box = widened(boundingBox(face))
  return boxes.map((around, rank) => {
    if (!boxesMeet(around, box)) return 0
    const near = (faces[rank] ?? []).filter((one) => boxesMeet(one.box, box))
    const along = edgesOf(near.map((one) => one.face)).filter(
      (edge) => edge[0] >= box.west && edge[0] <= box.east && sides.has(edge.join()),
    )
    return sum(along.map(([ax, ay, bx, by]) => Math.hypot(bx - ax, by - ay)))
  })
}

/** The place of the largest number; the first of equals, and undefined if all are 0. */
function mostOf(numbers: readonly number[]): number | undefined {
  const most = Math.max(0, ...numbers)
  return most === 0 ? undefined : numbers.indexOf(most)
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0)
}

/** True if the polygons contain any of the boxes, or if a box meets the bounding box of an edge. */
function comesNear(polygons: MultiPolygon, boxes: readonly Box[]): boolean {
  const box = boundingBox(polygons.flat())
  const near = boxes.filter((each) => boxesMeet(each, box))
  if (near.length === 0) return false
  const meets = edgesOf(polygons).some(([ax, ay, bx, by]) => {
    const edge = { west: Math.min(ax, bx), east: Math.max(ax, bx), south: Math.min(ay, by), north: Math.max(ay, by) }
    return near.some((each) => boxesMeet(each, edge))
  })
  return meets || near.some(({ west, south }) => polygonsContain(polygons, west, south))
}

/** True if both have the same directed edges. */
function isSame(a: MultiPolygon, b: MultiPolygon): boolean {
  return unpairedEdges([a, b.map((rings) => rings.map(reverseRing))]).length === 0
}

function isWithin(inner: Box, outer: Box): boolean {
  return (
    inner.west >= outer.west && inner.east <= outer.east && inner.south >= outer.south && inner.north <= outer.north
  )
}

/** Widened by more than the rounding of crossings can move boundaries. */
function widened({ west, south, east, north }: Box): Box {
  return { west: west - 2, south: south - 2, east: east + 2, north: north + 2 }
}

function toTagged(coordinates: number[]): TaggedEdges {
  return { coordinates, tag: new Array<number>(coordinates.length / 4).fill(0) }
}

/** A row of out.separation: one layer, state and plan whose published boundaries overlapped or had gaps. */
export interface SeparationReport {
  layer: string
  state: string
  vintage: string
  /** Number of districts whose boundaries were changed. */
  districts: number
  /** Overlaps of two or more districts, and gaps of none, that now belong to one district. */
  slivers: number
  gaps: number
  /** True overlaps of equally exact boundaries, which stay as published. */
  kept: number
}

/** Lookup areas, which are not districts. A ZIP code may have several. */
const NO_DISTRICTS = 'zcta'

/** Districts of one layer, plan and state, or all states. */
interface Group {
  boundaries: readonly Boundary[]
  /** Of another group, which decides about them: more exact boundaries of cities, outside of which these towns lie. */
  others: readonly Boundary[]
  /** Of another group: cities outside all counties, beside these counties. */
  cities: readonly Boundary[]
  outline: Boundary | undefined
}

interface Separated extends Omit<Separation, 'polygons'> {
  /** In the order of the boundaries; null where they stay as published. */
  drawn: (MultiPolygon | null)[]
}

/** Each group is a job of its own. */
export const SEPARATION: Job<Group, Separated> = { name: 'separation', run: separateGroup }

/**
 * Congressional districts cover their state. If simplified ones overlap, each was simplified by itself and they have gaps
 * too, so they are fitted to the state's outline. All others are separated where they cross, and
 * towns from the cities outside of which they lie, and counties from the cities outside all counties; the rest stays as published, byte for
 * byte.
 */
export async function makeExclusive(
  shapes: readonly Boundary[],
): Promise<{ boundaries: Boundary[]; separations: SeparationReport[] }> {
  const byGroup = groupBy(
    shapes.filter((shape) => shape.layer !== NO_DISTRICTS && !isOnlyPossible(shape)),
    // States must not overlap each other either.
    ({ layer, vintage, state }) => [layer, vintage, layer === 'state' ? '' : state].join(),
  )
  const outlineOf = (state: string): Boundary | undefined =>
    shapes.find((shape) => shape.layer === 'state' && shape.state === state)
  const groups = [...byGroup.values()].map((boundaries): Group => {
    const [first] = boundaries
    return {
      boundaries,
      others: citiesOutside(boundaries, shapes),
      cities: citiesBesideCounties(boundaries, shapes),
      outline: first && isToCover(first) ? outlineOf(first.state) : undefined,
    }
  })
  const separated = await runJobs(SEPARATION, groups, ({ boundaries, others, cities, outline }) =>
    countVertices(
      [...boundaries, ...others, ...cities, ...(outline ? [outline] : [])].flatMap(({ polygons }) => polygons),
    ),
  )
  const drawn = new Map<Boundary, Boundary>()
  const separations: SeparationReport[] = []
  groups.forEach(({ boundaries }, at) => {
    const [first, found] = [boundaries[0], separated[at]]
    if (!first || !found) return
    const { drawn: anew, ...counts } = found
    boundaries.forEach((boundary, nth) => {
      const polygons = anew[nth]
      if (polygons) drawn.set(boundary, { ...boundary, polygons })
    })
    const districts = anew.filter((polygons) => polygons !== null).length
    if (districts + counts.kept === 0) return
    const { layer, state, vintage } = first
    separations.push({ layer, state, vintage, districts, ...counts })
  })
  const boundaries = shapes.map((shape) => drawn.get(shape) ?? shape)
  return { boundaries: boundaries.filter(({ polygons }) => polygons.length > 0), separations }
}

function separateGroup({ boundaries, others, cities, outline }: Group): Separated {
  const { polygons, ...counts } =
    (outline && fitToState(boundaries, outline)) || separate([...boundaries, ...others], cities)
  return {
    ...counts,
    drawn: boundaries.map(({ polygons: own }, at) => (own === polygons[at] ? null : (polygons[at] ?? null))),
  }
}

/** The cities of more exact boundaries than a state's towns, where none lies in a town. */
function citiesOutside(boundaries: readonly Boundary[], all: readonly Boundary[]): Boundary[] {
  const [town] = boundaries
  if (!town || !isTown(town) || !CITIES_OUTSIDE_TOWNS.some((code) => code === town.state)) return []
  return all.filter(
    ({ layer, state, class: kind, error_m }) =>
      layer === town.layer && state === town.state && kind?.startsWith('C') && error_m < town.error_m,
  )
}

/** Every county is a part of the state, and so is every city outside all counties. */
function citiesBesideCounties([county]: readonly Boundary[], all: readonly Boundary[]): Boundary[] {
  if (county?.layer !== 'county') return []
  return all.filter(
    ({ layer, state, county_geoid }) => layer === 'place' && state === county.state && county_geoid !== null,
  )
}

function isTown({ layer, class: kind }: Boundary): boolean {
  return layer === 'place' && kind?.startsWith('T') === true
}

/** Fully detailed boundaries are as good as the outline, so they are not fitted to it. */
function isToCover({ layer, lines_precision }: Boundary): boolean {
  return layer === 'congressional' && lines_precision !== 'exact'
}

/**
 * Returns undefined if there is nothing to mend. `error_m` stays the publisher's. The outer border is now the state's. A
 * border between districts is a published boundary, or runs through a former gap: in California and Texas within 667 m of a
 * published boundary.
 */
function fitToState(group: readonly Boundary[], outline: Boundary): Separation | undefined {
  const faults = findFaults(group.map(({ polygons }) => polygons))
  if (faults.overlaps.length === 0) return undefined
  const inOrder = [...group].sort((a, b) => (a.ocd_id < b.ocd_id ? -1 : 1))
  const fitted = fitToOutline(
    inOrder.map(({ polygons }) => polygons),
    outline.polygons,
  )
  return {
    polygons: group.map((boundary) => fitted[inOrder.indexOf(boundary)] ?? boundary.polygons),
    slivers: faults.overlaps.length,
    gaps: faults.holes.length,
    kept: 0,
  }
}
