// Accounts that come and go: sign-ups and their limit, rejected and expired ones, erased accounts.

import { describe, expect, test } from 'vitest'
import { COMMAND_LINE, EXPIRY, PENDING_ACCOUNTS_MAX, PENDING_DAYS } from '../../../../../data/access/account.ts'
import { type Engine, freshState, place, state } from '../engines.ts'

export function leavingSuite(engine: Engine): void {
  const at = '2028-03-01T12:00:00.000Z'
  const change = { by: 'ada', at }
  const DAY = 86_400_000

  freshState(engine)

  const signUp = async (name: string, when = at) => {
    const wanted = { name, plan: 'free', contact: `${name}@example.org`, password_hash: `scrypt$ of ${name}` }
    const made = await state.createAccount(wanted, { by: name, at: when })
    if ('refused' in made) throw new Error(made.refused)
    return made
  }
  const names = async () => (await state.accounts()).map(({ name }) => name)
  const audit = async () => (await state.audit(null, 100)).map(({ by, action, account }) => [by, action, account])
  const TABLES = [
    ...['account', 'api_key', 'session', 'second_factor', 'recovery_code', 'audit', 'subscription'],
    ...['desk_editor', 'desk_draft', 'desk_change', 'desk_position', 'invitation'],
  ]
  const stored = async () => {
    let all = ''
    for (const table of TABLES) all += JSON.stringify(await place.rows(`SELECT * FROM ${table}`))
    return all
  }

  describe('a sign-up', () => {
    test('can be rejected, and its name is free again', async () => {
      const { id } = await signUp('first')
      await signUp('second')
      expect(await state.rejectAccounts(['first'], change)).toEqual({ rejected: 1 })
      expect(await names()).toEqual(['second'])
      const gone = `erased account ${id}`
      expect(await audit()).toEqual([
        ['ada', 'account.rejected', gone],
        ['second', 'account.created', 'second'],
        [gone, 'account.created', gone],
      ])
      expect((await signUp('first')).id).not.toBe(id)
    })

    test('can be rejected with all other pending ones; decided accounts stay', async () => {
      for (const name of ['one', 'two', 'three', 'kept']) await signUp(name)
      await state.setAccountStatus('kept', 'approve', change)
      expect(await state.rejectAccounts('all', change)).toEqual({ rejected: 3 })
      expect(await names()).toEqual(['kept'])
      expect(await state.rejectAccounts('all', change)).toEqual({ rejected: 0 })
      expect(await state.rejectAccounts(['kept'], change)).toEqual({
        refused: 'The account "kept" is approved, and only pending ones are rejected.',
      })
      await signUp('four')
      expect(await state.rejectAccounts(['four', 'nobody'], change)).toEqual({
        refused: 'There is no account called "nobody".',
      })
      expect(await names()).toEqual(['four', 'kept'])
    })

    test('without a decision is deleted after some days, so that sign-up does not stay closed', async () => {
      for (let n = 1; n <= PENDING_ACCOUNTS_MAX; n++) await signUp(`waiting ${n}`)
      const later = (milliseconds: number) => new Date(Date.parse(at) + milliseconds).toISOString()
      const last = PENDING_DAYS * DAY
      await expect(signUp('late', later(last - 1))).rejects.toThrow('Sign-up is closed for now')
      expect(await state.expireAccounts(later(last - 1))).toBe(0)
      await signUp('late', later(last))
      expect(await names()).toEqual(['late'])
      const [, expired] = await state.audit(null, 2)
      expect(expired).toMatchObject({
        by: EXPIRY,
        action: 'account.expired',
        account: expect.stringMatching(/^erased/),
      })
      expect(await state.expireAccounts(later(2 * last))).toBe(1)
      expect(await names()).toEqual([])
    })

    test('has no name that can be confused with another', async () => {
      await signUp('Newsroom')
      for (const name of ['newsroom', 'NEWSROOM', 'Néwsroom'])
        await expect(signUp(name)).rejects.toThrow('There is already an account with a similar name')
    })
  })

  describe('an erased account', () => {
    const SECRETS = [
      'Quiet Press',
      'Quiet Press@example.org',
      'scrypt$ of Quiet Press',
      'the importer',
      '203.0.113.77',
      'a saved filter',
    ]

    test('leaves no identifying data in a table or the audit log', async () => {
      const { id } = await signUp('Quiet Press')
      const own = { by: 'Quiet Press', at }
      await state.setAccountStatus('Quiet Press', 'approve', change)
      await state.setAccountRole('Quiet Press', 'operator', change)
      await signUp('Other')
      await state.setAccountStatus('Other', 'approve', own)
      const key = { account: 'Quiet Press', label: 'the importer', last_four: 'abcd', hash: 'f00d', expires_at: null }
      const made = await state.createKey({ ...key, scopes: ['data:read'], addresses: ['203.0.113.77/32'] }, own)
      await state.createSubscription(id, { name: 'a saved filter', filter: { states: ['NC'] } }, at)
      await state.createSession({ hash: '0a', account_id: id, created_at: at, expires_at: '2029-01-01T00:00:00.000Z' })
      await state.beginSecondFactor(id, 'sealed secret')
      await state.setSecondFactor({ id, name: 'Quiet Press' }, { step: 1, recovery: ['beef'], session: '0a' }, own)
      const before = await state.audit(null, 100)
      const version = await state.grantsVersion()
      for (const secret of SECRETS) expect((await stored()).includes(secret), secret).toBe(true)

      const gone = `erased account ${id}`
      expect(await state.eraseAccount('Quiet Press', { by: COMMAND_LINE, at })).toEqual({ erased: gone })
      for (const secret of [...SECRETS, 'sealed secret', 'beef'])
        expect((await stored()).includes(secret), secret).toBe(false)
      expect(await names()).toEqual(['Other'])
      expect(await state.findAccount('Quiet Press')).toBeUndefined()
      expect(await state.keys()).toEqual([])
      expect(await state.findSession('0a', at)).toBeUndefined()
      expect(await state.findSecondFactor(id)).toBeUndefined()

      const after = await state.audit(null, 100)
      expect(after[0]).toMatchObject({ by: COMMAND_LINE, action: 'account.erased', account: gone })
      expect(after.slice(1).map(({ id, at, action }) => [id, at, action])).toEqual(
        before.map(({ id, at, action }) => [id, at, action]),
      )
      expect(after.find(({ action }) => action === 'key.created')?.detail).toEqual({
        ...{ key: 'id' in made ? made.id : 0, scopes: ['data:read'], expires_at: null },
      })
      expect(after.find(({ account, action }) => account === 'Other' && action === 'account.approved')?.by).toBe(gone)
      expect(await state.grantsVersion()).toBeGreaterThan(version)
    })

    test('has keys that answer like revoked ones, and its id is never reused', async () => {
      const { id } = await signUp('Leaver')
      const key = { account: 'Leaver', label: null, last_four: 'abcd', hash: 'f00d', expires_at: null }
      await state.createKey({ ...key, scopes: ['data:read'], addresses: [] }, change)
      await state.eraseAccount('Leaver', change)
      expect(await state.keyGrants()).toMatchObject([
        { account_id: id, hash: 'f00d', revoked_at: at, account_status: 'suspended', label: null, addresses: [] },
      ])
      await signUp('Simple')
      await state.eraseAccount('Simple', change)
      const next = await signUp('Leaver')
      expect(next.id).toBe(id + 2)
      expect(await state.eraseAccount(`erased account ${id}`, change)).toEqual({
        refused: `There is no account called "erased account ${id}".`,
      })
    })
  })

  const make = (name: string, by = name) =>
    state.createAccount({ name, plan: 'free', contact: null, password_hash: 'scrypt$0' }, { by, at })

  test('sign-up is refused while too many accounts are pending; the command line still makes accounts; each decision frees a place', async () => {
    await place.rows(
      `WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ${PENDING_ACCOUNTS_MAX - 1})
      INSERT INTO account (name, status, plan, role, created_at)
      SELECT 'waiting ' || n, 'pending', 'free', 'member', '${at}' FROM number`,
    )
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
