// The publishing desk in the state: who may speak for whom, versions, drafts, schedules, history, invitations.

import { beforeEach, expect, it } from 'vitest'
import type { DeskPosition } from '../../../../../data/desk/position.ts'
import type { Refusal } from '../../../../../data/store/state/engine.ts'
import { type Engine, freshState, reopen, state } from '../engines.ts'

export function deskSuite(engine: Engine): void {
  const at = '2028-10-01T12:00:00.000Z'
  const later = '2028-10-02T12:00:00.000Z'
  const command = { by: 'command line', at }
  const WORKERS = {
    slug: 'sample-workers',
    name: 'Sample Workers United',
    category: 'labor',
    state: 'national',
  } as const
  const TEXT = { statement: 'She listens.', statement_es: null, source_url: null, published_on: null }
  const endorser = WORKERS.slug
  const SEAT = 7

  let ana: number
  let bo: number

  function position(choice_id: number, statement = 'She listens.', contest_id = SEAT): DeskPosition {
    const picks = [{ choice_id, label: `Choice ${choice_id}`, rank: null, text: null }]
    return { election: 'me-2028-11-07-general', contest_id, title: 'Seat', picks, text: { ...TEXT, statement } }
  }

  function done<Done extends object>(answer: Done): Exclude<Done, Refusal | { conflict: unknown }> {
    if ('refused' in answer || 'conflict' in answer) throw new Error(JSON.stringify(answer))
    return answer as Exclude<Done, Refusal | { conflict: unknown }>
  }

  async function makeEditor(name: string): Promise<number> {
    const made = done(
      await state.createAccount({ name, plan: 'free', contact: null, password_hash: 'scrypt$' }, command),
    )
    await state.setAccountStatus(name, 'approve', command)
    await state.setEditor(name, endorser, true, command)
    return made.id
  }

  const by = (name: string, when = at) => ({ by: name, at: when })
  const on = (account_id: number, expected: number, contest_id = SEAT) => ({
    endorser,
    contest_id,
    account_id,
    expected,
  })

  freshState(engine)
  beforeEach(async () => {
    await state.openDesk(WORKERS, [], command)
    ana = await makeEditor('ana')
    bo = await makeEditor('bo')
  })

  it('an account is an endorser while it may speak for one; an operator stays one', async () => {
    expect(await state.findAccount('ana')).toMatchObject({ role: 'endorser' })
    expect((await state.accounts()).map(({ role }) => role)).toEqual(['endorser', 'endorser'])
    expect(await state.setAccountRole('ana', 'operator', command)).toMatchObject({ role: 'operator' })
    expect(await state.endorsersOf(ana)).toEqual([endorser])
    expect(await state.setEditor('bo', endorser, false, command)).toMatchObject({ role: 'member' })
    expect(await state.endorsersOf(bo)).toEqual([])
    expect(await state.desks()).toEqual([{ endorser: WORKERS, version: 1, editors: ['ana'], closed_at: null }])
    expect(await state.setEditor('bo', 'nobody', true, command)).toHaveProperty('refused')
    expect(await state.setEditor('nobody', endorser, true, command)).toHaveProperty('refused')
    const said = (await state.audit('bo', 2)).map(({ action, detail }) => [action, detail])
    expect(said).toEqual([
      ['account.endorser_withdrawn', { endorser }],
      ['account.endorser_granted', { endorser }],
    ])
  })

  it('a desk opens with what the endorser says already, and keeps its positions when the declaration changes', async () => {
    const times = { slug: 'sample-times', name: 'Sample Times', category: 'newspaper', state: 'ME' } as const
    await state.openDesk(times, [position(1), position(2, 'Why not.', 8)], command)
    expect(
      (await state.positions(times.slug)).map(({ version, published }) => [version, published?.text.statement]),
    ).toEqual([
      [1, 'She listens.'],
      [1, 'Why not.'],
    ])
    const { version } = await state.openDesk({ ...times, name: 'The Sample Times' }, [], command)
    expect(await state.openDesk({ ...times, name: 'The Sample Times' }, [], command)).toMatchObject({ version })
    expect(await state.positions(times.slug)).toHaveLength(2)
    expect((await state.audit(null, 2)).map(({ action }) => action)).toEqual(['desk.changed', 'desk.opened'])
  })

  it('publishes, corrects and withdraws, each with its author in history and audit, and raises the version', async () => {
    expect(done(await state.publishPosition(on(ana, 0), position(1), null, by('ana')))).toMatchObject({ version: 1 })
    done(await state.publishPosition(on(bo, 1), position(2, 'He listens.'), null, by('bo', later)))
    const withdrawn = done(await state.withdrawPosition(on(ana, 2), by('ana', later)))
    expect(withdrawn).toMatchObject({ version: 3, published: null, changed_by: 'ana' })
    expect((await state.findDesk(endorser))?.version).toBe(4)
    const history = await state.deskHistory(endorser, SEAT, 10)
    expect(history.map(({ by, action, position }) => [by, action, position?.text.statement ?? null])).toEqual([
      ['ana', 'withdrawn', null],
      ['bo', 'corrected', 'He listens.'],
      ['ana', 'published', 'She listens.'],
    ])
    expect((await state.audit(null, 3)).map(({ by, action }) => [by, action])).toEqual([
      ['ana', 'desk.withdrawn'],
      ['bo', 'desk.published'],
      ['ana', 'desk.published'],
    ])
    expect(await state.withdrawPosition(on(ana, 3), by('ana'))).toHaveProperty('refused')
  })

  it('two editors: the second one gets what the first one published, and nothing is overwritten', async () => {
    await state.saveDraft({ endorser, contest_id: SEAT, account_id: bo }, draftOf('from bo'), 0, at)
    done(await state.publishPosition(on(ana, 0), position(1, 'from ana'), null, by('ana')))
    const answer = await state.publishPosition(on(bo, 0), position(2, 'from bo'), null, by('bo'))
    expect(answer).toMatchObject({
      conflict: { version: 1, changed_by: 'ana', published: { text: { statement: 'from ana' } } },
    })
    expect((await state.findPosition(endorser, SEAT))?.published?.text.statement).toBe('from ana')
    expect(await state.findDraft({ endorser, contest_id: SEAT, account_id: bo })).toMatchObject({
      fields: { statement: 'from bo' },
    })
    expect(await state.withdrawPosition(on(bo, 0), by('bo'))).toHaveProperty('conflict')
    // Having seen it, the second editor may replace it: the draft is then done with.
    expect(done(await state.publishPosition(on(bo, 1), position(2, 'from bo'), null, by('bo')))).toMatchObject({
      version: 2,
    })
    expect(await state.drafts(endorser, bo)).toEqual([])
    // Other contests are no conflict.
    expect(await state.publishPosition(on(ana, 0, 8), position(1, 'x', 8), null, by('ana'))).toMatchObject({
      version: 1,
    })
  })

  const draftOf = (statement: string) => ({ base: 0, election: 'e', title: 'Seat', fields: { statement } })

  it('a draft belongs to one editor, and another window of that editor does not overwrite it', async () => {
    const own = { endorser, contest_id: SEAT, account_id: ana }
    expect(await state.saveDraft(own, draftOf('one'), 0, at)).toMatchObject({ version: 1 })
    expect(await state.saveDraft(own, draftOf('two'), 1, later)).toMatchObject({ version: 2, saved_at: later })
    expect(await state.saveDraft(own, draftOf('other window'), 1, later)).toMatchObject({
      conflict: { version: 2, fields: { statement: 'two' } },
    })
    expect(await state.drafts(endorser, bo)).toEqual([])
    await reopen()
    expect(await state.drafts(endorser, ana)).toMatchObject([{ fields: { statement: 'two' } }])
    const other = { ...own, account_id: bo }
    await state.saveDraft(other, draftOf('of bo'), 0, later)
    await state.deleteDraft(own)
    expect(await state.findDraft(own)).toBeUndefined()
    expect(await state.findDraft(other)).toMatchObject({ fields: { statement: 'of bo' } })
  })

  it('an account that may no longer speak for the endorser changes nothing', async () => {
    await state.setEditor('bo', endorser, false, command)
    expect(await state.publishPosition(on(bo, 0), position(1), null, by('bo'))).toHaveProperty('refused')
    expect(await state.saveDraft({ endorser, contest_id: SEAT, account_id: bo }, draftOf('x'), 0, at)).toHaveProperty(
      'refused',
    )
    const one = [{ position: position(1), expected: 0 }]
    expect(await state.importPositions({ endorser, account_id: bo }, one, by('bo'))).toHaveProperty('refused')
    expect(await state.positions(endorser)).toEqual([])
  })

  it('publishes what is due, in the name of its editor, and no earlier; a schedule can be cancelled', async () => {
    done(await state.publishPosition(on(ana, 0), position(1, 'now'), null, by('ana')))
    expect(done(await state.publishPosition(on(ana, 1), position(1, 'then'), later, by('ana')))).toMatchObject({
      ...{ version: 2, publish_at: later },
      published: { text: { statement: 'now' } },
      scheduled: { text: { statement: 'then' } },
    })
    expect(await state.publishDue('2028-10-02T11:59:59.999Z')).toBe(0)
    expect(await state.publishDue(later)).toBe(1)
    expect(await state.publishDue(later)).toBe(0)
    expect(await state.findPosition(endorser, SEAT)).toMatchObject({
      ...{ version: 3, scheduled: null, publish_at: null, changed_by: 'ana' },
      published: { text: { statement: 'then' } },
    })
    done(await state.publishPosition(on(ana, 3), position(1, 'never'), '2028-11-01T00:00:00.000Z', by('ana')))
    expect(done(await state.unschedulePosition(on(bo, 4), by('bo')))).toMatchObject({
      ...{ scheduled: null, publish_at: null },
      published: { text: { statement: 'then' } },
    })
    expect(await state.publishDue('2029-01-01T00:00:00.000Z')).toBe(0)
    expect((await state.deskHistory(endorser, null, 9)).map(({ action }) => action)).toEqual([
      ...['unscheduled', 'scheduled', 'corrected', 'scheduled', 'published'],
    ])
  })

  it('imports all positions or none', async () => {
    done(await state.publishPosition(on(ana, 0), position(1), null, by('ana')))
    const stale = [
      { position: position(3, 'a', 9), expected: 0 },
      { position: position(2, 'b'), expected: 0 },
    ]
    expect(await state.importPositions({ endorser, account_id: ana }, stale, by('ana'))).toHaveProperty('refused')
    expect(await state.positions(endorser)).toHaveLength(1)
    const fresh = stale.map((one) => ({ ...one, expected: one.position.contest_id === SEAT ? 1 : 0 }))
    expect(await state.importPositions({ endorser, account_id: ana }, fresh, by('ana'))).toEqual({ imported: 2 })
    expect((await state.audit(null, 2)).map(({ by, action, detail }) => [by, action, detail])).toEqual([
      ['ana', 'desk.imported', { endorser, contest: SEAT, withdrew: ['Choice 1'] }],
      ['ana', 'desk.imported', { endorser, contest: 9 }],
    ])
    // Each change has what was published before it; a schedule changes nothing of that.
    done(await state.publishPosition(on(bo, 2), position(3, 'c'), later, by('bo')))
    done(await state.withdrawPosition(on(bo, 3), by('bo')))
    const history = await state.deskHistory(endorser, SEAT, 9)
    expect(history.map(({ action, before }) => [action, before?.picks.map(({ label }) => label) ?? null])).toEqual([
      ['withdrawn', ['Choice 2']],
      ['scheduled', ['Choice 2']],
      ['imported', ['Choice 1']],
      ['published', null],
    ])
  })

  it('a closed desk keeps everything, cancels what is scheduled, and accepts no change', async () => {
    done(await state.publishPosition(on(ana, 0), position(1), null, by('ana')))
    done(await state.publishPosition(on(ana, 0, 8), position(2, 'later', 8), later, by('ana')))
    await state.saveDraft({ endorser, contest_id: 9, account_id: ana }, draftOf('x'), 0, at)
    const { version } = done(await state.closeDesk(endorser, command))
    const closed = { endorser: WORKERS, version, editors: ['ana', 'bo'], closed_at: at }
    expect(await state.findDesk(endorser)).toEqual(closed)
    expect(version).toBeGreaterThan(3)
    expect(await state.positions(endorser)).toMatchObject([
      { published: { contest_id: SEAT } },
      { published: null, scheduled: null, publish_at: null },
    ])
    expect(await state.publishDue(later)).toBe(0)
    expect((await state.deskHistory(endorser, null, 9)).map(({ by, action }) => [by, action])).toEqual([
      ['command line', 'unscheduled'],
      ['ana', 'scheduled'],
      ['ana', 'published'],
    ])
    expect((await state.audit(null, 2)).map(({ action }) => action)).toEqual(['desk.unscheduled', 'desk.closed'])
    expect(await state.drafts(endorser, ana)).toHaveLength(1)
    const refused = { refused: expect.stringContaining('is closed') }
    expect(await state.publishPosition(on(ana, 1), position(3), null, by('ana'))).toEqual(refused)
    expect(await state.withdrawPosition(on(ana, 1), by('ana'))).toEqual(refused)
    expect(await state.unschedulePosition(on(ana, 2, 8), by('ana'))).toEqual(refused)
    const reference = { endorser, contest_id: 9, account_id: ana }
    expect(await state.saveDraft(reference, draftOf('y'), 1, later)).toEqual(refused)
    const one = [{ position: position(1, 'x', 10), expected: 0 }]
    expect(await state.importPositions({ endorser, account_id: ana }, one, by('ana'))).toEqual(refused)
    expect(await state.closeDesk(endorser, command)).toEqual(refused)
    expect(await state.closeDesk('nobody', command)).toHaveProperty('refused')
  })

  it('a desk that opens again says what is served then; the history keeps the rest', async () => {
    done(await state.publishPosition(on(ana, 0), position(1), null, by('ana')))
    done(await state.publishPosition(on(ana, 0, 8), position(2, 'gone', 8), null, by('ana')))
    done(await state.publishPosition(on(ana, 0, 9), position(2, 'old', 9), null, by('ana')))
    done(await state.closeDesk(endorser, command))
    const served = [position(1), position(2, 'of a feed', 9), position(4, 'of a feed', 10)]
    expect(await state.openDesk(WORKERS, served, { ...command, at: later })).toMatchObject({ closed_at: null })
    expect(
      (await state.positions(endorser)).map(({ contest_id, version, published }) => [
        ...[contest_id, version, published?.text.statement ?? null],
      ]),
    ).toEqual([
      [SEAT, 1, 'She listens.'],
      [8, 2, null],
      [9, 2, 'of a feed'],
      [10, 1, 'of a feed'],
    ])
    expect((await state.deskHistory(endorser, 8, 9)).map(({ by, action }) => [by, action])).toEqual([
      ['command line', 'withdrawn'],
      ['ana', 'published'],
    ])
    expect(await state.audit(null, 1)).toMatchObject([{ action: 'desk.opened', detail: { endorser, positions: 3 } }])
    expect(await state.publishPosition(on(bo, 1), position(3), null, by('bo'))).toMatchObject({ version: 2 })
  })

  it('an invitation works once and in time, and takes the place of the old password and the second factor', async () => {
    await state.createSession({ hash: 's', account_id: ana, created_at: at, expires_at: later })
    const invitation = { hash: 'code', expires_at: later }
    done(await state.invite('ana', invitation, command))
    expect(await state.findAccount('ana')).toMatchObject({ password_hash: null })
    expect(await state.findSession('s', at)).toBeUndefined()
    const accept = (hash: string, when: string) =>
      state.acceptInvitation('ana', { hash, password_hash: 'scrypt$new' }, by('ana', when))
    expect(await accept('other', at)).toHaveProperty('refused')
    expect(await accept('code', later)).toHaveProperty('refused')
    expect(await accept('code', at)).toMatchObject({ name: 'ana' })
    expect(await accept('code', at)).toHaveProperty('refused')
    expect(await state.findAccount('ana')).toMatchObject({ password_hash: 'scrypt$new' })
    expect((await state.audit('ana', 2)).map(({ action }) => action)).toEqual([
      'account.invitation_used',
      'account.invited',
    ])
    await state.setAccountStatus('bo', 'suspend', command)
    expect(await state.invite('bo', invitation, command)).toHaveProperty('refused')
  })

  it('an erased editor leaves the published positions, without the name', async () => {
    done(await state.publishPosition(on(ana, 0), position(1), null, by('ana')))
    await state.saveDraft({ endorser, contest_id: 8, account_id: ana }, draftOf('x'), 0, at)
    const { erased } = done(await state.eraseAccount('ana', command))
    expect((await state.desks())[0]?.editors).toEqual(['bo'])
    expect(await state.positions(endorser)).toMatchObject([{ changed_by: erased, published: { contest_id: SEAT } }])
    expect((await state.deskHistory(endorser, null, 9))[0]?.by).toBe(erased)
  })
}
