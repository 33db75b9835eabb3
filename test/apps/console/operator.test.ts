import { describe, expect, test } from 'vitest'
import { CONSOLE_ACCOUNTS_SHOWN } from '../../../apps/console/accounts.ts'
import { CONSOLE_AUDIT_SHOWN } from '../../../apps/console/audit.ts'
import { PENDING_DAYS } from '../../../data/access/account.ts'
import { site, type Visitor, withSite } from './visitor.ts'

let operator: Visitor

withSite(async () => {
  await site.makeAccount('Operator', { role: 'operator' })
  for (const name of ['Waiting', 'Étoile <b>']) await site.makeAccount(name, { status: 'pending' })
  operator = await site.signedIn('Operator')
})

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
    [{ requests_per_day: '1.5' }, 'Requests per day: expected a whole number from 1'],
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

describe('the filters of the audit', () => {
  const shown = async (query: Record<string, string>): Promise<{ status: number; text: string; rows: string[][] }> => {
    const { status, text } = await operator.get(`/console/audit?${new URLSearchParams(query)}`)
    const rows = [...text.matchAll(/<tr role="row"><td[\s\S]*?<\/tr>/g)].map(([row]) =>
      [...row.matchAll(/<td[^>]*><div>([\s\S]*?)<\/div><\/td>/g)].map(([, cell = '']) => cell.replace(/<[^>]+>/g, '')),
    )
    return { status, text, rows }
  }
  const YESTERDAY = '2026-02-27'

  test('a person, an action and a day, alone and together, also by the link', async () => {
    const { state } = site.fixture
    await site.makeAccount('Filtered')
    const by = { by: 'Filtered', at: `${YESTERDAY}T23:59:59.999Z` }
    await state.setAccountPlan('Waiting', 'free', by)
    await state.setAccountPlan('Waiting', 'standard', { ...by, at: '2026-02-28T00:00:00.000Z' })
    const person = await shown({ person: 'Filtered' })
    // The acts of the person, and the acts on its account.
    expect(new Set(person.rows.flatMap(([, who, , account]) => [who, account]))).toContain('the test')
    expect(person.rows.length).toBeGreaterThan(2)
    expect(person.rows.every(([, who, , account]) => who === 'Filtered' || account === 'Filtered')).toBe(true)
    const action = await shown({ action: 'account.plan_set' })
    expect(action.rows.map(([, , what]) => what)).toEqual(action.rows.map(() => 'account.plan_set'))
    expect(action.text).toContain('<option selected>account.plan_set</option>')
    const day = await shown({ day: YESTERDAY })
    expect(day.rows.map(([at, who, what]) => [at, who, what])).toEqual([
      [`${YESTERDAY} 23:59`, 'Filtered', 'account.plan_set'],
    ])
    const all = await shown({ person: ' Filtered ', action: 'account.plan_set', day: YESTERDAY })
    expect(all.rows).toEqual(day.rows)
    expect(all.text).toContain('value="Filtered"')
    expect(all.text).toContain(`value="${YESTERDAY}"`)
    // The name in an entry is a link to everything of that person.
    expect(all.text).toContain('href="/console/audit?person=Filtered"')
    const none = await shown({ person: 'filtered' })
    expect([none.status, none.rows, none.text.includes('The filter needs the whole name')]).toEqual([200, [], true])
  })

  test.each([
    [{ day: '2026-02-30' }, '<a href="#day">Day: expected a day such as 2028-11-07'],
    [{ action: 'key.stolen' }, '<a href="#action">Action: choose one from the list.'],
    [{ person: 'x'.repeat(101) }, '<a href="#person">Person: expected at most 100 characters'],
    [{ before: '0' }, '<li>The link to older entries is not complete'],
  ])('are refused with %o, and keep what was typed', async (query, sentence) => {
    const { status, text, rows } = await shown({ person: 'Ana <b>', ...query })
    expect([status, rows, text.includes(sentence)]).toEqual([400, [], true])
    if (!('person' in query)) expect(text).toContain('value="Ana &lt;b&gt;"')
  })

  test('older entries follow one another without a gap, and keep the filter', async () => {
    const { state } = site.fixture
    for (let n = 0; n < CONSOLE_AUDIT_SHOWN + 5; n++)
      await state.setAccountPlan('Waiting', n % 2 ? 'standard' : 'free', { by: 'Busy', at: '2026-02-20T00:00:00.000Z' })
    const first = await shown({ person: 'Busy' })
    expect(first.rows).toHaveLength(CONSOLE_AUDIT_SHOWN)
    const older = /href="(\/console\/audit\?person=Busy&amp;before=\d+)"/.exec(first.text)?.[1]?.replace('&amp;', '&')
    const { text } = await operator.get(older ?? expect.fail())
    expect(text.match(/<tr role="row"><td/g)).toHaveLength(5)
    expect(text).not.toContain('Older entries')
  })
})

