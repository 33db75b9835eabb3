// Every endpoint. To add one, add a file in v1/ and a line here: headers, errors, paging and the OpenAPI document follow.

import { electionCalendar } from '../apps/syndication/elections.ts'
import { atomFeed, jsonFeed } from '../apps/syndication/events.ts'
import type { SyndicationRoute } from '../apps/syndication/syndication-route.ts'
import { download } from './downloads/download.ts'
import { loadExamples } from './openapi/examples.ts'
import { presentDocument } from './openapi/openapi.ts'
import type { LiveRoute } from './route/live-route.ts'
import type { Route } from './route/route.ts'
import { openRoutes } from './serving/health.ts'
import { ballot } from './v1/ballot.ts'
import { contests } from './v1/contests.ts'
import { contestById } from './v1/contests-id.ts'
import { corrections } from './v1/corrections.ts'
import { coverage } from './v1/coverage.ts'
import { endorserCoverage } from './v1/coverage-endorsers.ts'
import { districts } from './v1/districts.ts'
import { districtById } from './v1/districts-id.ts'
import { elections } from './v1/elections.ts'
import { endorserAgreement } from './v1/elections-slug-agreement.ts'
import { contestAgreement } from './v1/elections-slug-contest-agreement.ts'
import { endorsements } from './v1/endorsements.ts'
import { endorsementById } from './v1/endorsements-id.ts'
import { endorserCategories } from './v1/endorser-categories.ts'
import { endorsers } from './v1/endorsers.ts'
import { endorserBySlug } from './v1/endorsers-slug.ts'
import { events } from './v1/events.ts'
import { officeholders } from './v1/officeholders.ts'
import { officeholderById } from './v1/officeholders-id.ts'
import { recommendations } from './v1/recommendations.ts'
import { representatives } from './v1/representatives.ts'
import { snapshots } from './v1/snapshots.ts'
import { states } from './v1/states.ts'
import { stream } from './v1/stream.ts'
import { createSubscription, subscriptions } from './v1/subscriptions.ts'
import { deleteSubscription, replaceSubscription, subscriptionById } from './v1/subscriptions-id.ts'
import { createFeedToken, feedToken, revokeFeedToken } from './v1/subscriptions-id-feed-token.ts'

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
