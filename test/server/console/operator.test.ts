// The operator's pages: approving accounts, setting plans, and the audit log.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openSite, type Site, type Visitor } from './visitor.ts'

let site: Site
let operator: Visitor

beforeAll(async () => {
  site = await openSite()
  await site.makeAccount('Operator', { role: 'operator' })
  for (const name of ['Waiting', 'Étoile <b>']) await site.makeAccount(name, { status: 'pending' })
  operator = await site.signedIn('Operator')
})
afterAll(() => site.close())
beforeEach(() => site.nextMinute())

const status = async (name: string) => (await site.fixture.state.findAccount(name))?.status
const act = (name: string, what: string) =>
  operator.send('/console/accounts', '/console/accounts/status', { name, act: what })

describe('accounts', () => {
  test('pending accounts come first, and the search ignores case and accents', async () => {
    const { text } = await operator.get('/console/accounts')
    const names = [...text.matchAll(/<b><span class="long">([^<]*)<\/span><\/b>/g)].map(([, name]) => name)
    expect(names).toEqual(['Waiting', 'Étoile &lt;b&gt;', 'Operator'])
    const found = await operator.get('/console/accounts?q=etoile')
    expect(found.text).toContain('1 account<')
    expect(found.text).not.toContain('>Waiting<')
    // A search does not hide that others are pending.
    expect(found.text).toContain('2 sign-ups wait')
    expect((await operator.get('/console/accounts?q=nobody')).text).toContain('No account matches.')
  })

  test('pending accounts are ordered by waiting time, longest first', async () => {
    const wanted = { name: 'Zoë, first', plan: 'free', contact: null, password_hash: null }
    await site.fixture.state.createAccount(wanted, { by: 'the test', at: '2026-02-20T00:00:00.000Z' })
    const { text } = await operator.get('/console/accounts')
    const names = [...text.matchAll(/<b><span class="long">([^<]*)<\/span><\/b>/g)].map(([, name]) => name)
    expect(names).toEqual(['Zoë, first', 'Waiting', 'Étoile &lt;b&gt;', 'Operator'])
  })

  test('are approved, suspended and resumed, with audit entries under the operator’s name', async () => {
    for (const [what, after] of [
      ['approve', 'approved'],
      ['suspend', 'suspended'],
      ['resume', 'approved'],
    ] as const) {
      const seen = await act('Waiting', what)
      expect([seen.status, seen.location]).toEqual([303, '/console/accounts?done=account-changed'])
      expect(await status('Waiting')).toBe(after)
    }
    expect((await operator.get('/console/accounts?done=account-changed')).text).toContain('The account is changed.')
    const entries = await site.fixture.state.audit('Waiting', 3)
    expect(entries.map(({ by, action }) => [by, action])).toEqual([
      ['Operator', 'account.resumed'],
      ['Operator', 'account.suspended'],
      ['Operator', 'account.approved'],
    ])
  })

  test.each([
    ['Nobody', 'approve', 'There is no account called &quot;Nobody&quot;.'],
    ['Étoile <b>', 'resume', 'only a suspended account can be resumed'],
    ['Waiting', 'delete', 'Expected one of approve, suspend, resume.'],
    ['Operator', 'suspend', 'You cannot suspend your own account here'],
  ])('%s cannot be told to %s', async (name, what, sentence) => {
    const seen = await act(name, what)
    expect([seen.status, seen.text.includes(sentence)]).toEqual([400, true])
  })

  test('can change to another plan, which must exist', async () => {
    const set = (plan: string) =>
      operator.send('/console/accounts', '/console/accounts/plan', { name: 'Waiting', plan })
    expect((await set('standard')).status).toBe(303)
    expect((await site.fixture.state.findAccount('Waiting'))?.plan).toBe('standard')
    const seen = await set('gold')
    expect([seen.status, seen.text.includes('There is no plan &quot;gold&quot;')]).toEqual([400, true])
  })

  test('a former operator is refused at the next request', async () => {
    await site.makeAccount('Second', { role: 'operator' })
    const second = await site.signedIn('Second')
    expect((await second.get('/console/accounts')).status).toBe(200)
    await site.fixture.state.setAccountRole('Second', 'member', { by: 'the test', at: '2026-03-02T12:00:00.000Z' })
    expect((await second.get('/console/accounts')).status).toBe(404)
    expect((await second.get('/console')).text).not.toContain('/console/accounts')
  })
})

describe('plans', () => {
  const set = (fields: Record<string, string>) =>
    operator.send('/console/plans', '/console/plans', {
      ...{ name: 'press', requests_per_minute: '30', requests_per_day: '', streams: '0' },
      ...fields,
    })

  test('are made and changed', async () => {
    const seen = await set({})
    expect([seen.status, seen.location]).toEqual([303, '/console/plans?done=plan-changed'])
    await set({ requests_per_day: '400' })
    const plans = await site.fixture.state.plans()
    expect(plans).toContainEqual({ name: 'press', requests_per_minute: 30, requests_per_day: 400, streams: 0 })
    const { text } = await operator.get('/console/plans?plan=press')
    expect(text).toMatch(/name="requests_per_day"[^>]*value="400"/)
  })

  test.each([
    [{ name: 'Press' }, 'Name: expected 1 to 40'],
    [{ requests_per_minute: '0' }, 'Requests per minute: expected a whole number from 1'],
    [{ requests_per_minute: '007' }, 'Requests per minute: expected a whole number from 1'],
    [{ requests_per_day: '1.5' }, 'Requests per day: expected a whole number from 1'],
    [{ requests_per_minute: '1e3' }, 'Requests per minute: expected a whole number from 1'],
    [{ requests_per_day: '-1' }, 'Requests per day: expected a whole number from 1'],
    [{ streams: '' }, 'Streams: expected a whole number from 0'],
    [{ streams: '99999999999' }, 'Streams: expected a whole number from 0'],
  ])('are refused with %o', async (fields, sentence) => {
    const before = await site.fixture.state.plans()
    const seen = await set(fields)
    expect([seen.status, seen.text.includes(sentence)]).toEqual([400, true])
    expect(await site.fixture.state.plans()).toEqual(before)
  })
})

test('the audit log shows the latest changes, newest first, without hashes', async () => {
  const { text } = await operator.get('/console/audit')
  const actions = [...text.matchAll(/<code>([a-z]+\.[a-z_]+)<\/code>/g)].map(([, action]) => action)
  const entries = await site.fixture.state.audit(null, 100)
  expect(actions).toEqual(entries.map((entry) => entry.action))
  expect(actions).toContain('plan.set')
  expect(text).not.toMatch(/scrypt|[0-9a-f]{64}(?!">)/)
})
