// For any requests, opened and closed streams, clock steps, ended workers and restarts, the owner decides like a model that lists the
// requests that passed and the open streams.

import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DAY, MINUTE } from '../../../data/schema/scalar.ts'
import { openUsage } from '../../../data/store/usage.ts'
import { createAnswerer } from '../../../server/limits/ask-primary.ts'
import type { MeterRequest } from '../../../server/limits/meter.ts'
import { createOwner } from '../../../server/limits/owner.ts'
import { shareFolder } from '../../temporary.ts'

const START = Date.parse('2024-10-15T23:57:30Z')
const ACCOUNTS = 3
const WORKERS = 3
const allowance = { requests_per_minute: 4, requests_per_day: 9, streams: 2 }
const FULL = process.env.PROOF === '1'

const folder = shareFolder()

interface Ask {
  kind: 'open' | 'close' | 'take' | 'look'
  account: number
  worker: number
  /** Index of the stream to close among all streams that the account ever requested: open, refused or already closed. */
  which: number
}

type Step =
  /** All in one turn of the event loop; workers may end before their messages arrive. */
  { kind: 'ask'; asks: Ask[]; ending: number[] } | { kind: 'clock'; by: number } | { kind: 'restart' }

const worker = fc.nat(WORKERS - 1)
const ask: fc.Arbitrary<Ask> = fc.record({
  kind: fc.constantFrom('open' as const, 'open' as const, 'close' as const, 'take' as const, 'take' as const, 'look'),
  account: fc.integer({ min: 1, max: ACCOUNTS }),
  worker,
  which: fc.nat(20),
})
const asks = fc.array(ask, { minLength: 1, maxLength: 6 })
const ending = fc.oneof({ weight: 4, arbitrary: fc.constant<number[]>([]) }, { weight: 1, arbitrary: fc.array(worker) })
const ahead = fc.oneof(
  fc.integer({ min: 1, max: 2 * MINUTE }),
  fc.integer({ min: 1, max: 3 * DAY }),
  fc.constant(MINUTE),
)
const by = fc.oneof({ weight: 2, arbitrary: ahead }, { weight: 1, arbitrary: ahead.map((span) => -span) })
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('ask' as const), asks, ending }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('clock' as const), by }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const) }) },
)

/** The second step back is shorter than a minute, and still leaves the first count two minutes ahead. */
const open: Step = { kind: 'ask', asks: [{ kind: 'open', account: 2, worker: 0, which: 0 }], ending: [] }
const BACK_TWICE: Step[] = [0, MINUTE, -MINUTE, -MINUTE / 2 - 1].flatMap((by) => [{ kind: 'clock', by }, open])

/** The requests that passed, by account and window. `stored` is the file: a count of it never falls. */
function createWindows(length: number) {
  const live = new Map<number, Map<number, number>>()
  const stored = new Map<number, Map<number, number>>()
  const of = (counts: typeof live, account: number) => {
    const own = counts.get(account) ?? new Map<number, number>()
    counts.set(account, own)
    return own
  }
  const indexOf = (account: number, now: number) => Math.max(Math.floor(now / length), ...of(live, account).keys())
  /** Counts of windows more than their own length ahead do not apply. */
  const readFile = (account: number, now: number) => {
    const inTime = [...of(stored, account)].filter(([index]) => index - Math.floor(now / length) <= 1)
    live.set(account, new Map(inTime))
  }
  return {
    end: (account: number, now: number) => (indexOf(account, now) + 1) * length,
    count: (account: number, now: number) => of(live, account).get(indexOf(account, now)) ?? 0,
    pass(account: number, now: number) {
      const index = indexOf(account, now)
      const count = (of(live, account).get(index) ?? 0) + 1
      of(live, account).set(index, count)
      of(stored, account).set(index, Math.max(of(stored, account).get(index) ?? 0, count))
    },
    restart(now: number) {
      for (const account of stored.keys()) readFile(account, now)
    },
    look(now: number) {
      for (const account of live.keys())
        if (indexOf(account, now) - Math.floor(now / length) > 1) readFile(account, now)
    },
  }
}

