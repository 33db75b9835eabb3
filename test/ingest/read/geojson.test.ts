import { describe, expect, it } from 'vitest'
import type { Issue } from '../../../data/store/source-read.ts'
import { readGeoJson } from '../../../ingest/read/geojson.ts'
import { readJson } from '../../../ingest/read/json.ts'
import { SourceError } from '../../../ingest/read/source.ts'
import { readTopoJson } from '../../../ingest/read/topojson.ts'

const file = (content: string | object) => ({
  name: 'lines.json',
  bytes: Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)),
  url: 'https://example.org/lines.json',
})
// biome-ignore format: a ring a line
const square = [[[-78, 35], [-77, 35], [-77, 36], [-78, 35]]]
const polygon = { type: 'Feature', properties: { id: 1 }, geometry: { type: 'Polygon', coordinates: square } }
const multi = {
  type: 'Feature',
  properties: { id: 2 },
  geometry: { type: 'MultiPolygon', coordinates: [square, square] },
}
const collection = (...features: object[]) => ({ type: 'FeatureCollection', features })

it('readJson gives the value', () =>
  expect(readJson(file('\ufeff{"a":["]]",{"b":"\\"[["}]}'))).toEqual({ a: [']]', { b: '"[[' }] }))

// biome-ignore format: a case a line
it.each([
  ['brackets 100,000 deep', '['.repeat(100_000) + ']'.repeat(100_000), /nested deeper than 100/],
  ['objects 100,000 deep', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`, /nested deeper than 100/],
  ['a cut file', '{"a":\n[1,\n2', /^lines\.json:3: ends too early/],
  ['a string that never ends', '{"a":\n"[[[[', /^lines\.json:2: ends too early/],
  ['nothing', '', /^lines\.json:1: ends too early/],
  ['two values', '{}\n{}', /^lines\.json:2: is not valid JSON/],
  ['a comment', '{\n// no\n}', /^lines\.json:2: is not valid JSON/],
  ['a NUL', '{"a":"\0"}', /NUL/],
  ['a slip in the middle of many lines', `[\n${'1,\n'.repeat(50)}x,\n${'1,\n'.repeat(50)}1]`, /^lines\.json:52: is not valid/],
  ['NaN', '[1,\nNaN]', /^lines\.json:2: is not valid JSON/],
])('readJson refuses %s', (_, content, message) => {
  expect(() => readJson(file(content))).toThrow(SourceError)
  expect(() => readJson(file(content))).toThrow(message)
})

it('readJson never quotes the file', () => {
  expect(() => readJson(file('{"a": 1 Home Street}'))).toThrow(/^((?!Home).)*$/s)
})

describe('readGeoJson', () => {
  it('reads a collection, pretty-printed or not, and one lone feature', () => {
    for (const content of [
      JSON.stringify(collection(polygon, multi)),
      JSON.stringify(collection(polygon, multi), null, 2),
    ])
      expect([...readGeoJson(file(content))]).toEqual([
        { line: null, nth: 1, properties: { id: 1 }, polygons: [square] },
        { line: null, nth: 2, properties: { id: 2 }, polygons: [square, square] },
      ])
    expect([...readGeoJson(file(polygon))]).toHaveLength(1)
  })

  it('reads one feature a line, with its line number', () => {
    const content = `${JSON.stringify(polygon)}\r\n\r\n${JSON.stringify(multi)}\n`
    expect([...readGeoJson(file(content))].map(({ line, properties }) => [line, properties.id])).toEqual([
      [1, 1],
      [3, 2],
    ])
    expect(() => [...readGeoJson(file(`${JSON.stringify(polygon)}\n{"type":`))]).toThrow(
      /^lines\.json:2: ends too early/,
    )
  })

  it('records an issue for a feature without polygons, or stops if it cannot record one', () => {
    const point = { type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates: [1, 2] } }
    const none = { type: 'Feature', properties: {}, geometry: null }
    const issues: Issue[] = []
    const features = [...readGeoJson(file(collection(point, polygon, none)), { issue: (issue) => issues.push(issue) })]
    expect(features).toHaveLength(1)
    expect(issues.map(({ code, value, severity }) => [code, value, severity])).toEqual([
      ['no-polygon', 'Point', 'refused'],
      ['no-geometry', null, 'refused'],
    ])
    expect(() => [...readGeoJson(file(collection(polygon, point)))]).toThrow(/feature 2 has a geometry of type Point/)
  })

  // biome-ignore format: a case a line
  it.each([
    ['a projected file', [[[635_000, 224_000]]], /feature 1: got position 635000, 224000, expected longitude and latitude/],
    ['latitude first, where it shows', [[[35.7, -122.4]]], /got position 35\.7, -122\.4/],
    ['a number beyond numbers', '[[[1e999, 0]]]', /got position Infinity, 0/],
    ['text for numbers', [[['-78', '35']]], /does not consist of rings of positions/],
    ['a position of one number', [[[1]]], /does not consist of rings of positions/],
    ['too few brackets', [[-78, 35]], /does not consist of rings of positions/],
    ['no coordinates', null, /does not consist of rings of positions/],
  ])('stops at %s', (_, coordinates, message) => {
    const text = typeof coordinates === 'string' ? coordinates : JSON.stringify(coordinates)
    const content = `{"type":"Feature","properties":{},"geometry":{"type":"Polygon","coordinates":${text}}}`
    expect(() => [...readGeoJson(file(content))]).toThrow(message)
  })

  it.each([
    ['an empty file', '', /is empty, expected GeoJSON/],
    ['a list', '[]', /got no object, expected a FeatureCollection/],
    ['TopoJSON', '{"type":"Topology","objects":{},"arcs":[]}', /got type "Topology", expected a FeatureCollection/],
    ['a collection without features', '{"type":"FeatureCollection"}', /with a list of features/],
    ['an item that is no feature', '{"type":"FeatureCollection","features":[7]}', /item 1 is not a GeoJSON Feature/],
  ])('refuses %s', (_, content, message) => expect(() => [...readGeoJson(file(content))]).toThrow(message))
})

const topology = {
  type: 'Topology',
  transform: { scale: [0.5, 0.5], translate: [-78, 35] },
  arcs:
    // biome-ignore format: a case a line
    [
      [[2, 0], [0, 2]],
      [[2, 2], [-2, 0], [0, -2], [2, 0]],
      [[2, 2], [2, 0], [0, -2], [-2, 0]],
    ],
  objects: {
    wards: {
      type: 'GeometryCollection',
      geometries: [
        { type: 'Polygon', arcs: [[0, 1]], properties: { ward: 'west' } },
        { type: 'MultiPolygon', arcs: [[[2, 0]]], properties: { ward: 'east' } },
      ],
    },
  },
}

it('readTopoJson resolves quantised, shared and reversed arcs', () => {
  const [west, east] = [...readTopoJson(file(topology))]
  const ring = (lng: number) =>
    expect.arrayContaining([
      [lng, 35],
      [lng, 36],
      [lng + 1, 35],
      [lng + 1, 36],
    ])
  expect(west).toEqual({ line: null, nth: expect.any(Number), properties: { ward: 'west' }, polygons: [[ring(-78)]] })
  expect(east).toEqual({ line: null, nth: expect.any(Number), properties: { ward: 'east' }, polygons: [[ring(-77)]] })
})

it.each(
  // biome-ignore format: a case a line
  [
      ['no topology', collection(polygon), /is not TopoJSON/],
      ['an arc that is not there', { ...topology, arcs: topology.arcs.slice(0, 2) }, /names the arc 2, but has only 2 arcs/],
      ['arcs of one point', { ...topology, arcs: [[[0, 0]]] }, /is not TopoJSON/],
      ['a broken transform', { ...topology, transform: {} }, /cannot be unfolded/],
      ['an object that is none', { ...topology, objects: { wards: 5 } }, /a geometry that is not an object/],
      ['two objects', { ...topology, objects: { a: topology.objects.wards, b: {} } }, /has 2 objects, expected one of: a, b/],
    ],
)('readTopoJson refuses %s', (_, content, message) => {
  expect(() => [...readTopoJson(file(content))]).toThrow(SourceError)
  expect(() => [...readTopoJson(file(content))]).toThrow(message)
})

it('readTopoJson lists the objects of the file', () => {
  expect(() => [...readTopoJson(file(topology), 'counties')]).toThrow(/no object "counties", expected one of: wards/)
  expect(() => [...readTopoJson(file(topology), 'constructor')]).toThrow(/no object "constructor"/)
})

it('readTopoJson refuses a small file that expands to a large one', () => {
  const arc = [[0, 0], ...Array.from({ length: 9999 }, () => [0, 0])]
  const arcs = [Array.from({ length: 10_000 }, () => 0)]
  const bomb = { ...topology, arcs: [arc], objects: { wards: { type: 'Polygon', arcs } } }
  expect(() => [...readTopoJson(file(bomb))]).toThrow(
    /unfolds to more than 1000000 positions, too many for a file of 100\d\d/,
  )
})