describe('leaving accounts', () => {
  const state = () => site.fixture.state
  const names = async () => (await state().accounts()).map(({ name }) => name)
  const signUp = (name: string, at = new Date(site.now()).toISOString()) =>
    state().createAccount({ name, plan: 'free', contact: null, password_hash: null }, { by: 'the test', at })

  test('the list has no expired sign-up', async () => {
    await signUp('Expired', new Date(site.now() - PENDING_DAYS * 86_400_000 - 60_000).toISOString())
    await signUp('Almost expired', new Date(site.now() - PENDING_DAYS * 86_400_000 + 60_000).toISOString())
    const { text } = await operator.get('/console/accounts')
    expect([text.includes('>Almost expired<'), text.includes('>Expired<')]).toEqual([true, false])
    expect(await names()).not.toContain('Expired')
  })

  test('one sign-up is rejected by its name, and all that are pending after a confirmation', async () => {
    const reject = (page: string, fields: Record<string, string>) =>
      operator.send(page, '/console/accounts/reject', fields)
    for (let i = 0; i < CONSOLE_ACCOUNTS_SHOWN; i++) await signUp(`Crowd ${i}`)
    const before = await names()
    const one = await reject('/console/accounts', { name: 'Crowd 7' })
    expect([one.status, one.location]).toEqual([303, '/console/accounts?done=account-rejected'])
    expect(await names()).toEqual(before.filter((name) => name !== 'Crowd 7'))
    const refused = await reject('/console/accounts', { name: 'Operator' })
    expect([refused.status, await names()]).toEqual([400, before.filter((name) => name !== 'Crowd 7')])

    const pending = (await state().accounts()).filter(({ status: one }) => one === 'pending').length
    const { text } = await operator.get('/console/accounts')
    expect(text).toContain(`The first ${CONSOLE_ACCOUNTS_SHOWN} of ${before.length - 1} accounts`)
    expect(text.match(/<b><span class="long">/g)).toHaveLength(CONSOLE_ACCOUNTS_SHOWN)
    expect((await operator.get('/console/accounts/reject')).text).toContain(`<b>${pending}</b> sign-ups are pending`)
    const all = await reject('/console/accounts/reject', {})
    expect([all.status, all.location]).toEqual([303, '/console/accounts?done=accounts-rejected'])
    const left = await state().accounts()
    expect(left.map(({ status: one }) => one)).not.toContain('pending')
    expect(left.length).toBe(before.length - 1 - pending)
    expect((await operator.get('/console/accounts/reject')).location).toBe('/console/accounts')
  })

  test('an account is erased only by its typed name, and never the operator’s own', async () => {
    const { id } = await site.makeAccount('Zoë leaves')
    const own = await state().findAccount('Operator')
    const wanted = {
      account: 'Zoë leaves',
      label: null,
      scopes: ['data:read' as const],
      addresses: [],
      expires_at: null,
    }
    for (const last_four of ['aaaa', 'bbbb', 'cccc'])
      await state().createKey(
        { ...wanted, last_four, hash: `leaving ${last_four}` },
        { by: 'the test', at: '2026-03-02T12:00:00.000Z' },
      )
    const [first] = await state().keysOf(id)
    await state().revokeKey({ id: first?.id ?? 0, account_id: id }, { by: 'the test', at: '2026-03-02T12:00:00.000Z' })
    const page = (account: number) => `/console/accounts/${account}/erase`
    const erase = (account: number, name: string) => operator.send(page(account), page(account), { name })
    expect((await operator.get(page(id))).text).toContain('<b>2 keys</b> are revoked')
    for (const [account, name] of [
      [id, ''],
      [id, 'zoë leaves'],
      [id, 'Operator'],
      [own?.id ?? 0, 'Operator'],
    ] as const)
      expect((await erase(account, name)).status, name).toBe(400)
    expect(await names()).toEqual(expect.arrayContaining(['Zoë leaves', 'Operator']))
    const seen = await erase(id, 'Zoë leaves'.normalize('NFD'))
    expect([seen.status, seen.location]).toEqual([303, '/console/accounts?done=account-erased'])
    expect(await names()).not.toContain('Zoë leaves')
    const [entry] = await state().audit(null, 1)
    expect(entry).toMatchObject({ by: 'Operator', action: 'account.erased' })
    expect((await operator.get(page(id))).status).toBe(404)
    expect((await operator.get(page(0))).status).toBe(404)
  })
})
