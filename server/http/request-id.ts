import { randomBytes } from 'node:crypto'

/** Hexadecimal digits of an id without its time and its version. */
const RANDOM_DIGITS = 19
/** One call for random bytes serves this many ids: the call costs more than the id. */
const IDS_PER_POOL = 512

let pool = ''
let used = 0
let millisecond = -1
let stamp = ''

/** `req_` and a UUID version 7 (RFC 9562): 48 bits of time, 74 random ones. @param now milliseconds since 1970 */
export function makeRequestId(now: number): string {
  if (used === pool.length) {
    pool = randomBytes((RANDOM_DIGITS * IDS_PER_POOL) / 2).toString('hex')
    used = 0
  }
  const at = used
  used += RANDOM_DIGITS
  // Two bits of this digit say that it is such a UUID.
  const variant = '89ab'[Number.parseInt(pool.charAt(at + 3), 16) & 3]
  return `req_${stampOf(now)}-7${pool.slice(at, at + 3)}-${variant}${pool.slice(at + 4, at + 7)}-${pool.slice(at + 7, at + RANDOM_DIGITS)}`
}

/** The same for each request of a millisecond. */
function stampOf(now: number): string {
  if (now !== millisecond) {
    const digits = now.toString(16).padStart(12, '0')
    millisecond = now
    stamp = `${digits.slice(0, 8)}-${digits.slice(8)}`
  }
  return stamp
}
