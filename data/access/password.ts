// Hashes and checks console passwords with scrypt (RFC 7914). Each hash contains its parameters, so that they can be raised later.

import { type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'

/** @setting Minimum characters of a password. */
export const PASSWORD_LENGTH_MIN = 12
/** @setting Maximum characters of a password. */
export const PASSWORD_LENGTH_MAX = 200

const COST = 2 ** 15
const BLOCK = 8
const PARALLEL = 1
const HASH_BYTES = 32
const SHAPE = /^scrypt\$([1-9]\d*)\$([1-9]\d*)\$([1-9]\d*)\$([0-9a-f]{32,})\$([0-9a-f]{64})$/
/** A hash of no password. An unknown account's password is compared with it, so that the response takes equally long. */
const NOBODY = `scrypt$${COST}$${BLOCK}$${PARALLEL}$${'0'.repeat(32)}$${'0'.repeat(64)}`

/** A password that may be set. The error sentence tells only its length. */
export const newPassword = z.string().superRefine((text, context) => {
  const length = [...text].length
  const fits = length >= PASSWORD_LENGTH_MIN && length <= PASSWORD_LENGTH_MAX
  if (fits && !/\p{Cc}/u.test(text)) return
  const got = fits ? 'one with a control character' : `one of ${length}`
  const expected = `expected a password of ${PASSWORD_LENGTH_MIN} to ${PASSWORD_LENGTH_MAX} characters on one line`
  context.addIssue({ code: 'custom', message: `${expected}, got ${got}` })
})

/** Random bytes that a new password needs. */
export const SALT_BYTES = 16

/** @returns `scrypt$N$r$p$salt$hash`, salt and hash in hex; throws RangeError with a short salt */
export async function hashPassword(password: string, salt: Uint8Array): Promise<string> {
  if (salt.length < SALT_BYTES) throw new RangeError(`a password needs ${SALT_BYTES} bytes of salt, got ${salt.length}`)
  const hash = await derive(password, salt, { N: COST, r: BLOCK, p: PARALLEL })
  return ['scrypt', COST, BLOCK, PARALLEL, Buffer.from(salt).toString('hex'), hash.toString('hex')].join('$')
}

/** @param hash null if the account or its password does not exist: returns false after the same work. Throws for a hash of another form. */
export async function checkPassword(password: string, hash: string | null): Promise<boolean> {
  const [, N, r, p, salt, expected] = SHAPE.exec(hash ?? NOBODY) ?? []
  if (salt === undefined || expected === undefined) throw new Error('a stored password hash is not of the scrypt form')
  const got = await derive(password, Buffer.from(salt, 'hex'), { N: Number(N), r: Number(r), p: Number(p) })
  return timingSafeEqual(got, Buffer.from(expected, 'hex')) && hash !== null
}

/** Runs in a pool thread: 32 MiB and about 100 ms would block the event loop. The password is normalized to NFKC (RFC 8265). */
function derive(password: string, salt: Uint8Array, cost: { N: number; r: number; p: number }): Promise<Buffer> {
  const options: ScryptOptions = { ...cost, maxmem: 256 * cost.N * cost.r }
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, HASH_BYTES, options, (error, key) => {
      if (error) reject(error)
      else resolve(key)
    })
  })
}
