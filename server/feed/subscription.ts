// The saved filter that a request names.

import type { FeedFilter } from '../../data/schema/feed-filter.ts'
import { wholeNumber } from '../../data/schema/scalar.ts'
import type { State, SubscriptionReference } from '../../data/store/state/state.ts'
import { ApiError } from '../errors.ts'

/** Of the account alone. @param reference digits alone are an id, all else is a name. Throws ApiError 404. */
export async function loadFilter(
  state: Pick<State, 'findSubscription'>,
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
