// Compares the answers of a bundle for counties, places and ZIP areas with its answers for points inside them.

import {
  boundingBox,
  decodeMultiPolygon,
  METRES_PER_DEGREE,
  type MultiPolygon,
  polygonsContain,
} from '../../data/geometry/polygon.ts'
import { ApiError } from '../../data/schema/api-error.ts'
import type { Bundle } from '../../data/store/bundle.ts'
import { openWarehouse } from '../../data/store/warehouse.ts'
import { loadVoted, type VotedContest } from '../../server/place/ballot.ts'
import { findArea, findPoint, type ResolvedLocation } from '../../server/place/place.ts'
import { finish } from '../../server/read/sliced-work.ts'

export interface AreasProof {
  areas: number
  points: number
  /** Contests of points that were held against those of their area. */
  compared: number
  /** Certain contests of areas that were held against their points. */
  certain: number
  /** Contests of a point that its area leaves out, and certain ones that a point lacks, all of them in slivers. */
  leftOutInSlivers: number
  notCertainInSlivers: number
  /** Possible in an area, and certain at every tested point of it: not wrong, but less precise than possible. */
  hedged: number
  /** The radius of the widest disc that any pair of lines lets into such slivers, in metres. */
  widestSliver: number
  /** The first few that no sliver explains. */
  unexplained: string[]
}

interface Shape {
  polygons: MultiPolygon
  error_m: number
  type: string
}

interface Shapes {
  /** By `role district_id`. */
  districts: Map<string, Shape>
  /** By area_key. */
  areas: Map<string, Shape>
}

/** PROOF=1 uses more. */
export const POINTS_PER_AREA = process.env.PROOF === '1' ? 100 : 4

type Point = readonly [x: number, y: number]

/** Lines with a larger error are generalised. */
const VAGUE_M = 100

/** Disc searches stop at a thirty-second of the radius (build/boundaries/polygon.ts). */
const TOLERANCE = 33 / 32

/** @param work the working database that the bundle was built from: it holds the ZIP areas and how far lines may be off */
export async function proveAreas(bundle: Bundle, work: string, perArea: number): Promise<AreasProof> {
  const shapes = await loadShapes(work)
  const elections = bundle.ballots
    .statement<{ id: number }>('SELECT id FROM election ORDER BY id')
    .all()
    .map(({ id }) => id)
  const rules = loadRuleAreas(bundle)
  const proof: AreasProof = {
    ...{ areas: 0, points: 0, compared: 0, certain: 0, leftOutInSlivers: 0, notCertainInSlivers: 0 },
    ...{ hedged: 0, widestSliver: 0 },
    unexplained: [],
  }
  const random = generator(2024)
  for (const { label, keys } of loadNames(bundle)) {
    const drawn = keys.flatMap((key) => shapes.areas.get(key) ?? [])
    if (drawn.length < keys.length) continue
    const place = findArea(bundle, label)
    if (!place) throw new Error(`${label} is taken for an address`)
    const ofArea = loadMatches(bundle, place, elections)
    proof.areas++
    const everywhere = new Set([...ofArea].filter(([, { match }]) => match === 'possible').map(([contest]) => contest))
    for (let i = 0; i < perArea; i++) {
      const shape = drawn[i % drawn.length]
      const point = shape && pointIn(shape.polygons, random)
      if (!point) continue
      proof.points++
      const at = findAt(bundle, point)
      const ofPoint = at ? loadMatches(bundle, at, elections) : new Map()
      const against = contradictions({ place, at, point, area: shape, shapes, proof })
      for (const contest of everywhere) if (ofPoint.get(contest)?.match !== 'certain') everywhere.delete(contest)
      const explains = (contest: number): boolean =>
        against.some((one) => rules.get(contest)?.has(one) || shapes.districts.get(one)?.type === 'county')
      for (const [contest] of ofPoint) {
        proof.compared++
        if (ofArea.has(contest)) continue
        if (explains(contest)) proof.leftOutInSlivers++
        else note(proof, `${label} leaves out ${contest} of ${point}`)
      }
      for (const [contest, { match }] of ofArea) {
        if (match !== 'certain') continue
        proof.certain++
        if (ofPoint.get(contest)?.match === 'certain') continue
        if (explains(contest)) proof.notCertainInSlivers++
        else note(proof, `${label} calls ${contest} certain, ${point} does not`)
      }
    }
    proof.hedged += everywhere.size
  }
  return proof
}

/**
 * Areas that say another thing at the point than of the place: the point lies in one that the place is not in, or outside one
 * that covers it. The rule of build/boundaries/overlap-rule.ts lets only slivers do that: the point is nearer than half the two lines' mismatch to
 * the border of either. A wider one is noted as unexplained.
 */
