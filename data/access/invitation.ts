// Codes with which an invited person sets the first password: 100 random bits in four groups of five letters and digits that nobody mistakes for
// one another.

/** @setting Days for which an invitation to set a password can be used. */
export const INVITATION_DAYS = 7

/** Crockford's base 32. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Random bytes that a code takes. */
export const INVITATION_BYTES = 20

/** `7K2QM-…`: one character for each byte. */
export function makeInvitation(random: Uint8Array): string {
  const text = Array.from(random.subarray(0, INVITATION_BYTES), (byte) => ALPHABET.charAt(byte % ALPHABET.length)).join(
    '',
  )
  return text.match(/.{5}/g)?.join('-') ?? text
}

/** The text that is hashed, from a code in any case, with any spaces or dashes. */
export function plainInvitation(typed: string): string {
  const text = typed.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1')
  return `invitation ${text}`
}
