// Codes of an authenticator app (TOTP, RFC 6238): six digits, thirty seconds, SHA-1, which every such app supports.

import { Secret, TOTP } from 'otpauth'

/** @setting Recovery codes that an account gets with its second factor. */
export const RECOVERY_CODES = 10

/** RFC 4226 section 4 recommends 160 bits. */
export const TOTP_SECRET_BYTES = 20
const PERIOD_S = 30
/** Steps before and after the current one: clocks differ. */
const WINDOW = 1

function totpOf(secret: Uint8Array, label: string): TOTP {
  const { buffer } = Uint8Array.from(secret)
  return new TOTP({ issuer: 'Hustings', label, secret: new Secret({ buffer }), period: PERIOD_S })
}

/** The secret for an app, as a link and as text to type. @param label the account's name */
export function describeTotp(secret: Uint8Array, label: string): { uri: string; base32: string } {
  const totp = totpOf(secret, label)
  return { uri: totp.toString(), base32: totp.secret.base32 }
}

/** The step of a code that is valid in the current, previous or next step; otherwise undefined. @param now milliseconds since 1970 */
export function findCodeStep(secret: Uint8Array, code: string, now: number): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const delta = totpOf(secret, '').validate({ token: code, timestamp: now, window: WINDOW })
  return delta === null ? undefined : Math.floor(now / 1000 / PERIOD_S) + delta
}

/** The code that an app shows at an instant. */
export function codeAt(secret: Uint8Array, now: number): string {
  return totpOf(secret, '').generate({ timestamp: now })
}
