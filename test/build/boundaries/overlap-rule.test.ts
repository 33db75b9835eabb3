import { describe, expect, it } from 'vitest'
import { type Overlap, overlapIndex, type Shape } from '../../../build/boundaries/overlap-rule.ts'
import { polygonsArea } from '../../../build/boundaries/polygon.ts'
import { boundingBox, type MultiPolygon, polygonsContain, type Ring } from '../../../data/geometry/polygon.ts'
import { box, plane, ring } from './metres.ts'

/** Those that count. */
const overlaps = (area: Shape, districts: readonly (Shape & { id: number })[]): Overlap[] =>
  overlapIndex(districts)(area).filter(({ counts }) => counts)
const one = (polygons: MultiPolygon, area: MultiPolygon, error_m: number) =>
  overlaps({ polygons: area, error_m: 0 }, [{ id: 7, polygons, error_m }])[0]

describe('the rule at its edges', () => {
  const area: MultiPolygon = [[box(0, 0, 4_000, 4_000)]]

  it('a sliver of any length does not count, a strip wider than the mismatch does', () => {
    expect(one([[box(3_962, 0, 4_000, 4_000)]], area, 40)).toBeUndefined()
    expect(one([[box(3_956, 0, 4_000, 4_000)]], area, 40)).toMatchObject({ id: 7, covers: false })
  })

  it('a sliver left over does not keep a district from covering', () => {
    expect(one([[box(38, -50, 5_000, 5_000)]], area, 40)).toMatchObject({ covers: true })
    expect(one([[box(44, -50, 5_000, 5_000)]], area, 40)).toMatchObject({ covers: false })
  })

  it('a district inside counts however small it is, and covers nothing', () => {
    const found = one([[box(2_000, 2_000, 10, 10)]], area, 2_000)
    expect(found).toMatchObject({ covers: false })
    expect(found?.size).toBeCloseTo(10_000, -4)
  })

  it('an area inside is covered, whatever the mismatch', () => {
    expect(one([[box(-50, -50, 9_000, 9_000)]], [[box(100, 100, 30, 30)]], 2_000)).toMatchObject({
      covers: true,
      size: expect.closeTo(90_000, -4),
    })
  })

  it('an area thinner than the mismatch is judged by its own width', () => {
    const town: MultiPolygon = [[box(0, 0, 1_000, 1_000)]]
    expect(one([[box(600, -500, 9_000, 9_000)]], town, 2_000)).toMatchObject({ covers: false })
    expect(one([[box(-9_000, -500, 9_600, 9_000)]], town, 2_000)).toMatchObject({ covers: false })
    expect(one([[box(-9_000, -500, 9_020, 9_000)]], town, 2_000)).toBeUndefined()
    expect(one([[box(20, -500, 9_000, 9_000)]], town, 2_000)).toMatchObject({ covers: true })
  })

  it('neighbours that share their border do not overlap', () => {
    expect(one([[box(4_000, 0, 4_000, 4_000)]], area, 0)).toBeUndefined()
  })

  it('a hole is no part of a district', () => {
    const around: MultiPolygon = [[box(-4_000, -4_000, 12_000, 12_000), box(-100, -100, 4_200, 4_200)]]
    expect(one(around, area, 20)).toBeUndefined()
    const partly: MultiPolygon = [[box(-4_000, -4_000, 12_000, 12_000), box(1_000, 1_000, 2_000, 2_000)]]
    expect(one(partly, area, 20)).toMatchObject({ covers: false, size: expect.closeTo(12e8, -6) })
  })

  it('keeps the order of the districts, and answers of each the same alone', () => {
    const districts = [3, 1, 2].map((id) => ({ id, polygons: [[box(id * 900, 0, 900, 4_000)]], error_m: 5 }))
    const found = overlaps({ polygons: area, error_m: 5 }, districts)
    expect(found.map(({ id }) => id)).toEqual([3, 1, 2])
    for (const district of districts)
      expect(overlaps({ polygons: area, error_m: 5 }, [district])).toEqual(found.filter(({ id }) => id === district.id))
  })
})

const PAIRS = process.env.PROOF === '1' ? 200 : 60

