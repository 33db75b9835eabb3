// Every endpoint. To add one, add a file in v1/ and a line here: headers, errors, paging and the OpenAPI document follow.

import { electionCalendar } from '../apps/syndication/elections.ts'
import { atomFeed, jsonFeed } from '../apps/syndication/events.ts'
import type { SyndicationRoute } from '../apps/syndication/syndication-route.ts'
import { loadExamples } from './openapi/examples.ts'
import { presentDocument } from './openapi/openapi.ts'
import type { LiveRoute } from './route/live-route.ts'
import type { Route } from './route/route.ts'
import { openRoutes } from './serving/health.ts'
import { ballot } from './v1/ballot.ts'
import { contestById, contests } from './v1/contests.ts'
import { corrections } from './v1/corrections.ts'
import { coverage, endorserCoverage } from './v1/coverage.ts'
import { districtById, districts } from './v1/districts.ts'
import { download } from './v1/downloads.ts'
import { contestAgreement, elections, endorserAgreement } from './v1/elections.ts'
import { endorsementById, endorsements } from './v1/endorsements.ts'
import { endorserBySlug, endorserCategories, endorsers } from './v1/endorsers.ts'
import { events, stream } from './v1/events.ts'
import { createFeedToken, feedToken, revokeFeedToken } from './v1/feed-tokens.ts'
import { officeholderById, officeholders, representatives } from './v1/officeholders.ts'
import { recommendations } from './v1/recommendations.ts'
import { snapshots } from './v1/snapshots.ts'
import { states } from './v1/states.ts'
import {
  createSubscription,
  deleteSubscription,
  replaceSubscription,
  subscriptionById,
  subscriptions,
} from './v1/subscriptions.ts'

/** Answered from the bundle in service. */
export const routes: readonly Route[] = [
  states,
  elections,
  endorserAgreement,
  contestAgreement,
  contests,
  contestById,
  ballot,
  recommendations,
  representatives,
  districts,
  districtById,
  endorserCategories,
  endorsers,
  endorserBySlug,
  endorsements,
  endorsementById,
  officeholders,
  officeholderById,
  coverage,
  endorserCoverage,
]

/** Answered from the state and the feed. */
export const liveRoutes: readonly LiveRoute[] = [
  events,
  stream,
  subscriptions,
  createSubscription,
  subscriptionById,
  replaceSubscription,
  deleteSubscription,
  createFeedToken,
  feedToken,
  revokeFeedToken,
  snapshots,
  corrections,
]

/** Files, sent whole or by ranges. */
export const fileRoutes: readonly LiveRoute[] = [download]

/** Feeds and calendars, opened by a token in the path. */
export const syndicationRoutes: readonly SyndicationRoute[] = [atomFeed, jsonFeed, electionCalendar]

/** Made by the first server of this process; it depends on nothing but the code and the examples. */
let document: string | undefined

/** The OpenAPI document, as JSON. */
export function describeRoutes(): string {
  document ??= presentDocument(
    { data: routes, live: [...liveRoutes, ...fileRoutes], syndication: syndicationRoutes, open: openRoutes },
    loadExamples(),
  )
  return document
}
