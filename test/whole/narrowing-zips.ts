// Measures the narrowing question over every ZIP code of a bundle whose lines are held, with random points of the lines themselves.

import { boundingBox, decodeMultiPolygon, type MultiPolygon, polygonsContain } from '../../data/geometry/polygon.ts'
import { type Narrowing, narrowing } from '../../data/schema/ballot.ts'
import type { Bundle } from '../../data/store/bundle.ts'
import type { Warehouse } from '../../data/store/warehouse.ts'
import { loadVoted } from '../../server/place/ballot.ts'
import { presentNarrowing } from '../../server/place/narrowing.ts'
import { findArea, findPointIn, type ResolvedLocation } from '../../server/place/place.ts'
import { areasAt } from '../../server/place/point.ts'
import { finish } from '../../server/read/sliced-work.ts'

export interface ZipsMeasured {
  /** ZIP codes that a location may name, and those of them that are answered by their own lines. */
  zips: number
  drawn: number
  /** Drawn ones with possible contests. */
  possible: number
  /** Drawn ones whose voters have different ballots: those with a question. */
  split: number
  /** Share of the area of the split ones in settled options, as the answers say. */
  settled_area: number
  /** Split ones of whose area at least nine tenths are settled. */
  settled_zips: number
  /** Random points of the split ones, and those whose ballot is the one of a settled option's point. */
  points: number
  settled_points: number
  /** By kind and type. */
  questions: Record<string, number>
  /** Milliseconds of the slowest answers at the 50th and 99th percentile, and at most. */
  milliseconds: { p50: number; p99: number; most: number }
}

/** @param elections ids @param step every so many ZIP codes are measured @param drawn random points in each */
export async function measureZips(
  bundle: Bundle,
  warehouse: Warehouse,
  { elections, step, drawn }: { elections: readonly number[]; step: number; drawn: number },
): Promise<ZipsMeasured> {
  const random = createRandom(22)
  const shapes = new Map<string, MultiPolygon[]>()
  const named = bundle.places
    .statement<{ zip: string; basis: string; size: number | null }>(
      `SELECT place_name.name_folded AS zip, max(place_name.basis) AS basis, max(area_size.size) AS size
FROM place_name
LEFT JOIN area_size USING (area_key)
WHERE place_name.kind = 'zip'
GROUP BY place_name.name_folded
ORDER BY place_name.name_folded`,
    )
    .all()
  for (const { zip, rings } of await warehouse.all<{ zip: string; rings: Uint8Array }>(
    "SELECT name AS zip, rings FROM out.line WHERE layer = 'zcta' ORDER BY name, ocd_id, vintage",
  ))
    shapes.set(zip, [...(shapes.get(zip) ?? []), decodeMultiPolygon(rings)])
  const measured: ZipsMeasured = {
    ...{ zips: 0, drawn: 0, possible: 0, split: 0, settled_area: 0, settled_zips: 0, points: 0, settled_points: 0 },
    ...{ questions: {}, milliseconds: { p50: 0, p99: 0, most: 0 } },
  }
  const times: number[] = []
  let area = 0
  for (const [at, { zip, basis, size }] of named.entries()) {
    if (at % step !== 0) continue
    measured.zips += 1
    if (basis !== 'area' || size === null) continue
    measured.drawn += 1
    const place = findArea(bundle, zip)
    if (!place) throw new Error(`ZIP ${zip} has a name, but no answer`)
    const voted = finish(loadVoted(bundle, place, { elections }))
    if (voted.some(({ match }) => match === 'possible')) measured.possible += 1
    const before = performance.now()
    const json = finish(presentNarrowing(bundle, place, { elections, voted }))
    times.push(performance.now() - before)
    if (json === 'null') continue
    const found = narrowing.parse(JSON.parse(json))
    measured.split += 1
    area += size
    measured.settled_area += found.settles * size
    if (found.settles >= 0.9) measured.settled_zips += 1
    const name = found.type ?? found.kind
    measured.questions[name] = (measured.questions[name] ?? 0) + 1
    const ballots = new Set(ballotsOf(bundle, found, elections))
    for (const [x, y] of drawPoints(shapes.get(zip) ?? [], drawn, random)) {
      const point = findPointIn(bundle, areasAt(bundle, x, y), x, y)
      if (!point || !place.states.includes(point.state)) continue
      measured.points += 1
      if (ballots.has(ballotAt(bundle, point, elections))) measured.settled_points += 1
    }
  }
  measured.settled_area /= area
  times.sort((a, b) => a - b)
  const timeAt = (share: number): number => Math.round((times[Math.floor((times.length - 1) * share)] ?? 0) * 10) / 10
  return { ...measured, milliseconds: { p50: timeAt(0.5), p99: timeAt(0.99), most: timeAt(1) } }
}

function ballotsOf(bundle: Bundle, { options }: Narrowing, elections: readonly number[]): string[] {
  return options.flatMap(({ lat, lng }) => {
    if (lat === null || lng === null) return []
    const [x, y] = [Math.round(lng * 1e6), Math.round(lat * 1e6)]
    const point = findPointIn(bundle, areasAt(bundle, x, y), x, y)
    return point ? [ballotAt(bundle, point, elections)] : []
  })
}

function ballotAt(bundle: Bundle, point: ResolvedLocation, elections: readonly number[]): string {
  return finish(loadVoted(bundle, point, { elections }))
    .map(({ contest, match }) => `${contest.id} ${match}`)
    .join()
}

/** Uniform over the box, kept where they are inside. */
function drawPoints(shapes: readonly MultiPolygon[], count: number, random: () => number): [number, number][] {
  const box = boundingBox(shapes.flat(2))
  const points: [number, number][] = []
  for (let tries = 0; points.length < count && tries < count * 1000; tries++) {
    const x = Math.floor(box.west + random() * (box.east - box.west))
    const y = Math.floor(box.south + random() * (box.north - box.south))
    if (shapes.some((shape) => polygonsContain(shape, x, y))) points.push([x, y])
  }
  return points
}

/** The same numbers in every run (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
