// Subscriptions as a request names and writes them: who asks for what is not theirs, or may not be, is refused.

import type { FeedFilter } from '../../data/schema/feed-filter.ts'
import { wholeNumber } from '../../data/schema/scalar.ts'
import type { Refusal, ServiceStore, SubscriptionReference } from '../../data/store/state/state.ts'
import { ApiError } from '../http/errors.ts'

/** Of the account alone. @param reference digits alone are an id, all else is a name. Throws ApiError 404. */
export async function loadFilter(
  state: Pick<ServiceStore, 'findSubscription'>,
  account_id: number,
  reference: string,
): Promise<{ name: string; filter: FeedFilter }> {
  const found = await state.findSubscription(account_id, toReference(reference))
  if (!found) throw new ApiError('not_found', 'Parameter `subscription`: the account has none of this id or name.')
  return { name: found.name, filter: found.filter }
}

/** What is spelled like no id is none that exists. */
function toReference(text: string): SubscriptionReference {
  if (!/^\d+$/.test(text)) return { name: text }
  const id = wholeNumber.parse(text)
  return { id: Number.isSafeInteger(id) ? id : 0 }
}

/** Of the account, that is: another one's is no different. */
export function noSubscription(): ApiError {
  return new ApiError('not_found', 'The account has no subscription of this id.')
}

/** 409 means a taken name and nothing else. */
export function toRefusal({ refused, taken }: Refusal & { taken: boolean }): ApiError {
  if (!taken) return new ApiError('invalid_parameter', refused)
  return new ApiError('invalid_parameter', 'Field `name`: another subscription of the account has it already.', {
    status: 409,
  })
}
