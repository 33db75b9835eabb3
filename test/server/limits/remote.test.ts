// Messages between a worker and the primary: each answer reaches its own request, whatever is late, lost or fails.

import { EventEmitter } from 'node:events'
import { performance } from 'node:perf_hooks'
import { afterEach, expect, test, vi } from 'vitest'
import type { LimitDecision, MeterRequest } from '../../../server/http/limits.ts'
import {
  createAnswerer,
  createRemoteMeter,
  type MeterBatch,
  type MeterBatchReply,
} from '../../../server/limits/remote.ts'

/** The primary's side, controlled by the test. */
class Primary extends EventEmitter {
  readonly asked: MeterBatch[] = []
  readonly sent: ((fault: Error | null) => void)[] = []
  send(message: MeterBatch, _handle: undefined, _options: undefined, done: (fault: Error | null) => void): boolean {
    this.asked.push(message)
    this.sent.push(done)
    return true
  }
  answer(at: number, remaining: number | null): void {
    const { turn, asked } = this.asked[at] ?? expect.fail()
    const answered: MeterBatchReply = { turn, taken: remaining === null ? null : asked.map(() => taken(remaining)) }
    this.emit('message', answered)
  }
}

const LOOK: MeterRequest = {
  ...{ kind: 'look', account: 1 },
  allowance: { requests_per_minute: 60, requests_per_day: null },
}
const taken = (remaining: number): LimitDecision => ({
  standing: { limit: 60, remaining, reset: 1, daily_limit: null, daily_remaining: null },
  refusal: undefined,
})
const UNCOUNTED = { status: 503 }

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** @returns the results of this many requests, each sent in its own turn */
async function askEach(times: number) {
  vi.useFakeTimers()
  const primary = new Primary()
  const meter = createRemoteMeter(primary)
  const asks: Promise<number>[] = []
  for (let n = 0; n < times; n++) {
    const ask = Promise.resolve(meter.ask(LOOK)).then(({ standing }) => standing.remaining)
    ask.catch(() => undefined)
    asks.push(ask)
    await vi.advanceTimersByTimeAsync(1)
  }
  expect(primary.asked).toHaveLength(times)
  return { primary, meter, asks }
}

test('answers reach their requests in any order', async () => {
  const { primary, meter, asks } = await askEach(3)
  for (const at of [2, 0, 1]) primary.answer(at, at)
  expect(await Promise.all(asks)).toEqual([0, 1, 2])
  await meter.close()
})

test('a message that could not be sent fails; delivered messages are answered', async () => {
  const { primary, meter, asks } = await askEach(3)
  primary.sent[1]?.(new Error('EAGAIN'))
  await expect(asks[1]).rejects.toMatchObject(UNCOUNTED)
  primary.answer(2, 2)
  primary.answer(0, 0)
  expect(await Promise.all([asks[0], asks[2]])).toEqual([0, 2])
  await meter.close()
})

test('a late answer to an abandoned request reaches no other request', async () => {
  const { primary, meter, asks } = await askEach(1)
  const later = performance.now() + 6000
  vi.spyOn(performance, 'now').mockReturnValue(later)
  await vi.advanceTimersByTimeAsync(6000)
  await expect(asks[0]).rejects.toMatchObject(UNCOUNTED)
  const next = meter.ask(LOOK)
  await vi.advanceTimersByTimeAsync(1)
  primary.answer(0, 7)
  primary.answer(1, 8)
  expect((await next).standing.remaining).toBe(8)
  await meter.close()
})

test('without a primary, or if it could not count, requests are uncounted', async () => {
  const { primary, meter, asks } = await askEach(2)
  primary.answer(0, null)
  primary.emit('disconnect')
  for (const ask of asks) await expect(ask).rejects.toMatchObject(UNCOUNTED)
  await meter.close()
})

test('an owner that throws is reported once per turn and stops nothing', async () => {
  const told: string[] = []
  let broken = true
  const decide = (requests: readonly MeterRequest[]): LimitDecision[] => {
    if (broken) throw new Error('out of order')
    return requests.map((_, at) => taken(at))
  }
  const { answer } = createAnswerer({ decide }, (sentence) => told.push(sentence))()
  const both = () => Promise.all([answer({ turn: 5, asked: [LOOK] }), answer({ turn: 9, asked: [LOOK, LOOK] })])
  expect(await both()).toEqual([
    { turn: 5, taken: null },
    { turn: 9, taken: null },
  ])
  expect(told).toEqual(['Requests could not be counted: out of order.'])
  broken = false
  expect(await both()).toEqual([
    { turn: 5, taken: [taken(0)] },
    { turn: 9, taken: [taken(1), taken(2)] },
  ])
})
