// For any opened and closed streams, ended workers and restarts of the primary, places are taken exactly as in a model that lists the
// open streams.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openUsage } from '../../../data/store/usage.ts'
import type { MeterRequest } from '../../../server/http/limits.ts'
import { createOwner } from '../../../server/limits/owner.ts'
import { createAnswerer } from '../../../server/limits/remote.ts'

const MINUTE = 60_000
const DAY = 86_400_000
const START = Date.parse('2024-10-15T23:57:30Z')
const WORKERS = 3
const allowance = { requests_per_minute: 6, requests_per_day: 10, streams: 3 }

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hustings-streams-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

interface Ask {
  kind: 'open' | 'close' | 'take'
  account: number
  worker: number
  /** Index of the stream to close among all streams that the account ever requested: open, refused or already closed. */
  which: number
}

type Step =
  /** All in one turn of the event loop; workers may end before their messages arrive. */
  { kind: 'ask'; asks: Ask[]; ending: number[] } | { kind: 'clock'; by: number } | { kind: 'restart' }

const none: number[] = []
const worker = fc.integer({ min: 0, max: WORKERS - 1 })
const ask: fc.Arbitrary<Ask> = fc.record({
  kind: fc.constantFrom('open' as const, 'open' as const, 'close' as const, 'take' as const),
  ...{ account: fc.integer({ min: 1, max: 2 }), worker, which: fc.nat(20) },
})
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('ask' as const),
      asks: fc.array(ask, { maxLength: 6 }),
      ending: fc.oneof({ weight: 4, arbitrary: fc.constant(none) }, { weight: 1, arbitrary: fc.array(worker) }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('clock' as const), by: fc.constantFrom(MINUTE, DAY, 7) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const) }) },
)

function createModel() {
  const passed: { account: number; minute: number; day: number }[] = []
  let open: { account: number; stream: string; worker: number }[] = []
  return {
    decide(request: MeterRequest, worker: number, now: number) {
      if (!('account' in request) || request.kind === 'attempt') return expect.fail()
      const [minute, day] = [Math.floor(now / MINUTE), Math.floor(now / DAY)]
      const own = passed.filter(({ account }) => account === request.account)
      const inDay = own.filter((one) => one.day === day).length
      const inMinute = own.filter((one) => one.minute === minute).length
      const full = open.filter(({ account }) => account === request.account).length >= allowance.streams
      let refusal: string | undefined
      if (request.kind === 'close') open = open.filter(({ stream }) => stream !== request.stream)
      else if (inDay >= allowance.requests_per_day) refusal = 'daily_limit_exceeded'
      else if (inMinute >= allowance.requests_per_minute) refusal = 'rate_limit_exceeded'
      else if (request.kind === 'open' && full) refusal = 'too_many_streams'
      const taken = request.kind !== 'close' && refusal === undefined ? 1 : 0
      if (taken) passed.push({ account: request.account, minute, day })
      if (taken && request.kind === 'open') open.push({ account: request.account, stream: request.stream, worker })
      return { refusal, remaining: allowance.requests_per_minute - inMinute - taken }
    },
    end(which: (worker: number) => boolean) {
      open = open.filter(({ worker }) => !which(worker))
    },
  }
}

/** Unique names, like those of makeStreamName. */
function createRequests() {
  const names = new Map<number, string[]>()
  let last = 0
  return ({ kind, account, which }: Ask): MeterRequest => {
    const own = names.get(account) ?? []
    names.set(account, own)
    if (kind === 'take') return { kind, account, allowance }
    const stream = (kind === 'close' && own[which % own.length]) || `stream ${++last}`
    if (kind === 'open') own.push(stream)
    return { kind, account, allowance, stream }
  }
}

const FULL = process.env.PROOF === '1'
let runs = 0

test('places are taken and freed as in the model', { timeout: FULL ? 1_200_000 : 120_000 }, async () => {
  const seen = new Set<string | undefined>()
  const property = fc.asyncProperty(fc.array(step, { maxLength: 40, size: 'max' }), async (steps) => {
    runs += 1
    const paths = { usage: join(folder, `${runs}.sqlite`) }
    let now = START
    const open = () => {
      const usage = openUsage(paths)
      const openDesk = createAnswerer(
        createOwner(usage, () => now, raise),
        raise,
      )
      return { usage, openDesk, desks: Array.from({ length: WORKERS }, openDesk) }
    }
    let primary = open()
    const model = createModel()
    const toRequest = createRequests()
    for (const one of steps) {
      if (one.kind === 'clock') now += one.by
      else if (one.kind === 'restart') {
        primary.usage.close()
        primary = open()
        model.end(() => true)
      } else {
        const asked = one.asks.map((single) => ({ worker: single.worker, request: toRequest(single) }))
        const answers = asked.map(({ worker, request }, turn) =>
          primary.desks[worker]?.answer({ turn, asked: [request] }),
        )
        const { desks, openDesk } = primary
        for (const worker of one.ending) {
          desks[worker]?.close()
          desks[worker] = openDesk()
        }
        const got = (await Promise.all(answers)).map((answer) => answer?.taken?.[0] ?? expect.fail())
        const ended = (worker: number): boolean => one.ending.includes(worker)
        // They end before the turn is decided; their requests are still decided.
        model.end(ended)
        const wanted = asked.map(({ worker, request }) => model.decide(request, worker, now))
        model.end(ended)
        expect(got.map(({ standing, refusal }) => ({ refusal: refusal?.code, remaining: standing.remaining }))).toEqual(
          wanted,
        )
        for (const { refusal } of got) {
          seen.add(refusal?.code)
          if (refusal?.code === 'too_many_streams') expect(refusal.retry_after).toBe(10)
        }
      }
    }
    primary.usage.close()
  })
  // Of the few runs of the fast tests, this seed reaches every limit.
  await fc.assert(property, FULL ? { numRuns: 5000 } : { numRuns: 30, seed: 7 })
  // A run that never reached a limit would prove nothing.
  expect([...seen].sort()).toEqual(['daily_limit_exceeded', 'rate_limit_exceeded', 'too_many_streams', undefined])
})

function raise(fault: Error | string): void {
  throw fault
}
