// The place index read as a whole, compared with the same index read bucket by bucket, at the first lookup in each.

import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertIndex } from '../../../build/bundle/places-part.ts'
import { CELL_RESOLUTION, CELLS_PER_BASE, cellCentre } from '../../../data/index/cell.ts'
import { BUCKET_KEYS, decodeRuns } from '../../../data/index/runs.ts'
import { type OpenPart, openPart } from '../../../data/store/bundle.ts'
import { writePart } from '../../../data/store/part.ts'
import { areasAt, loadPlacesIndex } from '../../../server/place/point.ts'
import { createBundles } from '../../../server/serving/bundles.ts'
import { atlasLayers } from '../../build/cells-layers.ts'
import { Proving, RANDOM_POINTS, times } from '../../build/cells-proof.ts'
import { shareFolder } from '../../temporary.ts'
import { published } from '../serving/published.ts'
import { fixture, shareFixture } from '../shared-fixture.ts'

const FULL = process.env.PROOF === '1'
const COUNTIES = 150
const folder = shareFolder()
const open: OpenPart[] = []
let file = ''
let proving: Proving

function openAgain(): OpenPart {
  const part = openPart(file, file)
  open.push(part)
  return part
}

beforeAll(() => {
  // Places in two areas are enough in a part of the country.
  const layers = atlasLayers().map(({ name, shapes }) => ({
    name,
    shapes: FULL || name === 'states' ? shapes : shapes.slice(0, COUNTIES),
  }))
  proving = new Proving(layers, () => [])
  const { sha256 } = writePart(folder, 'places', (writer) => insertIndex(writer, proving.index))
  file = join(folder, `${sha256}.sqlite`)
})
afterAll(() => {
  for (const part of open) part.close()
})

describe('the place index', () => {
  it('answers alike if it is read as a whole or by lookups: at random points, near borders, and where runs of cells begin and end', async () => {
    const [byLookups, whole] = [{ places: openAgain() }, { places: openAgain() }]
    expect(await loadPlacesIndex(whole.places, () => true)).toBeGreaterThan(1_000_000)
    const ends = byLookups.places
      .statement<{ bucket: number; runs: Uint8Array }>('SELECT bucket, runs FROM cell_run ORDER BY bucket')
      .all()
      .flatMap(({ bucket, runs }) => {
        const begins = decodeRuns(runs).begins.filter((_, run) => run % 5 === 0)
        return [...begins].flatMap((place) => [bucket * BUCKET_KEYS + place, bucket * BUCKET_KEYS + place - 1])
      })
      .filter((key) => key >= 0 && key < 122 * CELLS_PER_BASE)
      .map((key) => cellCentre(key, CELL_RESOLUTION))
    const points = [
      ...times(RANDOM_POINTS, () => proving.randomPoint()),
      ...times(RANDOM_POINTS, () => proving.borderPoint()),
      ...ends,
    ]
    expect(ends.length).toBeGreaterThan(10_000)
    const wrong = points.filter(([x, y]) => areasAt(whole, x, y).join() !== areasAt(byLookups, x, y).join())
    expect(wrong).toEqual([])
    expect(points.filter(([x, y]) => areasAt(whole, x, y).length > 0).length).toBeGreaterThan(points.length / 4)
  })

  it('is read as a whole without blocking the event loop, while lookups go on whose answers may be changed', async () => {
    const places = openAgain()
    let turns = 0
    let loading = true
    const inKansas = () => areasAt({ places }, -98_000_000, 39_000_000)
    const expected = [...inKansas()]
    const turn = (): void => {
      turns++
      const found = inKansas()
      expect(found).toEqual(expected)
      found.push(99)
      if (loading) setImmediate(turn)
    }
    setImmediate(turn)
    await loadPlacesIndex(places, () => true)
    loading = false
    inKansas().push(99)
    expect(inKansas()).toEqual(expected)
    const buckets = places.statement<{ n: number }>('SELECT count(*) AS n FROM cell_run').get()?.n ?? 0
    expect(turns).toBeGreaterThan(buckets / 2)
  })

  it('is not read twice, and reading stops once the part has closed', async () => {
    const places = openPart(file, file)
    const [first, second] = [loadPlacesIndex(places, () => true), loadPlacesIndex(places, () => false)]
    expect(await second).toBe(await first)
    places.close()
    expect(await loadPlacesIndex(places, () => false)).toBe(await first)

    const closing = openPart(file, file)
    let asked = 0
    const held = loadPlacesIndex(closing, () => {
      if (asked++ === 3) closing.close()
      return asked <= 3
    })
    expect(await held).toBe(0)
    expect(asked).toBe(4)
  })
})

describe('the place index of a served bundle', () => {
  shareFixture()

  it('is read as a whole if configured, and stays in memory as long as its part', async () => {
    const [first, second] = [fixture.write({ mark: ' one' }), fixture.write({ mark: ' two' })]
    for (const where of ['memory', 'sqlite'] as const) {
      const bundles = createBundles(fixture.paths, { places: where })
      await bundles.open(published(first))
      const { places } = bundles.lease()?.bundle ?? expect.fail()
      const held = await loadPlacesIndex(places, () => false)
      expect(held > 0).toBe(where === 'memory')
      await bundles.open(published(second, 2))
      expect(bundles.lease()?.bundle.places).toBe(places)
      expect(await loadPlacesIndex(places, () => false)).toBe(held)
      await bundles.close()
    }
  })

  it('is read by lookups if it cannot be read as a whole, and the log reports it once', async () => {
    const told: string[] = []
    const bundles = createBundles(fixture.paths, { places: 'memory', warn: (fault) => told.push(String(fault)) })
    await bundles.open(published(fixture.write()))
    const { places } = bundles.lease()?.bundle ?? expect.fail()
    const part = join(fixture.paths.parts, `${places.sha256}.sqlite`)
    const whole = readFileSync(part)
    chmodSync(part, 0o644)
    // Its first slice is read in a later turn of the event loop, when only the first page is left.
    writeFileSync(part, Buffer.concat([whole.subarray(0, 4096), Buffer.alloc(whole.length - 4096, 0xff)]))
    await expect(loadPlacesIndex(places, () => true)).rejects.toThrow('malformed')
    writeFileSync(part, whole)
    expect(areasAt({ places }, -78_500_000, 35_500_000).length).toBeGreaterThan(0)
    await bundles.close()
    expect(told).toEqual([expect.stringMatching(/HUSTINGS_PLACES=memory: .*\(SQLITE_CORRUPT\)/)])
    expect(told.join()).not.toContain(places.sha256)
    expect(told.join()).not.toContain(fixture.paths.root)
  })
})
