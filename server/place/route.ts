// A route whose answer is about a place.

import { z } from 'zod'
import { createQueryReader } from '../http/query.ts'
import type { Definition, Reading, Route } from '../route.ts'
import { type AskedPlace, findPlace, requirePlace } from './asked.ts'
import type { Place } from './place.ts'

interface PlaceDefinition<Query extends z.ZodObject>
  extends Pick<Definition<Query, z.ZodObject>, 'path' | 'id' | 'summary' | 'response'> {
  /** Those of the place among them. */
  query: Query
  answer(asked: { query: z.output<Query>; place: Place }, reading: Reading): string | Buffer
}

/** What is asked for by `location`, `address`, or `lat` with `lng` (decisions.md section 2). */
export function placeRoute<Query extends z.ZodObject & z.ZodType<AskedPlace>>(
  definition: PlaceDefinition<Query>,
): Route {
  const { path, id, summary, query: schema, response, answer } = definition
  const read = createQueryReader(schema)
  return {
    ...{ path, id, summary, response, scope: 'data:read', findsOne: true, keeping: 'location' },
    query: schema,
    params: z.object({}),
    ask(_texts, search) {
      const query = read(search)
      requirePlace(query)
      return {
        in(reading) {
          const place = findPlace(reading.bundle, query)
          const {
            location: _location,
            address: _address,
            lat: _lat,
            lng: _lng,
            ...rest
          }: Record<string, unknown> = query
          return {
            canonical: JSON.stringify([path, rest, place.key]),
            dated: true,
            answer: () => answer({ query, place }, reading),
          }
        },
      }
    },
  }
}
