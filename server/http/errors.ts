// The only place that renders errors.

import { ApiError } from '../../data/schema/api-error.ts'
import type { ErrorBody } from '../../data/schema/envelope.ts'
import { StateMoved, StateUnavailable, StateUnwritable, UNAVAILABLE_RETRY } from '../../data/store/state/state.ts'

/** Retry-After in seconds while the disk accepts no writes. */
const UNWRITABLE_RETRY = 30

export function renderError(error: ApiError, requestId: string): string {
  const body: ErrorBody = { error: { code: error.code, message: error.message, request_id: requestId } }
  return JSON.stringify(body)
}

/** Turns any error into an ApiError. Of an internal error, the caller learns only the request id. */
export function toApiError(fault: unknown): ApiError {
  if (fault instanceof ApiError) return fault
  const unwritable = { status: 503, retryAfter: UNWRITABLE_RETRY }
  if (fault instanceof StateMoved)
    return new ApiError(
      'internal_error',
      "The server's state is being moved to another database. Nothing was changed: retry later.",
      unwritable,
    )
  if (fault instanceof StateUnwritable)
    return new ApiError(
      'internal_error',
      "The server's disk accepts no writes at the moment. Nothing was changed: retry later.",
      unwritable,
    )
  if (fault instanceof StateUnavailable)
    return new ApiError('state_unavailable', "The server's database cannot be reached at the moment: retry later.", {
      retryAfter: UNAVAILABLE_RETRY,
    })
  return new ApiError('internal_error', 'The server failed to answer. Quote the request_id when you report it.')
}
