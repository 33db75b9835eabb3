// A route whose answer is about a place.

import { z } from 'zod'
import type { FeedFilter } from '../../data/schema/feed-filter.ts'
import { toCanonical } from '../feed/filter.ts'
import { createQueryReader } from '../http/query.ts'
import type { Definition, Reading, Route } from '../route.ts'
import { type AskedPlace, findPlace, requirePlace } from './asked.ts'
import type { Place } from './place.ts'

interface PlaceDefinition<Query extends z.ZodObject>
  extends Pick<Definition<Query, z.ZodObject>, 'path' | 'id' | 'summary' | 'response'> {
  /** Those of the place among them. */
  query: Query
  /** What no single parameter says: throws ApiError 400. */
  check?(query: z.output<Query>): void
  /** @param asked the subscription's filter is empty where none is named */
  answer(asked: { query: z.output<Query>; place: Place; filter: FeedFilter }, reading: Reading): string | Buffer
}

interface Asked extends AskedPlace {
  subscription?: string | undefined
}

/** What is asked for by `location`, `address`, or `lat` with `lng` (decisions.md section 2). */
export function placeRoute<Query extends z.ZodObject & z.ZodType<Asked>>(definition: PlaceDefinition<Query>): Route {
  const { path, id, summary, query: schema, response, check, answer } = definition
  const read = createQueryReader(schema)
  return {
    ...{ path, id, summary, response, scope: 'data:read', findsOne: true, keeping: 'location' },
    query: schema,
    params: z.object({}),
    ask(_texts, search) {
      const query = read(search)
      requirePlace(query)
      check?.(query)
      return {
        subscription: query.subscription,
        in(reading, { types: _types, ...chosen }, points) {
          const place = findPlace(reading.bundle, query, points)
          if ('refusal' in place) return place
          const {
            location: _location,
            address: _address,
            lat: _lat,
            lng: _lng,
            subscription: _subscription,
            ...rest
          }: Record<string, unknown> = query
          return {
            canonical: JSON.stringify([path, rest, toCanonical(chosen), place.key]),
            dated: true,
            answer: () => answer({ query, place, filter: chosen }, reading),
          }
        },
      }
    },
  }
}
