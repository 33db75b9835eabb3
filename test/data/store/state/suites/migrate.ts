// The state moves from one engine to another: what is copied, who may write meanwhile, and what is refused afterwards.

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type MigrateOptions, migrateState } from '../../../../../data/store/state/moves.ts'
import { type ServiceStore, StateMoved } from '../../../../../data/store/state/state.ts'
import { listTables, selectRows } from '../../../../../data/store/state/tables.ts'
import { PROOF_ONLY } from '../../../../proof/only.ts'
import { freshFolder } from '../../../../temporary.ts'
import { publishEvents } from '../../feed-events.ts'
import { killAfter, startScript } from '../../killed.ts'
import { drawnSteps, take } from '../drawn-state.ts'
import type { Engine, TestState } from '../engines.ts'

const at = '2028-03-01T12:00:00.000Z'
const change = { by: 'command line', at }
const account = (name: string) => ({ name, plan: 'free', contact: null, password_hash: null })
const DRAWN = PROOF_ONLY === null ? 60 : 3
const KILLS = PROOF_ONLY === null ? 12 : 1

export function migrateSuite(source: Engine, target: Engine): void {
  const folder = freshFolder()
  let [old, fresh]: TestState[] = []
  let [from, to]: ServiceStore[] = []
  const made = <Thing>(thing: Thing | undefined): Thing => {
    if (thing === undefined) throw new Error('not made yet')
    return thing
  }
  const begin = async (): Promise<void> => {
    old = await source.create()
    fresh = await target.create()
    from = await old.open()
    to = await fresh.open()
  }
  const end = async (): Promise<void> => {
    await from?.close()
    await to?.close()
    await old?.remove()
    await fresh?.remove()
  }
  beforeEach(async () => {
    await begin()
  })
  afterEach(() => end())

  const migrate = (options: Partial<MigrateOptions> = {}) =>
    migrateState({
      ...{ from: made(from), to: made(to), names: { from: 'the old', to: 'the new' }, use: 'use the new one' },
      ...{ draft: join(folder, 'draft'), replace: false, now: () => new Date(at), ...options },
    })
  const rowsOf = async (place: TestState | undefined): Promise<Record<string, unknown[]>> => {
    const rows: Record<string, unknown[]> = {}
    for (const table of listTables()) rows[table.name] = await made(place).rows(selectRows(table))
    return rows
  }

  it('copies every row of any state, but leases and what is staged, and gives no id twice', async () => {
    const seen = new Set<string>()
    await fc.assert(
      fc.asyncProperty(drawnSteps, async (steps) => {
        await end()
        await begin()
        await take(made(from), steps)
        // Migrates there and back into another state of the first engine.
        const before = await rowsOf(old)
        expect(await migrate()).toHaveProperty('rows')
        const [head] = before.head ?? []
        before.head = [{ ...(head && typeof head === 'object' ? head : {}), stage: null }]
        const there = await rowsOf(fresh)
        expect(there).toEqual(before)
        for (const [table, rows] of Object.entries(there)) if (rows.length > 0) seen.add(table)
        expect(await made(to).newestLease()).toBeUndefined()
        expect(await migrate({ from: made(to), to: made(from), replace: true })).toHaveProperty('rows')
        expect(await rowsOf(old)).toEqual(before)
        // The same next ids, also after the last rows were deleted.
        const [first, second] = [
          await old?.rows('SELECT max(id) AS id FROM audit'),
          (await made(from).audit(null, 1))[0],
        ]
        expect(first).toEqual([{ id: second?.id ?? null }])
        await made(from).setPlan({ name: 'next', requests_per_minute: 1, requests_per_day: 1, streams: 1 }, change)
        expect((await made(from).audit(null, 1))[0]?.id).toBe((second?.id ?? 0) + 1)
        await made(from).createAccount(account('next'), change)
      }),
      { numRuns: DRAWN, endOnFailure: true, seed: 20281107 },
    )
    expect([...seen].sort()).toEqual(
      listTables()
        .map(({ name }) => name)
        .sort(),
    )
  })

  it('gives the id of a deleted row to no other one', async () => {
    const made1 = await made(from).createAccount(account('ada'), change)
    const account_id = 'id' in made1 ? made1.id : 0
    for (const name of ['one', 'two']) await made(from).createSubscription(account_id, { name, filter: {} }, at)
    await made(from).deleteSubscription({ id: 2, account_id })
    await migrate()
    await migrate({ from: made(to), to: made(from), replace: true })
    expect(await made(from).createSubscription(account_id, { name: 'three', filter: {} }, at)).toMatchObject({ id: 3 })
  })

  it('loses nothing that was done meanwhile: it is copied, or refused with a sentence', async () => {
    await publishEvents(made(from), 'a', { count: 400, every: 1 })
    await made(from).renewLease({ server: 'one', publication: 1 })
    const other = await made(old).open()
    const done = { accounts: 0, refused: 0, reads: 0 }
    let over = false
    const writing = (async () => {
      for (let n = 0; !over; n++) {
        const answer = await other
          .createAccount(account(`number ${n}`), {
            ...change,
            at: `2028-03-01T12:00:00.${String(n % 1000).padStart(3, '0')}Z`,
          })
          .catch((fault: unknown) => fault)
        if (answer instanceof StateMoved) done.refused += 1
        else if (answer instanceof Error) throw answer
        else if (answer && typeof answer === 'object' && 'id' in answer) done.accounts += 1
        await turn()
      }
    })()
    const reading = (async () => {
      for (; !over; done.reads++) {
        expect(await other.head()).toMatchObject({ publication: 1, seq: 400 })
        expect(await other.renewLease({ server: 'one', publication: 1 })).toBeUndefined()
        await turn()
      }
    })()
    await expect.poll(() => done.accounts).toBeGreaterThan(3)
    expect(await migrate()).toMatchObject({ events: 400, rows: { event: 400, publication: 1 } })
    await expect.poll(() => done.refused).toBeGreaterThan(3)
    over = true
    await Promise.all([writing, reading])
    expect(done.reads).toBeGreaterThan(3)
    expect(await made(to).accounts()).toHaveLength(done.accounts)
    expect(await made(from).accounts()).toHaveLength(done.accounts)
    await other.close()
  })

  it('refuses every later change of the old state, and goes on reading', async () => {
    await publishEvents(made(from), 'a', { count: 3 })
    await made(from).createAccount(account('ada'), change)
    expect(await made(from).findMove()).toBeUndefined()
    await migrate()
    const sentence = `the old was moved to the new at ${at}, so nothing was changed: use the new one`
    expect(await made(from).findMove()).toEqual({ sentence, over: true })
    const later = { expectedPublication: 1, bundle: 'b', published_at: at, staged: null }
    const changes: readonly (() => Promise<unknown>)[] = [
      () => made(from).createAccount(account('bob'), change),
      () => made(from).setAccountStatus('ada', 'approve', change),
      () => made(from).publish(later),
      () => made(from).beginStage(),
      () => made(from).beginEpoch(),
      () => made(from).pin('a', null, at),
      () => made(from).dropEvents(1),
      () => made(from).setPlan({ name: 'x', requests_per_minute: 1, requests_per_day: 1, streams: 1 }, change),
      () => made(from).eraseAccount('ada', change),
    ]
    for (const one of changes) {
      const fault = await one().catch((error: unknown) => error)
      expect(fault).toBeInstanceOf(StateMoved)
      expect(fault).toHaveProperty('message', sentence)
    }
    // Another process, that opens it afterwards.
    const again = await made(old).open()
    await expect(again.createAccount(account('bob'), change)).rejects.toThrow(sentence)
    expect(await again.events({ after: 0, through: 9, limit: 9 })).toHaveLength(3)
    expect(await again.renewLease({ server: 'one', publication: 1 })).toBeUndefined()
    await again.close()
    expect(await migrate()).toEqual({ refused: sentence })
    expect(await made(to).publish(later)).toEqual({ publication: 2, changed: true })
  })

  it('refuses a target with rows, and accepts changes of the source again', async () => {
    await made(to).createAccount(account('there'), change)
    expect(await migrate()).toEqual({
      refused: 'the new cannot take the state: it has 1 rows in the table account already, expected an empty state',
    })
    expect(await made(from).findMove()).toBeUndefined()
    expect(await made(from).createAccount(account('ada'), change)).toHaveProperty('id')
    expect((await made(to).accounts()).map(({ name }) => name)).toEqual(['there'])
    expect(await migrate({ replace: true })).toHaveProperty('rows')
    expect((await made(to).accounts()).map(({ name }) => name)).toEqual(['ada'])
    expect(readdirSync(folder)).toEqual([])
  })

  it('refuses a chain that breaks, and changes nothing', async () => {
    await publishEvents(made(from), 'a', { count: 5 })
    await made(old).rows(`UPDATE event SET body = replace(body, 'created', 'deleted') WHERE seq = 3`)
    await expect(migrate()).rejects.toThrow(
      'the chain of events breaks: event 4 does not continue event 3, and nothing was changed; run: hustings events verify',
    )
    expect(await made(to).head()).toBeUndefined()
    expect(await made(from).findMove()).toBeUndefined()
    await made(old).rows('DELETE FROM event WHERE seq > 2')
    await expect(migrate()).rejects.toThrow('the last event is 2, and the head is at event 5 with another hash')
  })

  it('closes the old state only if it refused changes all the while', async () => {
    const lazy: ServiceStore = {
      ...made(to),
      async load(file, replace) {
        // The process stood still, and others wrote.
        await made(old).rows('UPDATE moved SET expires_at = 1')
        await made(from).createAccount(account('meanwhile'), change)
        return made(to).load(file, replace)
      },
    }
    await expect(migrate({ to: lazy })).rejects.toThrow(
      'the old may have changed while this command stood still, and the new has a copy that is not in use: run it again',
    )
    expect(await made(from).findMove()).toBeUndefined()
    expect(await migrate({ replace: true })).toMatchObject({ rows: { account: 1 } })
  })

  it('leaves nothing if it is killed at any moment, and changes are accepted again', async () => {
    await publishEvents(made(from), 'a', { count: 1500, every: 1 })
    for (let n = 0; n < KILLS; n++) {
      const mover = startScript('state-mover.ts', made(old).address, made(fresh).address, join(folder, 'draft'))
      const ended = killAfter(mover, 1000)
      await new Promise((resolve) => mover.stdout?.once('data', resolve))
      setTimeout(() => mover.kill('SIGKILL'), Math.random() * 400)
      const lines = await ended.catch(() => ['done'])
      if (lines.includes('done')) break
      const move = await made(from).findMove()
      if (move?.over) break
      // As after STATE_MOVE_HOLD_MS.
      if (move) await made(old).rows('UPDATE moved SET expires_at = 1')
      expect(await made(from).createAccount(account(`after ${n}`), change)).toHaveProperty('id')
      const [count] = await made(fresh).rows<{ count: number }>('SELECT count(*) AS count FROM event')
      const [accounts] = await made(fresh).rows<{ count: number }>('SELECT count(*) AS count FROM account')
      // All or nothing: it may have been killed between the two commits.
      expect([0, 1500]).toContain(Number(count?.count))
      if (Number(count?.count) > 0) break
      expect(Number(accounts?.count)).toBe(0)
    }
    const move = await made(from).findMove()
    if (!move?.over) expect(await migrate({ replace: true })).toMatchObject({ events: 1500 })
  })
}
