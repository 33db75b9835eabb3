// Every operation of /v1 by its id: path, parameters and answer. server/v1/ answers them, and the types of client/ come from here.

import { z } from 'zod'
import {
  AGREEMENT_MINIMUM_MAX,
  contestAgreement,
  endorserAgreement,
  SHARED_CONTESTS_DEFAULT,
  SHARED_CONTESTS_MIN,
  SPLIT_POSITIONS_DEFAULT,
} from './agreement.ts'
import { ballot } from './ballot.ts'
import { contest, contestRecord } from './contest.ts'
import { correction, fixTimes } from './correction.ts'
import { coverage } from './coverage.ts'
import { district, districtRecord } from './district.ts'
import { election } from './election.ts'
import { endorsement, endorsementRecord } from './endorsement.ts'
import { endorser, endorserCategory, endorserCoverage, endorserRecord } from './endorser.ts'
import { list, page, record } from './envelope.ts'
import { eventPage } from './event.ts'
import { officeholder, officeholderRecord, personId, representatives } from './officeholder.ts'
import {
  ballotPart,
  categories,
  contestKinds,
  describeList,
  districts,
  districtTypes,
  elections,
  electionTypes,
  endorserFilters,
  feed,
  from,
  homeStates,
  lang,
  levels,
  minEvidence,
  nameContains,
  officeholderLevels,
  offices,
  paging,
  place,
  polling,
  states,
  subscriptionReference,
  to,
  upcoming,
  votingStates,
} from './parameter.ts'
import { recommendations } from './recommendation.ts'
import { endorserSlug, recordId, slug } from './scalar.ts'
import { snapshot } from './snapshot.ts'
import { state } from './state.ts'
import { feedToken, newFeedToken, subscription, subscriptionInput } from './subscription.ts'

/** @setting Elections that one request for an area may name. */
export const AREA_ELECTIONS_MAX = 32

const ballotElections = describeList(
  elections,
  `Slugs of elections. Default: every upcoming election. At most ${AREA_ELECTIONS_MAX} for a ZIP code, city, county or state.`,
  'BallotElections',
)

const electionSlug = slug.meta({
  description: 'Slug of the election.',
  examples: ['nc-2024-11-05-general'],
  param: { id: 'ElectionSlug' },
})

const pathId = recordId.meta({ param: { id: 'RecordId' } })