function createModel() {
  const [minutes, days] = [createWindows(MINUTE), createWindows(DAY)]
  let open: { account: number; stream: string; worker: number }[] = []
  return {
    restart(now: number) {
      minutes.restart(now)
      days.restart(now)
      open = []
    },
    end(workers: readonly number[]) {
      open = open.filter(({ worker }) => !workers.includes(worker))
    },
    look(now: number) {
      minutes.look(now)
      days.look(now)
    },
    decide(request: MeterRequest, worker: number, now: number) {
      if (!('allowance' in request)) return expect.fail()
      const { kind, account } = request
      const [inMinute, inDay] = [minutes.count(account, now), days.count(account, now)]
      let refusal: string | undefined
      if (kind === 'close') open = open.filter(({ stream }) => stream !== request.stream)
      else if (kind === 'look') refusal = undefined
      else if (inDay >= allowance.requests_per_day) refusal = 'daily_limit_exceeded'
      else if (inMinute >= allowance.requests_per_minute) refusal = 'rate_limit_exceeded'
      else if (kind === 'open' && open.filter((one) => one.account === account).length >= allowance.streams)
        refusal = 'too_many_streams'
      const taken = ['open', 'take'].includes(kind) && !refusal ? 1 : 0
      if (taken) for (const windows of [minutes, days]) windows.pass(account, now)
      if (taken && kind === 'open') open.push({ account, stream: request.stream, worker })
      return {
        refusal,
        remaining: allowance.requests_per_minute - inMinute - taken,
        daily_remaining: allowance.requests_per_day - inDay - taken,
        reset: Math.ceil((minutes.end(account, now) - now) / 1000),
      }
    },
  }
}

/** With unique names of streams, like those of makeStreamName. */
function createRequests() {
  const names = new Map<number, string[]>()
  let last = 0
  return ({ kind, account, which }: Ask): MeterRequest => {
    const own = names.get(account) ?? []
    names.set(account, own)
    if (kind === 'take' || kind === 'look') return { kind, account, allowance }
    const stream = (kind === 'close' && own[which % own.length]) || `stream ${++last}`
    if (kind === 'open') own.push(stream)
    return { kind, account, allowance, stream }
  }
}

let runs = 0
test('the owner decides as the model', { timeout: 1_200_000 }, async () => {
  const seen = new Set<string | undefined>()
  const property = fc.asyncProperty(fc.array(step, { maxLength: 40, size: 'max' }), async (steps) => {
    runs += 1
    const paths = { usage: join(folder, `${runs}.sqlite`) }
    let now = START
    const open = () => {
      const usage = openUsage(paths)
      const owner = createOwner(usage, () => now, raise)
      const openDesk = createAnswerer(owner, raise)
      return { usage, openDesk, desks: Array.from({ length: WORKERS }, openDesk) }
    }
    let primary = open()
    const model = createModel()
    const toRequest = createRequests()
    for (const one of steps) {
      if (one.kind === 'clock') now += one.by
      else if (one.kind === 'restart') {
        // Without owner.close(), as after a kill.
        primary.usage.close()
        primary = open()
        model.restart(now)
      } else {
        const asked = one.asks.map((single) => ({ worker: single.worker, request: toRequest(single) }))
        const { desks, openDesk } = primary
        const answers = asked.map(({ worker, request }, turn) => desks[worker]?.answer({ turn, asked: [request] }))
        for (const worker of one.ending) {
          desks[worker]?.close()
          desks[worker] = openDesk()
        }
        const got = (await Promise.all(answers)).map((answer) => answer?.taken?.[0] ?? expect.fail())
        model.look(now)
        // They end before the turn is decided; their requests are still decided.
        model.end(one.ending)
        const expected = asked.map(({ worker, request }) => model.decide(request, worker, now))
        model.end(one.ending)
        const told = got.map(({ standing: { remaining, daily_remaining, reset }, refusal }) => {
          seen.add(refusal?.code)
          return { refusal: refusal?.code, remaining, daily_remaining, reset }
        })
        expect(told).toEqual(expected)
      }
    }
    primary.usage.close()
  })
  await fc.assert(property, { numRuns: FULL ? 5000 : 40, examples: [[BACK_TWICE]] })
  // Runs that never reached a limit would prove nothing.
  expect([...seen].sort()).toEqual(['daily_limit_exceeded', 'rate_limit_exceeded', 'too_many_streams', undefined])
})

/** Throws faults, except the report that the clock went back. */
function raise(fault: Error | string): void {
  if (!/clock/.test(String(fault))) throw fault
}
