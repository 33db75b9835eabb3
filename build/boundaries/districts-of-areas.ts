// Finds the districts in each county, place and ZIP area, and the county of each ZIP point.

import { boundingBox, boxesMeet, polygonsContain, toMicrodegrees } from '../../data/geometry/polygon.ts'
import type { Value } from '../../data/store/warehouse.ts'
import { awayFrom, insideOf, widenedBy } from './border.ts'
import { type Boundary, isOnlyPossible } from './boundary.ts'
import { type IndexedRing, indexRings } from './clip.ts'
import { type Overlap, overlapIndex, type Shape } from './overlap-rule.ts'
import { polygonsArea } from './polygon.ts'
import { type Job, runJobs } from './worker-pool.ts'

const AREA_LAYERS = ['county', 'place', 'zcta']
/** Layers whose districts never overlap within one plan, because the Census draws them so. */
const APART_LAYERS = ['county', 'place']

export interface ZipPoint {
  zip: string
  state: string
  lat: number
  lng: number
}

/** Shapes that decide how an area relates to one district. */
interface District extends Pick<Boundary, 'layer' | 'ocd_id' | 'vintage'> {
  boundaries: Shape
  /** For generalized boundaries only: the band in which the district is possible, and the boundaries' part outside the band. */
  near?: Shape
  sure?: Shape
  /** The district is possible everywhere in its boundaries, and covers nothing. */
  onlyPossible?: true
}

interface Found {
  district: District
  role: 'lines' | 'near'
  covers: boolean
  /** Size of the area's part inside the boundaries, in square decimeters. */
  size: number | null
}

type Find = (area: Boundary, isSkipped?: (district: District) => boolean, asksCover?: boolean) => Found[]

export interface BoundaryOverlaps {
  /** Rows of out.line_overlap. */
  overlaps: Value[][]
  /** Rows of out.zip_point. */
  zipPoints: Value[][]
}

/** Boundaries and ZIP points that may meet in one state. */
interface StateBoundaries {
  /** All but ZIP areas. */
  drawn: readonly Boundary[]
  /** ZIP areas of any state that may reach into this one. */
  zipAreas: readonly Boundary[]
  /** The bands along generalized boundaries. */
  near: readonly Boundary[]
  zips: readonly ZipPoint[]
}

/** The same rows in the same order, however many processors there are. @param near the bands along generalized boundaries */
export async function findOverlaps(
  boundaries: readonly Boundary[],
  near: readonly Boundary[],
  zips: readonly ZipPoint[],
): Promise<BoundaryOverlaps> {
  const found = await runJobs(
    OVERLAPS,
    splitByState(boundaries, near, zips),
    ({ drawn, zipAreas }) => drawn.length * zipAreas.length + drawn.length,
  )
  return { overlaps: found.flatMap((one) => one.overlaps), zipPoints: found.flatMap((one) => one.zipPoints) }
}

/** Each state is a job of its own. */
export const OVERLAPS: Job<StateBoundaries, BoundaryOverlaps> = { name: 'overlaps', run: findStateOverlaps }

/** By state, sorted by code. @param near the bands along generalized boundaries */
function splitByState(
  boundaries: readonly Boundary[],
  near: readonly Boundary[],
  zips: readonly ZipPoint[],
): StateBoundaries[] {
  const zipAreas = boundaries
    .filter((boundary) => boundary.layer === 'zcta')
    .map((boundary) => ({ boundary, box: boundingBox(boundary.polygons.flat()) }))
  return [...new Set(boundaries.map((boundary) => boundary.state))].sort().map((state) => {
    const drawn = boundaries.filter((boundary) => boundary.state === state && boundary.layer !== 'zcta')
    const around = boundingBox(drawn.flatMap((boundary) => boundary.polygons.flat()))
    return {
      drawn,
      // A ZIP area may extend into states other than its own.
      zipAreas: zipAreas.filter(({ box }) => boxesMeet(box, around)).map(({ boundary }) => boundary),
      near: near.filter((boundary) => boundary.state === state),
      zips: zips.filter((zip) => zip.state === state),
    }
  })
}

function findStateOverlaps({ drawn, zipAreas, near, zips }: StateBoundaries): BoundaryOverlaps {
  const overlaps: Value[][] = []
  const zipPoints: Value[][] = []
  const find = districtIndex(withBands(drawn, near))
  const outline = indexRings(drawn.find((boundary) => boundary.layer === 'state')?.polygons ?? [])
  for (const area of [...drawn.filter((boundary) => AREA_LAYERS.includes(boundary.layer)), ...zipAreas])
    for (const { district, role, covers, size } of isVague(area) ? findAround(area, find, outline) : find(area))
      overlaps.push([area.layer, area.ocd_id, area.vintage, district.ocd_id, district.vintage, role, covers, size])
  const locate = pointIndex(drawn.filter((boundary) => boundary.county_geoid !== null))
  for (const zip of zips) {
    const county = locate(toMicrodegrees(zip.lng), toMicrodegrees(zip.lat))
    if (county) zipPoints.push([zip.zip, county.ocd_id, county.vintage])
  }
  return { overlaps, zipPoints }
}

/** A ZIP area whose true boundaries may be far from these. */
function isVague({ layer, lines_precision }: Boundary): boolean {
  return layer === 'zcta' && lines_precision === 'generalised'
}

/**
 * The districts of a ZIP area with generalized boundaries. One that it meets only within the error of its boundaries is possible; one
 * covers it if it covers everything of the state within that error, too.
 */
