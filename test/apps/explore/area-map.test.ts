// The map of a narrowing question: its parts cover the area, share their borders, and have the numbers of the question's answers.

import { describe, expect, test } from 'vitest'
import { areaSubject } from '../../../apps/explore/map.ts'
import type { MapCollection } from '../../../apps/explore/map-geojson.ts'
import { areaPolygons, cutMap, frameOf, innerPoint } from '../../../apps/explore/map-shapes.ts'
import { partNames } from '../../../apps/explore/narrowing.ts'
import { districtIn } from '../../../apps/web/ballot/titles.ts'
import { WORDS } from '../../../apps/web/ballot/words/words.ts'
import { layAreaGrid } from '../../../build/index/area-grid.ts'
import {
  fromCoordinates,
  type MultiPolygon,
  polygonsContain,
  ringArea,
  toMicrodegrees,
} from '../../../data/geometry/polygon.ts'
import { fieldsOf } from '../../../data/index/area-grid.ts'
import type { Ballot } from '../../../data/schema/ballot.ts'
import { polygonOf } from '../../server/box.ts'
import { createVisitor } from '../console/visitor.ts'
import { explorer, withExplorer } from './open-explorer.ts'

const sizeOf = (polygons: MultiPolygon): number => polygons.flat().reduce((sum, ring) => sum + ringArea(ring), 0)

describe('an area that is cut', async () => {
  const area = [...polygonOf([-79, 35, -78, 36])]
  // A border with many bends, the same in both districts.
  const bends = Array.from({ length: 401 }, (_, at) => [-78.5 + 0.03 * Math.sin(at / 7), 34 + at * 0.0075] as const)
  const west = fromCoordinates([[[[-80, 34], ...bends, [-80, 37]]]])
  const east = fromCoordinates([[[[-77, 37], ...[...bends].reverse(), [-77, 34]]]])
  const map = await cutMap([area], [west, east], [polygonOf([-90, 30, -78.2, 40])])
  const inside = map.faces.filter((face) => face.inside)

  test('has parts that together are the area', () => {
    expect(inside.map(({ districts }) => districts).sort()).toEqual([[0], [1]])
    expect(inside.reduce((sum, { polygons }) => sum + sizeOf(polygons), 0)).toBe(sizeOf(map.outline))
    expect(sizeOf(map.outline) / sizeOf(area)).toBeCloseTo(1, 3)
  })

  test('has parts that share each point of their common border', () => {
    const [first, second] = inside.map(
      ({ polygons }) => new Set(polygons.flat().flatMap((ring) => pairsOf(ring).map(String))),
    )
    const shared = [...(first ?? [])].filter((point) => second?.has(point))
    expect(shared.length).toBeGreaterThan(50)
  })

  test('shows what lies around it, as far as the frame', () => {
    const around = map.faces.filter((face) => !face.inside)
    const { frame } = map
    const whole = (frame.east - frame.west) * (frame.north - frame.south)
    expect(around.reduce((sum, { polygons }) => sum + sizeOf(polygons), 0) + sizeOf(map.outline)).toBe(whole)
    for (const [x, y] of map.lines.flat(2).flatMap(pairsOf)) {
      expect(x >= frame.west && x <= frame.east && y >= frame.south && y <= frame.north).toBe(true)
    }
  })

  test('has a point for the name of each part, inside it', () => {
    for (const { polygons } of inside) expect(polygonsContain(polygons, ...innerPoint(polygons))).toBe(true)
  })
})

