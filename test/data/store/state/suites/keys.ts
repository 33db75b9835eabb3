// Keys and the console's sessions in the state.

import { beforeEach, describe, expect, it } from 'vitest'
import { KEYS_PER_DAY_MAX } from '../../../../../data/access/key.ts'
import { SESSIONS_PER_ACCOUNT_MAX } from '../../../../../data/access/session.ts'
import type { Scope } from '../../../../../data/schema/vocabulary.ts'
import type { Account } from '../../../../../data/store/state/accounts.ts'
import { type Engine, freshState, place, state } from '../engines.ts'

export function keySuite(engine: Engine): void {
  const at = '2028-03-01T12:00:00.000Z'
  const change = { by: 'ada', at }
  const later = { by: 'command line', at: '2028-04-01T00:00:00.000Z' }
  const scopes: Scope[] = ['data:read']
  const wanted = {
    account: 'ada',
    label: 'site',
    last_four: 'abcd',
    scopes,
    addresses: ['10.0.0.0/8'],
    expires_at: null,
  }
  let ada: Account
  let bob: Account

  freshState(engine)
  beforeEach(async () => {
    ada = await make('ada')
    bob = await make('bob')
  })

  async function make(name: string): Promise<Account> {
    const made = await state.createAccount(
      { name, plan: 'unlimited', contact: null, password_hash: 'scrypt$0' },
      change,
    )
    if ('refused' in made) throw new Error(made.refused)
    return made
  }

  const anyone = (id: number) => ({ id, account_id: null })
  const last = async () => (await state.audit(null, 1))[0]

  describe('keys', () => {
    it('have the grants of their account and plan, and their hash is never listed', async () => {
      const shown = { id: 1, account_id: ada.id, ...wanted, created_at: at, revoked_at: null, last_used_on: null }
      expect(await state.createKey({ ...wanted, hash: '01' }, change)).toEqual(shown)
      expect(await state.keys()).toEqual([shown])
      expect(await state.keysOf(ada.id)).toEqual([shown])
      expect(await state.keysOf(bob.id)).toEqual([])
      const plan = { name: 'unlimited', requests_per_minute: 6000, requests_per_day: null, streams: 100 }
      expect(await state.keyGrants()).toEqual([{ ...shown, hash: '01', account_status: 'pending', plan }])
      expect(await last()).toMatchObject({
        ...{ by: 'ada', at, action: 'key.created', account: 'ada' },
        detail: { key: 1, label: 'site', scopes: ['data:read'], addresses: ['10.0.0.0/8'], expires_at: null },
      })
    })

    it('change only in the given fields, and the audit entry names only those', async () => {
      await state.createKey({ ...wanted, hash: '01' }, change)
      const to = { addresses: ['::1/128'], label: 'site' }
      const narrowed = await state.changeKey({ id: 1, account_id: ada.id }, to, later)
      expect(narrowed).toMatchObject({ ...wanted, addresses: ['::1/128'] })
      expect(await state.keys()).toEqual([narrowed])
      expect(await last()).toMatchObject({ action: 'key.changed', detail: { key: 1, addresses: ['::1/128'] } })
      const all = { label: null, scopes: [], addresses: [], expires_at: '2029-01-01T00:00:00.000Z' }
      expect(await state.changeKey(anyone(1), all, later)).toMatchObject(all)
      expect((await last())?.detail).toEqual({ key: 1, ...all })
      const entries = await state.audit(null, 100)
      expect(await state.changeKey(anyone(1), all, later)).toMatchObject(all)
      expect(await state.changeKey(anyone(1), {}, later)).toMatchObject(all)
      expect(await state.audit(null, 100)).toEqual(entries)
      expect((await state.keyGrants())[0]).toMatchObject({ hash: '01', ...all })
    })

    it('keep the time of the first revocation, and cannot be changed after it', async () => {
      await state.createKey({ ...wanted, hash: '01' }, change)
      expect(await state.revokeKey(anyone(1), later)).toMatchObject({ revoked_at: later.at })
      expect(await state.revokeKey(anyone(1), { ...later, at: '2028-05-01T00:00:00.000Z' })).toMatchObject({
        revoked_at: later.at,
      })
      expect((await state.audit('ada', 10)).map(({ action }) => action)).toEqual([
        ...['key.revoked', 'key.created', 'account.created'],
      ])
      expect(await state.changeKey(anyone(1), { expires_at: null, label: 'x' }, later)).toEqual({
        refused: 'Key 1 was revoked on 2028-04-01: it cannot be changed.',
      })
    })

    it('of another account are unknown', async () => {
      await state.createKey({ ...wanted, hash: '01' }, change)
      for (const [id, account_id] of [
        [1, bob.id],
        [9, ada.id],
        [9, null],
      ] as const) {
        const unknown = { refused: `There is no key with the id ${id}.` }
        expect(await state.changeKey({ id, account_id }, { label: 'mine' }, change)).toEqual(unknown)
        expect(await state.revokeKey({ id, account_id }, change)).toEqual(unknown)
      }
      expect(await state.keys()).toMatchObject([{ label: 'site', revoked_at: null }])
      expect(await state.createKey({ ...wanted, account: 'x', hash: '02' }, change)).toEqual({
        refused: 'There is no account called "x".',
      })
    })

    it('remember the last day of use, which never moves back', async () => {
      for (const hash of ['01', '02', '03']) await state.createKey({ ...wanted, hash }, change)
      const used = (on: string, ...ids: number[]) => state.keysUsed(ids.map((id) => ({ id, on })))
      await used('2028-03-02', 1, 2)
      await used('2028-03-01', 1, 99)
      await used('2028-03-03', 2)
      await used('2028-03-04')
      expect((await state.keys()).map(({ last_used_on }) => last_used_on)).toEqual(['2028-03-02', '2028-03-03', null])
    })

    it('are limited to 100 a day, revoked or not, except on the command line', async () => {
      const make = (hash: string, by: typeof change, account = 'ada') =>
        state.createKey({ ...wanted, account, hash }, by)
      for (let n = 1; n <= KEYS_PER_DAY_MAX; n++) {
        expect(await make(`h${n}`, change)).toMatchObject({ id: n })
        await state.revokeKey(anyone(n), change)
      }
      expect(await make('more', { by: 'ada', at: '2028-03-02T11:59:59.999Z' })).toEqual({
        refused:
          'The account "ada" has created 100 keys in the last 24 hours, expected fewer than 100: try again later.',
      })
      expect(await make('other', change, 'bob')).toHaveProperty('id')
      expect(await make('operator', { by: 'command line', at })).toHaveProperty('id')
      expect(await make('next day', { by: 'ada', at: '2028-03-02T12:00:00.000Z' })).toHaveProperty('id')
    })

    it('stay known after revocation, without their addresses', async () => {
      for (const hash of ['01', '02']) await state.createKey({ ...wanted, hash }, change)
      await state.revokeKey(anyone(1), later)
      expect(await state.keyGrants()).toMatchObject([
        { hash: '01', revoked_at: later.at, addresses: [] },
        { hash: '02', revoked_at: null, addresses: ['10.0.0.0/8'] },
      ])
      expect((await state.keys())[0]).toMatchObject({ addresses: ['10.0.0.0/8'] })
    })

    it('change the version of the grants with every change in any process; nothing else does', async () => {
      const other = await place.open()
      let version = await other.grantsVersion()
      const moved = async (): Promise<boolean> => {
        const before = version
        version = await other.grantsVersion()
        return version > before
      }
      const plan = { name: 'own', requests_per_minute: 1, requests_per_day: 1, streams: 1 }
      const changes = [
        () => state.createKey({ ...wanted, hash: '01' }, change),
        () => state.changeKey(anyone(1), { scopes: [] }, change),
        () => state.revokeKey(anyone(1), change),
        () => state.setAccountStatus('ada', 'approve', change),
        () => state.setAccountStatus('ada', 'suspend', change),
        () => state.setAccountStatus('ada', 'resume', change),
        () => state.setPlan(plan, change),
        () => state.setAccountPlan('ada', 'own', change),
        () => state.setPlan({ ...plan, streams: 2 }, change),
      ]
      for (const act of changes) {
        await act()
        expect(await moved(), String(act)).toBe(true)
      }
      await state.createSession({ hash: 's', account_id: ada.id, created_at: at, expires_at: later.at })
      await state.endSession('s')
      await state.keysUsed([{ id: 1, on: '2028-03-01' }])
      await state.publish({ expectedPublication: null, bundle: 'a', published_at: at, staged: null })
      expect(await moved()).toBe(false)
      await other.close()
    })

    it('are made, one after another, by two connections at once', async () => {
      const other = await place.open()
      const made = await Promise.all(
        Array.from({ length: 40 }, (_, n) => (n % 2 ? state : other).createKey({ ...wanted, hash: String(n) }, change)),
      )
      expect(new Set(made.map((key) => 'id' in key && key.id)).size).toBe(40)
      expect(await other.audit('ada', 100)).toHaveLength(41)
      await other.close()
    })
  })

  describe('sessions', () => {
    const ends = '2028-03-02T00:00:00.000Z'
    const begin = (hash: string, account: Account, expires_at = ends) =>
      state.createSession({ hash, account_id: account.id, created_at: at, expires_at })

    it('are found by their hash until they end, with the current account', async () => {
      await begin('s1', ada)
      expect(await state.findSession('s1', at)).toEqual({ account: ada, awaits_code: false, second_factor: false })
      await state.setAccountRole('ada', 'operator', change)
      expect((await state.findSession('s1', at))?.account.role).toBe('operator')
      expect(await state.findSession('s1', '2028-03-01T12:29:59.999Z')).toBeDefined()
      expect(await state.findSession('s1', '2028-03-01T12:30:00.000Z')).toBeUndefined()
      await state.seeSession('s1', '2028-03-01T23:45:00.000Z')
      expect(await state.findSession('s1', '2028-03-01T23:59:59.999Z')).toBeDefined()
      expect(await state.findSession('s1', ends)).toBeUndefined()
      expect(await state.findSession('s2', at)).toBeUndefined()
      await state.endSession('s1')
      expect(await state.findSession('s1', at)).toBeUndefined()
      await state.endSession('s1')
    })

    it('all end, only for this account, when its password is set or it is suspended, and stay ended', async () => {
      const cut: readonly (() => Promise<unknown>)[] = [
        () => state.setPassword('ada', 'scrypt$1', change),
        () => state.setAccountStatus('ada', 'suspend', change),
      ]
      await begin('of bob', bob)
      for (const act of cut) {
        await begin('s1', ada)
        await begin('s2', ada)
        await act()
        await state.setAccountStatus('ada', 'resume', change)
        for (const hash of ['s1', 's2']) expect(await state.findSession(hash, at), String(act)).toBeUndefined()
      }
      expect(await state.findSession('of bob', at)).toMatchObject({ account: bob })
    })

    it('of an account are limited: above the limit its oldest ends', async () => {
      await begin('of bob', bob)
      const hashes = Array.from({ length: SESSIONS_PER_ACCOUNT_MAX + 2 }, (_, n) => `s${n}`)
      for (const [n, hash] of hashes.entries()) {
        const created_at = new Date(Date.parse(at) + n).toISOString()
        await state.createSession({ hash, account_id: ada.id, created_at, expires_at: ends })
      }
      const found = await Promise.all(hashes.map((hash) => state.findSession(hash, at)))
      expect(found.map(Boolean)).toEqual([false, false, ...Array(SESSIONS_PER_ACCOUNT_MAX).fill(true)])
      expect(await state.findSession('of bob', at)).toBeDefined()
    })

    it('of a suspended account never begin', async () => {
      await state.setAccountStatus('ada', 'suspend', change)
      await begin('s1', ada)
      await state.setAccountStatus('ada', 'resume', change)
      expect(await state.findSession('s1', at)).toBeUndefined()
    })

    it('are deleted after their end when another begins', async () => {
      await begin('s1', ada, at)
      await begin('s2', ada)
      // If it still existed, the same hash could not begin again.
      await begin('s1', bob)
      expect((await state.findSession('s1', at))?.account.name).toBe('bob')
      await expect(begin('s1', ada)).rejects.toThrow(/unique/i)
    })
  })
}
