// Refuses forged forms: a form must come from one of our pages that was made for this visitor.

import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { ApiError } from '../../data/schema/api-error.ts'

/** Throws ApiError 403 if the browser says that a page of another site sent this request. */
export function refuseOtherSite({ origin, host, ...headers }: IncomingHttpHeaders): void {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw refusal()
  // Our own pages send no referrer, and so the origin `null`. Other sites can send it too: Sec-Fetch-Site and the token detect them.
  if (origin !== undefined && origin !== 'null' && hostOf(origin) !== host) throw refusal()
}

/** The token as a page contains it: other bytes each time, so that the size of a compressed page reveals nothing of it. */
export function maskToken(token: string): string {
  const bytes = Buffer.from(token)
  const pad = randomBytes(bytes.length)
  return Buffer.concat([pad, applyPad(bytes, pad)]).toString('base64url')
}

function unmaskToken(masked: string): Buffer {
  const bytes = Buffer.from(masked, 'base64url')
  const half = bytes.length / 2
  return applyPad(bytes.subarray(half), bytes.subarray(0, half))
}

function applyPad(bytes: Buffer, pad: Buffer): Buffer {
  return Buffer.from(bytes.map((byte, at) => byte ^ (pad[at] ?? 0)))
}

/** @param sent as `maskToken` wrote it. Throws ApiError 403. */
export function refuseForged(sent: string, token: string): void {
  const [got, expected] = [unmaskToken(sent), Buffer.from(token)]
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
    'This form is too old, or it comes from another site. Nothing was changed. Open the page again and send the form from there.',
    { status: 403 },
  )
}
