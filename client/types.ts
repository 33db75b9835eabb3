// The parameters and the answer of each operation.

import type { Operations, SubscriptionInput } from './schema.ts'

export type OperationId = keyof Operations

/** Parameters of the query. Lists are arrays; every parameter may be left out. */
export type Query<Id extends OperationId> = Operations[Id]['query']

/** Exactly one location: a text, or a point in degrees. */
export type Place =
  | { location: string; address?: never; lat?: never; lng?: never }
  | { address: string; location?: never; lat?: never; lng?: never }
  | { lat: number; lng: number; location?: never; address?: never }

/** Parameters of a request about a location. */
export type PlaceQuery<Id extends OperationId> = Omit<Query<Id>, 'location' | 'address' | 'lat' | 'lng'> & Place

/** The `data` of a success. */
export type Data<Id extends OperationId> = Operations[Id]['body'] extends { data: infer Content } ? Content : never

/** A record of a list. */
export type Item<Id extends OperationId> = Data<Id> extends (infer Content)[] ? Content : never

export type NewSubscription = SubscriptionInput
