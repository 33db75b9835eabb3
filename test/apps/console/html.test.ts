import { describe, expect, test } from 'vitest'
import { accountsPage, erasePage, rejectAllPage } from '../../../apps/console/accounts.ts'
import { auditPage } from '../../../apps/console/audit.ts'
import { chart, homePage, waitingPage } from '../../../apps/console/home.ts'
import { keyPage, madeKeyPage } from '../../../apps/console/key.ts'
import { type ConsolePage, layout, viewOf } from '../../../apps/console/page.ts'
import { passwordPage } from '../../../apps/console/password.ts'
import { plansPage } from '../../../apps/console/plans.ts'
import { recoveryCodesPage, secondFactorPage, signInCodePage } from '../../../apps/console/second-factor.ts'
import { signInPage } from '../../../apps/console/sign-in.ts'
import { signUpPage } from '../../../apps/console/sign-up.ts'
import { html } from '../../../apps/web/html.ts'
import { refusalPage } from '../../../apps/web/refusal.ts'

const HOSTILE = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' autofocus onfocus='alert(1)",
  '</textarea></title></select><b>',
  '<!--',
  '&lt;b&gt; &amp;',
  '\u202e]]>{{7*7}}',
]
const HARMLESS = 'words'
const VIEW = viewOf(new URLSearchParams())

/** Every page, with this text wherever input of a visitor or an operator appears. */
function pagesWith(text: string): Record<string, ConsolePage> {
  const at = '2026-03-02T12:00:00.000Z'
  const account = {
    id: 1,
    name: text,
    status: 'approved',
    plan: text,
    role: 'operator',
    contact: text,
    created_at: at,
  } as const
  const plan = { name: text, requests_per_minute: 60, requests_per_day: 100, streams: 2 }
  const typed = { label: text, scopes: [text], addresses: text, expires: text }
  const key = {
    ...{ id: 1, account_id: 1, account: text, label: text, last_four: text, scopes: [], addresses: [text] },
    ...{ created_at: at, expires_at: null, revoked_at: null, last_used_on: null },
  }
  const usage = { plan, minutes: [0, 1], today: 1, at }
  const entry = {
    id: 1,
    at,
    by: text,
    action: 'key.created',
    account: text,
    detail: { label: text, scopes: [text], deep: { text } },
  } as const
  const problems = { form: text, label: text, name: text, contact: text, scopes: text }
  const token = 'token'
  return {
    signIn: signInPage(VIEW, { name: text, token, fromElsewhere: true, leads: {} }, problems),
    signUp: signUpPage(VIEW, { name: text, contact: text, token }, problems),
    waiting: waitingPage(VIEW, account),
    password: passwordPage(VIEW, { name: text, token }, problems),
    home: homePage(VIEW, { keys: [key], usage, token }, typed, problems),
    key: keyPage(VIEW, { id: 1, last_four: text, token, earliest: '2026-03-02' }, typed, problems),
    made: madeKeyPage(VIEW, { key: text, label: text, origin: text }),
    accounts: accountsPage({ accounts: [account], found: 1, pending: 2, q: text, plans: [plan], token }, problems),
    rejectAll: rejectAllPage({ count: 2, token }),
    erase: erasePage({ account, keys: 1, token }, problems),
    secondFactor: secondFactorPage(
      VIEW,
      { token, required: true, on: false, begun: { uri: text, base32: text }, recoveryCodes: 0 },
      { ...problems, code: text },
    ),
    secondFactorOn: secondFactorPage(
      VIEW,
      { token, required: false, on: true, begun: null, recoveryCodes: 3 },
      problems,
    ),
    recoveryCodes: recoveryCodesPage(VIEW, { codes: [text], name: text, first: true }),
    signInCode: signInCodePage(VIEW, { token, leads: {} }, problems),
    plans: plansPage(
      { plans: [plan], token, typed: { name: text, requests_per_minute: text, requests_per_day: text, streams: text } },
      problems,
    ),
    audit: auditPage({ typed: { person: text, action: text, day: text, before: text }, shown: [entry] }),
    refusal: refusalPage({ status: 404, sentence: text, id: text }, { path: text, name: text }),
    framed: { title: text, main: html`${text}`, here: text },
  }
}

