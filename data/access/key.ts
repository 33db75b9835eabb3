// API keys: `hst_live_`, 30 random base62 characters, and 6 base62 characters of their CRC-32 (docs/rules.md#api-keys).

import { createHmac } from 'node:crypto'
import { crc32 } from 'node:zlib'

const PREFIX = 'hst_live_'
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const RANDOM_LENGTH = 30
const CHECK_LENGTH = 6
const SHAPE = /^hst_live_[0-9A-Za-z]{36}$/
const RANDOM_RUN = /(?<![0-9A-Za-z])[0-9A-Za-z]{30}/
/** The largest multiple of 62 in a byte: bytes above are passed over, so that every character is equally likely. */
const FAIR_BYTES = 248

/** Enough for `makeKey`: fewer than 30 fair ones among 64 random bytes do not happen (below 1 in 10^40). */
export const KEY_RANDOM_BYTES = 64

/** @param random at least 30 fair bytes, below 248; throws RangeError with fewer. */
export function makeKey(random: Uint8Array): string {
  const fair = random.filter((byte) => byte < FAIR_BYTES)
  if (fair.length < RANDOM_LENGTH)
    throw new RangeError(`a key needs ${RANDOM_LENGTH} random bytes below ${FAIR_BYTES}, got ${fair.length}`)
  const text = Array.from(fair.subarray(0, RANDOM_LENGTH), (byte) => ALPHABET.charAt(byte % 62)).join('')
  return PREFIX + text + checkDigits(text)
}

/**
 * Whether it begins like a key of this service, and its length or check digits are wrong. Everything is worked out whatever the
 * outcome, so that how long it takes tells nothing.
 */
export function isMistypedKey(text: string): boolean {
  const shaped = SHAPE.test(text)
  const fits = checkDigits(text.slice(PREFIX.length, -CHECK_LENGTH)) === text.slice(-CHECK_LENGTH)
  return text.startsWith(PREFIX) && !(shaped && fits)
}

/** Whether a key, or what is secret of one, may stand in a text that was sent in its place: such a text is never repeated. */
export function mayHoldKey(text: string): boolean {
  return text.includes(PREFIX) || RANDOM_RUN.test(text)
}

/** HMAC-SHA-256 in hex: what is kept in a key's place. */
export function hashKey(key: string, pepper: Uint8Array): string {
  return createHmac('sha256', pepper).update(key).digest('hex')
}

function checkDigits(text: string): string {
  let rest = crc32(text)
  let digits = ''
  for (let i = 0; i < CHECK_LENGTH; i++) {
    digits = ALPHABET.charAt(rest % 62) + digits
    rest = Math.floor(rest / 62)
  }
  return digits
}
