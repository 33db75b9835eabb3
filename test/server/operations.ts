// Every operation with every kind of key, account, address and scope: access, or the error. The expected results are in
// a table of its own, after docs/rules.md#order-of-checks and #api-keys.

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { AccountStatus } from '../../data/access/account.ts'
import { errorBody } from '../../data/schema/envelope.ts'
import { SCOPES, type Scope } from '../../data/schema/vocabulary.ts'
import { liveRoutes, routes } from '../../server/routes.ts'
import { type Answer, type Client, openClient } from './client.ts'
import type { Fixture } from './fixture.ts'
import { GOOD } from './good.ts'
import { askLive, keepOne, LIVE_GOOD, methodOf } from './live.ts'

const FULL = process.env.PROOF === '1'

const SCOPE_SETS: readonly (readonly Scope[])[] = [[], ['data:read'], ['stream:read'], ['subscriptions:write'], SCOPES]
const ACCOUNTS: readonly AccountStatus[] = ['pending', 'approved', 'suspended']
const KEPT = ['valid', 'expired', 'revoked'] as const
const NOT_KEPT = ['missing', 'mistyped', 'unknown'] as const
const LIST = ['198.51.100.0/24', '2001:db8:5::/48']
/** The callers of a case, and whether their key has an address list. Many callers, so that none reaches the limit of wrong keys. */
const RULES = {
  any: { listed: false, from: (nth: number) => `203.0.113.${nth % 256}` },
  'inside v4': { listed: true, from: (nth: number) => `198.51.100.${255 - (nth % 256)}` },
  'inside v6': { listed: true, from: (nth: number) => `2001:db8:5:${(0xffff - nth).toString(16)}::9` },
  'outside v4': { listed: true, from: (nth: number) => `198.51.101.${nth % 256}` },
  'outside v6': { listed: true, from: (nth: number) => `2001:db8:6:${nth.toString(16)}::9` },
} as const
type Rule = keyof typeof RULES

interface Case {
  key: (typeof KEPT)[number] | (typeof NOT_KEPT)[number]
  account: AccountStatus
  rule: Rule
  scopes: readonly Scope[]
}

/** `limit` is that of a minute, in the headers. 200 means the operation's own success. */
type Decision = readonly [
  holds: (asked: Case, needed: readonly Scope[]) => boolean,
  status: number,
  code: string | null,
  limit: string,
]
/** The first rule that matches decides. */
const DECISIONS: readonly Decision[] = [
  [({ key }) => key === 'missing', 401, 'missing_api_key', '120'],
  [({ key }) => key === 'mistyped', 401, 'invalid_api_key', '20'],
  [({ key }) => key === 'unknown', 401, 'invalid_api_key', '20'],
  [({ key }) => key === 'revoked', 401, 'revoked_api_key', '20'],
  [({ key }) => key === 'expired', 401, 'revoked_api_key', '20'],
  [({ account }) => account === 'suspended', 401, 'revoked_api_key', '20'],
  [({ account }) => account === 'pending', 403, 'account_pending', '1000000000'],
  [({ rule }) => rule.startsWith('outside'), 403, 'insufficient_scope', '1000000000'],
  [({ scopes }, needed) => !scopes.some((scope) => needed.includes(scope)), 403, 'insufficient_scope', '1000000000'],
  [() => true, 200, null, '1000000000'],
]
const cases = allCases()
/**
 * Each decision with each scope set once: for the operations that share their handler with one that has all cases.
 * Of an account that is not approved, the scopes do not matter; v6 is compared with one scope set.
 */
const fewer = cases.filter(
  ({ key, account, rule, scopes }) =>
    FULL || key !== 'valid' || scopes === SCOPES || (account === 'approved' && !rule.endsWith('v6')),
)

/** A server, or several over one state, that trust the X-Forwarded-For of this machine. */
export interface Operated {
  fixture: Pick<Fixture, 'state' | 'makeKey' | 'revokeKey'>
  /** Where to send the next request. */
  url(): string
  close(): Promise<void>
}

let fixture: Operated['fixture']
let client: Client
let nth = 0
const keys = new Map<string, string>()
const accounts = new Map<AccountStatus, string>()
/** The name of the subscription after each method; undefined if it was deleted. */
const AFTER: Readonly<Record<string, string | undefined>> = {
  GET: 'Kept',
  POST: 'Kept',
  PUT: 'Replaced',
  DELETE: undefined,
}

function nameOf(asked: Case): string {
  return `${asked.key} key, ${asked.account} account, ${asked.rule}, scopes ${asked.scopes.join('+') || 'none'}`
}

function allCases(): Case[] {
  const all: Case[] = NOT_KEPT.map((key) => ({ key, account: 'approved', rule: 'any', scopes: SCOPES }))
  for (const key of KEPT)
    for (const account of ACCOUNTS)
      for (const rule of ['any', 'inside v4', 'inside v6', 'outside v4', 'outside v6'] as const)
        for (const scopes of SCOPE_SETS)
          if (FULL || key === 'valid' || (scopes === SCOPES && !rule.endsWith('v6')))
            all.push({ key, account, rule, scopes })
  return all
}