function render(page: ConsolePage, name: string): string {
  const url = { url: '/assets/web/style.css' }
  const account = {
    id: 1,
    name,
    status: 'approved',
    plan: 'free',
    role: 'operator',
    contact: null,
    created_at: '',
  } as const
  return layout(
    {
      view: VIEW,
      account,
      token: 'token',
      assets: { style: url, script: url, icon: url, states: url, links: [] },
      notice: name,
    },
    page,
  ).toString()
}

/** Elements with the names of their attributes: `input type name value`. Comments and other nodes appear as text. */
function skeleton(page: string): string[] {
  return [...page.matchAll(/<(\/?[a-z!][^\s>]*)((?:\s+[\w-]+(?:="[^"]*")?)*)\s*\/?>|</gi)].map(
    ([whole, name, attributes]) =>
      name === undefined
        ? `stray ${whole}`
        : [name, ...[...(attributes ?? '').matchAll(/([\w-]+)(?:="[^"]*")?/g)].map(([, one]) => one)].join(' '),
  )
}

describe.each(Object.keys(pagesWith(HARMLESS)))('%s', (name) => {
  const harmless = skeleton(render(pagesWith(HARMLESS)[name] ?? expect.fail(name), HARMLESS))

  test('is well formed with harmless input', () => {
    expect(harmless.filter((one) => one.startsWith('stray'))).toEqual([])
    expect(harmless.length).toBeGreaterThan(20)
  })

  test.each(HOSTILE)('keeps its elements with %s', (text) => {
    const page = render(pagesWith(text)[name] ?? expect.fail(name), text)
    expect(skeleton(page)).toEqual(harmless)
    expect(page).toContain(html`${text}`.toString())
  })
})

test('the home page lists every usable key, then the ten latest revoked ones', () => {
  const at = '2026-03-02T12:00:00.000Z'
  const plan = { name: 'free', requests_per_minute: 60, requests_per_day: 100, streams: 2 }
  const keys = Array.from({ length: 14 }, (_, index) => ({
    ...{ id: index + 1, account_id: 1, account: 'a', label: `key ${index + 1}`, last_four: 'abcd', scopes: [] },
    ...{ addresses: [], created_at: at, last_used_on: null },
    expires_at: index === 2 ? at : null,
    revoked_at: index === 2 || index === 5 ? null : at,
  }))
  const text = homePage(VIEW, { keys, usage: { plan, minutes: [0], today: 0, at }, token: '' }).main.toString()
  const labels = [...text.matchAll(/>key (\d+)</g)].map(([, label]) => Number(label))
  expect(labels).toEqual([3, 6, 14, 13, 12, 11, 10, 9, 8, 7, 5, 4])
  const states = [...text.matchAll(/<span class="state (\w+)">/g)].map(([, state]) => state)
  expect(states).toEqual(['expired', 'active', ...Array(10).fill('revoked')])
})

describe('the chart', () => {
  test('draws one bar for each minute with requests, to scale', () => {
    const text = chart(VIEW.words, [0, 5, 10], 100).toString()
    expect([...text.matchAll(/<rect[^>]*height="([\d.]+)"/g)].map(([, height]) => Number(height))).toEqual([60, 120])
    expect(text).toContain('aria-label="15 requests in the last 3 minutes, at most 10 in one minute."')
    expect(text).not.toContain('class="limit"')
    expect(text).not.toContain('style=')
    expect(chart(VIEW.words, [0, 90], 100).toString()).toContain('class="limit"')
    expect(chart(VIEW.words, [0, 0], 60).toString()).not.toContain('<rect')
  })
})
