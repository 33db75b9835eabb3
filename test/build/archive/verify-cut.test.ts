// The end of a log is cut or rewritten with a matching head row. The chain itself is valid, so only the mark beside it, or a head
// stored elsewhere, shows the change.

import { rmSync } from 'node:fs'
import { beforeEach, describe, expect, it } from 'vitest'
import { pruneEvents } from '../../../build/archive/archive.ts'
import { type ChainFault, type VerifyReport, verifyEvents } from '../../../build/archive/verify.ts'
import { CHAIN_START, chainHash, eventId } from '../../../data/schema/event.ts'
import { HOUR } from '../../../data/schema/scalar.ts'
import { keepMark } from '../../../data/store/feed-mark.ts'
import { Database } from '../../../data/store/sqlite.ts'
import type { ChainedEvent } from '../../../data/store/state/events.ts'
import type { Head } from '../../../data/store/state/publications.ts'
import { publishEvents } from '../../data/store/feed-events.ts'
import { freshState, paths, replaceState, state } from '../../data/store/fresh-state.ts'

const COUNT = 150

let events: ChainedEvent[]
let head: Head

freshState()
beforeEach(async () => {
  await publishEvents(state, 'first', { count: 0 })
  await publishEvents(state, 'a', { count: COUNT, from: '2028-03-01T00:00:00.000Z', every: HOUR })
  events = await state.chain(0, COUNT)
  head = await load()
  keepMark(paths, head)
})

async function load(): Promise<Head> {
  const found = await state.head()
  if (!found) throw new Error('nothing is published')
  return found
}
function sql(statement: string, values: Record<string, string | number | null> = {}): void {
  const database = new Database(paths.state)
  database.prepare(statement).run(values)
  database.close()
}
const hashAt = (seq: number): string => {
  const event = events[seq - 1]
  return event ? chainHash(event.chain_before, event.body) : CHAIN_START
}
/** Like an attacker who knows the format: deletes the events after this one and adjusts the head. */
function cut(last: number): void {
  sql('DELETE FROM event WHERE seq > @last', { last })
  const occurred_at = events[last - 1]?.occurred_at ?? null
  sql('UPDATE head SET seq = @last, chain = @chain, occurred_at = @occurred_at', {
    last,
    chain: hashAt(last),
    occurred_at,
  })
}
const verify = (expected?: { seq: number; chain: string }): Promise<VerifyReport> =>
  verifyEvents({ paths, state, expected })
const findFault = async (): Promise<ChainFault | null> => (await verify()).fault
const prune = (now: string) => pruneEvents({ paths, state, now: new Date(now), retentionDays: 1 })

describe('a truncated log', () => {
  it(`is detected at each of its ${COUNT} ends`, async () => {
    const found: number[] = []
    // From the longest: each cut removes one more event.
    for (let last = COUNT - 1; last >= 0; last--) {
      cut(last)
      const { fault, head: end, events: whole } = await verify()
      expect({ end, whole }).toEqual({ end: `${last}:${hashAt(last)}`, whole: last })
      expect(fault).toEqual({
        ...{ kind: 'missing', id: eventId(head.epoch, last + 1), where: `state, after event ${last}`, got: 'none' },
        expected: `${last + 1 === COUNT ? `event ${COUNT}` : `events ${last + 1} to ${COUNT}`}, according to feed.mark`,
      })
      found.push(last)
    }
    expect(found).toHaveLength(COUNT)
  })

  it('is detected if the last events were replaced', async () => {
    cut(147)
    await publishEvents(state, 'forged', { count: 3, from: '2028-03-09T00:00:00.000Z' })
    expect(await load()).toMatchObject({ seq: COUNT, epoch: head.epoch })
    const { chain } = await load()
    expect(await findFault()).toEqual({
      ...{ kind: 'tampered', id: eventId(head.epoch, COUNT), where: `state, event ${COUNT}` },
      ...{ expected: `event ${COUNT} with the hash ${head.chain}, according to feed.mark`, got: chain },
    })
    // Later events do not hide it.
    await publishEvents(state, 'more', { count: 5, from: '2028-03-10T00:00:00.000Z' })
    expect(await findFault()).toMatchObject({ kind: 'tampered', where: `state, event ${COUNT}` })
  })

  it('is still reported after the next epoch began over it', async () => {
    cut(147)
    await state.beginEpoch()
    keepMark(paths, await load())
    expect(await verify()).toMatchObject({
      fault: null,
      restored: [expect.stringContaining(`Epoch ${head.epoch} ended at 150:${head.chain}, which is not in the log`)],
    })
  })
})

