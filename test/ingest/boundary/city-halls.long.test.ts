// City halls in the publishers' lines of cities: each lies in its own city, in the cartographic lines and in the exact ones.

import { describe, expect, it } from 'vitest'
import { decodeMultiPolygon, polygonsContain } from '../../../data/geometry/polygon.ts'
import { placeSources } from '../../../ingest/boundary/place-sources.ts'
import { collect, hasMirror, loadSource } from './collect.ts'

const HALLS = [
  ['il', 'Chicago', -87.6319, 41.8837],
  ['tx', 'Houston', -95.3692, 29.7601],
  ['az', 'Phoenix', -112.077, 33.4486],
  ['ca', 'Los Angeles', -118.2427, 34.0537],
  ['wa', 'Seattle', -122.3301, 47.6038],
  ['ga', 'Atlanta', -84.3905, 33.7486],
  ['ma', 'Boston', -71.0579, 42.3603],
  ['co', 'Denver', -104.991, 39.7393],
  ['ut', 'Salt Lake City', -111.8869, 40.7596],
  ['vt', 'Burlington', -73.2128, 44.4764],
  ['in', 'Indianapolis city (balance)', -86.1535, 39.7678],
  ['tn', 'Nashville-Davidson metropolitan government (balance)', -86.7785, 36.1668],
] as const

describe.skipIf(!hasMirror)('city halls', () => {
  it.each(HALLS)('%s: %s', async (state, name, lng, lat) => {
    const at = async (id: string) => {
      const { shape } = await collect(loadSource(placeSources, id))
      return shape
        .filter(({ rings }) => polygonsContain(decodeMultiPolygon(rings), Math.round(lng * 1e6), Math.round(lat * 1e6)))
        .map((one) => one.name)
    }
    expect(await at(`places-${state}`)).toEqual([name])
    expect(await at(`big-cities-${state}`)).toEqual([name])
  })
})
