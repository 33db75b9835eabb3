// The table of council layers, and the sources of the cities that sources.yaml asks for.

import { expect, it } from 'vitest'
import { encodeMultiPolygon, fromCoordinates } from '../../../data/geometry/polygon.ts'
import {
  AT_LARGE_SOURCE,
  councilSources,
  findCouncilLayers,
  loadCouncilLayers,
} from '../../../ingest/configuration/council-layers.ts'
import { parseSourcesFile } from '../../../ingest/configuration/load.ts'
import { configureSources } from '../../../ingest/configuration/to-sources.ts'
import * as builtIn from '../../../ingest/engine/registry.ts'
import { collection, square } from '../boundary/collect.ts'
import { fileOf, runReader } from '../run-reader.ts'

const configure = (asked: string) => {
  const bytes = Buffer.from(`version: 1\ncouncil_districts: ${asked}\n`)
  const file = parseSourcesFile({ name: 'sources.yaml', bytes }, builtIn.sources, 'public', () => undefined)
  return configureSources(file, builtIn, { folder: '/nowhere', family: 'public' }, 2031)
}
const FORT_WORTH = 'ocd-division/country:us/state:tx/place:fort_worth'

it('each city stands once, with its state, and a city at large has no layer', () => {
  const layers = loadCouncilLayers()
  const places = layers.flatMap(({ place }) => (place === '' ? [] : [place]))
  expect(new Set(places).size).toBe(places.length)
  expect(layers.length).toBeGreaterThan(800)
  for (const { place, state, ocd_id, elects, url, where, word } of layers) {
    expect(ocd_id === '').toBe(place === '')
    if (ocd_id !== '')
      expect(ocd_id).toMatch(
        new RegExp(`^ocd-division/country:us/state:${state.toLowerCase()}/(?:county:[^/]+/)?place:`),
      )
    if (elects === 'at_large') expect([url, where, word]).toEqual(['', '', ''])
    else expect(word).not.toBe('')
    if (url !== '') expect(url).toMatch(/^https:\/\/[^?]+(?:\/(?:Feature|Map)Server\/\d+$|geojson|\?)/i)
  }
})

it('a state, a city or all are asked for, and nothing else is read', () => {
  expect(councilSources([], 'public')).toEqual([])
  expect(configure('[4827000]').added).toEqual(new Set(['council-layer-4827000']))
  expect(configure('["0632548"]').added).toEqual(new Set([AT_LARGE_SOURCE]))
  const texas = findCouncilLayers(['TX'])
  expect(new Set(texas.map(({ state }) => state))).toEqual(new Set(['TX']))
  expect(findCouncilLayers(['all']).length).toBeGreaterThan(texas.length)
})

it.each(['[9999999]', '[Texas]', '[12]'])('refuses %s', (asked) =>
  expect(() => configure(asked)).toThrow('council_districts'),
)

it('cities at large come before all that look up divisions', () => {
  expect(configure('[all]').sources[0]?.id).toBe(AT_LARGE_SOURCE)
})

it('a district of a city at large is the city', async () => {
  const [source] = councilSources(['0632548'], 'public')
  if (!source) throw new Error('no source')
  const { division } = await runReader(source, [fileOf('council_layers.csv', '')])
  const city = 'ocd-division/country:us/state:ca/place:hawthorne'
  expect(division.map(({ ocd_id, same_as, name }) => [ocd_id, same_as, name])).toEqual(
    ['council_district', 'ward'].flatMap((word) =>
      [1, 2, 3, 4, 5].map((nth) => [`${city}/${word}:${nth}`, city, 'Hawthorne']),
    ),
  )
})

it('a layer is served only if it fits the outline of its city, which must be held', async () => {
  const [source] = councilSources(['4827000'], 'public')
  if (!source) throw new Error('no source')
  const at = (nth: number) => square(-97.5 + nth / 100, 32.7, 0.01)
  const features = Array.from({ length: 10 }, (_, nth) => ({ properties: { DISTRICT: nth + 1 }, polygon: at(nth) }))
  const outline = {
    ...{ ocd_id: FORT_WORTH, name: 'Fort Worth' },
    rings: encodeMultiPolygon(fromCoordinates(features.map(({ polygon }) => polygon))),
  }
  const read = (list: typeof features, outlines = [outline]) =>
    runReader(source, [fileOf('c.geojson', collection(...list))], { outlines })
  const { shape } = await read(features)
  expect(shape.map(({ ocd_id }) => ocd_id)).toEqual(
    features.map((_, nth) => `${FORT_WORTH}/council_district:${nth + 1}`),
  )
  await expect(read(features, [])).rejects.toThrow('the boundary of its city is not held')
  await expect(read(features.slice(0, 9))).rejects.toThrow('no field numbers 10 districts')
})