/** GET requests that are answered from the bundle in service. All of them take `snapshot` besides. */
export const dataOperations = {
  listStates: {
    path: '/v1/states',
    query: z.object({}),
    params: z.object({}),
    response: list(state),
  },
  listElections: {
    path: '/v1/elections',
    query: z.object({ states, types: electionTypes, upcoming, from, to, lang, ...paging }),
    params: z.object({}),
    response: page(election),
  },
  listEndorserAgreement: {
    path: '/v1/elections/{slug}/agreement',
    query: z.object({
      categories: describeList(
        endorserFilters.categories,
        'Slugs of endorser categories: one endorser of the pair is of one of them.',
      ),
      endorsers: describeList(
        endorserFilters.endorsers,
        'Slugs of endorsers: one endorser of the pair is one of them.',
      ),
      endorser_states: endorserFilters.endorser_states,
      both: z.boolean().default(false).meta({ description: 'Only pairs of which both endorsers match the filters.' }),
      min_shared: z
        .int()
        .min(SHARED_CONTESTS_MIN)
        .max(AGREEMENT_MINIMUM_MAX)
        .default(SHARED_CONTESTS_DEFAULT)
        .meta({ description: 'Only pairs with at least this number of shared contests.', examples: [5] }),
      lang,
      ...paging,
    }),
    params: z.object({ slug: electionSlug }),
    response: page(endorserAgreement),
  },
  listContestAgreement: {
    path: '/v1/elections/{slug}/contest-agreement',
    query: z.object({
      min_positions: z
        .int()
        .min(2)
        .max(AGREEMENT_MINIMUM_MAX)
        .default(SPLIT_POSITIONS_DEFAULT)
        .meta({ description: 'Only contests with at least this number of positions.', examples: [5] }),
      lang,
      ...paging,
    }),
    params: z.object({ slug: electionSlug }),
    response: page(contestAgreement),
  },
  listContests: {
    path: '/v1/contests',
    query: z.object({ elections, states, levels, contest_kinds: contestKinds, districts, upcoming, lang, ...paging }),
    params: z.object({}),
    response: page(contest),
  },
  getContest: {
    path: '/v1/contests/{id}',
    query: z.object({ ...endorserFilters, lang }),
    params: z.object({ id: pathId }),
    response: record(contestRecord),
  },
  getBallot: {
    path: '/v1/ballot',
    query: z.object({ ...place, part: ballotPart, elections: ballotElections, ...endorserFilters, lang }),
    params: z.object({}),
    response: record(ballot),
  },
  getRecommendations: {
    path: '/v1/recommendations',
    query: z.object({
      ...place,
      subscription: subscriptionReference.meta({
        param: {},
        description:
          "Id or name of one of the account's subscriptions. It chooses the endorsers whose positions count, and the contests; its types are ignored. It replaces categories, endorsers, endorser_states, elections, levels and contest_kinds.",
      }),
      categories: describeList(
        endorserFilters.categories,
        'Slugs of endorser categories whose positions count. Default: all.',
      ),
      endorsers: describeList(endorserFilters.endorsers, 'Slugs of endorsers whose positions count. Default: all.'),
      endorser_states: endorserFilters.endorser_states,
      elections: ballotElections,
      levels,
      contest_kinds: contestKinds,
      only_endorsed: z
        .boolean()
        .default(false)
        .meta({ description: 'Leave out contests in which no chosen endorser took a position.' }),
      min_evidence: minEvidence,
      explain: z.boolean().default(false).meta({
        description: 'Include the rule that decided, the margin, and the endorsers that would change the result.',
      }),
      lang,
    }),
    params: z.object({}),
    response: record(recommendations),
  },
  getRepresentatives: {
    path: '/v1/representatives',
    query: z.object({ ...place, lang }),
    params: z.object({}),
    response: record(representatives),
  },
  listDistricts: {
    path: '/v1/districts',
    query: z.object({
      states,
      levels,
      types: districtTypes,
      elections: describeList(elections, 'Only districts with contests in these elections (slugs), retired or not.'),
      q: nameContains,
      include_retired: z
        .boolean()
        .default(false)
        .meta({ description: 'Include districts of plans that are not in force on the day of the service.' }),
      ...paging,
    }),
    params: z.object({}),
    response: page(district),
  },
  getDistrict: {
    path: '/v1/districts/{id}',
    query: z.object({
      boundary: z
        .boolean()
        .default(false)
        .meta({ description: 'Include its lines as a GeoJSON MultiPolygon, if they are drawn.' }),
    }),
    params: z.object({ id: pathId }),
    response: record(districtRecord),
  },
  listEndorserCategories: {
    path: '/v1/endorser-categories',
    query: z.object({ lang }),
    params: z.object({}),
    response: list(endorserCategory),
  },
  listEndorsers: {
    path: '/v1/endorsers',
    query: z.object({
      categories,
      states: describeList(homeStates, 'Home states of endorsers, or national.'),
      elections: describeList(elections, 'Only endorsers with endorsements in these elections (slugs).'),
      q: nameContains,
      lang,
      ...paging,
    }),
    params: z.object({}),
    response: page(endorser),
  },
  getEndorser: {
    path: '/v1/endorsers/{slug}',
    query: z.object({ lang }),
    params: z.object({ slug: endorserSlug }),
    response: record(endorserRecord),
  },
  listEndorsements: {
    path: '/v1/endorsements',
    query: z.object({
      ...endorserFilters,
      states: votingStates,
      elections,
      contest_kinds: contestKinds,
      levels,
      contest: recordId.optional().meta({ description: 'The id of a contest.' }),
      min_evidence: minEvidence,
      upcoming,
      lang,
      ...paging,
    }),
    params: z.object({}),
    response: page(endorsement),
  },
  getEndorsement: {
    path: '/v1/endorsements/{id}',
    query: z.object({ lang }),
    params: z.object({ id: pathId }),
    response: record(endorsementRecord),
  },
  listOfficeholders: {
    path: '/v1/officeholders',
    query: z.object({
      states,
      offices,
      levels: officeholderLevels,
      districts: describeList(districts, "OCD ids of the seats' districts."),
      q: nameContains,
      lang,
      ...paging,
    }),
    params: z.object({}),
    response: page(officeholder),
  },
  getOfficeholder: {
    path: '/v1/officeholders/{person_id}',
    query: z.object({ lang }),
    params: z.object({ person_id: personId.toLowerCase() }),
    response: record(officeholderRecord),
  },
  listCoverage: {
    path: '/v1/coverage',
    query: z.object({
      upcoming: z.boolean().default(true).meta({ description: 'false also counts past elections.' }),
    }),
    params: z.object({}),
    response: list(coverage),
  },
  listEndorserCoverage: {
    path: '/v1/coverage/endorsers',
    query: z.object({
      categories: describeList(endorserFilters.categories, 'Only endorsers of these categories (slugs).'),
      endorsers: describeList(endorserFilters.endorsers, 'Only these endorsers (slugs).'),
      endorser_states: endorserFilters.endorser_states,
      states: describeList(states, 'USPS codes, in either case, of the states of the elections.'),
      elections: describeList(elections, 'Only these elections (slugs).'),
      upcoming: z.boolean().default(true).meta({ description: 'false also lists past elections.' }),
      lang,
      ...paging,
    }),
    params: z.object({}),
    response: page(endorserCoverage),
  },
} as const