function contradictions(given: {
  place: ResolvedLocation
  at: ResolvedLocation | undefined
  point: Point
  area: Shape
  shapes: Shapes
  proof: AreasProof
}): string[] {
  const { place, at, point, area, shapes, proof } = given
  const ofPlace = new Map(place.areas.map((one) => [`${one.role} ${one.district_id}`, one.covers]))
  const ofPoint = new Set((at?.areas ?? []).map((one) => `${one.role} ${one.district_id}`))
  // Of generalised lines what counts is the part outside their band.
  const isSure = (key: string): boolean => ofPoint.has(key) && !ofPoint.has(key.replace('lines', 'near'))
  const inside = [...ofPoint].filter((key) => !ofPlace.has(key) && (key.startsWith('near') || isSure(key)))
  const outside = [...ofPlace].filter(([key, covers]) => covers && !isSure(key)).map(([key]) => key)
  const slivers: string[] = []
  for (const key of [...inside, ...outside]) {
    const shape = shapes.districts.get(key)
    const band = key.startsWith('lines') ? shapes.districts.get(key.replace('lines', 'near')) : undefined
    // Beside its band a generalised district is as exact as the outline of its state.
    const error_m = band ? 25 : (shape?.error_m ?? 0)
    // A ZIP area with generalised lines is also limited to the counties of the lists: within its error, it may lack a district.
    const isVague = area.error_m > VAGUE_M
    const radius = Math.max(1, area.error_m + error_m) / (isVague ? 1 : 2)
    const distance = Math.min(...[area, shape, band].map((one) => (one ? toBorder(one.polygons, point) : Infinity)))
    if (distance < radius * TOLERANCE) {
      slivers.push(key)
      if (!isVague) proof.widestSliver = Math.max(proof.widestSliver, radius)
    } else note(proof, `${key} at ${point}: ${Math.round(distance)} m from any border`)
  }
  return slivers
}

function findAt(bundle: Bundle, [x, y]: Point): ResolvedLocation | undefined {
  try {
    const place = findPoint(bundle, y / 1e6, x / 1e6)
    // In a gap of a layer at the state's border, what is nearest contains the point no more than it meets the area.
    return { ...place, areas: place.areas.filter(({ covers }) => covers) }
  } catch (error) {
    // Outside every state: an area's lines may extend beyond the state's.
    if (error instanceof ApiError && error.code === 'not_found') return undefined
    throw error
  }
}

async function loadShapes(work: string): Promise<Shapes> {
  const warehouse = await openWarehouse(work)
  try {
    const rows = await warehouse.all<{ key: string; type: string; error_m: number; rings: Uint8Array }>(`
      SELECT area.role || ' ' || area.district_id AS key, line.layer AS type,
        CASE area.role WHEN 'near' THEN 0 ELSE line.error_m END AS error_m, area.rings
      FROM out.area AS area
      JOIN out.district AS district ON district.id = area.district_id
      JOIN out.line AS line ON line.ocd_id = district.ocd_id AND line.vintage = district.vintage
      UNION ALL
      SELECT 'zip:' || name, layer, error_m, rings FROM out.line WHERE layer = 'zcta'`)
    const entries = rows.map(({ key, type, error_m, rings }): [string, Shape] => [
      key,
      { type, error_m, polygons: decodeMultiPolygon(rings) },
    ])
    const areas = entries.map(([key, shape]): [string, Shape] => [key.replace('lines ', 'district:'), shape])
    return { districts: new Map(entries), areas: new Map(areas) }
  } finally {
    await warehouse.close()
  }
}

function loadNames(bundle: Bundle): { label: string; keys: string[] }[] {
  return bundle.places
    .statement<{ kind: string; label: string; keys: string }>(
      `SELECT kind, label, json_group_array(DISTINCT area_key) AS keys
FROM place_name
WHERE kind IN ('zip', 'city', 'county')
GROUP BY kind, label
ORDER BY kind, label`,
    )
    .all()
    .map(({ kind, label, keys }) => ({ label: kind === 'zip' ? label.slice(4) : label, keys: JSON.parse(keys) }))
}

/** The areas that say something of each contest, as `role district_id`. */
function loadRuleAreas(bundle: Bundle): Map<number, Set<string>> {
  const areas = new Map<number, Set<string>>()
  const rows = bundle.ballots.statement<{ contest_id: number; key: string }>(
    "SELECT contest_id, role || ' ' || district_id AS key FROM contest_area",
  )
  for (const { contest_id, key } of rows.all()) areas.set(contest_id, (areas.get(contest_id) ?? new Set()).add(key))
  return areas
}

/** Half of them in any part, however small: a town has outlying ones. */
function pointIn(polygons: MultiPolygon, random: () => number): Point | undefined {
  const part = polygons[Math.floor(random() * polygons.length)]
  const rings = random() < 0.5 && part ? part : polygons.flat()
  const box = boundingBox(rings)
  for (let tries = 0; tries < 1_000; tries++) {
    const x = Math.floor(box.west + random() * (box.east - box.west + 1))
    const y = Math.floor(box.south + random() * (box.north - box.south + 1))
    if (polygonsContain(polygons, x, y)) return [x, y]
  }
  return undefined
}

/** Metres. */
function toBorder(polygons: MultiPolygon, [px, py]: Point): number {
  const north = METRES_PER_DEGREE / 1e6
  const east = north * Math.cos((py / 180e6) * Math.PI)
  let least = Infinity
  for (const ring of polygons.flat())
    for (let i = 0; i < ring.length; i += 2) {
      const j = (i + 2) % ring.length
      const [ax, ay] = [((ring[i] ?? 0) - px) * east, ((ring[i + 1] ?? 0) - py) * north]
      const [dx, dy] = [((ring[j] ?? 0) - px) * east - ax, ((ring[j + 1] ?? 0) - py) * north - ay]
      const along = Math.max(0, Math.min(1, -(ax * dx + ay * dy) / (dx * dx + dy * dy || 1)))
      least = Math.min(least, Math.hypot(ax + along * dx, ay + along * dy))
    }
  return least
}

function note(proof: AreasProof, text: string): void {
  if (proof.unexplained.length < 10) proof.unexplained.push(text)
}

function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

function loadMatches(bundle: Bundle, place: ResolvedLocation, elections: readonly number[]): Map<number, VotedContest> {
  return new Map(finish(loadVoted(bundle, place, { elections })).map((voted) => [voted.contest.id, voted]))
}