function findAround(area: Boundary, find: Find, outline: readonly IndexedRing[]): Found[] {
  const wide = { ...area, error_m: 0, polygons: widenedBy(area.polygons, area.error_m) }
  const found = find(wide)
  const isInState = found.some(({ district, covers }) => district.layer === 'state' && covers)
  const around =
    isInState || outline.length === 0 ? found : find({ ...wide, polygons: insideOf(outline, wide.polygons) })
  const isOf = (one: Found, other: Found): boolean => one.district === other.district && one.role === other.role
  // A district that contains everything within the error contains the area, so that the two need no comparison.
  const whole = polygonsArea(wide.polygons)
  const containing = around.filter(({ district, covers, size }) => covers && size === whole && !district.near)
  const isContaining = (district: District): boolean => containing.some((one) => one.district === district)
  const size = polygonsArea(area.polygons)
  const met = [
    ...containing.map((one) => ({ ...one, size })),
    ...find({ ...area, error_m: 0 }, isContaining, false).map((one) => ({
      ...one,
      covers: around.some((other) => isOf(one, other) && other.covers),
    })),
  ]
  const near = new Set(around.map(({ district }) => district))
  for (const { district } of met) near.delete(district)
  return [...met, ...[...near].map((district) => ({ district, role: 'near' as const, covers: false, size: null }))]
}

/** Where bands cover the error of inner borders, the boundaries are otherwise as exact as the state's outline. */
function withBands(drawn: readonly Boundary[], near: readonly Boundary[]): District[] {
  const outline = drawn.find((boundary) => boundary.layer === 'state')?.error_m ?? 0
  return drawn.map((boundary) => {
    const { layer, ocd_id, vintage, polygons, error_m } = boundary
    const boundaries = { polygons, error_m }
    if (isOnlyPossible(boundary)) return { layer, ocd_id, vintage, boundaries, onlyPossible: true }
    const band = near.find((one) => one.ocd_id === ocd_id && one.vintage === vintage)
    if (!band) return { layer, ocd_id, vintage, boundaries }
    return {
      layer,
      ocd_id,
      vintage,
      boundaries,
      near: { polygons: band.polygons, error_m: 0 },
      sure: { polygons: awayFrom(polygons, band.polygons), error_m: outline },
    }
  })
}

/**
 * With generalized boundaries, an area also meets the part outside the band, however small the overlap. It is covered only if
 * that part covers it: then no point of it, except slivers, is near a border.
 */
function districtIndex(districts: readonly District[]): Find {
  const shapes = districts.flatMap((district) => {
    const { boundaries, near, sure } = district
    return [
      { district, kind: 'lines', ...boundaries },
      ...(near ? [{ district, kind: 'near', ...near }] : []),
      ...(sure ? [{ district, kind: 'sure', ...sure }] : []),
    ].filter(({ polygons }) => polygons.length > 0)
  })
  const find = overlapIndex(shapes.map(({ polygons, error_m }, id) => ({ id, polygons, error_m })))
  return (area, isSkipped, asksCover) => {
    const found = new Map<District, Map<string, Overlap>>()
    const isApart = ({ district }: { district: District }): boolean =>
      APART_LAYERS.includes(area.layer) &&
      district.layer === area.layer &&
      district.vintage === area.vintage &&
      district.ocd_id !== area.ocd_id
    const skip = (id: number): boolean =>
      shapes[id] !== undefined && (isApart(shapes[id]) || isSkipped?.(shapes[id].district) === true)
    for (const overlap of find(area, skip, asksCover)) {
      const shape = shapes[overlap.id]
      if (!shape) continue
      const kinds = found.get(shape.district) ?? new Map<string, Overlap>()
      found.set(shape.district, kinds.set(shape.kind, overlap))
    }
    const all = [...found].flatMap(([district, kinds]): Found[] => {
      const { boundaries, near, sure } = {
        boundaries: kinds.get('lines'),
        near: kinds.get('near'),
        sure: kinds.get('sure'),
      }
      const { onlyPossible = false } = district
      const covers = !onlyPossible && ((district.sure ? sure : boundaries)?.covers ?? false)
      return [
        ...(boundaries && (boundaries.counts || sure?.counts)
          ? [{ district, role: 'lines' as const, covers, size: boundaries.size }]
          : []),
        ...((onlyPossible ? boundaries : near)?.counts
          ? [{ district, role: 'near' as const, covers: false, size: null }]
          : []),
      ]
    })
    return withoutContradictions(all, polygonsArea(area.polygons))
  }
}

/**
 * Each district has its own error, so one district can cover an area while its neighbor still meets it. This function then removes the
 * cover. Two districts that overlap in the area, such as New Hampshire's floterial districts, can both cover it.
 * @param whole size of the area
 */
function withoutContradictions(found: readonly Found[], whole: number): Found[] {
  return found.map((one) => {
    const isBeside = ({ district, size }: Found): boolean =>
      district !== one.district &&
      district.layer === one.district.layer &&
      district.vintage === one.district.vintage &&
      (size ?? 0) + (one.size ?? 0) <= whole
    return one.covers && found.some(isBeside) ? { ...one, covers: false } : one
  })
}

/** For about a hundred points among a hundred counties: boxes first, then even-odd. */
function pointIndex(counties: readonly Boundary[]): (x: number, y: number) => Boundary | undefined {
  const boxed = counties.map((county) => ({ county, box: boundingBox(county.polygons.flat()) }))
  return (x, y) =>
    boxed.find(
      ({ county, box }) =>
        x >= box.west && x <= box.east && y >= box.south && y <= box.north && polygonsContain(county.polygons, x, y),
    )?.county
}