const subscriptionParams = z.object({ id: pathId })
const oneSubscription = record(subscription)

/** Answered from the state and the feed. */
export const liveOperations = {
  listEvents: {
    path: '/v1/events',
    method: 'GET',
    query: z.object({ ...feed, ...polling }),
    params: z.object({}),
    response: eventPage,
  },
  openStream: {
    path: '/v1/stream',
    method: 'GET',
    query: z.object(feed),
    params: z.object({}),
    response: z.string(),
  },
  listSubscriptions: {
    path: '/v1/subscriptions',
    method: 'GET',
    query: z.object({}),
    params: z.object({}),
    response: list(subscription),
  },
  createSubscription: {
    path: '/v1/subscriptions',
    method: 'POST',
    query: z.object({}),
    params: z.object({}),
    body: subscriptionInput,
    response: oneSubscription,
  },
  getSubscription: {
    path: '/v1/subscriptions/{id}',
    method: 'GET',
    query: z.object({}),
    params: subscriptionParams,
    response: oneSubscription,
  },
  replaceSubscription: {
    path: '/v1/subscriptions/{id}',
    method: 'PUT',
    query: z.object({}),
    params: subscriptionParams,
    body: subscriptionInput,
    response: oneSubscription,
  },
  deleteSubscription: {
    path: '/v1/subscriptions/{id}',
    method: 'DELETE',
    query: z.object({}),
    params: subscriptionParams,
    response: null,
  },
  createFeedToken: {
    path: '/v1/subscriptions/{id}/feed-token',
    method: 'POST',
    query: z.object({}),
    params: subscriptionParams,
    response: record(newFeedToken),
  },
  getFeedToken: {
    path: '/v1/subscriptions/{id}/feed-token',
    method: 'GET',
    query: z.object({}),
    params: subscriptionParams,
    response: record(feedToken),
  },
  revokeFeedToken: {
    path: '/v1/subscriptions/{id}/feed-token',
    method: 'DELETE',
    query: z.object({}),
    params: subscriptionParams,
    response: null,
  },
  listCorrections: {
    path: '/v1/corrections',
    method: 'GET',
    query: z.object(paging),
    params: z.object({}),
    response: page(correction).extend({ times_to_fix: fixTimes }).meta({ id: 'CorrectionPage' }),
  },
  listSnapshots: {
    path: '/v1/snapshots',
    method: 'GET',
    query: z.object({}),
    params: z.object({}),
    response: list(snapshot),
  },
} as const
