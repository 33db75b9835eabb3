// Accounts, plans, keys and sessions of the state, and the audit entry of each change.

import { describe, expect, it } from 'vitest'
import { ACCOUNT_STATUSES } from '../../../../../data/access/account.ts'
import { KEYS_PER_ACCOUNT_MAX } from '../../../../../data/access/key.ts'
import type { AuditFilter } from '../../../../../data/store/state/audit.ts'
import { type Engine, freshState, place, state } from '../engines.ts'

export function accountSuite(engine: Engine): void {
  const at = '2028-03-01T12:00:00.000Z'
  const change = { by: 'ada', at }
  const later = { by: 'command line', at: '2028-04-01T00:00:00.000Z' }

  freshState(engine)

  const make = (name: string, plan = 'free') =>
    state.createAccount({ name, plan, contact: 'news@example.org', password_hash: null }, change)
  const account = (name: string) => ({
    ...{ id: 1, name, status: 'pending', plan: 'free', role: 'member' },
    ...{ contact: 'news@example.org', created_at: at },
  })
  /** The audit log, newest first, as `by action account detail`. */
  const said = async () =>
    (await state.audit(null, 100)).map((entry) => [entry.by, entry.action, entry.account, entry.detail])

  describe('accounts', () => {
    it('begin pending, as members, and change one thing at a time, each with its audit entry', async () => {
      expect(await make('demo')).toEqual(account('demo'))
      const approved = { ...account('demo'), status: 'approved' }
      expect(await state.setAccountStatus('demo', 'approve', later)).toEqual({ account: approved, changed: true })
      expect(await state.setAccountPlan('demo', 'standard', later)).toEqual({ ...approved, plan: 'standard' })
      expect(await state.setAccountRole('demo', 'operator', later)).toEqual({
        ...{ ...approved, plan: 'standard', role: 'operator' },
      })
      expect(await state.setPassword('demo', 'scrypt$1', later)).toMatchObject({ name: 'demo' })
      expect(await state.findAccount('demo')).toEqual({
        ...{ ...approved, plan: 'standard', role: 'operator', password_hash: 'scrypt$1' },
      })
      expect(await state.accounts()).toEqual([{ ...approved, plan: 'standard', role: 'operator' }])
      expect(await said()).toEqual([
        ['command line', 'account.password_set', 'demo', {}],
        ['command line', 'account.role_set', 'demo', { role: 'operator' }],
        ['command line', 'account.plan_set', 'demo', { plan: 'standard' }],
        ['command line', 'account.approved', 'demo', { status: 'approved' }],
        ['ada', 'account.created', 'demo', { plan: 'free' }],
      ])
    })

    it.each([
      ['approve', ['changed', 'same', 'The account "demo" is suspended, and only a pending account can be approved.']],
      ['suspend', ['changed', 'changed', 'same']],
      ['resume', ['The account "demo" is pending, and only a suspended account can be resumed.', 'same', 'changed']],
    ] as const)('%s of a pending, an approved and a suspended one', async (act, outcomes) => {
      for (const [index, status] of ACCOUNT_STATUSES.entries()) {
        await make('demo')
        await place.rows(`UPDATE account SET status = '${status}'`)
        const before = (await said()).length
        const answer = await state.setAccountStatus('demo', act, change)
        const outcome = outcomes[index] ?? ''
        const now = (await state.findAccount('demo'))?.status
        if (outcome === 'changed' || outcome === 'same') {
          const to = act === 'suspend' ? 'suspended' : 'approved'
          expect(answer).toEqual({ account: { ...account('demo'), status: to }, changed: outcome === 'changed' })
          expect(now).toBe(to)
        } else {
          expect(answer).toEqual({ refused: outcome })
          expect(now).toBe(status)
        }
        expect((await said()).length - before, `${act} of ${status}`).toBe(outcome === 'changed' ? 1 : 0)
      }
    })

    it('are refused with an error', async () => {
      await make('demo')
      const unknown = { refused: 'There is no account called "x".' }
      expect(await make('demo')).toEqual({
        refused: 'There is already an account called "demo" (pending, plan free).',
      })
      expect(await make('command line')).toHaveProperty('refused')
      const noPlan = { refused: 'There is no plan "gold": expected one of free, standard, unlimited.' }
      expect(await make('x', 'gold')).toEqual(noPlan)
      expect(await state.setAccountPlan('demo', 'gold', change)).toEqual(noPlan)
      expect(await state.setAccountPlan('x', 'free', change)).toEqual(unknown)
      for (const act of ['approve', 'suspend', 'resume'] as const)
        expect(await state.setAccountStatus('x', act, change)).toEqual(unknown)
      expect(await state.setAccountRole('x', 'operator', change)).toEqual(unknown)
      expect(await state.setPassword('x', 'scrypt$1', change)).toEqual(unknown)
      expect(await state.findAccount('x')).toBeUndefined()
      expect(await said()).toHaveLength(1)
    })

    it('that already have the status are not changed, without an audit entry', async () => {
      await make('demo')
      await state.setAccountPlan('demo', 'free', change)
      await state.setAccountRole('demo', 'member', change)
      expect(await said()).toHaveLength(1)
    })
  })

  describe('plans', () => {
    it('are seeded, made and changed, and apply to the keys of their accounts', async () => {
      const seeded = [
        { name: 'free', requests_per_minute: 60, requests_per_day: 5000, streams: 2 },
        { name: 'standard', requests_per_minute: 600, requests_per_day: 200_000, streams: 10 },
        { name: 'unlimited', requests_per_minute: 6000, requests_per_day: null, streams: 100 },
      ]
      expect(await state.plans()).toEqual(seeded)
      const own = { name: 'own', requests_per_minute: 5, requests_per_day: null, streams: 0 }
      expect(await state.setPlan(own, change)).toEqual(own)
      await make('demo', 'own')
      const key = { label: null, hash: '01', last_four: 'aaaa', addresses: [], expires_at: null }
      await state.createKey({ account: 'demo', scopes: [], ...key }, change)
      const tighter = { ...own, requests_per_minute: 1, requests_per_day: 2 }
      expect(await state.setPlan(tighter, later)).toEqual(tighter)
      await state.setPlan(tighter, later)
      expect(await state.keyGrants()).toMatchObject([{ plan: tighter, account_status: 'pending' }])
      expect((await said()).filter(([, action]) => action === 'plan.set')).toEqual([
        ['command line', 'plan.set', null, tighter],
        ['ada', 'plan.set', null, own],
      ])
    })
  })

  describe('the audit', () => {
    it('is in the transaction of the change: if it cannot be written, nothing changes', async () => {
      await make('demo')
      const key = { label: null, hash: '01', last_four: 'aaaa', addresses: [], expires_at: null }
      await state.createKey({ account: 'demo', scopes: ['data:read'], ...key }, change)
      const before = [await state.accounts(), await state.keys(), await state.plans()]
      await place.rows(engine.auditIsFull)
      const changes = [
        () => make('other'),
        () => state.setAccountStatus('demo', 'approve', change),
        () => state.setAccountStatus('demo', 'suspend', change),
        () => state.setAccountPlan('demo', 'standard', change),
        () => state.setAccountRole('demo', 'operator', change),
        () => state.setPassword('demo', 'scrypt$1', change),
        () => state.setPlan({ name: 'own', requests_per_minute: 1, requests_per_day: 1, streams: 1 }, change),
        () => state.createKey({ account: 'demo', scopes: [], ...key, hash: '02' }, change),
        () => state.changeKey({ id: 1, account_id: null }, { label: 'x' }, change),
        () => state.revokeKey({ id: 1, account_id: null }, change),
      ]
      for (const attempt of changes) await expect(attempt(), String(attempt)).rejects.toThrow('the audit is full')
      expect([await state.accounts(), await state.keys(), await state.plans()]).toEqual(before)
      expect((await state.findAccount('demo'))?.password_hash).toBeNull()
    })

    it('is newest first, of one account or all, with a limit', async () => {
      for (const name of ['a', 'b', 'c']) await make(name)
      await state.setAccountStatus('b', 'approve', later)
      expect((await state.audit(null, 3)).map(({ id, account }) => `${id} ${account}`)).toEqual(['4 b', '3 c', '2 b'])
      expect(await state.audit('b', 10)).toMatchObject([
        { at: later.at, action: 'account.approved' },
        { at, action: 'account.created' },
      ])
      expect(await state.audit('nobody', 10)).toEqual([])
      const ids = async (filter: AuditFilter) => (await state.audit(null, 10, filter)).map(({ id }) => id)
      expect(await ids({ person: 'b' })).toEqual([4, 2])
      expect(await ids({ person: 'ada', day: later.at.slice(0, 10) })).toEqual([])
      expect(await ids({ person: 'ada', action: 'account.created', before: 3 })).toEqual([2, 1])
    })
  })

  describe('keys of one account', () => {
    it(`are at most ${KEYS_PER_ACCOUNT_MAX} that are not revoked`, async () => {
      await make('demo')
      await make('other')
      const create = (hash: string, name = 'demo', by = change) =>
        state.createKey(
          {
            ...{ account: name, label: null, hash, last_four: 'aaaa' },
            ...{ scopes: ['data:read'], addresses: [], expires_at: null },
          },
          by,
        )
      for (let n = 1; n <= KEYS_PER_ACCOUNT_MAX; n++) expect(await create(`h${n}`)).toMatchObject({ id: n })
      expect(await create('one more')).toEqual({
        refused: 'The account "demo" has 100 keys, expected fewer than 100: revoke one first.',
      })
      expect(await create('another', 'other')).toHaveProperty('id')
      await state.revokeKey({ id: 7, account_id: null }, change)
      expect(await create('one more', 'demo', later)).toHaveProperty('id')
    })
  })
}
