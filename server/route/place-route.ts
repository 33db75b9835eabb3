// Defines routes that answer about a location.

import { z } from 'zod'
import { AREA_ELECTIONS_MAX } from '../../data/schema/constants.ts'
import type { FeedFilter } from '../../data/schema/feed-filter.ts'
import { everyData } from '../../data/schema/parameter.ts'
import type { Bundle } from '../../data/store/bundle.ts'
import { toCanonical } from '../feed/filter.ts'
import { ApiError } from '../http/errors.ts'
import { createQueryReader } from '../http/query.ts'
import { type RequestedLocation, requireLocation } from '../place/location-parameters.ts'
import type { ResolvedLocation } from '../place/place.ts'
import { answersKey } from '../read/overlay.ts'
import { type ChosenEndorsers, findChosenEndorsers } from '../read/positions.ts'
import type { BodySteps } from '../read/sliced-work.ts'
import type { Definition, PlaceRoute, Reading } from './route.ts'

interface PlaceDefinition<Query extends z.ZodObject>
  extends Pick<Definition<Query, z.ZodObject>, 'path' | 'id' | 'summary' | 'response'> {
  /** Includes the location parameters. */
  query: Query
  /** Checks parameters that depend on each other. Throws ApiError 400. */
  check?(query: z.output<Query>): void
  /** @param asked the subscription's filter is empty if none is named */
  answer(asked: { query: z.output<Query>; place: ResolvedLocation; filter: FeedFilter }, reading: Reading): BodySteps
}

interface Asked extends RequestedLocation, ChosenEndorsers {
  subscription?: string | undefined
  elections?: string[] | undefined
}

const UNCHOSEN = { categories: undefined, endorsers: undefined, endorser_states: undefined }

/** All that was asked of a bundle on a day, except the place. */
interface AskedThere {
  day: string
  text: string
}

/** Of each place, the last question and its key: the cache finds a text sooner that it has seen, because the text keeps its hash. */
const lastKeys = new WeakMap<ResolvedLocation, { asked: AskedThere; key: string }>()

function keyOf(asked: AskedThere, place: ResolvedLocation): string {
  const last = lastKeys.get(place)
  if (last?.asked === asked) return last.key
  const key = `${asked.text} ${place.key}`
  lastKeys.set(place, { asked, key })
  return key
}

/** Throws ApiError 400 for more elections than one answer about an area may have. */
function requireFewElections({ exact }: ResolvedLocation, elections: readonly string[] | undefined): void {
  if (exact || elections === undefined || elections.length <= AREA_ELECTIONS_MAX) return
  throw new ApiError(
    'invalid_parameter',
    `Parameter \`elections\`: got ${elections.length} elections, expected at most ${AREA_ELECTIONS_MAX} for an area: a ZIP code, city, county or state.`,
  )
}

/** Takes the location as `location`, `address`, or `lat` with `lng` (docs/rules.md#location-parameters). */
export function placeRoute<Query extends z.ZodObject & z.ZodType<Asked>>(
  definition: PlaceDefinition<Query>,
): PlaceRoute {
  const { path, id, summary, query: schema, response, check, answer } = definition
  const read = createQueryReader(schema, everyData)
  return {
    ...{ path, id, summary, response, scope: 'data:read', findsOne: true, cachePolicy: 'location' },
    query: schema.extend(everyData.shape),
    params: z.object({}),
    // The question may be kept for other points: besides `location`, nothing in it may depend on the place.
    parse({ search }) {
      const query = read(search)
      requireLocation(query)
      check?.(query)
      const { location, address, lat, lng, snapshot, subscription, categories, endorsers, endorser_states, ...rest } =
        query
      // A subscription can change, so a request with one is not kept.
      const askedOf = new WeakMap<Bundle, AskedThere>()
      const toAsked = ({ bundle, day }: Reading, filter: FeedFilter): AskedThere => {
        const own = {
          ...filter,
          categories: categories ?? filter.categories,
          endorsers: endorsers ?? filter.endorsers,
          endorser_states: endorser_states ?? filter.endorser_states,
        }
        const choice = findChosenEndorsers(bundle, own)
        // All filters that choose every endorser, or none, share one cache key.
        const filters = typeof choice === 'string' ? { ...own, ...UNCHOSEN } : own
        const whose = typeof choice === 'string' ? choice : 'some'
        const text = JSON.stringify([path, rest, whose, toCanonical(filters)])
        return { day: day.key, text: `${answersKey(bundle)} ${day.key} ${text}` }
      }
      const findAsked = (reading: Reading, filter: FeedFilter): AskedThere => {
        const { bundle, day } = reading
        const known = subscription === undefined ? askedOf.get(bundle) : undefined
        if (known?.day === day.key) return known
        const asked = toAsked(reading, filter)
        if (subscription === undefined) askedOf.set(bundle, asked)
        return asked
      }
      return {
        snapshot,
        location: { location, address, lat, lng },
        subscription,
        at(place, { types: _types, ...filter }, reading) {
          requireFewElections(place, query.elections ?? filter.elections)
          return {
            key: keyOf(findAsked(reading, filter), place),
            body: () => answer({ query, place, filter }, reading),
          }
        },
      }
    },
  }
}
