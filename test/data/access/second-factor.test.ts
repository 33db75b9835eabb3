// Codes of an authenticator app, with the test secret of RFC 6238.

import { expect, test } from 'vitest'
import { codeAt, describeTotp, findCodeStep } from '../../../data/access/second-factor.ts'

const SECRET = new TextEncoder().encode('12345678901234567890')
const STEP_MS = 30_000

test.each([
  [59, '287082'],
  [1111111109, '081804'],
  [2000000000, '279037'],
  [20000000000, '353130'],
])('at %i s the code is %s (appendix B)', (seconds, code) => {
  expect(codeAt(SECRET, seconds * 1000)).toBe(code)
  expect(findCodeStep(SECRET, code, seconds * 1000)).toBe(Math.floor(seconds / 30))
})

test('a code is valid one step before and after, and belongs to its own step', () => {
  const now = 1_000_000_000_000
  const step = Math.floor(now / STEP_MS)
  const found = [-2, -1, 0, 1, 2].map((steps) => findCodeStep(SECRET, codeAt(SECRET, now), now + steps * STEP_MS))
  expect(found).toEqual([undefined, step, step, step, undefined])
  for (const text of ['', '12345', '1234567', '12345a', '١٢٣٤٥٦', ' 12345', '-12345', '287 082'])
    expect(findCodeStep(SECRET, text, now), text).toBeUndefined()
})

test('the secret for an app has the account, the issuer and the same codes', () => {
  const { uri, base32 } = describeTotp(SECRET, 'news & more')
  expect(base32).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
  expect(uri).toBe(
    `otpauth://totp/Hustings:news%20%26%20more?issuer=Hustings&secret=${base32}&algorithm=SHA1&digits=6&period=30`,
  )
})
