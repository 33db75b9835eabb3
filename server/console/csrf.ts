// A form is taken only from a page of ours that was made for this visitor.

import { timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { ApiError } from '../http/errors.ts'

/** Throws ApiError 403 where the browser says that another site's page sent this. */
export function refuseOtherSite({ origin, host, ...headers }: IncomingHttpHeaders): void {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw refusal()
  // Our own pages send no referrer, and so the origin `null`; what that says of others, Sec-Fetch-Site and the token tell.
  if (origin !== undefined && origin !== 'null' && hostOf(origin) !== host) throw refusal()
}

/** Throws ApiError 403. */
export function refuseForged(sent: string, token: string): void {
  const [got, expected] = [Buffer.from(sent), Buffer.from(token)]
  if (got.length !== expected.length || !timingSafeEqual(got, expected)) throw refusal()
}

/** Whether a link on another site led here. */
export function isFromElsewhere(headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site']
  return site === 'cross-site' || site === 'same-site'
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined
}

function refusal(): ApiError {
  return new ApiError(
    'invalid_parameter',
    'This form is not one that was made for you now: it is too old, or it comes from another site. Nothing was changed. Open the page again and send it from there.',
    { status: 403 },
  )
}
