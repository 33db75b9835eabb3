// The parameters and the answer of each operation, from the server's own schemas.

import type { z } from 'zod'
import type { dataOperations, liveOperations } from '../data/schema/operations.ts'
import type { everyData, place } from '../data/schema/parameter.ts'
import type { subscriptionInput } from '../data/schema/subscription.ts'

export type Operations = typeof dataOperations & typeof liveOperations
export type OperationId = keyof Operations

/** `snapshot` asks for the data of an earlier publication. */
type Snapshot<Id> = Id extends keyof typeof dataOperations ? z.input<typeof everyData> : unknown

/** Zod gives an empty object every key. */
type Own<Parameters> = string extends keyof Parameters ? unknown : Parameters

/** Parameters of the query. Lists are arrays; every parameter may be left out. */
export type Query<Id extends OperationId> = Own<z.input<Operations[Id]['query']>> & Snapshot<Id>

/** Exactly one location: a text, or a point in degrees. */
export type Place =
  | { location: string; address?: never; lat?: never; lng?: never }
  | { address: string; location?: never; lat?: never; lng?: never }
  | { lat: number; lng: number; location?: never; address?: never }

/** Parameters of a request about a location. */
export type PlaceQuery<Id extends OperationId> = Omit<Query<Id>, keyof typeof place> & Place

/** The JSON of a success. */
export type Body<Id extends OperationId> = z.output<NonNullable<Operations[Id]['response']>>

/** The `data` of it. */
export type Data<Id extends OperationId> = Body<Id> extends { data: infer Content } ? Content : never

/** A record of a list. */
export type Item<Id extends OperationId> = Data<Id> extends (infer Content)[] ? Content : never

export type NewSubscription = z.input<typeof subscriptionInput>
