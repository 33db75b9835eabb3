// Encrypts a secret under a passphrase: scrypt (RFC 7914) and AES-256-GCM. A sealed text has its parameters, so that they can be raised.

import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import { z } from 'zod'

/** @setting Minimum characters of the passphrase of a backup: whoever has the backup can guess offline. */
const BACKUP_PASSPHRASE_MIN = 12

const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
/** 128 MiB and about half a second for each guess. */
const COST = { N: 2 ** 17, r: 8, p: 1 }
/** Bound to the secret: a text that was sealed for something else does not open. */
const PURPOSE = Buffer.from('hustings backup, pepper, 1')

const hex = (bytes: number) => z.string().regex(new RegExp(`^[0-9a-f]{${2 * bytes}}$`))
const sealed = z.object({
  scrypt: z.object({
    N: z
      .int()
      .min(2)
      .max(2 ** 20),
    r: z.int().min(1).max(16),
    p: z.int().min(1).max(4),
  }),
  salt: hex(16),
  iv: hex(12),
  tag: hex(16),
  secret: z.string().regex(/^([0-9a-f]{2})+$/),
})

/** @param where how the message calls its source. Throws a sentence, which tells only the length, for one that is too short. */
export function checkPassphrase(passphrase: string, where: string): string {
  const length = [...passphrase].length
  if (length >= BACKUP_PASSPHRASE_MIN) return passphrase
  throw new Error(`${where}: got a passphrase of ${length} characters, expected at least ${BACKUP_PASSPHRASE_MIN}`)
}

/** @returns JSON */
export async function seal(secret: Uint8Array, passphrase: string): Promise<string> {
  const [salt, iv] = [randomBytes(16), randomBytes(12)]
  const cipher = createCipheriv(CIPHER, await derive(passphrase, salt, COST), iv).setAAD(PURPOSE)
  const box = Buffer.concat([cipher.update(secret), cipher.final()])
  const [saltHex, ivHex, tag] = [salt, iv, cipher.getAuthTag()].map((bytes) => bytes.toString('hex'))
  return `${JSON.stringify({ scrypt: COST, salt: saltHex, iv: ivHex, tag, secret: box.toString('hex') })}\n`
}

/** Undefined for another passphrase, or a text that was changed. */
export async function unseal(text: string, passphrase: string): Promise<Uint8Array | undefined> {
  const box = sealed.parse(JSON.parse(text))
  const bytes = (value: string): Buffer => Buffer.from(value, 'hex')
  const key = await derive(passphrase, bytes(box.salt), box.scrypt)
  const decipher = createDecipheriv(CIPHER, key, bytes(box.iv)).setAAD(PURPOSE).setAuthTag(bytes(box.tag))
  const secret = decipher.update(bytes(box.secret))
  try {
    return Buffer.concat([secret, decipher.final()])
  } catch {
    return undefined
  }
}

/** The passphrase is normalized to NFKC, as passwords are. */
function derive(passphrase: string, salt: Uint8Array, cost: typeof COST): Promise<Buffer> {
  const options = { ...cost, maxmem: 256 * cost.N * cost.r }
  return new Promise((resolve, reject) => {
    scrypt(passphrase.normalize('NFKC'), salt, KEY_BYTES, options, (error, key) => {
      if (error) reject(error)
      else resolve(key)
    })
  })
}
