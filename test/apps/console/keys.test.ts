import { describe, expect, test } from 'vitest'
import { KEYS_PER_ACCOUNT_MAX } from '../../../data/access/key.ts'
import type { Account } from '../../../data/store/state/accounts.ts'
import type { Key } from '../../../data/store/state/keys.ts'
import { openUsage } from '../../../data/store/usage.ts'
import { type Fields, type Seen, site, tokenIn, type Visitor, withSite } from './visitor.ts'

const CHANGE = { by: 'the test', at: '2026-03-02T12:00:00.000Z' }

let account: Account
let visitor: Visitor

withSite(async () => {
  account = await site.makeAccount('Keeper')
  await site.makeAccount('Other')
  visitor = await site.signedIn('Keeper')
})

const create = (fields: Fields = {}): Promise<Seen> =>
  visitor.send('/console', '/console/keys', { scopes: 'data:read', ...fields })
const keyIn = (text: string): string => />(hst_live_\w{36})</.exec(text)?.[1] ?? ''
const keys = (): Promise<Key[]> => site.fixture.state.keysOf(account.id)
const newest = async (): Promise<Key> => (await keys()).at(-1) ?? expect.fail()

describe('a new key', () => {
  test('is shown once, works at once, and never appears again', async () => {
    const seen = await create({ label: 'importer', scopes: ['data:read', 'stream:read'], addresses: '', expires: '' })
    expect([seen.status, seen.headers.get('cache-control')]).toEqual([200, 'no-store'])
    const key = keyIn(seen.text)
    expect(seen.text).toContain(`${site.url}/v1/states`)
    await expect
      .poll(async () => (await fetch(`${site.url}/v1/states`, { headers: { Authorization: `Bearer ${key}` } })).status)
      .toBe(200)
    const { text } = await visitor.get('/console')
    expect(text).not.toContain(key)
    expect(text).toContain(`hst_live_…${key.slice(-4)}`)
    expect(await newest()).toMatchObject({
      ...{ label: 'importer', last_four: key.slice(-4), scopes: ['data:read', 'stream:read'] },
      ...{ addresses: [], expires_at: null, account: 'Keeper' },
    })
    expect(JSON.stringify(await site.fixture.state.audit(null, 1000))).not.toContain(key)
  })

  test('accepts addresses separated by lines, spaces or commas, normalises them, and expires after its last day', async () => {
    await create({ addresses: ' 198.51.100.7/24,2001:DB8:0::/32\r\n203.0.113.7 ', expires: '2026-03-02' })
    expect(await newest()).toMatchObject({
      label: null,
      addresses: ['198.51.100.0/24', '2001:db8::/32', '203.0.113.7/32'],
      expires_at: '2026-03-02T23:59:59.999Z',
    })
  })

  test.each([
    [{ scopes: [] }, 'Scopes: expected at least one scope.'],
    [{ scopes: ['data:write'] }, 'Scopes: expected scopes from the list.'],
    [{ label: 'x'.repeat(101) }, 'Label: expected 1 to 100 characters'],
    [{ addresses: '203.0.113.7\n010.0.0.1' }, 'Address 2: expected an IPv4 or IPv6 address'],
    [{ addresses: Array.from({ length: 101 }, (_, n) => `10.0.0.${n}`).join(' ') }, 'Addresses: expected at most 100'],
    [{ expires: '2026-02-30' }, 'Last day: expected a day such as'],
    [{ expires: '2026-03-01' }, 'The last day is in the past: expected 2026-03-02 or later.'],
  ] as const)('is refused with %o, in a sentence on the form', async (fields, sentence) => {
    const before = (await keys()).length
    const seen = await create({ label: 'typed <before>', ...fields })
    expect([seen.status, seen.text.includes(sentence)]).toEqual([400, true])
    if (!('label' in fields)) expect(seen.text).toContain('value="typed &lt;before&gt;"')
    expect((await keys()).length).toBe(before)
  })

  test('is made once by a form, however often it is sent: a reload says so and shows no key', async () => {
    const { text } = await visitor.get('/console')
    const fields = { scopes: 'data:read', label: 'once', token: tokenIn(text) }
    const sent = await Promise.all([visitor.post('/console/keys', fields), visitor.post('/console/keys', fields)])
    expect(sent.map(({ status }) => status).sort()).toEqual([200, 409])
    const key = sent.map(({ text }) => keyIn(text)).find((one) => one !== '') ?? expect.fail()
    const count = (await keys()).length
    const again = await visitor.post('/console/keys', { ...fields, label: 'changed' })
    expect([again.status, keyIn(again.text), again.text.includes(key)]).toEqual([409, '', false])
    expect(again.text).toContain('This key was already created')
    expect(again.text).toContain(`hst_live_…${key.slice(-4)}`)
    expect(again.text).toContain(`href="/console/keys/${(await newest()).id}"`)
    expect([(await keys()).length, (await newest()).label]).toEqual([count, 'once'])
    // Another page makes another key.
    const next = keyIn((await create({ label: 'another' })).text)
    expect(next).not.toBe('')
    expect(next).not.toBe(key)
    expect((await keys()).length).toBe(count + 1)
  })

  test('is refused above the limit of keys', async () => {
    const many = await site.makeAccount('Many')
    for (let n = 0; n < KEYS_PER_ACCOUNT_MAX; n++)
      await site.fixture.state.createKey(
        {
          ...{ account: many.name, label: null, last_four: 'abcd', hash: `many-${n}`, scopes: ['data:read'] },
          ...{ addresses: [], expires_at: null },
        },
        CHANGE,
      )
    const collector = await site.signedIn('Many')
    const seen = await collector.send('/console', '/console/keys', { scopes: 'data:read' })
    expect([seen.status, seen.text.includes('expected fewer than 100: revoke one first.')]).toEqual([400, true])
  })
})

