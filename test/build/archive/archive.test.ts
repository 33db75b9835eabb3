import { readdirSync, readFileSync, rmSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { pruneEvents } from '../../../build/archive/archive.ts'
import { verifyEvents } from '../../../build/archive/verify.ts'
import { HOUR } from '../../../data/schema/scalar.ts'
import { keepMark } from '../../../data/store/feed-mark.ts'
import type { ChainedEvent } from '../../../data/store/state/events.ts'
import { publishEvents } from '../../data/store/feed-events.ts'
import { freshState, paths, state } from '../../data/store/fresh-state.ts'
import { killAfter, startScript } from '../../data/store/killed.ts'

/** All published events. */
let events: ChainedEvent[]
freshState()
/** One event every two hours from 1 March, noon: 6 on 1 March, 12 on 2 March, 12 on 3 March, 10 on 4 March. */
beforeEach(async () => {
  await publishEvents(state, 'a', { count: 40, from: '2028-03-01T12:00:00.000Z', every: 2 * HOUR })
  events = await state.chain(0, 100)
  const head = await state.head()
  if (head) keepMark(paths, head)
})

/** The events of 1 to 3 March. */
const THIRTY = '2028-03-11T00:00:00.000Z'
const prune = (now: string, retentionDays = 7) => pruneEvents({ paths, state, now: new Date(now), retentionDays })
const fileOf = (day: string): string => join(paths.events, `2028-03-${day}.ndjson`)
const textOf = (some: readonly ChainedEvent[]): string =>
  some.map(({ chain_before, body }) => `{"chain_before":"${chain_before}","event":${body}}\n`).join('')
const archive = (): string =>
  readdirSync(paths.events)
    .sort()
    .map((name) => readFileSync(join(paths.events, name), 'utf8'))
    .join('')
const kept = async (): Promise<number[]> => (await state.chain(0, 100_000)).map(({ seq }) => seq)

it('pruning moves events older than the window to one file per day, with the same bytes as in the state', async () => {
  expect(await prune('2028-03-08T12:00:00.000Z')).toBe(0)
  expect(readdirSync(paths.root)).not.toContain('events')
  expect(await prune('2028-03-08T12:00:00.001Z')).toBe(1)
  expect(await prune(THIRTY)).toBe(29)
  expect(readFileSync(fileOf('01'), 'utf8')).toBe(textOf(events.slice(0, 6)))
  expect(readFileSync(fileOf('02'), 'utf8')).toBe(textOf(events.slice(6, 18)))
  expect(readFileSync(fileOf('03'), 'utf8')).toBe(textOf(events.slice(18, 30)))
  expect(readdirSync(paths.events)).toHaveLength(3)
  expect(await kept()).toEqual([31, 32, 33, 34, 35, 36, 37, 38, 39, 40])
  expect(await prune(THIRTY)).toBe(0)
  expect(await verifyEvents({ paths, state })).toMatchObject({ events: 40, archived: 30, restored: [], fault: null })
})

it('pruning keeps events for the given number of days', async () => {
  expect(await prune('2028-03-04T12:00:00.001Z', 3)).toBe(1)
  expect(await prune('2028-04-04T00:00:00.000Z', 1)).toBe(39)
  expect(await verifyEvents({ paths, state })).toMatchObject({ events: 40, archived: 40, fault: null })
})

it('pruning does not touch staged events', async () => {
  const stage = await state.beginStage()
  const last = events.at(-1)
  if (last) await state.stageEvents(stage, [{ ...last, seq: 41 }])
  expect(await prune('2029-01-01T00:00:00.000Z')).toBe(40)
  expect(archive()).toBe(textOf(events))
})

it('pruning continues over many batches', async () => {
  await publishEvents(state, 'b', { count: 2500, from: '2028-03-05T00:00:00.000Z', every: 1 })
  expect(await prune('2029-01-01T00:00:00.000Z')).toBe(2540)
  expect(await verifyEvents({ paths, state })).toMatchObject({ events: 2540, archived: 2540, fault: null })
})

describe('a process killed during pruning', () => {
  it('may have written events that it did not yet delete: the next one does not write them again', async () => {
    await killAfter(startScript('pruner.ts', paths.state, THIRTY, 'stop'), 2)
    expect(archive()).toBe(textOf(events.slice(0, 30)))
    expect(await kept()).toHaveLength(40)
    expect(await verifyEvents({ paths, state })).toMatchObject({ events: 40, archived: 30, restored: [], fault: null })
    // Later, so that there are more events to prune than were written.
    expect(await prune('2028-03-11T10:00:00.001Z')).toBe(36)
    expect(archive()).toBe(textOf(events.slice(0, 36)))
    expect(await verifyEvents({ paths, state })).toMatchObject({ events: 40, archived: 36, restored: [], fault: null })
  })

  it('may have left a partial line, or only some of its days', async () => {
    const whole = textOf(events.slice(0, 30))
    for (const cut of [1, 2, 60, 700, 2000, 4000]) {
      await killAfter(startScript('pruner.ts', paths.state, THIRTY, 'stop'), 2)
      truncateSync(fileOf('03'), Math.max(0, readFileSync(fileOf('03')).length - cut))
      expect(await verifyEvents({ paths, state })).toMatchObject({ events: 40, fault: null })
    }
    rmSync(fileOf('03'))
    truncateSync(fileOf('02'), 5)
    expect(await prune(THIRTY)).toBe(30)
    expect(archive()).toBe(whole)
    expect(await verifyEvents({ paths, state })).toMatchObject({ events: 40, archived: 30, fault: null })
  })

  it('loses and repeats no event, at any moment', async () => {
    await publishEvents(state, 'b', { count: 6000, from: '2028-03-05T00:00:00.000Z', every: 20_000 })
    const rounds = process.env.PROOF ? 40 : 2
    for (let round = 0; round < rounds; round++) {
      const child = startScript('pruner.ts', paths.state, '2029-01-01T00:00:00.000Z')
      await killAfter(child, 1 + (round % 4))
      expect(await verifyEvents({ paths, state })).toMatchObject({ events: 6040, fault: null })
    }
    await prune('2029-01-01T00:00:00.000Z')
    expect(await kept()).toEqual([])
    expect(await verifyEvents({ paths, state })).toMatchObject({
      events: 6040,
      archived: 6040,
      restored: [],
      fault: null,
    })
  })
})
