import { describe, expect, it } from 'vitest'
import type { Point } from './cells-brute.ts'
import { atlasLayers } from './cells-layers.ts'
import { BORDER_POINTS, PROOF_TIMEOUT, Proving, RANDOM_POINTS, times } from './cells-proof.ts'

const NONE = { differences: [], notExactlyOne: [] }

describe('the cell index over every state and county of us-atlas', () => {
  const layers = atlasLayers()
  const proving = new Proving(layers)
  const partitions = layers.map(({ name }) => name)

  it('answers like plain tests at random points', { timeout: PROOF_TIMEOUT }, () => {
    const proof = proving.prove(
      times(RANDOM_POINTS, () => proving.randomPoint()),
      { partitions },
    )
    expect(proof).toMatchObject({ ...NONE, points: RANDOM_POINTS })
  })

  it('answers like plain tests near borders, and on borders with exactly one area of a layer', {
    timeout: PROOF_TIMEOUT,
  }, () => {
    const proof = proving.prove(
      times(BORDER_POINTS, () => proving.borderPoint()),
      { partitions },
    )
    expect(proof).toMatchObject({ ...NONE, points: BORDER_POINTS })
    expect(proof.insideLayer).toBeGreaterThan(BORDER_POINTS / 10)
  })

  it('answers like plain tests in cells that are not hexagons', () => {
    const { cells, points } = proving.crookedCells()
    expect(cells).toBeGreaterThan(10)
    expect(points.length).toBeGreaterThan(1000)
    expect(proving.prove(points, { partitions })).toMatchObject(NONE)
  })

  it('answers like plain tests on both sides of the antimeridian', () => {
    const bothSides = function* (): Generator<Point> {
      for (let i = 0; i < RANDOM_POINTS / 4; i++) {
        const x = Math.round(180e6 - (i % 2 === 0 ? 10 ** proving.random(6) : proving.random(1.5e6)))
        yield [proving.random(2) < 1 ? x : -x, Math.round(51.2e6 + proving.random(1.2e6))]
      }
      for (let y = 51.2e6; y < 52.4e6; y += 2000) yield [-180e6, y]
    }
    const proof = proving.prove(bothSides(), { partitions })
    expect(proof).toMatchObject({ differences: [] })
    const points = [...bothSides()]
    const inAlaska = points.filter(([x, y]) => proving.find([x, y]).length > 0)
    expect(inAlaska.some(([x]) => x > 0)).toBe(true)
    expect(inAlaska.some(([x]) => x < 0)).toBe(true)
  })
})
