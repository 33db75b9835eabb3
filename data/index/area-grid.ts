// The codec of an area's grid: points at equal distances inside the boundaries of a ZIP code, city or county. Build writes it, and the
// server looks each point up to find the parts of the area that vote alike.

import { decodeRising, encodeRising } from './runs.ts'

export interface AreaGrid {
  /** Microdegrees: the south-west corner of the first field. A point is the middle of a field. */
  west: number
  south: number
  /** Size of a field in microdegrees. */
  step_lng: number
  step_lat: number
  /** Fields in a row. Row after row from south to north, and each from west to east, the fields have the numbers 0, 1, 2, … */
  columns: number
  /** Numbers, ascending, at which a run of fields inside the area begins, or the next one outside: first in, first out, second in, … */
  runs: readonly number[]
}

export function encodeGridRuns(runs: readonly number[]): Uint8Array {
  return encodeRising(runs)
}

/** Throws RangeError if the bytes end in the middle of a number. */
export function decodeGridRuns(bytes: Uint8Array): number[] {
  return decodeRising(bytes)
}

/** The number of each field inside the area, ascending. */
export function fieldsOf({ runs }: Pick<AreaGrid, 'runs'>): number[] {
  const fields: number[] = []
  for (let run = 0; run + 1 < runs.length; run += 2)
    for (let field = runs[run] ?? 0; field < (runs[run + 1] ?? 0); field++) fields.push(field)
  return fields
}

/** The middle of a field, [lng, lat] in microdegrees. */
export function middleOf({ west, south, step_lng, step_lat, columns }: AreaGrid, field: number): [number, number] {
  const row = Math.floor(field / columns)
  const column = field - row * columns
  return [west + column * step_lng + (step_lng >> 1), south + row * step_lat + (step_lat >> 1)]
}
