import { EventEmitter } from 'node:events'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openUsage, type Usage } from '../../../data/store/usage.ts'
import {
  createAnswerer,
  createRemoteMeter,
  isMeterBatch,
  type MeterBatch,
  type MeterBatchReply,
} from '../../../server/limits/ask-primary.ts'
import type { LimitDecision, Meter, MeterRequest } from '../../../server/limits/meter.ts'
import { createOwner } from '../../../server/limits/owner.ts'
import { freshFolder } from '../../temporary.ts'

type WorkerMeter = ReturnType<ReturnType<typeof createAnswerer>>

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

const allowance = { requests_per_minute: 60, requests_per_day: null, streams: 1 }
const LOOK: MeterRequest = { kind: 'look', account: 1, allowance }
const taken = (remaining: number): LimitDecision => ({
  standing: { limit: 60, remaining, reset: 1, daily_limit: null, daily_remaining: null },
  refusal: undefined,
})
const UNCOUNTED = { status: 503 }

/** A timeout that ends at once. */
function endPatience(): void {
  const later = performance.now() + 6000
  vi.spyOn(performance, 'now').mockReturnValue(later)
}

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
  endPatience()
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

/** The channel between them: keeps the order, loses selected messages, and delivers nothing while it is stopped. */
class Wire extends EventEmitter {
  stopped = false
  broken = false
  readonly #waiting: MeterBatch[] = []
  readonly #desk: WorkerMeter
  constructor(desk: WorkerMeter) {
    super()
    this.#desk = desk
  }
  send(message: MeterBatch, _handle: undefined, _options: undefined, sent: (fault: Error | null) => void): boolean {
    if (this.broken) {
      sent(new Error('EAGAIN'))
      return false
    }
    this.#waiting.push(JSON.parse(JSON.stringify(message)))
    sent(null)
    if (!this.stopped) this.deliver()
    return true
  }
  /** Like a process that continues after SIGSTOP. */
  deliver(): void {
    this.stopped = false
    for (const message of this.#waiting.splice(0))
      if (isMeterBatch(message)) void this.#desk.answer(message).then((answered) => this.emit('message', answered))
  }
}

describe('the streams of a worker', () => {
  const open = (stream: string): MeterRequest => ({ kind: 'open', account: 1, allowance, stream })
  const close = (stream: string): MeterRequest => ({ kind: 'close', account: 1, allowance, stream })

  const folder = freshFolder()
  let usage: Usage
  let openDesk: () => WorkerMeter
  const meters: Meter[] = []
  beforeEach(() => {
    usage = openUsage({ usage: join(folder, 'usage.sqlite') })
    const raise = (fault: Error | string): void => {
      throw fault
    }
    const owner = createOwner(usage, () => Date.parse('2024-10-15T12:00:00Z'), raise)
    openDesk = createAnswerer(owner, raise)
  })
  afterEach(async () => {
    for (const meter of meters.splice(0)) await meter.close()
    usage.close()
  })

  function startWorker(): { meter: Meter; wire: Wire } {
    const wire = new Wire(openDesk())
    const meter = createRemoteMeter(wire)
    meters.push(meter)
    return { meter, wire }
  }

  const passes = async (meter: Meter, stream: string) => (await meter.ask(open(stream))).refusal?.code ?? 'open'

  test('a stream that the primary answered too late is 503, and takes no place after the late answer', async () => {
    const { meter, wire } = startWorker()
    wire.stopped = true
    const asked = Promise.resolve(meter.ask(open('a')))
    asked.catch(() => undefined)
    await wait(20)
    endPatience()
    await expect(asked).rejects.toMatchObject(UNCOUNTED)
    vi.restoreAllMocks()
    await wait(20)
    wire.deliver()
    await expect.poll(() => passes(meter, 'b')).toBe('open')
    expect(await passes(meter, 'c')).toBe('too_many_streams')
  })

  test('an end that could not be sent is sent again until the primary confirms it', async () => {
    const { meter, wire } = startWorker()
    expect(await passes(meter, 'a')).toBe('open')
    wire.broken = true
    await expect(meter.ask(close('a'))).rejects.toMatchObject(UNCOUNTED)
    await wait(700)
    wire.broken = false
    await expect.poll(() => passes(meter, 'b')).toBe('open')
    expect(await passes(meter, 'c')).toBe('too_many_streams')
  })

  test('a closed worker sends nothing', async () => {
    const { meter, wire } = startWorker()
    expect(await passes(meter, 'a')).toBe('open')
    wire.broken = true
    await expect(meter.ask(close('a'))).rejects.toMatchObject(UNCOUNTED)
    await meter.close()
    wire.broken = false
    const other = startWorker()
    await wait(1200)
    expect(await passes(other.meter, 'b')).toBe('too_many_streams')
  })
})
