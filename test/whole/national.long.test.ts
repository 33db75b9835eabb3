// Every district of the nation in the places part: compares its index with plain tests over its polygons.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type MultiPolygon, polygonsContain, ringContains } from '../../data/geometry/polygon.ts'
import { type OpenPart, openPart } from '../../data/store/bundle.ts'
import { loadPlacesIndex } from '../../server/place/point.ts'
import { hasTestData } from '../build/cells-layers.ts'
import { Proving, type Rules, times } from '../build/cells-proof.ts'
import { writeNation } from '../build/index/cells-nation.ts'
import { shareFolder } from '../temporary.ts'
import { districtsAt, KNOWN_PLACES } from './national-places.ts'
import { type Draw, drawOver, POINTS } from './national-points.ts'
import { readServedLines, type ServedLines } from './served-lines.ts'

const TIMEOUT = process.env.PROOF === '1' ? 7_200_000 : 900_000
/** A county's district has the high schools of places whose own district has none: both are those of a point there. */
const OVERLAPPING = ['KY school 2012']
/** Each county draws its own commission: along a border between two counties the lines overlap or leave a gap of some metres. */
const isByCounty = (name: string): boolean => name.includes(' county_council ')
const NONE = { differences: [], notExactlyOne: [] }

// Needs the publishers' files (HUSTINGS_TEST_DATA or ../shared/data).
describe.skipIf(!hasTestData)('every district of the nation', { timeout: TIMEOUT }, () => {
  const folder = shareFolder()
  let parts: OpenPart[] = []
  let served: ServedLines
  let proving: Proving
  let draw: Draw
  let rules: Rules

  beforeAll(async () => {
    const file = await writeNation(folder)
    const [sqlite, memory] = [openPart(file, 'sqlite'), openPart(file, 'memory')]
    parts = [sqlite, memory]
    expect(await loadPlacesIndex(memory, () => true)).toBeGreaterThan(0)
    served = readServedLines(sqlite)
    proving = new Proving(served.layers, served.findIn(sqlite), [served.findIn(memory)])
    draw = drawOver(served.layers, (below) => proving.random(below))
    const names = served.layers
      .map(({ name }) => name)
      .filter((name) => !OVERLAPPING.includes(name) && !isByCounty(name))
    rules = { partitions: names.filter((name) => !name.includes(' place ')), apart: names }
  })
  afterAll(() => {
    for (const part of parts) part.close()
  })

  it.each(['population', 'uniform'] as const)('is found at points drawn by %s', (kind) => {
    const count = POINTS.random / 2
    const proof = proving.prove(times(count, draw[kind]), rules)
    expect(proof).toMatchObject({ ...NONE, points: count })
    expect(proof.insideLayer).toBeGreaterThan(count)
  })

  it('is found within 100 m of borders', () => {
    const proof = proving.prove(times(POINTS.near, draw.near), rules)
    expect(proof).toMatchObject({ ...NONE, points: POINTS.near })
  })

  it('is found on borders, one of a layer', () => {
    const proof = proving.prove(times(POINTS.on, draw.on), rules)
    expect(proof).toMatchObject({ ...NONE, points: POINTS.on })
    expect(proof.onBorder).toBeGreaterThan(POINTS.on / 2)
    expect(proof.insideLayer).toBeGreaterThan(POINTS.on)
  })

  it('is found near borders in cells that are not hexagons', () => {
    const { cells, points } = proving.crookedCells()
    expect(cells).toBeGreaterThan(100)
    expect(points.length).toBeGreaterThan(1_000)
    const proof = proving.prove(points, rules)
    expect(proof).toMatchObject(NONE)
  })

  it.each(KNOWN_PLACES)('$name is where it is', ({ point, districts }) => {
    for (const part of parts) expect(districtsAt(served, served.findIn(part), point)).toEqual(districts)
  })

  it('has holes and separate parts, and no district of only water', () => {
    const { x, y } = at('Highland Park, inside it')
    const detroit = shapeOf('place', '2622000').filter(([outer]) => outer && ringContains(outer, x, y))
    expect(detroit).toHaveLength(1)
    expect(polygonsContain(detroit, x, y)).toBe(false)
    const parts = ['Hilo, Hawaii', 'Makawao, Maui', 'Kaunakakai, of Maui', 'Lihue, Kauai'].map((name) => {
      const place = at(name)
      return shapeOf('congressional', '1502').findIndex((rings) => polygonsContain([rings], place.x, place.y))
    })
    expect(parts).not.toContain(-1)
    expect(new Set(parts).size).toBe(parts.length)
    expect(served.layers.flatMap(({ districts }) => districts.filter((district) => /ZZ$/.test(district)))).toEqual([])
  })

  function at(name: string): { x: number; y: number } {
    const place = KNOWN_PLACES.find((one) => one.name === name)
    if (!place) throw new Error(`no known place is called ${name}`)
    return { x: place.point[0], y: place.point[1] }
  }

  function shapeOf(type: string, district: string): MultiPolygon {
    const layer = served.layers.find((one) => one.type === type && one.districts.includes(district))
    return layer?.shapes[layer.districts.indexOf(district)] ?? []
  }
})