const gone = { kind: 'missing', id: expect.stringMatching(/^evt_/), where: 'state' }

it('a missing log without it', async () => {
  sql('DELETE FROM event')
  expect(await findFault()).toMatchObject({ kind: 'missing' })
})

it('a missing log with the whole state', async () => {
  await replaceState()
  const expected = 'events 1 to 150, according to feed.mark'
  expect(await verify()).toMatchObject({
    head: null,
    fault: { ...gone, expected, got: 'none: nothing is published' },
  })
})

it('a missing log with the whole state and the mark, while its archive is there', async () => {
  await prune('2028-03-04T00:00:00.000Z')
  await replaceState()
  rmSync(paths.mark)
  expect(await findFault()).toMatchObject({ kind: 'unmarked', where: 'feed.mark' })
})

it('the mark is reported if it is missing', async () => {
  rmSync(paths.mark)
  expect(await verify()).toMatchObject({ events: COUNT, fault: { kind: 'unmarked', where: 'feed.mark' } })
})

it('the mark may be behind: its publisher was killed before it moved it', async () => {
  await publishEvents(state, 'unmarked', { count: 2, from: '2028-03-09T00:00:00.000Z' })
  expect(await findFault()).toBeNull()
})

it('the mark of an ended epoch shows that the head was reset', async () => {
  await state.beginEpoch()
  keepMark(paths, await load())
  expect(await findFault()).toBeNull()
  const { epoch } = await load()
  sql('UPDATE head SET epoch = @epoch', { epoch: head.epoch })
  expect(await findFault()).toMatchObject({
    ...{ kind: 'tampered', where: 'state, its head' },
    ...{ expected: `epoch ${epoch}, according to feed.mark`, got: `epoch ${head.epoch}, which has ended` },
  })
})

it.each([0, 1, 77, COUNT])('a head stored elsewhere matches if event %i has its hash', async (seq) => {
  expect((await verify({ seq, chain: hashAt(seq) })).fault).toBeNull()
  await prune('2028-03-04T00:00:00.000Z')
  expect((await verify({ seq, chain: hashAt(seq) })).fault).toBeNull()
})

it.each([0, 1, 77, COUNT])('a head stored elsewhere contradicts if event %i has another hash', async (seq) => {
  const expected = `event ${seq} with the hash ${'f'.repeat(64)}, according to --expect`
  expect((await verify({ seq, chain: 'f'.repeat(64) })).fault).toMatchObject({
    ...{ kind: 'tampered', expected, got: hashAt(seq) },
  })
})

it('a head stored elsewhere detects a log that was cut together with the mark', async () => {
  cut(147)
  rmSync(paths.mark)
  keepMark(paths, await load())
  expect(await findFault()).toBeNull()
  expect((await verify(head)).fault).toEqual({
    ...{ kind: 'missing', id: eventId(head.epoch, COUNT), where: 'state' },
    expected: `event ${COUNT} with the hash ${head.chain}, according to --expect`,
    got: `the head 147:${hashAt(147)}`,
  })
})

it('a head stored elsewhere matches events that an older state lost, while the archive has them', async () => {
  await prune('2028-03-09T00:00:00.000Z')
  const kept = hashAt(100)
  sql('UPDATE head SET seq = 90, chain = @chain', { chain: hashAt(90) })
  sql('DELETE FROM event WHERE seq > 90')
  await state.beginEpoch()
  keepMark(paths, await load())
  await publishEvents(state, 'again', { count: 20, from: '2028-03-20T00:00:00.000Z' })
  keepMark(paths, await load())
  const { fault, restored } = await verify({ seq: 100, chain: kept })
  expect(fault).toBeNull()
  expect(restored).not.toEqual([])
})
