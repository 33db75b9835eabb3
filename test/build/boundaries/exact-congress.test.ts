// Exact lines of the 119th Congress, as a server with a network has them.

import { expect, it } from 'vitest'
import { composeBoundaries } from '../../../build/boundaries/boundaries.ts'
import type { Boundary } from '../../../build/boundaries/boundary.ts'
import { COARSE_ERROR_M } from '../../../build/boundaries/congressional.ts'
import type { Plan } from '../../../build/boundaries/plan-editions.ts'
import { type MultiPolygon, polygonsContain } from '../../../data/geometry/polygon.ts'
import { square as box, boundary as drawn } from './drawn.ts'

const square = (x: number, size = 50_000): MultiPolygon => box(x, 0, size)
const EDITIONS = { cd118: '2022-01-01', cd119: '2024-01-01', cd120: '2026-01-01' }
const plan = (state: string, vintage: string, valid_from: string, valid_to: string | null = null): Plan => ({
  ...{ state, type: 'congressional', vintage, valid_from, valid_to, changed: null, kept_from: null },
})
/** Colorado keeps its plan; North Carolina draws one for each Congress, Texas for the 118th and the 120th, California for the 118th. */
const PLANS = [
  plan('CO', 'cd118', '2022-01-01'),
  plan('CA', 'cd118', '2022-01-01'),
  plan('NC', 'cd118', '2022-01-01', '2023-12-31'),
  plan('NC', 'cd119', '2024-01-01', '2025-12-31'),
  plan('NC', 'cd120', '2026-01-01'),
  plan('TX', 'cd118', '2022-01-01', '2025-12-31'),
  plan('TX', 'cd120', '2026-01-01'),
]
const boundary = (state: string, vintage: keyof typeof EDITIONS, n: number, more: Partial<Boundary> = {}): Boundary =>
  drawn('congressional', `${state}/cd:${n}`, square(n * 50_000), {
    ...{ state, vintage, name: `${n}`, valid_from: EDITIONS[vintage], ...more },
  })
const coarse = { lines_precision: 'generalised', error_m: 2000 } as const
const outlineOf = (state: string, vintage: keyof typeof EDITIONS): Boundary =>
  boundary(state, vintage, 1, { layer: 'state', ocd_id: state, vintage: '2017', polygons: square(50_000, 100_000) })
const keysOf = (boundaries: readonly Boundary[]) =>
  boundaries.map(({ ocd_id, vintage }) => `${ocd_id} ${vintage}`).sort()

it('draw a record of each plan: one that serves three Congresses has one', async () => {
  const published = (['NC', 'CO'] as const).flatMap((state) =>
    (['cd118', 'cd119', 'cd120'] as const).map((vintage) => boundary(state, vintage, 1)),
  )
  const { boundaries, near } = await composeBoundaries(published, PLANS)
  expect(keysOf(boundaries)).toEqual([...['CO/cd:1 cd118', 'NC/cd:1 cd118', 'NC/cd:1 cd119', 'NC/cd:1 cd120']])
  expect(near).toEqual([])
  expect(boundaries.every(({ drawn_from }) => drawn_from === undefined)).toBe(true)
})

it('replace simplified lines of the same plan in its record', async () => {
  const simplified = { lines_precision: 'generalised', error_m: 1100, polygons: square(49_000) } as const
  const { boundaries, near } = await composeBoundaries(
    [boundary('CA', 'cd118', 1, simplified), boundary('CA', 'cd119', 1)],
    PLANS,
  )
  expect([boundaries, near]).toEqual([[{ ...boundary('CA', 'cd118', 1), drawn_from: ['cd119'] }], []])
})

it('draw the plan also where its first edition is not held', async () => {
  const { boundaries } = await composeBoundaries([boundary('CO', 'cd119', 1), boundary('CO', 'cd120', 1)], PLANS)
  expect(boundaries).toEqual([
    { ...boundary('CO', 'cd119', 1), vintage: 'cd118', valid_from: '2022-01-01', drawn_from: ['cd119'] },
  ])
})

it('of a state without a row are plans of their own, each until the next one', async () => {
  const { boundaries } = await composeBoundaries([boundary('VA', 'cd118', 1), boundary('VA', 'cd120', 1)], PLANS)
  expect(boundaries.map(({ vintage, valid_from, valid_to }) => [vintage, valid_from, valid_to])).toEqual([
    ['cd118', '2022-01-01', '2025-12-31'],
    ['cd120', '2026-01-01', null],
  ])
})

it('are composed as before while some of a state are coarse', async () => {
  const outline = outlineOf('NC', 'cd118')
  const { boundaries } = await composeBoundaries(
    [outline, boundary('NC', 'cd119', 1), boundary('NC', 'cd119', 2, coarse)],
    PLANS,
  )
  expect(boundaries.find(({ vintage, ocd_id }) => vintage === 'cd119' && ocd_id === 'NC/cd:2')?.lines_precision).toBe(
    'generalised',
  )
})

it.each([
  ['which do not meet', 1_000],
  ['which meet', 0],
])(
  'of a later Congress, %s, are fitted to the state, and possible on both sides of a border, while only coarse ones are held',
  async (_what, gap) => {
    const outline = outlineOf('TX', 'cd120')
    const districts = [1, 2].map((n) =>
      boundary('TX', 'cd120', n, { ...coarse, polygons: square(n * 50_000 + gap, 50_000 - 2 * gap) }),
    )
    const before = boundary('TX', 'cd118', 1)
    const { boundaries, near } = await composeBoundaries([outline, before, ...districts], PLANS)
    const drawn = boundaries.filter(({ vintage }) => vintage === 'cd120')
    const at = (shapes: readonly Boundary[], x: number): string[] =>
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
    expect(boundaries).toContainEqual({ ...before, valid_to: '2025-12-31' })
  },
)