it('pairs against sampling on a grid agrees wherever the sampling is sure', () => {
  const random = generator(2024)
  const decided = { counted: 0, not: 0, covering: 0, uncovered: 0 }
  for (let pair = 0; pair < PAIRS; pair++) {
    const first = star(random, 2_000, 2_000, 500 + random() * 1_200)
    const radius = 15 + random() * 150
    const other = star(random, 1_000 + random() * 2_500, 1_000 + random() * 2_500, 300 + random() * 1_500)
    const kinds = [other, jittered(random, first, 10 + random() * 120), grazing(first, other, random() * 4 * radius)]
    const second = kinds[pair % 3] ?? other
    const [found] = overlaps({ polygons: [[first]], error_m: radius }, [
      { id: 1, polygons: [[second]], error_m: radius },
    ])
    const seen = sample(first, second)
    const common = verdict(seen.both, Math.min(seen.area.count, seen.district.count), seen.smaller, radius, seen.step)
    if (common !== null) {
      expect(found !== undefined, `pair ${pair}`).toBe(common)
      decided[common ? 'counted' : 'not']++
    }
    if (!found) continue
    const share = found.size / polygonsArea([[first]])
    expect(Math.abs(share - seen.both.count / seen.area.count)).toBeLessThan(0.03)
    const rest = verdict(seen.rest, seen.area.count, seen.area, radius, seen.step)
    if (rest === null) continue
    expect(found.covers, `pair ${pair}`).toBe(!rest)
    decided[rest ? 'uncovered' : 'covering']++
  }
  expect(decided.counted).toBeGreaterThan(0.4 * PAIRS)
  expect(decided.not).toBeGreaterThan(0.05 * PAIRS)
  expect(decided.covering).toBeGreaterThan(0.05 * PAIRS)
  expect(decided.uncovered).toBeGreaterThan(0.25 * PAIRS)
})

interface Seen {
  count: number
  /** The widest clearance of any sampled point. */
  widest: number
}

/** Whether a part counts, or null where the samples are too coarse to say. */
function verdict(part: Seen, whole: number, shape: Seen, radius: number, step: number): boolean | null {
  const slack = step * Math.SQRT1_2
  if (part.count === 0 && whole > 50) return part.widest + slack < radius / 8 ? false : null
  if (part.count > 0.53 * whole || part.widest >= Math.min(radius, (shape.widest + slack) / 4)) return true
  const least = 0.96 * Math.min(radius, (0.75 * shape.widest) / 4)
  return part.count < 0.47 * whole && part.widest + slack < least ? false : null
}

function sample(first: Ring, second: Ring) {
  const step = 30
  const around = boundingBox([first, second])
  const seen = { both: none(), rest: none(), area: none(), district: none() }
  for (let x = around.west; x < around.east; x += step / plane.east)
    for (let y = around.south; y < around.north; y += step / plane.north) {
      const [px, py] = [Math.round(x), Math.round(y)]
      const [inFirst, inSecond] = [polygonsContain([[first]], px, py), polygonsContain([[second]], px, py)]
      if (!inFirst && !inSecond) continue
      const [toFirst, toSecond] = [distance(first, px, py), distance(second, px, py)]
      if (inFirst) note(seen.area, toFirst)
      if (inSecond) note(seen.district, toSecond)
      if (inFirst) note(inSecond ? seen.both : seen.rest, Math.min(toFirst, toSecond))
    }
  return { ...seen, step, smaller: seen.area.count <= seen.district.count ? seen.area : seen.district }
}

function none(): Seen {
  return { count: 0, widest: 0 }
}

function note(seen: Seen, clearance: number): void {
  seen.count++
  seen.widest = Math.max(seen.widest, clearance)
}

function distance(each: Ring, x: number, y: number): number {
  let least = Infinity
  for (let i = 0; i < each.length; i += 2) {
    const j = (i + 2) % each.length
    const [ax, ay] = [((each[i] ?? 0) - x) * plane.east, ((each[i + 1] ?? 0) - y) * plane.north]
    const [bx, by] = [((each[j] ?? 0) - x) * plane.east, ((each[j + 1] ?? 0) - y) * plane.north]
    const [dx, dy] = [bx - ax, by - ay]
    const along = Math.max(0, Math.min(1, -(ax * dx + ay * dy) / (dx * dx + dy * dy || 1)))
    least = Math.min(least, Math.hypot(ax + along * dx, ay + along * dy))
  }
  return least
}

function star(random: () => number, x: number, y: number, size: number): Ring {
  const corners = 5 + Math.floor(random() * 40)
  const metres: number[] = []
  for (let i = 0; i < corners; i++) {
    const reach = size * (0.4 + 0.6 * random())
    const angle = ((i + 0.8 * random()) / corners) * 2 * Math.PI
    metres.push(x + reach * Math.cos(angle), y + reach * Math.sin(angle))
  }
  return ring(...metres)
}

/** The same corners, each moved by up to so many metres: slivers along the whole border. */
function jittered(random: () => number, each: Ring, metres: number): Ring {
  return each.map((value, i) =>
    Math.round(value + ((random() - 0.5) * metres) / (i % 2 === 0 ? plane.east : plane.north)),
  )
}

/** Moved to reach into the first by so many metres, seen from the west. */
function grazing(first: Ring, second: Ring, metres: number): Ring {
  const shift = boundingBox([first]).east - boundingBox([second]).west - metres / plane.east
  return second.map((value, i) => (i % 2 === 0 ? Math.round(value + shift) : value))
}

function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}
