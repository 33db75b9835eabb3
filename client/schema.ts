// The operations of /v1 and their records, from the schemas of the server. In the package, build.mjs writes the same types without zod:
// test/client/package.long.test.ts compares them.

import type { z } from 'zod'
import type { dataOperations, liveOperations } from '../data/schema/operations.ts'
import type { everyData } from '../data/schema/parameter.ts'
import type { subscriptionInput } from '../data/schema/subscription.ts'

export type { Ballot } from '../data/schema/ballot.ts'
export type { Choice } from '../data/schema/choice.ts'
export type { BallotContest, Contest, ContestRecord } from '../data/schema/contest.ts'
export type { Correction } from '../data/schema/correction.ts'
export type { Coverage } from '../data/schema/coverage.ts'
export type { District, DistrictRecord } from '../data/schema/district.ts'
export type { Election } from '../data/schema/election.ts'
export type { Endorsement, EndorsementRecord } from '../data/schema/endorsement.ts'
export type { Endorser, EndorserCategory, EndorserRecord } from '../data/schema/endorser.ts'
export type { Event } from '../data/schema/event.ts'
export type { Officeholder, OfficeholderRecord, Representatives } from '../data/schema/officeholder.ts'
export type { Position } from '../data/schema/position.ts'
export type { Recommendations, RecommendedContest } from '../data/schema/recommendation.ts'
export type { Snapshot } from '../data/schema/snapshot.ts'
export type { Subscription } from '../data/schema/subscription.ts'
export type { ErrorCode, ReconnectReason } from '../data/schema/vocabulary.ts'

type Described = typeof dataOperations & typeof liveOperations

/** `snapshot` asks for the data of an earlier publication. */
type SnapshotOf<Id> = Id extends keyof typeof dataOperations ? z.input<typeof everyData> : unknown

/** Zod gives an empty object every key. */
type Own<Parameters> = string extends keyof Parameters ? unknown : Parameters

export type Operations = {
  [Id in keyof Described]: {
    path: Described[Id]['path']
    query: Own<z.input<Described[Id]['query']>> & SnapshotOf<Id>
    /** The JSON of a success. */
    body: Described[Id]['response'] extends z.ZodType ? z.output<Described[Id]['response']> : null
  }
}

export type SubscriptionInput = z.input<typeof subscriptionInput>
