// The one door through which an address leaves this machine: one request to the geocoder. Nothing of a fault is passed on but
// its kind, because a message of fetch may quote the URL.

import { type CensusMatch, isRefusal, parseMatches } from './match.ts'

/** Whatever a reply holds, one address has few matches. */
export const REPLY_BYTES_MAX = 262_144
const HEADERS = { Accept: 'application/json', 'User-Agent': 'hustings' }

/** `passing`: another try at once may do better. */
export interface Failure {
  failure: string
  passing: boolean
}

export type Asked = { matches: readonly CensusMatch[] } | Failure

const UNREACHABLE = { failure: 'no connection', passing: true }
const LATE = { failure: 'no answer in time', passing: true }
const LARGE = { failure: 'an answer that is too large', passing: false }
const STRANGE = { failure: 'an answer of another form', passing: false }

/** @param timeout milliseconds, to the last byte */
export async function ask(url: URL, timeout: number): Promise<Asked> {
  const signal = AbortSignal.timeout(timeout)
  try {
    const reply = await fetch(url, { signal, headers: HEADERS, redirect: 'manual' })
    if (reply.status === 200 || reply.status === 400) {
      const text = await readText(reply)
      return text === undefined ? LARGE : read(reply.status, text)
    }
    await reply.body?.cancel()
    return { failure: `status ${reply.status}`, passing: reply.status >= 500 }
  } catch {
    return signal.aborted ? LATE : UNREACHABLE
  }
}

/** A text that is no address is answered with 400: nothing is wrong with the geocoder then. */
function read(status: number, text: string): Asked {
  if (status === 400) return isRefusal(text) ? { matches: [] } : { failure: 'status 400', passing: false }
  const matches = parseMatches(text)
  return matches ? { matches } : STRANGE
}

/** Undefined for one that is too large: the rest of it is not read. */
async function readText({ body }: Response): Promise<string | undefined> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength
    if (bytes > REPLY_BYTES_MAX) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}
