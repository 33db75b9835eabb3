// States that came about by their operations, in an order that is drawn.

import fc from 'fast-check'
import type { DeskPosition } from '../../../../data/desk/position.ts'
import type { ServiceStore } from '../../../../data/store/state/state.ts'
import { makeEvents, publishEvents } from '../feed-events.ts'

const at = '2028-03-01T12:00:00.000Z'
const later = '2028-04-01T12:00:00.000Z'
const change = { by: 'command line', at }

/** An act on the account, desk or bundle of this number; not every one has an effect. */
interface Step {
  act: keyof typeof ACTS
  n: number
  text: string
}

const account = (n: number): string => `account ${n}`
const desk = (n: number): string => `desk-${n % 2}`

async function idOf(state: ServiceStore, n: number): Promise<number | undefined> {
  return (await state.findAccount(account(n)))?.id
}

function position(n: number, statement: string): DeskPosition {
  const picks = [{ choice_id: 2 ** 52 + n, label: statement, rank: null, text: null }]
  const text = { statement, statement_es: null, source_url: null, published_on: null }
  return { election: 'me-2028-11-07-general', contest_id: 2 ** 53 - 1 - n, title: statement, picks, text }
}

const ACTS = {
  account: (state, n, text) =>
    state.createAccount({ name: account(n), plan: 'free', contact: text, password_hash: null }, change),
  approve: (state, n) => state.setAccountStatus(account(n), 'approve', change),
  erase: (state, n) => state.eraseAccount(account(n), change),
  plan: (state, n) =>
    state.setPlan(
      { name: `plan-${n}`, requests_per_minute: n + 1, requests_per_day: n === 0 ? null : n, streams: 1 },
      change,
    ),
  key: async (state, n, text) =>
    state.createKey(
      {
        ...{ account: account(n), label: text, last_four: 'abcd', scopes: ['data:read'], addresses: ['10.0.0.0/8'] },
        ...{ expires_at: n % 2 === 0 ? null : later, hash: `${n} ${(await state.keys()).length}` },
      },
      change,
    ),
  revoke: async (state) => {
    const [key] = await state.keys()
    if (key) await state.revokeKey({ id: key.id, account_id: null }, change)
  },
  session: async (state, n, text) => {
    const account_id = await idOf(state, n)
    if (account_id !== undefined && (await state.findSession(text, at)) === undefined)
      await state.createSession({ hash: text, account_id, created_at: at, expires_at: later }).catch(() => undefined)
  },
  factor: async (state, n, text) => {
    const id = await idOf(state, n)
    if (id === undefined) return
    await state.beginSecondFactor(id, text)
    await state.setSecondFactor(
      { id, name: account(n) },
      { step: n, recovery: [`${n} a`, `${n} b`], session: text },
      change,
    )
  },
  subscribe: async (state, n, text) => {
    const id = await idOf(state, n)
    if (id !== undefined) await state.createSubscription(id, { name: text, filter: { states: ['NC'] } }, at)
  },
  unsubscribe: async (state, n) => {
    const account_id = await idOf(state, n)
    for (const { id } of account_id === undefined ? [] : await state.subscriptions(account_id))
      await state.deleteSubscription({ id, account_id: account_id ?? 0 })
  },
  desk: (state, n, text) =>
    state.openDesk({ slug: desk(n), name: text, category: 'labor', state: 'national' }, [position(n, text)], change),
  editor: (state, n) => state.setEditor(account(n), desk(n), true, change),
  position: async (state, n, text) => {
    const account_id = (await idOf(state, n)) ?? 0
    const reference = { endorser: desk(n), contest_id: 2 ** 53 - 1 - n, account_id }
    const expected = (await state.findPosition(desk(n), reference.contest_id))?.version ?? 0
    await state.publishPosition({ ...reference, expected }, position(n, text), n % 2 === 0 ? null : later, change)
  },
  draft: async (state, n, text) => {
    const reference = { endorser: desk(n), contest_id: n, account_id: (await idOf(state, n)) ?? 0 }
    const draft = { base: 0, election: 'me-2028-11-07-general', title: text, fields: { statement: text } }
    await state.saveDraft(reference, draft, 0, at)
  },
  invite: (state, n, text) => state.invite(account(n), { hash: text, expires_at: later }, change),
  publish: (state, n, text) =>
    publishEvents(state, `bundle ${n} ${text.length}`, { count: n, from: later }).catch(() => undefined),
  prune: async (state, n) => {
    const events = await state.eventsBefore('2030-01-01T00:00:00.000Z', n)
    const last = events.at(-1)
    if (last) await state.dropEvents(last.seq)
  },
  stage: async (state, n) => {
    const head = await state.head()
    const { events } = makeEvents({ count: n, from: later, ...(head && { after: head, epoch: head.epoch }) })
    await state.stageEvents(await state.beginStage(), events)
  },
  epoch: (state) => state.beginEpoch(),
  pin: async (state, n, text) => {
    await state.pin(`bundle ${n}`, text, at)
  },
  report: async (state, n, text) => {
    await state.openCorrection({ record: `contest/${n}`, text }, at)
    await state.releaseCorrection(n, change)
  },
  pepper: (state) => state.keepPepper('f00d'),
  lease: async (state) => {
    const head = await state.head()
    if (head) await state.renewLease({ server: 'a server', publication: head.publication })
  },
} satisfies Record<string, (state: ServiceStore, n: number, text: string) => Promise<unknown>>

/** Text that a person may type: all of Unicode but NUL, which no form takes. */
const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).filter((one) => !one.includes('\0'))

const ACT_NAMES = Object.keys(ACTS) as Step['act'][]

/** Each begins with what puts a row into every table. */
export const drawnSteps: fc.Arbitrary<Step[]> = fc
  .array(fc.record({ act: fc.constantFrom(...ACT_NAMES), n: fc.nat(4), text }), { minLength: 20, maxLength: 100 })
  .map((steps) => [...BEGIN, ...steps])

/** No drawn step has this number, so none erases the account. */
const APART = 7

/** An invitation takes the second factor away. */
const NOT_FIRST: readonly Step['act'][] = ['erase', 'unsubscribe', 'prune', 'stage', 'revoke', 'invite']
const BEGIN = [
  ...ACT_NAMES.filter((act) => !NOT_FIRST.includes(act)).map((act) => ({ act, n: APART })),
  ...(['account', 'approve', 'invite'] as const).map((act) => ({ act, n: APART + 1 })),
].map((step): Step => ({ ...step, text: '“one” \u2028 ñ 🗳' }))

export async function take(state: ServiceStore, steps: readonly Step[]): Promise<void> {
  for (const { act, n, text } of steps) await ACTS[act](state, n, text)
}