describe('what is in view at first', () => {
  const city = [-122.52, 37.7, -122.35, 37.81] as const

  test('leaves out far islands, and has near and large ones', () => {
    const farallones = polygonOf([-123.01, 37.69, -123, 37.7])
    const treasure = polygonOf([-122.34, 37.8, -122.33, 37.81])
    const { bulk } = frameOf([[...polygonOf([...city]), ...farallones, ...treasure]])
    expect(bulk.west).toBe(toMicrodegrees(-122.52))
    expect(bulk.east).toBe(toMicrodegrees(-122.33))
    // San Francisco's waters around the Farallon Islands are two fifths of its area.
    const waters = frameOf([
      [...polygonOf([-122.61, 37.71, -122.28, 37.93]), ...polygonOf([-123.17, 37.64, -122.94, 37.82])],
    ])
    expect(waters.bulk.west).toBe(toMicrodegrees(-122.61))
    const twins = frameOf([[...polygonOf([...city]), ...polygonOf([-120.52, 37.7, -120.35, 37.81])]])
    expect(twins.bulk.east).toBe(toMicrodegrees(-120.35))
    // Of a chain, the smaller island brings the larger one within reach.
    const chain = [[-122.29, 37.75, -122.25, 37.76] as const, [-122.34, 37.75, -122.31, 37.755] as const]
    const { bulk: whole } = frameOf([[...polygonOf([...city]), ...chain.flatMap((island) => polygonOf([...island]))]])
    expect(whole.east).toBe(toMicrodegrees(-122.25))
  })

  test('lies to the west of the antimeridian as a whole', () => {
    const { bulk } = frameOf([[...polygonOf([179, 51, 179.9, 52]), ...polygonOf([-179.9, 51, -179, 52])]])
    expect([bulk.west, bulk.east]).toEqual([-181, -179].map(toMicrodegrees))
  })
})

test('the outline of a grid is about the area', () => {
  const shape = fromCoordinates([
    [
      [
        [-79, 35],
        [-78, 35],
        [-78.5, 36],
      ],
    ],
    [
      [
        [-77, 35],
        [-76.8, 35],
        [-76.8, 35.2],
        [-77, 35.2],
      ],
    ],
  ])
  const grid = layAreaGrid([shape], 1024)
  const [outline = []] = grid ? areaPolygons({ boundaries: [], grids: [{ ...grid, fields: fieldsOf(grid) }] }) : []
  expect(outline.length).toBe(2)
  expect(sizeOf(outline) / sizeOf(shape)).toBeGreaterThan(0.9)
  expect(sizeOf(outline) / sizeOf(shape)).toBeLessThan(1.1)
})

