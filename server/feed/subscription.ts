// Finds the subscription that a request names, and turns refusals of the state into errors.

import { ApiError } from '../../data/schema/api-error.ts'
import type { FeedFilter } from '../../data/schema/feed-filter.ts'
import { wholeNumber } from '../../data/schema/scalar.ts'
import type { Refusal } from '../../data/store/state/change.ts'
import type { ServiceStore } from '../../data/store/state/state.ts'
import type { SubscriptionReference } from '../../data/store/state/subscriptions.ts'

/** Finds a subscription of this account only. @param reference only digits: an id; otherwise a name. Throws ApiError 404. */
export async function loadFilter(
  state: Pick<ServiceStore, 'findSubscription'>,
  account_id: number,
  reference: string,
): Promise<{ name: string; filter: FeedFilter }> {
  const found = await state.findSubscription(account_id, toReference(reference))
  if (!found)
    throw new ApiError('not_found', 'Parameter `subscription`: the account has no subscription with this id or name.')
  return { name: found.name, filter: found.filter }
}

/** A number that is too large for an id becomes 0, which no subscription has. */
function toReference(text: string): SubscriptionReference {
  if (!/^\d+$/.test(text)) return { name: text }
  const id = wholeNumber.parse(text)
  return { id: Number.isSafeInteger(id) ? id : 0 }
}

/** Also returned for a subscription of another account. */
export function noSubscription(): ApiError {
  return new ApiError('not_found', 'The account has no subscription with this id.')
}

/** 409 always means that the name is taken. */
export function toRefusal({ refused, taken }: Refusal & { taken: boolean }): ApiError {
  if (!taken) return new ApiError('invalid_parameter', refused)
  return new ApiError('invalid_parameter', 'Field `name`: another subscription of the account already has this name.', {
    status: 409,
  })
}
