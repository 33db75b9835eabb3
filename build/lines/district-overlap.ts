// Finds the districts in each county, place and ZIP area, and the county of each ZIP point.

import { toMicrodegrees } from '../../data/geometry/multipolygon.ts'
import { boundingBox, boxesMeet, polygonsContain } from '../../data/geometry/polygon.ts'
import type { Value } from '../../data/store/warehouse.ts'
import { awayFrom, insideOf, widenedBy } from './border-buffer.ts'
import { type IndexedRing, indexRings } from './indexed-ring.ts'
import { isOnlyPossible, type Line } from './line.ts'
import { type Overlap, overlapIndex, type Shape } from './overlap.ts'
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
interface District extends Pick<Line, 'layer' | 'ocd_id' | 'vintage'> {
  lines: Shape
  /** For generalised lines only: the band in which the district is possible, and the lines' part outside the band. */
  near?: Shape
  sure?: Shape
  /** The district is possible everywhere in its lines, and covers nothing. */
  onlyPossible?: true
}

interface Found {
  district: District
  role: 'lines' | 'near'
  covers: boolean
  /** Size of the area's part inside the lines, in square decimetres. */
  size: number | null
}

type Find = (area: Line, isSkipped?: (district: District) => boolean, asksCover?: boolean) => Found[]

export interface LineOverlaps {
  /** Rows of out.line_overlap. */
  overlaps: Value[][]
  /** Rows of out.zip_point. */
  zipPoints: Value[][]
}

/** What one state needs. */
interface StateLines {
  /** All but ZIP areas. */
  drawn: readonly Line[]
  /** ZIP areas of any state that may reach into this one. */
  zipAreas: readonly Line[]
  /** The bands along generalised lines. */
  near: readonly Line[]
  zips: readonly ZipPoint[]
}

/** The same rows in the same order, however many processors there are. @param near the bands along generalised lines */
export async function findOverlaps(
  lines: readonly Line[],
  near: readonly Line[],
  zips: readonly ZipPoint[],
): Promise<LineOverlaps> {
  const found = await runJobs(
    OVERLAPS,
    splitByState(lines, near, zips),
    ({ drawn, zipAreas }) => drawn.length * zipAreas.length + drawn.length,
  )
  return { overlaps: found.flatMap((one) => one.overlaps), zipPoints: found.flatMap((one) => one.zipPoints) }
}

/** Each state is a job of its own. */
export const OVERLAPS: Job<StateLines, LineOverlaps> = { name: 'overlaps', run: findStateOverlaps }

/** By state, sorted by code. @param near the bands along generalised lines */
function splitByState(lines: readonly Line[], near: readonly Line[], zips: readonly ZipPoint[]): StateLines[] {
  const zipAreas = lines
    .filter((line) => line.layer === 'zcta')
    .map((line) => ({ line, box: boundingBox(line.polygons.flat()) }))
  return [...new Set(lines.map((line) => line.state))].sort().map((state) => {
    const drawn = lines.filter((line) => line.state === state && line.layer !== 'zcta')
    const around = boundingBox(drawn.flatMap((line) => line.polygons.flat()))
    return {
      drawn,
      // A ZIP area may extend into states other than its own.
      zipAreas: zipAreas.filter(({ box }) => boxesMeet(box, around)).map(({ line }) => line),
      near: near.filter((line) => line.state === state),
      zips: zips.filter((zip) => zip.state === state),
    }
  })
}

function findStateOverlaps({ drawn, zipAreas, near, zips }: StateLines): LineOverlaps {
  const overlaps: Value[][] = []
  const zipPoints: Value[][] = []
  const find = districtIndex(withBands(drawn, near))
  const outline = indexRings(drawn.find((line) => line.layer === 'state')?.polygons ?? [])
  for (const area of [...drawn.filter((line) => AREA_LAYERS.includes(line.layer)), ...zipAreas])
    for (const { district, role, covers, size } of isVague(area) ? findAround(area, find, outline) : find(area))
      overlaps.push([area.layer, area.ocd_id, area.vintage, district.ocd_id, district.vintage, role, covers, size])
  const locate = pointIndex(drawn.filter((line) => line.layer === 'county'))
  for (const zip of zips) {
    const county = locate(toMicrodegrees(zip.lng), toMicrodegrees(zip.lat))
    if (county) zipPoints.push([zip.zip, county.ocd_id, county.vintage])
  }
  return { overlaps, zipPoints }
}

/** A ZIP area whose true lines may be far from these. */
function isVague({ layer, lines_precision }: Line): boolean {
  return layer === 'zcta' && lines_precision === 'generalised'
}

/**
 * The districts of a ZIP area with generalised lines. One that it meets only within the error of its lines is possible; one covers it if
 * it covers everything of the state within that error, too.
 */
function findAround(area: Line, find: Find, outline: readonly IndexedRing[]): Found[] {
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

/** Where bands cover the error of inner borders, the lines are otherwise as exact as the state's outline. */
function withBands(drawn: readonly Line[], near: readonly Line[]): District[] {
  const outline = drawn.find((line) => line.layer === 'state')?.error_m ?? 0
  return drawn.map((line) => {
    const { layer, ocd_id, vintage, polygons, error_m } = line
    const lines = { polygons, error_m }
    if (isOnlyPossible(line)) return { layer, ocd_id, vintage, lines, onlyPossible: true }
    const band = near.find((one) => one.ocd_id === ocd_id && one.vintage === vintage)
    if (!band) return { layer, ocd_id, vintage, lines }
    return {
      ...{ layer, ocd_id, vintage, lines },
      near: { polygons: band.polygons, error_m: 0 },
      sure: { polygons: awayFrom(polygons, band.polygons), error_m: outline },
    }
  })
}

/**
 * With generalised lines, an area also meets the part outside the band, however small the overlap. It is covered only if
 * that part covers it: then no point of it, except slivers, is near a border.
 */
function districtIndex(districts: readonly District[]): Find {
  const shapes = districts.flatMap((district) => {
    const { lines, near, sure } = district
    return [
      { district, kind: 'lines', ...lines },
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
      const { lines, near, sure } = { lines: kinds.get('lines'), near: kinds.get('near'), sure: kinds.get('sure') }
      const { onlyPossible = false } = district
      const covers = !onlyPossible && ((district.sure ? sure : lines)?.covers ?? false)
      return [
        ...(lines && (lines.counts || sure?.counts)
          ? [{ district, role: 'lines' as const, covers, size: lines.size }]
          : []),
        ...((onlyPossible ? lines : near)?.counts
          ? [{ district, role: 'near' as const, covers: false, size: null }]
          : []),
      ]
    })
    return withoutContradictions(all, polygonsArea(area.polygons))
  }
}

/**
 * Each district has its own error, so one district can cover an area while its neighbour still meets it. This function then removes the cover.
 * Two districts that overlap in the area, such as New Hampshire's floterial districts, can both cover it.
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
function pointIndex(counties: readonly Line[]): (x: number, y: number) => Line | undefined {
  const boxed = counties.map((county) => ({ county, box: boundingBox(county.polygons.flat()) }))
  return (x, y) =>
    boxed.find(
      ({ county, box }) =>
        x >= box.west && x <= box.east && y >= box.south && y <= box.north && polygonsContain(county.polygons, x, y),
    )?.county
}
