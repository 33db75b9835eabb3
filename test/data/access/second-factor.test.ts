// Codes of an authenticator app, with the test secret of RFC 6238.

import { expect, test } from 'vitest'
import { codeAt, describeTotp, findCodeStep } from '../../../data/access/second-factor.ts'

const SECRET = new TextEncoder().encode('12345678901234567890')
const STEP_MS = 30_000
/** The RFC's first instant, in step 1, and the last six digits of its code. */
const NOW = 59_000

test('a code is valid in its step and one step before and after, and names its own step', () => {
  expect(codeAt(SECRET, NOW)).toBe('287082')
  expect(findCodeStep(SECRET, '287082', NOW)).toBe(1)
  expect(findCodeStep(SECRET, '287082', NOW + 1)).toBe(1)
  expect(findCodeStep(SECRET, '287082', NOW + STEP_MS)).toBe(1)
  expect(findCodeStep(SECRET, '287082', NOW - STEP_MS)).toBe(1)
  expect(findCodeStep(SECRET, '287082', NOW + 2 * STEP_MS)).toBeUndefined()
  const later = 1_111_111_109_000
  expect(findCodeStep(SECRET, codeAt(SECRET, later), later)).toBe(37_037_036)
  expect(findCodeStep(SECRET, '287082', later)).toBeUndefined()
})

test('other texts are no code', () => {
  for (const text of ['28708', '2870820', ' 287082', '287 082', ''])
    expect(findCodeStep(SECRET, text, NOW)).toBeUndefined()
})

test('the secret for an app has the account, the issuer and the same codes', () => {
  const { uri, base32 } = describeTotp(SECRET, 'ada')
  expect(base32).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
  const link = new URL(uri)
  expect(decodeURIComponent(link.pathname)).toMatch(/Hustings:ada$/)
  expect(Object.fromEntries(link.searchParams)).toMatchObject({
    issuer: 'Hustings',
    secret: base32,
    period: '30',
    digits: '6',
  })
})
