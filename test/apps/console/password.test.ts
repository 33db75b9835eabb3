// A password change elsewhere while the new password is being hashed.

import { expect, test } from 'vitest'
import { viewOf } from '../../../apps/console/page.ts'
import { changePassword } from '../../../apps/console/password.ts'
import { createTurns } from '../../../apps/console/password-attempts.ts'
import { toForm } from '../../../apps/web/form.ts'
import type { Host } from '../../../server/host.ts'
import { PASSWORD, site, withSite } from './visitor.ts'

const NONE = { url: '' }

withSite(async () => undefined)

test('passwords are hashed one at a time; above fifty that wait, one more is 503 until another is done', async () => {
  const takeTurn = createTurns()
  let working = 0
  const work = async (): Promise<number> => {
    working += 1
    const most = working
    await new Promise(setImmediate)
    working -= 1
    return most
  }
  const first = Array.from({ length: 50 }, () => takeTurn(work))
  await expect(takeTurn(work)).rejects.toMatchObject({ status: 503 })
  expect(new Set(await Promise.all(first))).toEqual(new Set([1]))
  await expect(takeTurn(async () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await Promise.all(Array.from({ length: 50 }, () => takeTurn(work)))).toEqual(Array(50).fill(1))
})

test('the password set meanwhile stays', async () => {
  const { state } = site.fixture
  const account = await site.makeAccount('Owner')
  const now = site.now()
  const change = { by: 'command line', at: new Date(now).toISOString() }
  // What changePassword uses of it.
  const host: Host = Object.assign(Object.create(null), {
    state: {
      ...state,
      async setPassword(...given: Parameters<typeof state.setPassword>) {
        await state.setPassword('Owner', 'set meanwhile', change)
        return state.setPassword(...given)
      },
    },
    admission: { attempt: async () => undefined },
    hmac: (text: string) => `hmac of ${text}`,
  })
  const login = { hash: 'a session', account, second_factor: false }
  const reply = await changePassword({
    ...{ host, login, account, now, origin: site.url, fromElsewhere: false, params: {} },
    ...{ path: '/console/password', wanted: null, network: 'here', takeTurn: createTurns() },
    assets: { style: NONE, script: NONE, icon: NONE, states: NONE, links: [] },
    visitor: { login, awaiting: null, token: 'a token', cookie: null },
    query: new URLSearchParams(),
    view: viewOf(new URLSearchParams()),
    form: toForm(new URLSearchParams({ current: PASSWORD, password: 'another staple entirely' })),
  })
  expect(reply.status).toBe(400)
  expect(reply.body?.toString()).toContain('The password was not changed')
  expect((await state.findAccount('Owner'))?.password_hash).toBe('set meanwhile')
})