/** The name of the key that a case uses. */
function slotOf({ key, account, rule, scopes }: Case): string {
  return [key, account, RULES[rule].listed, scopes.join('+')].join(' ')
}

async function makeKeys(): Promise<void> {
  for (const asked of cases) {
    const { key, account, rule, scopes } = asked
    if (key === 'missing' || key === 'mistyped' || key === 'unknown' || keys.has(slotOf(asked))) continue
    const owner = accounts.get(account)
    const made = await fixture.makeKey({
      ...{ status: account, scopes: [...scopes], addresses: RULES[rule].listed ? LIST : [] },
      ...(owner === undefined ? {} : { account: owner }),
      ...(key === 'expired' ? { expires_at: '2024-10-15T11:59:59.999Z' } : {}),
    })
    if (key === 'revoked') await fixture.revokeKey(made.id)
    accounts.set(account, made.account)
    keys.set(slotOf(asked), made.key)
  }
}

async function accountOf({ account }: Case): Promise<number> {
  return (await fixture.state.findAccount(accounts.get(account) ?? ''))?.id ?? 0
}

function keyOf(asked: Case): string | null {
  const [valid = ''] = keys.values()
  switch (asked.key) {
    case 'missing':
      return null
    case 'mistyped':
      return valid.slice(0, -1) + (valid.endsWith('0') ? '1' : '0')
    case 'unknown':
      // A well-formed key with valid check digits.
      return `hst_live_${'0'.repeat(30)}2C8GjS`
    default:
      return keys.get(slotOf(asked)) ?? expect.fail(`no key for ${nameOf(asked)}`)
  }
}

function decide(asked: Case, needed: readonly Scope[]) {
  return DECISIONS.find(([holds]) => holds(asked, needed)) ?? expect.fail(nameOf(asked))
}

/** Tests of every operation; call it in a file of tests. @param open begins with the bundle of a fixture */
export function testOperations(open: () => Promise<Operated>): void {
  let close = async (): Promise<void> => undefined
  beforeAll(async () => {
    const operated = await open()
    fixture = operated.fixture
    close = operated.close
    keys.clear()
    accounts.clear()
    await makeKeys()
    client = await openClient(operated.url, '')
    // Every server knows the last key.
    const last = [...keys.keys()].findLast((slot) => slot.startsWith('valid approved false data:read'))
    await vi.waitFor(async () => {
      for (let asked = 0; asked < 10; asked++)
        expect((await client.get('/v1/states', { key: keys.get(last ?? '') ?? null })).status).toBe(200)
    }, 60_000)
  })
  afterAll(() => close())

  test('every operation has a valid request, and every decision has a case', () => {
    expect(Object.keys(GOOD).sort()).toEqual(routes.map((route) => route.path).sort())
    expect(Object.keys(LIVE_GOOD).sort()).toEqual(liveRoutes.map(({ method, path }) => `${method} ${path}`).sort())
    for (const decision of DECISIONS)
      for (const some of [cases, fewer]) expect(some.map((asked) => decide(asked, ['data:read']))).toContain(decision)
  })

  describe.each(routes.map(({ path }, nth) => [path, nth === 0 ? cases : fewer] as const))('%s', (path, some) => {
    test(`in ${some.length} cases`, async () => {
      for (const asked of some) {
        const answer = await client.get(GOOD[path] ?? '', callOf(asked))
        expectDecision(asked, answer, decide(asked, ['data:read']))
      }
    })
  })

  // Every operation that needs all scopes, and one that does not.
  const live = Object.entries(LIVE_GOOD).map(
    ([operation, good], nth) => [operation, good, nth === 0 || good.every ? cases : fewer] as const,
  )
  describe.each(live)('%s', (operation, good, some) => {
    test(`in ${some.length} cases`, async () => {
      for (const asked of some) {
        const id = await keepOne(fixture.state, accounts.get(asked.account) ?? '')
        const suffices = !good.every || SCOPES.every((scope) => asked.scopes.includes(scope))
        const [holds, status, ...rest] = decide(asked, suffices ? good.scopes : [])
        const answer = await askLive(client, methodOf(operation), { ...good, id }, callOf(asked))
        expectDecision(asked, answer, [holds, status === 200 ? good.status : status, ...rest])
        const left = (await fixture.state.findSubscription(await accountOf(asked), { id }))?.name
        const changes = status === 200 && !operation.endsWith('/feed-token')
        expect(left, nameOf(asked)).toBe(changes ? AFTER[methodOf(operation)] : 'Kept')
      }
    })
  })
}

/** Each call has the next address of the callers of the case. */
function callOf(asked: Case) {
  nth += 1
  return { key: keyOf(asked), headers: { 'X-Forwarded-For': RULES[asked.rule].from(nth) } }
}

function expectDecision(asked: Case, { status, headers, body }: Answer, [, expected, code, limit]: Decision): void {
  const got = code === null ? null : errorBody.parse(body).error
  const seen = [status, got?.code ?? null, headers.get('ratelimit-limit'), headers.get('www-authenticate')]
  expect(seen, nameOf(asked)).toEqual([expected, code, limit, expected === 401 ? 'Bearer' : null])
  expect(got?.message ?? '').not.toMatch(/198\.51|203\.0|2001:db8|hst_live_/)
}
