// The lines of the 119th Congress from the publishers' files: a coverage, and within their named error.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { edgesOf, innerBorders, nearBands } from '../../../build/boundaries/border.ts'
import { COARSE_ERROR_M, fitToOutline } from '../../../build/boundaries/congressional.ts'
import { boxOf, planeAt, squaredDistance } from '../../../build/boundaries/polygon.ts'
import { fromCoordinates, type MultiPolygon, polygonsContain } from '../../../data/geometry/polygon.ts'
import { PROJECT_ROOT } from '../../../data/store/paths.ts'
import { isValid } from '../../../ingest/boundary/shape.ts'
import { readGeoJson } from '../../../ingest/read/geojson.ts'
import { readShapefile } from '../../../ingest/read/shapefile.ts'
import { expectCoverage } from './coverage.ts'

const DATA = join(process.env.HUSTINGS_TEST_DATA ?? join(PROJECT_ROOT, '..', 'shared', 'data'), 'boundaries')
const DETAIL = join(DATA, 'cd118_tiger2022')

describe.skipIf(!existsSync(DATA))('on the real files', () => {
  type Row = { state: string; number: string; polygons: MultiPolygon }
  let coarse: Row[] = []
  const outlines = new Map<string, MultiPolygon>()
  const load = (path: string) => ({ name: path, url: path, bytes: gunzipSync(readFileSync(join(DATA, path))) })

  beforeAll(() => {
    coarse = [...readGeoJson(load('cd119_cb2024_20m/congressional_districts.geojson.gz'))]
      .map(({ properties, polygons }) => ({
        state: String(properties.STATEFP),
        number: String(properties.CD119FP),
        polygons: fromCoordinates(polygons),
      }))
      .sort((a, b) => (a.number < b.number ? -1 : 1))
    for (const { properties, polygons } of readGeoJson(load('states_tiger_full/states.geojsonl.gz')))
      outlines.set(String(properties.geoid), fromCoordinates(polygons))
  })

  const fitState = (fips: string) => {
    const districts = coarse.filter(({ state }) => state === fips)
    const outline = outlines.get(fips) ?? []
    return {
      districts,
      outline,
      fitted: fitToOutline(
        districts.map(({ polygons }) => polygons),
        outline,
      ),
    }
  }

  for (const [code, fips] of Object.entries(
    process.env.PROOF ? { AL: '01', GA: '13', LA: '22', NC: '37', NY: '36' } : { NC: '37' },
  ))
    it(`${code} is a coverage`, () => {
      const { outline, fitted } = fitState(fips)
      expectCoverage(fitted, outline)
      const random = generator(119)
      const box = boxOf(outline)
      for (let n = 0; n < 5_000; n++) {
        const x = Math.round(box.west + random() * (box.east - box.west))
        const y = Math.round(box.south + random() * (box.north - box.south))
        const holding = fitted.filter((part) => polygonsContain(part, x, y)).length
        expect(holding).toBe(polygonsContain(outline, x, y) ? 1 : 0)
      }
    })

  it('the State Capitol in Raleigh lies in cd:2 and near no border', () => {
    const { districts, outline, fitted } = fitState('37')
    const named = districts.map(({ number }, index) => ({ ocd_id: number, polygons: fitted[index] ?? [] }))
    const at = (polygons: MultiPolygon) => polygonsContain(polygons, -78_639_100, 35_780_400)
    expect(named.filter(({ polygons }) => at(polygons)).map(({ ocd_id }) => ocd_id)).toEqual(['02'])
    const bands = nearBands(innerBorders(named), outline, COARSE_ERROR_M)
    expect(bands.filter(({ polygons }) => at(polygons))).toEqual([])
    expect(bands.every(({ polygons }) => isValid(polygons))).toBe(true)
    expect(bands.reduce((sum, { polygons }) => sum + polygons.flat().length, 0)).toBeGreaterThan(13)
    expect(Math.max(...bands.map(({ polygons }) => edgesOf(polygons).length))).toBeLessThan(1_500)
  })

  it('beyond the named error at most 0.1 % of points are in the wrong district', async () => {
    let [far, wrong] = [0, 0]
    const random = generator(20)
    for (const file of readdirSync(DETAIL).filter((name) => name.endsWith('.zip'))) {
      const fips = file.slice(8, 10)
      if (['01', '13', '22', '36', '37'].includes(fips) || !(process.env.PROOF || ['05', '27', '47'].includes(fips)))
        continue
      const { districts, outline, fitted } = fitState(fips)
      if (districts.length < 2) continue
      const detailed: Row[] = []
      const zip = { name: file, url: file, bytes: readFileSync(join(DETAIL, file)) }
      for await (const { properties, polygons } of readShapefile(zip))
        detailed.push({ state: fips, number: String(properties.CD118FP), polygons: fromCoordinates(polygons) })
      const plane = planeAt(boxOf(outline))
      const all = new Set(fitted.flatMap(edgesOf).map((edge) => edge.join()))
      const inner = fitted.flatMap(edgesOf).filter(([ax, ay, bx, by]) => all.has([bx, by, ax, ay].join()))
      const box = boxOf(outline)
      for (let n = 0; n < 3_000; n++) {
        const x = Math.round(box.west + random() * (box.east - box.west))
        const y = Math.round(box.south + random() * (box.north - box.south))
        if (!districts.some(({ polygons }) => polygonsContain(polygons, x, y))) continue
        const near = inner.some(([ax, ay, bx, by]) => {
          const [px, py] = [(ax - x) * plane.east, (ay - y) * plane.north]
          const [qx, qy] = [(bx - x) * plane.east, (by - y) * plane.north]
          return squaredDistance(0, 0, px, py, qx, qy) <= COARSE_ERROR_M ** 2
        })
        const truth = near ? undefined : detailed.find(({ polygons }) => polygonsContain(polygons, x, y))
        if (!truth || truth.number === 'ZZ') continue
        far++
        if (!polygonsContain(fitted[districts.findIndex(({ number }) => number === truth.number)] ?? [], x, y)) wrong++
      }
    }
    expect(far).toBeGreaterThan(4_000)
    expect(wrong / far).toBeLessThanOrEqual(0.001)
  })
})

function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}
