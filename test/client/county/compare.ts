// Compares the reader's answers for points of a county with those of the server's own code over the bundle.

import { decodeMultiPolygon, MICRODEGREES, toMicrodegrees } from '../../../data/geometry/polygon.ts'
import type { Ballot } from '../../../data/schema/ballot.ts'
import { findPoint, loadAreas } from '../../../server/place/place.ts'
import { areasAt } from '../../../server/place/point.ts'
import { collectBody } from '../../../server/read/sliced-work.ts'
import type { Reading } from '../../../server/route/route.ts'
import { ballot } from '../../../server/v1/ballot.ts'

export type Point = readonly [lat: number, lng: number]

/** Points in the box of a county and around its lines and those of districts that meet it: half of them within a few metres of a line. */
export function drawPoints({ bundle }: Reading, { county, count }: { county: number; count: number }): Point[] {
  let seed = 20281107
  const random = (): number => {
    seed = (seed * 48271) % 2147483647
    return seed / 2147483647
  }
  const ringsOf = (district: number) =>
    decodeMultiPolygon(
      bundle.places.value<Uint8Array>('SELECT rings FROM boundary WHERE district_id = $district')({ district }) ??
        new Uint8Array([0]),
    ).flat()
  const own = ringsOf(county)
  const [xs, ys] = [0, 1].map((axis) => own.flatMap((ring) => [...ring].filter((_, at) => at % 2 === axis)))
  const box = { west: least(xs), south: least(ys), east: -least(xs?.map((x) => -x)), north: -least(ys?.map((y) => -y)) }
  const isInside = (x: number, y: number): boolean => x >= box.west && x <= box.east && y >= box.south && y <= box.north
  const state = bundle.places.value<string>('SELECT state FROM district WHERE id = $county')({ county })
  const lines = bundle.places
    .statement<{ id: number }>('SELECT id FROM district WHERE state = $state ORDER BY id')
    .all({ state: state ?? '' })
  const corners = lines
    .flatMap(({ id }) => ringsOf(id))
    .flatMap((ring) => {
      const found: [number, number][] = []
      for (let at = 0; at < ring.length; at += 2) {
        const [x, y] = [ring[at] ?? 0, ring[at + 1] ?? 0]
        if (isInside(x, y)) found.push([x, y])
      }
      return found
    })
  return Array.from({ length: count }, (_, at): Point => {
    const [x, y] = corners[Math.floor(random() * corners.length)] ?? [0, 0]
    if (at % 2 === 0) return [(y + random() * 200 - 100) / MICRODEGREES, (x + random() * 200 - 100) / MICRODEGREES]
    return [
      (box.south + random() * (box.north - box.south)) / MICRODEGREES,
      (box.west + random() * (box.east - box.west)) / MICRODEGREES,
    ]
  })
}

function least(numbers: readonly number[] = []): number {
  return numbers.reduce((smallest, number) => Math.min(smallest, number), Number.POSITIVE_INFINITY)
}

/** `data` of `/v1/ballot` for the named elections; undefined for a point outside the county. */
export function answerOf(
  reading: Reading,
  { county, elections }: { county: number; elections: readonly string[] },
  [lat, lng]: Point,
): Ballot | undefined {
  const { bundle } = reading
  const own = loadAreas(bundle.places).areas.findIndex((one) => one?.district_id === county && one.role === 'lines')
  if (!areasAt(bundle, toMicrodegrees(lng), toMicrodegrees(lat)).includes(own)) return undefined
  const place = findPoint(bundle, lat, lng)
  if (place.state !== loadAreas(bundle.places).areas[own]?.state) return undefined
  const { query, answer } = ballot.parse({ params: {}, search: '?lat=0&lng=0' })
  const body = answer({ query: { ...query, elections: [...elections] }, place, filter: {} }, reading)
  return JSON.parse(collectBody(body).toString()).data
}
