// Encrypts a typed place for a page's own forms and for the history of the browser. Only the field for a place shows it in the clear.

import { createCipheriv, createDecipheriv, hash, randomBytes } from 'node:crypto'

const NONCE_BYTES = 12
const TAG_BYTES = 16

export interface Seal {
  close(text: string): string
  /** Undefined if the text was not sealed here. */
  open(sealed: string): string | undefined
}

/** @param hmac HMAC under the server's pepper: all workers seal alike */
export function createSeal(hmac: (text: string) => string): Seal {
  const key = hash('sha256', hmac('places of the explorer'), 'buffer')
  return {
    close(text) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64url')
      if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined
      const tagged = NONCE_BYTES + TAG_BYTES
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES))
      decipher.setAuthTag(bytes.subarray(NONCE_BYTES, tagged))
      try {
        return Buffer.concat([decipher.update(bytes.subarray(tagged)), decipher.final()]).toString('utf8')
      } catch {
        return undefined
      }
    },
  }
}
