// Every endpoint. To add one, declare it in v1/ and add a line here: headers, errors, paging and the OpenAPI document follow.

import { loadExamples, presentDocument, type TokenOperation } from './openapi/openapi.ts'
import type { LiveRoute } from './route/live-route.ts'
import type { Route } from './route/route.ts'
import { openRoutes } from './serving/health.ts'
import { ballot } from './v1/ballot.ts'
import { corrections } from './v1/corrections.ts'
import { download } from './v1/downloads.ts'
import { events, stream } from './v1/events.ts'
import { officeholderById, officeholders, representatives } from './v1/officeholders.ts'
import { recommendations } from './v1/recommendations.ts'
import {
  contestAgreement,
  contestById,
  contests,
  coverage,
  districtById,
  districts,
  elections,
  endorsementById,
  endorsements,
  endorserAgreement,
  endorserBySlug,
  endorserCategories,
  endorserCoverage,
  endorsers,
  states,
} from './v1/records.ts'
import { snapshots } from './v1/snapshots.ts'
import {
  createFeedToken,
  createSubscription,
  deleteSubscription,
  feedToken,
  replaceSubscription,
  revokeFeedToken,
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

/** By the paths of the guests' operations: a document depends on nothing else but the code and the examples. */
const documents = new Map<string, string>()

/** The OpenAPI document, as JSON. @param token the operations of the guests */
export function describeRoutes(token: readonly TokenOperation[]): string {
  const key = token.map(({ path }) => path).join(' ')
  const document =
    documents.get(key) ??
    presentDocument({ data: routes, live: [...liveRoutes, ...fileRoutes], token, open: openRoutes }, loadExamples())
  documents.set(key, document)
  return document
}
