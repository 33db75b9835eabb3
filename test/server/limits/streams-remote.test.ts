// A worker's streams and a primary that is silent, restarted or gone: no stream is open but uncounted, none is counted forever.

import { EventEmitter } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { openUsage, type Usage } from '../../../data/store/usage.ts'
import type { Meter, MeterRequest } from '../../../server/http/limits.ts'
import { createOwner } from '../../../server/limits/owner.ts'
import {
  createAnswerer,
  createRemoteMeter,
  isMeterBatch,
  type MeterBatch,
  type WorkerMeter,
} from '../../../server/limits/remote.ts'

const allowance = { requests_per_minute: 1000, requests_per_day: null, streams: 1 }
const UNCOUNTED = { status: 503 }
const open = (stream: string): MeterRequest => ({ kind: 'open', account: 1, allowance, stream })
const close = (stream: string): MeterRequest => ({ kind: 'close', account: 1, allowance, stream })

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

let folder: string
let usage: Usage
let openDesk: () => WorkerMeter
const meters: Meter[] = []
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hustings-streams-'))
})
afterAll(() => rmSync(folder, { recursive: true }))
afterEach(async () => {
  vi.restoreAllMocks()
  for (const meter of meters.splice(0)) await meter.close()
  usage.close()
})

let files = 0
function startPrimary(): void {
  files += 1
  usage = openUsage({ usage: join(folder, `${files}.sqlite`) })
  const raise = (fault: Error | string): void => {
    throw fault
  }
  openDesk = createAnswerer(
    createOwner(usage, () => Date.parse('2024-10-15T12:00:00Z'), raise),
    raise,
  )
}

function startWorker(): { meter: Meter; wire: Wire; desk: WorkerMeter } {
  const desk = openDesk()
  const wire = new Wire(desk)
  const meter = createRemoteMeter(wire)
  meters.push(meter)
  return { meter, wire, desk }
}

const passes = async (meter: Meter, stream: string) => (await meter.ask(open(stream))).refusal?.code ?? 'open'

/** A timeout that ends at once. */
function endPatience(): void {
  const later = performance.now() + 6000
  vi.spyOn(performance, 'now').mockReturnValue(later)
}

test('a stream that the primary answered too late is 503, and takes no place after the late answer', async () => {
  startPrimary()
  const { meter, wire } = startWorker()
  wire.stopped = true
  const asked = Promise.resolve(meter.ask(open('a')))
  asked.catch(() => undefined)
  await vi.waitFor(() => expect(wire.stopped).toBe(true))
  await new Promise((resolve) => setTimeout(resolve, 20))
  endPatience()
  await expect(asked).rejects.toMatchObject(UNCOUNTED)
  vi.restoreAllMocks()
  await new Promise((resolve) => setTimeout(resolve, 20))
  wire.deliver()
  await expect.poll(() => passes(meter, 'b')).toBe('open')
  expect(await passes(meter, 'c')).toBe('too_many_streams')
})

test('an end that could not be sent is sent again until the primary confirms it', async () => {
  startPrimary()
  const { meter, wire } = startWorker()
  expect(await passes(meter, 'a')).toBe('open')
  wire.broken = true
  await expect(meter.ask(close('a'))).rejects.toMatchObject(UNCOUNTED)
  await new Promise((resolve) => setTimeout(resolve, 700))
  wire.broken = false
  await expect.poll(() => passes(meter, 'b')).toBe('open')
  expect(await passes(meter, 'c')).toBe('too_many_streams')
})

test('the places of a worker are free when it ends, including those without an answer', async () => {
  startPrimary()
  const [first, second] = [startWorker(), startWorker()]
  expect(await passes(first.meter, 'a')).toBe('open')
  expect(await passes(second.meter, 'b')).toBe('too_many_streams')
  first.desk.close()
  expect(await passes(second.meter, 'b')).toBe('open')
  const third = startWorker()
  await second.meter.ask(close('b'))
  const [asked] = [third.meter.ask(open('c'))]
  await new Promise((resolve) => setImmediate(resolve))
  third.desk.close()
  await asked
  expect(await passes(second.meter, 'd')).toBe('open')
})

test('ends that are repeated or unknown do no harm', async () => {
  startPrimary()
  const { meter } = startWorker()
  await meter.ask(close('never'))
  expect(await passes(meter, 'a')).toBe('open')
  await Promise.all([meter.ask(close('a')), meter.ask(close('a'))])
  expect(await passes(meter, 'b')).toBe('open')
  await meter.ask(close('a'))
  expect(await passes(meter, 'c')).toBe('too_many_streams')
})

test('a closed worker sends nothing', async () => {
  startPrimary()
  const { meter, wire } = startWorker()
  expect(await passes(meter, 'a')).toBe('open')
  wire.broken = true
  await expect(meter.ask(close('a'))).rejects.toMatchObject(UNCOUNTED)
  await meter.close()
  wire.broken = false
  const other = startWorker()
  await new Promise((resolve) => setTimeout(resolve, 1200))
  expect(await passes(other.meter, 'b')).toBe('too_many_streams')
})
