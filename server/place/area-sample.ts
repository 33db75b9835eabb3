// Looks up the points of the grid that the build laid over a ZIP code, city or county, to find which of them have the same districts.

import { MICRODEGREES } from '../../data/geometry/polygon.ts'
import { type AreaGrid, fieldsOf, middleOf } from '../../data/index/area-grid.ts'
import type { Bundle, OpenPart } from '../../data/store/bundle.ts'
import { findAreaGrid } from '../../data/store/map-reads.ts'
import { defineKept } from '../read/bundle-cache.ts'
import type { Steps } from '../read/sliced-work.ts'
import { bytesOfPoint, findPointIn, type Point, type ResolvedLocation } from './place.ts'
import { areasAt } from './point.ts'

const POINTS_A_STEP = 64

export interface SampledGrid {
  grid: AreaGrid
  /** Numbers of the fields inside the area, ascending. */
  fields: readonly number[]
  /** Of each of these fields, the place of its point in `points` of the sample. */
  point_of: readonly number[]
  /** Size of a field, the same unit in all grids. */
  size: number
}

export interface AreaSample {
  /** Points as the look-up of a point answers them; each answer once. */
  points: readonly Point[]
  grids: readonly SampledGrid[]
}

/** Undefined without a grid for each area that the name means. Points outside the states of the place are left out. */
export function* sampleArea(bundle: Bundle, place: ResolvedLocation): Steps<AreaSample | undefined> {
  const key = [...place.area_keys, ...place.states].join(' ')
  const known = samples.find(bundle.places, key)
  if (known) return known
  const points: Point[] = []
  const places = new Map<string, number>()
  const grids: SampledGrid[] = []
  for (const area_key of place.area_keys) {
    const grid = findAreaGrid(bundle.places, area_key)
    if (!grid) return undefined
    const fields: number[] = []
    const point_of: number[] = []
    for (const [at, field] of fieldsOf(grid).entries()) {
      if ((at + 1) % POINTS_A_STEP === 0) yield
      const [x, y] = middleOf(grid, field)
      const point = findPointIn(bundle, areasAt(bundle, x, y), x, y)
      if (!point || point.beside_state || !place.states.includes(point.state)) continue
      const same = places.get(point.key) ?? points.length
      if (same === points.length) {
        points.push(point)
        places.set(point.key, same)
      }
      fields.push(field)
      point_of.push(same)
    }
    grids.push({ grid, fields, point_of, size: sizeOfField(grid) })
  }
  const sample = { points, grids }
  samples.keep(bundle.places, key, sample)
  return sample
}

const FIELD_BYTES = 16

const samples = defineKept<OpenPart, string, AreaSample>('area_sample', ({ points, grids }) => {
  const fields = grids.reduce((sum, { fields }) => sum + fields.length, 0)
  return points.reduce((sum, point) => sum + bytesOfPoint(point), fields * FIELD_BYTES)
})

function sizeOfField({ south, step_lng, step_lat }: AreaGrid): number {
  return step_lng * step_lat * Math.cos((south / MICRODEGREES / 180) * Math.PI)
}
