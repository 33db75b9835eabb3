// Exact lines of the 119th Congress, as a server with a network has them.

import { expect, it } from 'vitest'
import { COARSE_ERROR_M } from '../../../build/lines/congressional.ts'
import type { Line } from '../../../build/lines/line.ts'
import { composeLines } from '../../../build/lines/lines.ts'
import type { MultiPolygon } from '../../../data/geometry/multipolygon.ts'
import { polygonsContain } from '../../../data/geometry/polygon.ts'

const square = (x: number, size = 50_000): MultiPolygon => [
  [Int32Array.from([x, 0, x + size, 0, x + size, size, x, size])],
]
const PLANS = {
  cd118: { valid_from: '2022-01-01', valid_to: '2025-12-31' },
  cd119: { valid_from: '2024-01-01', valid_to: '2025-12-31' },
  cd120: { valid_from: '2026-01-01', valid_to: '2027-12-31' },
}
const line = (state: string, vintage: keyof typeof PLANS, n: number, more: Partial<Line> = {}): Line => ({
  ...{
    layer: 'congressional',
    state,
    ocd_id: `${state}/cd:${n}`,
    vintage,
    census_geoid: null,
    name: `${n}`,
    class: null,
  },
  ...{ ...PLANS[vintage], lines_precision: 'exact', error_m: 25, polygons: square(n * 50_000) },
  ...more,
})
const keysOf = (lines: readonly Line[]) => lines.map(({ ocd_id, vintage }) => `${ocd_id} ${vintage}`).sort()

it('serve where the plan is new; where it is not, one record serves both Congresses; the next Congress has its own', async () => {
  const published = (['NC', 'CO'] as const).flatMap((state) =>
    (['cd118', 'cd119', 'cd120'] as const).map((vintage) => line(state, vintage, 1)),
  )
  const { lines, near } = await composeLines(published)
  expect(keysOf(lines)).toEqual([
    ...['CO/cd:1 cd118', 'CO/cd:1 cd120', 'NC/cd:1 cd118', 'NC/cd:1 cd119', 'NC/cd:1 cd120'],
  ])
  expect(near).toEqual([])
  expect(lines.every(({ drawn_from }) => drawn_from === undefined)).toBe(true)
})

it('replace simplified lines of the same plan in its record', async () => {
  const simplified = { lines_precision: 'generalised', error_m: 1100, polygons: square(49_000) } as const
  const { lines, near } = await composeLines([line('CA', 'cd118', 1, simplified), line('CA', 'cd119', 1)])
  expect([lines, near]).toEqual([[{ ...line('CA', 'cd118', 1), polygons: square(50_000), drawn_from: ['cd119'] }], []])
})

it('serve alone where the Congress before is not held', async () => {
  const { lines } = await composeLines([line('CO', 'cd119', 1), line('CO', 'cd120', 1)])
  expect(keysOf(lines)).toEqual(['CO/cd:1 cd119', 'CO/cd:1 cd120'])
})

it('are composed as before while some of a state are coarse', async () => {
  const coarse = { lines_precision: 'generalised', error_m: 2000 } as const
  const outline: Line = {
    ...line('NC', 'cd118', 1),
    layer: 'state',
    ocd_id: 'NC',
    vintage: '2017',
    polygons: square(50_000, 100_000),
  }
  const { lines } = await composeLines([outline, line('NC', 'cd119', 1), line('NC', 'cd119', 2, coarse)])
  expect(lines.find(({ vintage, ocd_id }) => vintage === 'cd119' && ocd_id === 'NC/cd:2')?.lines_precision).toBe(
    'generalised',
  )
})

it('of a later Congress are fitted to the state, and possible on both sides of a border, while only coarse ones are held', async () => {
  const coarse = { lines_precision: 'generalised', error_m: 2000 } as const
  const outline: Line = {
    ...line('TX', 'cd120', 1),
    ...{ layer: 'state', ocd_id: 'TX', vintage: '2017', polygons: square(50_000, 100_000) },
  }
  // Each is short of the state's border, and the two do not meet.
  const districts = [1, 2].map((n) =>
    line('TX', 'cd120', n, { ...coarse, polygons: square(n * 50_000 + 1_000, 48_000) }),
  )
  const before = line('TX', 'cd118', 1)
  const { lines, near } = await composeLines([outline, before, ...districts])
  const drawn = lines.filter(({ vintage }) => vintage === 'cd120')
  const at = (shapes: readonly Line[], x: number): string[] =>
    shapes.filter(({ polygons }) => polygonsContain(polygons, x, 25_000)).map(({ ocd_id }) => ocd_id)
  expect(drawn.map(({ lines_precision, error_m }) => [lines_precision, error_m])).toEqual(
    [1, 2].map(() => ['generalised', COARSE_ERROR_M]),
  )
  expect([50_010, 99_990, 100_010, 149_990].map((x) => at(drawn, x))).toEqual([
    ...[['TX/cd:1'], ['TX/cd:1'], ['TX/cd:2'], ['TX/cd:2']],
  ])
  expect([70_000, 90_000, 110_000, 130_000].map((x) => at(near, x))).toEqual([
    ...[[], ['TX/cd:1', 'TX/cd:2'], ['TX/cd:1', 'TX/cd:2'], []],
  ])
  expect(lines).toContainEqual(before)
})
