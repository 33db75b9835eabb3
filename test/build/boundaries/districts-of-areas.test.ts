import { expect, it } from 'vitest'
import type { Boundary } from '../../../build/boundaries/boundary.ts'
import { findOverlaps } from '../../../build/boundaries/districts-of-areas.ts'
import type { MultiPolygon } from '../../../data/geometry/polygon.ts'
import { boundary as drawn, square } from './drawn.ts'

/** One degree high, from 36° north. */
const box = (west: number, east: number): MultiPolygon => square(west, 36e6, east - west, 1e6)
const boundary = (layer: string, vintage: string, polygons: MultiPolygon): Boundary =>
  drawn(layer, `x/${layer}:1`, polygons, { vintage, name: layer, error_m: 0 })

it('a band along generalised lines belongs to one vintage of its district', async () => {
  const [exact, generalised] = ['cd118', 'cd119'].map((vintage) => boundary('congressional', vintage, box(0, 2e6)))
  const county = boundary('county', 'now', box(1.5e6, 2e6))
  if (!exact || !generalised) throw new Error('two plans')
  const band = { ...generalised, polygons: box(1.9e6, 2.1e6) }
  const { overlaps } = await findOverlaps([exact, generalised, county], [band], [])
  const of = (vintage: string) =>
    overlaps
      .filter(([, area, , ocd_id, plan]) => area === county.ocd_id && ocd_id === exact.ocd_id && plan === vintage)
      .map(([, , , , , role, covers]) => ({ role, covers }))
  expect(of('cd118')).toEqual([{ role: 'lines', covers: true }])
  expect(of('cd119').map(({ role }) => role)).toEqual(['lines', 'near'])
})

it('a district covers no area that its neighbour reaches into, however thin; one that overlaps with both may', async () => {
  // 50 metres of the county lie beyond the first district's lines, which may err by 100.
  const border = 1e6 - 556
  const district = (n: number, polygons: MultiPolygon, error_m: number) => ({
    ...boundary('state_lower', '2022', polygons),
    ...{ ocd_id: `x/sldl:${n}`, error_m },
  })
  const first = district(1, box(-1e6, border), 100)
  const neighbour = district(2, box(border, 2e6), 0)
  const both = district(3, box(-1e6, 2e6), 100)
  const county = boundary('county', 'now', box(0, 1e6))
  const covering = async (...districts: Boundary[]) => {
    const { overlaps } = await findOverlaps([...districts, county], [], [])
    const met = overlaps.filter(([, area, , ocd_id]) => area === county.ocd_id && ocd_id !== county.ocd_id)
    return met.map(([, , , ocd_id, , , covers]) => [ocd_id, covers])
  }
  expect(await covering(first)).toEqual([['x/sldl:1', true]])
  expect(await covering(first, neighbour, both)).toEqual([
    ['x/sldl:1', false],
    ['x/sldl:2', false],
    ['x/sldl:3', true],
  ])
})
