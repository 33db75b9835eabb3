// API keys: `hst_live_`, 30 random base62 characters, and 6 base62 characters of their CRC-32 (docs/rules.md#api-keys). Tokens of feeds begin
// with `hst_feed_`.

import { createHmac } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** @setting Valid keys that an account may have at once. */
export const KEYS_PER_ACCOUNT_MAX = 100
/** @setting Keys that an account may create within 24 hours: every key ever created stays in the store. */
export const KEYS_PER_DAY_MAX = 100

const PREFIX = 'hst_live_'
const FEED_PREFIX = 'hst_feed_'
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const RANDOM_LENGTH = 30
const CHECK_LENGTH = 6
const SHAPE = /^hst_live_[0-9A-Za-z]{36}$/
const RANDOM_RUN = /(?<![0-9A-Za-z])[0-9A-Za-z]{30}/
/** The largest multiple of 62 in a byte. Higher bytes are skipped, so that every character is equally likely. */
const FAIR_BYTES = 248

/** Enough for `makeKey`: the probability of fewer than 30 fair bytes among 64 is below 1 in 10^40. */
export const KEY_RANDOM_BYTES = 64

/** @param random at least 30 fair bytes, below 248; throws RangeError with fewer. */
export function makeKey(random: Uint8Array): string {
  return makeSecret(PREFIX, random)
}

/** The token of a subscription, for the URLs of its feeds. @param random as for `makeKey` */
export function makeFeedToken(random: Uint8Array): string {
  return makeSecret(FEED_PREFIX, random)
}

function makeSecret(prefix: string, random: Uint8Array): string {
  const fair = random.filter((byte) => byte < FAIR_BYTES)
  if (fair.length < RANDOM_LENGTH)
    throw new RangeError(`a key needs ${RANDOM_LENGTH} random bytes below ${FAIR_BYTES}, got ${fair.length}`)
  const text = Array.from(fair.subarray(0, RANDOM_LENGTH), (byte) => ALPHABET.charAt(byte % 62)).join('')
  return prefix + text + checkDigits(text)
}

/**
 * Whether the text begins like a key of this service but has a wrong length or wrong check digits. Every step always runs, so that the
 * duration reveals nothing.
 */
export function isMistypedKey(text: string): boolean {
  const shaped = SHAPE.test(text)
  const fits = checkDigits(text.slice(PREFIX.length, -CHECK_LENGTH)) === text.slice(-CHECK_LENGTH)
  return text.startsWith(PREFIX) && !(shaped && fits)
}

/** Whether a text may contain a key, a token or their secret part. Messages never repeat such a text. */
export function mayHoldKey(text: string): boolean {
  return text.includes(PREFIX) || text.includes(FEED_PREFIX) || RANDOM_RUN.test(text)
}

/** HMAC-SHA-256 in hex, which is stored instead of the key. */
export function hashKey(key: string, pepper: Uint8Array): string {
  return createHmac('sha256', pepper).update(key).digest('hex')
}

/** `hashKey` under the pepper of a server. */
export function createKeyHash(pepper: Uint8Array): (text: string) => string {
  return (text) => hashKey(text, pepper)
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