describe('the GeoJSON of a place', () => {
  withExplorer()

  const linked = async (place: string, encoding = 'identity') => {
    const headers = { 'Accept-Encoding': encoding }
    return createVisitor(explorer.url).get(`/explore/map?${new URLSearchParams({ place })}`, { headers })
  }
  const posted = (place: string) => createVisitor(explorer.url).send('/explore', '/explore/map', { place })

  test('has a part for each answer, around the point that the answer opens', async () => {
    const { narrow_by } = await explorer.api<Ballot>('/v1/ballot', { location: '27601' })
    const reply = await posted('27601')
    expect(reply.status).toBe(200)
    expect(reply.headers.get('content-type')).toBe('application/geo+json')
    expect(reply.headers.get('cache-control')).toBe('no-store')
    const { type, features, bbox }: MapCollection = JSON.parse(reply.text)
    expect(type).toBe('FeatureCollection')
    expect(bbox).toHaveLength(4)
    const parts = features.filter(({ properties }) => properties.layer === 'part')
    if (!narrow_by) throw new Error('no question')
    expect(narrow_by.options.length).toBeGreaterThan(1)
    const names = partNames({ words: WORDS.en, lang: 'en' }, narrow_by, 'ZIP 27601')
    for (const [at, { lng, lat, districts }] of narrow_by.options.entries()) {
      const labels = features.filter(({ properties }) => properties.layer === 'label' && properties.option === at)
      // The band along a generalized border has no polygon, and no number.
      const isField = districts.every(({ match }) => match === 'certain')
      expect(labels).toHaveLength(isField ? 1 : 0)
      if (!isField) continue
      const own = parts.filter(({ properties }) => properties.option === at)
      expect(new Set(own.map(({ properties }) => properties.name))).toEqual(new Set([`${at + 1}: ${names[at]}`]))
      const shape = own.flatMap(({ geometry }) =>
        geometry.type === 'MultiPolygon' ? fromCoordinates(geometry.coordinates) : [],
      )
      expect(polygonsContain(shape, toMicrodegrees(lng ?? 0), toMicrodegrees(lat ?? 0))).toBe(true)
    }
    const layers = new Set(features.map(({ properties }) => properties.layer))
    expect([...layers].sort()).toEqual(['around', 'city', 'county', 'label', 'part', 'place'])
    for (const { geometry } of features)
      if (geometry.type === 'MultiPolygon')
        for (const ring of geometry.coordinates.flat()) {
          expect(ring.length).toBeGreaterThan(3)
          expect(ring.at(-1)).toEqual(ring[0])
        }
  })

  test('is kept by the browser of a linked place, compressed and small', async () => {
    const plain = await linked('Alder County, NC')
    const packed = await linked('Alder County, NC', 'br')
    for (const { status, headers } of [plain, packed]) {
      expect(status).toBe(200)
      expect(headers.get('cache-control')).toBe('private, max-age=3600')
      expect(headers.get('vary')).toBe('Accept-Encoding')
    }
    expect(packed.headers.get('content-encoding')).toBe('br')
    expect(packed.text).toBe(plain.text)
    expect(plain.text.length).toBeLessThan(150_000)
  })

  test('has the names of districts and counties in the language of the page, and those of cities as they are', async () => {
    const place = 'Alder County, NC'
    const [en, es] = await Promise.all(
      (['en', 'es'] as const).map(async (lang) => {
        const reply = await createVisitor(explorer.url).get(`/explore/map?${new URLSearchParams({ place, lang })}`)
        const { features }: MapCollection = JSON.parse(reply.text)
        // Parts have the names of the list beside the map.
        return features.flatMap(({ properties: { layer, name } }) => (layer === 'part' ? [] : { layer, name }))
      }),
    )
    const translated = en?.map(({ layer, name }) => ({
      layer,
      name: ['city', 'large_city'].includes(layer)
        ? name
        : name
            .split(', ')
            .map((one) => districtIn(one, 'es'))
            .join(', '),
    }))
    expect(es).toEqual(translated)
    expect(es).not.toEqual(en)
    const { text } = await createVisitor(explorer.url).get(
      `/explore/ballot?${new URLSearchParams({ place, lang: 'es' })}`,
    )
    expect(text).toContain('<title>Condado de ')
    expect(text).not.toMatch(/<title>[^<]+ (?:County|District \d+)<\/title>/)
  })

  test('without a question is one of the place alone, which a click on it asks for', async () => {
    const place = 'Ráleigh, NC'
    const { narrow_by } = await explorer.api<Ballot>('/v1/ballot', { location: place })
    expect(narrow_by).toBeNull()
    const { features }: MapCollection = JSON.parse((await linked(place)).text)
    const layers = features.map(({ properties }) => properties.layer)
    expect(layers).toContain('part')
    expect(layers).toContain('place')
    const { text } = await createVisitor(explorer.url).get(`/explore/ballot?${new URLSearchParams({ place })}`)
    expect(text).toContain(`<h2 id="place-map-title">Map of ${place}</h2>`)
    expect(text).toMatch(/<path class="map-part part-none" [^>]* d="M/)
    expect(text).toMatch(/<form method="post" action="\/explore\/ballot" data-choices>/)
    expect(text).not.toContain('narrowing-title')
  })

  test('is refused for a point, and for a state', async () => {
    for (const [place, status] of [
      ['35.5,-78.5', 400],
      ['NC', 404],
      ['Nowhere, NC', 404],
    ] as const)
      expect((await linked(place)).status, place).toBe(status)
    expect((await posted('35.5,-78.5')).status).toBe(404)
  })
})

test('the map of a ZIP code without a question has the districts in which it may lie, of one kind', () => {
  const location = { label: 'ZIP 94110', exact: false, kind: 'zip', basis: 'area' } as Ballot['location']
  const district = (id: number, type: string, match: string) => ({ id, type, match }) as Ballot['districts'][number]
  const districts = [
    district(1, 'state', 'certain'),
    ...[11, 15].map((id) => district(id, 'congressional', 'possible')),
    district(17, 'state_lower', 'possible'),
  ]
  const dividingAt = (own: Partial<Ballot['location']>) =>
    areaSubject({ location: { ...location, ...own }, narrow_by: null, districts }, [])?.dividing
  expect(dividingAt({})).toEqual([11, 15])
  // Of the first kind there is one district alone, which divides nothing.
  const county = [district(3, 'county', 'possible'), district(17, 'state_lower', 'possible')]
  expect(areaSubject({ location, narrow_by: null, districts: county }, [])?.dividing).toEqual([])
  for (const none of [{ exact: true }, { label: null }, { kind: 'state' }, { basis: 'county' }] as const)
    expect(dividingAt(none)).toBeUndefined()
})

function pairsOf(ring: Int32Array): [number, number][] {
  return Array.from({ length: ring.length / 2 }, (_, at) => [ring[2 * at] ?? 0, ring[2 * at + 1] ?? 0])
}
