// Whether a layer of districts fits the city, county or school district that it divides: how much it covers, what overlaps, what lies elsewhere.

import { decodeMultiPolygon, type MultiPolygon, ringArea } from '../../data/geometry/polygon.ts'
import { addRing, overlay } from '../../data/geometry/polygon-overlay.ts'
import type { TaggedEdges } from '../../data/geometry/segment.ts'
import type { Outline } from '../read/source.ts'

/** @setting Least share of its area, in percent, that a layer of districts covers, if its entry does not say. */
export const COVERED_LEAST_DEFAULT = 95
/** @setting Most percent of the smaller of two districts that both may have: publishers draw a shared line twice. */
const SHARED_MOST = 2
/** @setting Least percent of a district that lies in the area: cities have grown since their outline was drawn. */
const INSIDE_LEAST = 50

export interface LayerDistrict {
  id: string
  polygons: MultiPolygon
}

export interface LayerMeasure {
  districts: number
  /** Of the outline, in percent; null without one. */
  covered: number | null
  /** In percent of the smaller one. */
  overlaps: readonly { ids: readonly [string, string]; share: number }[]
  /** Districts of which most lies outside of the outline. */
  elsewhere: readonly string[]
}

/** @param districts with valid polygons, in microdegrees */
export function measureLayer(districts: readonly LayerDistrict[], outline: Outline | undefined): LayerMeasure {
  const edges: TaggedEdges = { coordinates: [], tag: [] }
  const add = (polygons: MultiPolygon, tag: number): void => {
    for (const ring of polygons.flat()) addRing(edges, ring, tag)
  }
  for (const [at, { polygons }] of districts.entries()) add(polygons, at)
  const own = districts.length
  if (outline) add(decodeMultiPolygon(outline.rings), own)
  /** The districts and the outline that have a piece of land, by its label. */
  const pieces: (readonly number[])[] = []
  const labels = new Map<string, number>()
  const areas = overlay(edges, (windings) => {
    const tags = [...windings].flatMap(([tag, count]) => (count === 0 ? [] : [tag])).sort((a, b) => a - b)
    if (tags.length === 0) return null
    const key = tags.join(' ')
    const label = labels.get(key) ?? pieces.push(tags) - 1
    labels.set(key, label)
    return label
  })
  const sums = new Map<string, number>()
  const sum = (key: string, area: number) => sums.set(key, (sums.get(key) ?? 0) + area)
  const of = (...tags: number[]): number => sums.get(tags.join(' ')) ?? 0
  for (const [label, polygons] of areas) {
    const area = areaOf(polygons)
    const tags = pieces[label] ?? []
    for (const a of tags) for (const b of tags) if (a < b) sum(`${a} ${b}`, area)
    for (const tag of tags) sum(`${tag}`, area)
    if (tags.includes(own) && tags.length > 1) sum('covered', area)
  }
  return {
    districts: own,
    covered: outline ? percent(sums.get('covered') ?? 0, of(own)) : null,
    overlaps: districts.flatMap(({ id: first }, a) =>
      districts.flatMap(({ id: second }, b) => {
        const share = a < b ? percent(of(a, b), Math.min(of(a), of(b))) : 0
        return share > SHARED_MOST ? [{ ids: [first, second] as const, share }] : []
      }),
    ),
    elsewhere: outline
      ? districts.flatMap(({ id }, at) => (percent(of(at, own), of(at)) < INSIDE_LEAST ? [id] : []))
      : [],
  }
}

/** In square microdegrees; holes turn the other way. */
function areaOf(polygons: MultiPolygon): number {
  return polygons.flat().reduce((sum, ring) => sum + ringArea(ring), 0)
}

function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : (100 * part) / whole
}

export interface LayerPromise {
  /** As the entry states it. */
  districts?: number | undefined
  /** Percent. */
  least_covered?: number | undefined
  /** A program found the layer, so that one that nothing confirms is held back. */
  needs_outline?: boolean | undefined
}

/** Why the layer is held back: a part of a sentence for each fault. */
export function findLayerFaults(
  measure: LayerMeasure,
  { districts, least_covered = COVERED_LEAST_DEFAULT, needs_outline = false }: LayerPromise,
  name: string,
): string[] {
  const { covered, overlaps, elsewhere } = measure
  const few = (ids: readonly string[]): string =>
    ids.length > 5 ? `${ids.slice(0, 5).join(', ')} and ${ids.length - 5} more` : ids.join(', ')
  const [worst] = overlaps.toSorted((a, b) => b.share - a.share)
  return [
    ...(districts === undefined || districts === measure.districts
      ? []
      : [`it has ${measure.districts === 1 ? '1 district' : `${measure.districts} districts`}, expected ${districts}`]),
    ...(elsewhere.length === 0
      ? []
      : [`most of the ${elsewhere.length === 1 ? 'district' : 'districts'} ${few(elsewhere)} lies outside ${name}`]),
    ...(covered === null && needs_outline
      ? ['the boundary of its city is not held, so that nothing shows whether it fits']
      : []),
    ...(covered === null || covered >= least_covered
      ? []
      : [`it covers ${toPercent(covered)} of ${name}, expected at least ${least_covered} %`]),
    ...(worst
      ? [
          `districts ${worst.ids.join(' and ')} share ${toPercent(worst.share)} of the smaller one${overlaps.length > 1 ? `, and ${overlaps.length - 1} more pairs overlap` : ''}`,
        ]
      : []),
  ]
}

/** Rounded down: 94.97 is not 95. */
export function toPercent(share: number): string {
  return `${Math.floor(share * 10) / 10} %`
}
