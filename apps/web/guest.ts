// Makes a guest of a function that answers each of its requests.

import polka, { type Polka } from 'polka'
import { ApiError } from '../../data/schema/api-error.ts'
import type { GuestRequest, Host } from '../../server/host.ts'
import type { Exchange, Reply } from '../../server/http/exchange.ts'

export interface PageRequest {
  /** The whole path, with that of the guest. */
  path: string
  /** The query with its question mark; empty without one. */
  search: string
}

/** Counts the request and answers it. An error that it throws is sent as JSON: a guest for people shows a page instead. */
export type AnswerPage = (exchange: Exchange, request: PageRequest) => Promise<Reply>

export function createGuestApp({ reply, fail }: Pick<Host, 'reply' | 'fail'>, answer: AnswerPage): Polka<GuestRequest> {
  return polka<GuestRequest>({ onError: (fault, { exchange }) => fail(exchange, fault) }).use(
    async ({ exchange, originalUrl }) => reply(exchange, await answer(exchange, splitUrl(originalUrl))),
  )
}

/** For a path below a guest that it does not answer, as for any other path beside /v1. */
export function noSuchEndpoint(): ApiError {
  return new ApiError('not_found', 'There is no endpoint at this path: /openapi.json lists all endpoints.')
}

/** The server cuts the guest's path off `url`, but not off `originalUrl`. */
function splitUrl(url: string): PageRequest {
  const at = url.indexOf('?')
  return at < 0 ? { path: url, search: '' } : { path: url.slice(0, at), search: url.slice(at) }
}
