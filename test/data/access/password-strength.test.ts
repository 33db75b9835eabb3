// A new password must be hard to guess, even with knowledge of the account.

import { expect, test } from 'vitest'
import { findWeakness } from '../../../data/access/password-strength.ts'

test.each([
  ...['111111111111', 'passwordpassword', 'P4ssw0rdP4ssw0rd', 'aaaaaaaaaaab', 'qwertyuiop12', 'abcdefghijkl'],
  ...['123456789012', 'iloveyou12345', 'letmeinletmein', 'januaryfebruary', 'zxcvbnmasdfg'],
  ...['Hustings2026!', 'newsroom2028', 'desk@example.org', 'ｐａｓｓｗｏｒｄpassword'],
])('%j is refused', async (password) => {
  const weakness = await findWeakness(password, ['newsroom', 'desk@example.org'])
  expect(weakness).toMatch(
    /^expected a password that is hard to guess, and this one is easy: .*unrelated words make a good password$/,
  )
  expect(weakness).not.toContain(password)
})

test.each([
  'correct horse battery',
  'another staple entirely',
  'xkqzjwvprmtn',
  'tide lamp forty onion',
  'пальто лампа сорок лук',
])('%j may be set', async (password) => expect(await findWeakness(password, ['newsroom'])).toBeUndefined())

test('the longest password does not block the event loop, and takes little time in its thread', async () => {
  await findWeakness('correct horse battery', [])
  const start = performance.now()
  let [longest, last] = [0, start]
  const timer = setInterval(() => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
  }, 5)
  // Each symbol may stand for a letter: with the library's defaults such a password takes seconds or minutes.
  for (const password of ['4@8({[<369!1|70$5+%2'.repeat(10), '1!|l'.repeat(50), 'a'.repeat(200)])
    await findWeakness(password, ['newsroom'])
  clearInterval(timer)
  const took = performance.now() - start
  expect(took).toBeLessThan(20_000)
  expect(longest).toBeLessThan(Math.max(200, took / 2))
})
