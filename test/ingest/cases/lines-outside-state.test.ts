// The lines of a district lie in its state, or are not served. The districts are invented.

import { describe, expect, it } from 'vitest'
import { stateOf } from '../../../data/schema/states.ts'
import type { StateCode } from '../../../data/schema/vocabulary.ts'
import { placeInExtent } from '../../../ingest/boundary/district-file.ts'
import { collection, square as squareOf } from '../boundary/collect.ts'
import { readConfigured } from './configured.ts'

/** Longitude and latitude of the south-west corner. */
type Corner = readonly [number, number]
const square = ([x, y]: Corner, size = 0.05) => squareOf(x, y, size)
const swap = (polygon: readonly number[][][]) => polygon.map((ring) => ring.map((position) => position.toReversed()))
const file = (...polygons: number[][][][]) =>
  JSON.stringify(collection(...polygons.map((polygon, at) => ({ properties: { N: at + 1 }, polygon }))))

async function read(state: StateCode, text: string) {
  const id = `${stateOf(state).ocd_id}/place:sample/council_district:{id}`
  const lines = ['layer: council', 'id_column: N', 'plan: 2031', 'name: Sample District {id}', `ocd_id: ${id}`]
  const { rows, issues } = await readConfigured(
    'district_files',
    ['url: f.geojson', ...lines],
    { 'f.geojson': text },
    { state },
  )
  return {
    names: rows.flatMap((one) => (one.table === 'shape' ? [one.row.name] : [])),
    said: issues.map(({ code, value, message }) => `${code} ${value}: ${message}`),
  }
}

const WILMINGTON = [-75.55, 39.74] as const
const PLACES: readonly (readonly [StateCode, Corner])[] = [
  ['DE', WILMINGTON],
  ['AK', [-149.9, 61.2]],
  ['HI', [-157.85, 21.3]],
  ['PR', [-66.1, 18.4]],
  ['GU', [144.75, 13.45]],
  ['DC', [-77.03, 38.9]],
]

describe('a file of districts', () => {
  it.each(PLACES)('of %s is read where its lines lie there', async (state, corner) => {
    expect(await read(state, file(square(corner)))).toEqual({ names: ['Sample District 1'], said: [] })
  })

  it.each(PLACES)('of %s with latitude before longitude gives an issue, and no lines', async (state, corner) => {
    // No latitude is beyond 90 degrees.
    if (Math.abs(corner[0]) > 90) {
      await expect(read(state, file(swap(square(corner))))).rejects.toThrow(/or have latitude before longitude/)
      return
    }
    const { names, said } = await read(state, file(swap(square(corner))))
    expect(names).toEqual([])
    expect(said).toHaveLength(1)
    expect(said[0]).toMatch(
      /^lines-outside-state Sample District 1: feature 1 lies outside .*: its positions have latitude before longitude, expected longitude before latitude; its lines are left out$/,
    )
  })

  it.each<[string, Corner]>([
    ['of another state', [-122.4, 37.7]],
    ['of a neighbouring state', [-80, 40.4]],
    ['in the ocean', [-70, 38]],
    ['of a longitude without its sign', [75.55, 39.74]],
    ['at the origin', [0, 0]],
  ])('with the lines %s gives an issue for each, and the other districts are read', async (_, corner) => {
    const { names, said } = await read('DE', file(square(corner), square(WILMINGTON)))
    expect(names).toEqual(['Sample District 2'])
    expect(said).toHaveLength(1)
    expect(said[0]).toContain(
      `lines-outside-state Sample District 1: feature 1 lies outside Delaware, at ${corner[0]}, ${corner[1]}: expected lines that reach it`,
    )
  })

  it('may reach beyond its state, as a district of a shore does', async () => {
    expect((await read('DE', file(square(WILMINGTON, 1)))).names).toEqual(['Sample District 1'])
  })
})

it('Every state has an extent, with its own middle and without that of another', () => {
  const at = ([x, y]: Corner) => [[[[x, y]]]]
  for (const [state, corner] of PLACES) {
    expect(placeInExtent(state, at(corner))).toBe('inside')
    for (const [other] of PLACES) if (other !== state) expect(placeInExtent(other, at(corner))).toBe('outside')
  }
})
