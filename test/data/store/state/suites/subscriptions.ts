import { beforeEach, expect, it } from 'vitest'
import { COMMAND_LINE } from '../../../../../data/access/account.ts'
import { SUBSCRIPTIONS_MAX } from '../../../../../data/schema/subscription.ts'
import { type Engine, freshState, reopen, state } from '../engines.ts'

export function subscriptionSuite(engine: Engine): void {
  const at = '2028-03-01T12:00:00.000Z'
  const later = '2028-03-02T12:00:00.000Z'
  const [ADA, BOB] = [1, 2]
  const filter = { states: ['NC' as const], types: ['created' as const] }

  freshState(engine)
  beforeEach(async () => {
    for (const name of ['ada', 'bob'])
      await state.createAccount({ name, plan: 'free', contact: null, password_hash: null }, { by: COMMAND_LINE, at })
  })

  it('are stored as sent, found by id or name, listed by name, replaced, and deleted once; no id is reused', async () => {
    expect(await state.subscriptions(ADA)).toEqual([])
    const made = await state.createSubscription(ADA, { name: 'nc', filter }, at)
    expect(made).toEqual({ id: 1, name: 'nc', filter, created_at: at, updated_at: at })
    for (const which of [{ id: 1 }, { name: 'nc' }]) expect(await state.findSubscription(ADA, which)).toEqual(made)
    for (const which of [{ name: '1' }, { name: 'NC' }, { id: 2 }])
      expect(await state.findSubscription(ADA, which)).toBeUndefined()
    await state.createSubscription(ADA, { name: 'all', filter: {} }, at)
    await reopen()
    const all = { id: 2, name: 'all', filter: {}, created_at: at, updated_at: at }
    expect(await state.subscriptions(ADA)).toEqual([all, made])
    const to = { name: 'va', filter: { states: ['VA' as const] } }
    const replaced = { ...to, id: 1, created_at: at, updated_at: later }
    expect(await state.replaceSubscription({ id: 1, account_id: ADA }, to, later)).toEqual(replaced)
    expect(await state.findSubscription(ADA, { id: 1 })).toEqual(replaced)
    // Its own name is not taken.
    const wider = await state.replaceSubscription({ id: 1, account_id: ADA }, { ...to, filter: {} }, later)
    expect(wider).toMatchObject({ name: 'va', filter: {} })
    expect(await state.replaceSubscription({ id: 7, account_id: ADA }, to, later)).toBeUndefined()
    for (const done of [true, false]) expect(await state.deleteSubscription({ id: 2, account_id: ADA })).toBe(done)
    expect(await state.createSubscription(ADA, { name: 'all', filter }, at)).toMatchObject({ id: 3 })
  })

  it('are visible only to their own account', async () => {
    await state.createSubscription(ADA, { name: 'nc', filter }, at)
    expect(await state.subscriptions(BOB)).toEqual([])
    expect(await state.findSubscription(BOB, { id: 1 })).toBeUndefined()
    expect(await state.findSubscription(BOB, { name: 'nc' })).toBeUndefined()
    const stolen = { name: 'mine', filter: {} }
    expect(await state.replaceSubscription({ id: 1, account_id: BOB }, stolen, later)).toBeUndefined()
    expect(await state.deleteSubscription({ id: 1, account_id: BOB })).toBe(false)
    expect(await state.createSubscription(BOB, { name: 'nc', filter: {} }, at)).toMatchObject({ id: 2 })
    expect(await state.findSubscription(ADA, { id: 1 })).toMatchObject({ name: 'nc', filter })
  })

  it('have names that are unique within their account', async () => {
    await state.createSubscription(ADA, { name: 'nc', filter }, at)
    await state.createSubscription(ADA, { name: 'va', filter }, at)
    const taken = { refused: 'There is already a subscription called "nc".', taken: true }
    expect(await state.createSubscription(ADA, { name: 'nc', filter: {} }, at)).toEqual(taken)
    expect(await state.replaceSubscription({ id: 2, account_id: ADA }, { name: 'nc', filter }, at)).toEqual(taken)
    expect(await state.findSubscription(ADA, { id: 2 })).toMatchObject({ name: 'va' })
  })

  it('are limited in number', async () => {
    for (let count = 1; count <= SUBSCRIPTIONS_MAX; count++)
      expect(await state.createSubscription(ADA, { name: `s${count}`, filter }, at)).toHaveProperty('id', count)
    const one = { name: 'one more', filter }
    expect(await state.createSubscription(ADA, one, at)).toEqual({
      ...{ refused: 'The account has 100 subscriptions, the maximum: delete one first.', taken: false },
    })
    expect(await state.createSubscription(BOB, one, at)).toHaveProperty('id')
    await state.deleteSubscription({ id: 1, account_id: ADA })
    expect(await state.createSubscription(ADA, one, at)).toHaveProperty('id')
  })

  it('have at most one token, which gives their filter and plan until it is replaced or revoked', async () => {
    const [mine, theirs] = [
      { id: 1, account_id: ADA },
      { id: 1, account_id: BOB },
    ]
    const change = { by: 'ada', at }
    await state.setAccountStatus('ada', 'approve', change)
    const made = await state.createSubscription(ADA, { name: 'nc', filter }, at)
    expect(await state.findFeedToken(mine)).toBeUndefined()
    expect(await state.createFeedToken(theirs, { hash: 'aa', last_four: 'aaaa' }, change)).toBeUndefined()
    const token = { last_four: 'aaaa', created_at: at }
    expect(await state.createFeedToken(mine, { hash: 'aa', last_four: 'aaaa' }, change)).toEqual(token)
    expect(await state.findFeedToken(mine)).toEqual(token)
    expect(await state.findFeedToken(theirs)).toBeUndefined()
    const grant = { account_id: ADA, subscription: made }
    expect(await state.findFeedGrant('aa')).toMatchObject({
      ...grant,
      plan: { name: 'free', requests_per_day: 5000 },
    })

    await state.createFeedToken(mine, { hash: 'bb', last_four: 'bbbb' }, { ...change, at: later })
    expect(await state.findFeedGrant('aa')).toBeUndefined()
    expect(await state.findFeedGrant('bb')).toMatchObject(grant)
    await state.replaceSubscription(mine, { name: 'va', filter: {} }, later)
    expect(await state.findFeedGrant('bb')).toMatchObject({ subscription: { name: 'va', filter: {} } })

    expect(await state.revokeFeedToken(theirs, change)).toBe(false)
    expect(await state.revokeFeedToken(mine, change)).toBe(true)
    expect(await state.revokeFeedToken(mine, change)).toBe(false)
    expect(await state.findFeedGrant('bb')).toBeUndefined()
    const audited = (await state.audit('ada', 3)).map(({ action, detail }) => ({ action, detail }))
    expect(audited).toEqual([
      { action: 'feed_token.revoked', detail: { subscription: 1 } },
      { action: 'feed_token.created', detail: { subscription: 1, replaced: true } },
      { action: 'feed_token.created', detail: { subscription: 1, replaced: false } },
    ])
  })

  it('give nothing by a token while the account is not approved, and after they are deleted', async () => {
    const change = { by: COMMAND_LINE, at }
    await state.createSubscription(ADA, { name: 'nc', filter }, at)
    await state.createFeedToken({ id: 1, account_id: ADA }, { hash: 'aa', last_four: 'aaaa' }, change)
    const isOpen = async () => (await state.findFeedGrant('aa')) !== undefined
    expect(await isOpen()).toBe(false)
    await state.setAccountStatus('ada', 'approve', change)
    expect(await isOpen()).toBe(true)
    await state.setAccountStatus('ada', 'suspend', change)
    expect(await isOpen()).toBe(false)
    await state.setAccountStatus('ada', 'resume', change)
    await state.deleteSubscription({ id: 1, account_id: ADA })
    expect(await isOpen()).toBe(false)
  })
}