describe('a key', () => {
  test('is changed, and the next page confirms it', async () => {
    await create({ label: 'before' })
    const { id } = await newest()
    const page = await visitor.get(`/console/keys/${id}`)
    expect(page.text).toContain('value="before"')
    const seen = await visitor.send(`/console/keys/${id}`, `/console/keys/${id}`, {
      ...{ label: 'after', scopes: 'stream:read', addresses: '203.0.113.7', expires: '2026-12-31' },
    })
    expect([seen.status, seen.location]).toEqual([303, '/console?done=key-changed'])
    expect(await newest()).toMatchObject({
      ...{ id, label: 'after', scopes: ['stream:read'], addresses: ['203.0.113.7/32'] },
      expires_at: '2026-12-31T23:59:59.999Z',
    })
    expect((await visitor.get('/console?done=key-changed')).text).toContain('The key is changed.')
    const wrong = await visitor.send(`/console/keys/${id}`, `/console/keys/${id}`, { scopes: 'x', addresses: 'y' })
    expect([wrong.status, wrong.text.includes('Address 1: expected')]).toEqual([400, true])
  })

  test('that has expired keeps its last day until a new one is set', async () => {
    await create({ expires: '2026-03-02' })
    const { id } = await newest()
    site.move(3 * 86_400_000)
    visitor = await site.signedIn('Keeper')
    expect((await visitor.get(`/console/keys/${id}`)).text).toMatch(/min="2026-03-02"/)
    const fields = { label: 'still', scopes: 'data:read', expires: '2026-03-02' }
    expect((await visitor.send(`/console/keys/${id}`, `/console/keys/${id}`, fields)).status).toBe(303)
    expect((await visitor.get('/console')).text).toContain('<span class="state expired">expired</span>')
  })

  test('is revoked permanently', async () => {
    const key = keyIn((await create({ label: 'gone' })).text)
    const { id } = await newest()
    const seen = await visitor.send(`/console/keys/${id}`, `/console/keys/${id}/revoke`, {})
    expect([seen.status, seen.location]).toEqual([303, '/console?done=key-revoked'])
    await expect
      .poll(async () => (await fetch(`${site.url}/v1/states`, { headers: { Authorization: `Bearer ${key}` } })).status)
      .toBe(401)
    expect((await visitor.get(`/console/keys/${id}`)).status).toBe(404)
    for (const path of [`/console/keys/${id}`, `/console/keys/${id}/revoke`])
      expect((await visitor.send('/console', path, { scopes: 'data:read' })).status).toBe(404)
  })

  test('of another account is 404', async () => {
    await create({ label: 'mine' })
    const { id } = await newest()
    const other = await site.signedIn('Other')
    expect((await other.get(`/console/keys/${id}`)).status).toBe(404)
    for (const path of [`/console/keys/${id}`, `/console/keys/${id}/revoke`])
      expect((await other.send('/console', path, { label: 'theirs', scopes: 'data:read' })).status).toBe(404)
    expect(await newest()).toMatchObject({ label: 'mine', revoked_at: null })
    expect((await other.get('/console')).text).not.toContain('mine')
    for (const path of ['0', '01', 'x', `${id}.0`, '9007199254740993'])
      expect((await visitor.get(`/console/keys/${path}`)).status, path).toBe(404)
  })
})

test('an account without a key sees its limits, and no share of them; pages of the explorer are called so', async () => {
  await site.makeAccount('Keyless')
  const keyless = await site.signedIn('Keyless')
  const { text } = await keyless.get('/console')
  expect(text).toContain('No request with a key yet: this account has no key.')
  expect(text).toContain('<dt>Requests a day, at most</dt><dd><b>5,000</b></dd>')
  for (const share of ['<progress', ' of 5,000 requests', 'of the explorer', '<h3>']) expect(text).not.toContain(share)
  expect((await keyless.get('/explore')).status).toBe(200)
  expect((await keyless.get('/console')).text).toContain('you opened 1 page of the explorer while you were signed in')
  await keyless.send('/console', '/console/keys', { scopes: 'data:read' })
  expect((await keyless.get('/console')).text).toContain('<b>1</b> of 5,000 requests')
  await site.fixture.state.setAccountPlan('Other', 'unlimited', CHANGE)
  expect((await (await site.signedIn('Other')).get('/console')).text).toContain('<dd>no daily cap</dd>')
})

test('usage shows the minute, the hour and the day against the plan', async () => {
  site.move(2 * 3_600_000)
  const minute = Math.floor(site.now() / 60_000)
  const day = Math.floor(site.now() / 86_400_000)
  const usage = openUsage(site.fixture.paths)
  usage.write([
    { account_id: account.id, minute: minute - 60, day, minute_requests: 7, day_requests: 7 },
    { account_id: account.id, minute: minute - 59, day, minute_requests: 11, day_requests: 18 },
    { account_id: account.id, minute, day, minute_requests: 40, day_requests: 1234 },
  ])
  usage.close()
  visitor = await site.signedIn('Keeper')
  const { text } = await visitor.get('/console')
  expect(text).toContain('<b>1,234</b> of 5,000 requests')
  expect(text).toContain('<progress max="5000" value="1234">')
  expect(text).toContain('<b>40</b> of 60 requests')
  expect(text).toContain('aria-label="51 requests in the last 60 minutes, at most 40 in one minute."')
  await site.fixture.state.setAccountPlan('Keeper', 'unlimited', CHANGE)
  expect((await visitor.get('/console')).text).toContain('<b>1,234</b> requests, no daily cap')
})
