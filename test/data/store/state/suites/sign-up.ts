// Refusals for the console only: sign-up while too many accounts are pending, and a password change if the checked password is no longer current.

import { afterEach, beforeEach, expect, test } from 'vitest'
import { COMMAND_LINE, PENDING_ACCOUNTS_MAX } from '../../../../../data/access/account.ts'
import type { ServiceStore } from '../../../../../data/store/state/state.ts'
import type { Engine, TestState } from '../engines.ts'

export function signUpSuite(engine: Engine): void {
  const at = '2028-03-01T12:00:00.000Z'
  let place: TestState
  let state: ServiceStore

  beforeEach(async () => {
    place = await engine.create()
    state = await place.open()
  })
  afterEach(async () => {
    await state.close()
    await place.remove()
  })

  const make = (name: string, by = name) =>
    state.createAccount({ name, plan: 'free', contact: null, password_hash: 'scrypt$0' }, { by, at })

  const fill = (pending: number) =>
    place.rows(
      `WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ${pending})
    INSERT INTO account (name, status, plan, role, created_at)
    SELECT 'waiting ' || n, 'pending', 'free', 'member', '${at}' FROM number`,
    )

  test('sign-up is refused while too many accounts are pending; the command line still makes accounts; each decision frees a place', async () => {
    await fill(PENDING_ACCOUNTS_MAX - 1)
    expect(await make('last')).toHaveProperty('id')
    expect(await make('late')).toEqual({
      refused: 'Sign-up is closed for now: too many accounts already wait for approval. Try again another day.',
    })
    expect(await state.findAccount('late')).toBeUndefined()
    expect(await state.audit('late', 1)).toEqual([])
    expect(await make('by hand', COMMAND_LINE)).toHaveProperty('id')
    for (const [name, act] of [
      ['waiting 1', 'approve'],
      ['waiting 2', 'suspend'],
    ] as const)
      await state.setAccountStatus(name, act, { by: COMMAND_LINE, at })
    expect(await make('late')).toHaveProperty('id')
    expect(await make('later')).toHaveProperty('refused')
  })

  test('a password is set only if the checked password is still current', async () => {
    const change = { by: 'ada', at }
    await make('ada')
    expect(await state.setPassword('ada', 'scrypt$1', change, 'scrypt$0')).toHaveProperty('id')
    for (const expected of ['scrypt$0', '', null]) {
      const refused = { refused: 'The password was not changed: it has been changed elsewhere meanwhile.' }
      expect(await state.setPassword('ada', 'scrypt$2', change, expected)).toEqual(refused)
    }
    expect((await state.findAccount('ada'))?.password_hash).toBe('scrypt$1')
    expect((await state.audit('ada', 10)).map(({ action }) => action)).toEqual([
      'account.password_set',
      'account.created',
    ])
    expect(await state.setPassword('ada', 'scrypt$2', change)).toHaveProperty('id')
  })
}
