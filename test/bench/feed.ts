// The feed beside servers that only write: 1,000 streams at 50 events a second, and one event to 10,000 at once.

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { pathsIn } from '../../data/store/paths.ts'
import { openState } from '../../data/store/state/sqlite/state.ts'
import { type Chunk, eventFrame, toChunk } from '../../server/feed/frame.ts'
import { drawEvent, publishEvents } from '../server/feed/drawn.ts'
import { FULL, median, requestOf } from './compare.ts'
import { instant, listening, STAMP, usage } from './feed-contender.ts'
import { type BenchFigure, type BenchTable, toFigure, toVerdict } from './table.ts'

const STREAMS = 1000
const EVENTS_A_SECOND = 50
const SECONDS = FULL ? 30 : 8
const FAN_OUT = 10_000
const ROUNDS = FULL ? 60 : 25
const FAN_OUT_BAR = 0.92
const PATIENCE_MS = 30_000
const SEEN = 0.999
const AT = '2024-10-15T12:00:00.000Z'
const EPOCH = '0123456789abcdef'

export interface Contender {
  what: string
  server: ChildProcess
  client: ChildProcess
  /** The next event to all connections: what it takes on one of them, and what sends it, stamped with the present time. */
  draw(): Promise<{ bytes: number; send(): Promise<void> }>
  /** Of the server, for each connection. */
  memory: number
  close(): Promise<void>
}

interface FanOut {
  what: string
  /** Deliveries a second, until the last client has all. */
  rate: number
  ratio: number
  /** Of deliveries for each second of the server's own time: what else the machine does changes it less. */
  cpuRatio: number
  /** Both ratios; none of the first. */
  figures: BenchFigure[]
}

interface Steady {
  what: string
  p50: number
  p99: number
  /** Of one core. */
  cpu: number
  memory: number
}

export async function benchFeed(): Promise<{
  steady: Steady[]
  fanOut: FanOut[]
}> {
  const steady: Steady[] = []
  // One after the other: either has the machine for itself.
  for (const open of [() => openBare('http', STREAMS), () => openFeed(STREAMS, 'looking')])
    steady.push(await measureSteady(await open()))
  const contenders = [await openBare('raw', FAN_OUT), await openFeed(FAN_OUT, 'quiet')]
  const fanOut = await compareFanOut(contenders)
  for (const one of contenders) await one.close()
  return { steady, fanOut }
}

export function toFeedTables({ steady, fanOut }: Awaited<ReturnType<typeof benchFeed>>): BenchTable[] {
  return [
    {
      title: `${STREAMS} streams, ${EVENTS_A_SECOND} events a second, from publishing to the client, with the state on disk in between`,
      columns: ['server', 'p50, ms', 'p99, ms', 'of a core', 'KB a stream'],
      rows: steady.map(({ what, p50, p99, cpu, memory }) => [
        ...[what, p50.toFixed(1), p99.toFixed(1)],
        ...[`${(cpu * 100).toFixed(0)} %`, (memory / 1024).toFixed(0)],
      ]),
      skipped: [],
    },
    {
      title: `One event to ${FAN_OUT} streams; ratio to a loop over raw sockets`,
      columns: ['server', 'deliveries/s', 'ratio', 'ratio of processor time', 'bar'],
      rows: fanOut.map(({ what, rate, ratio, cpuRatio }, at) => [
        ...[what, rate.toFixed(0), ratio.toFixed(2), cpuRatio.toFixed(2)],
        toVerdict(ratio, at === 0 ? null : { is: 'at least', at: FAN_OUT_BAR }),
      ]),
      skipped: [],
      figures: fanOut.flatMap(({ figures }) => figures),
    },
  ]
}

async function measureSteady(one: Contender): Promise<Steady> {
  for (let n = 0; n < EVENTS_A_SECOND; n++) await (await one.draw()).send()
  await gather(one.client, EVENTS_A_SECOND * STREAMS)
  const before = await ask(one.server, 'usage', usage)
  const begun = performance.now()
  for (let n = 1; n <= SECONDS * EVENTS_A_SECOND; n++) {
    await (await one.draw()).send()
    await pause(Math.max(0, begun + (n * 1000) / EVENTS_A_SECOND - performance.now()))
  }
  const [elapsed, after] = [performance.now() - begun, await ask(one.server, 'usage', usage)]
  const latencies = (await gather(one.client, SECONDS * EVENTS_A_SECOND * STREAMS)).sort((a, b) => a - b)
  await one.close()
  const at = (share: number): number => latencies[Math.floor(latencies.length * share)] ?? Number.NaN
  return {
    ...{ what: one.what, p50: at(0.5), p99: at(0.99), memory: one.memory },
    cpu: (after.cpu - before.cpu) / 1000 / elapsed,
  }
}

/** Of so many deliveries; one that two reads of a connection share is not seen. */
export async function gather(client: ChildProcess, count: number): Promise<number[]> {
  const latencies: number[] = []
  const until = performance.now() + PATIENCE_MS
  while (latencies.length < count * SEEN) {
    if (performance.now() > until) throw new Error(`${latencies.length} of ${count} events arrived`)
    await pause(500)
    for (const one of await ask(client, 'latencies', z.array(z.number()))) latencies.push(one)
  }
  return latencies
}

/** In turn, each round by each. */
async function compareFanOut(contenders: readonly Contender[]): Promise<FanOut[]> {
  const rounds = contenders.map((): { rate: number; cpu: number }[] => [])
  for (let round = -2; round < ROUNDS; round++)
    for (const [at, one] of contenders.entries()) {
      const { bytes, send } = await one.draw()
      const all = next(one.client, instant)
      one.client.send({ expect: bytes * FAN_OUT })
      const begun = next(one.server, instant)
      const before = await ask(one.server, 'usage', usage)
      await send()
      const seconds = Number(BigInt((await all).at) - BigInt((await begun).at)) / 1e9
      const after = await ask(one.server, 'usage', usage)
      if (round >= 0) rounds[at]?.push({ rate: FAN_OUT / seconds, cpu: FAN_OUT / (after.cpu - before.cpu) })
    }
  const [first = []] = rounds
  return contenders.map(({ what }, at) => {
    const own = rounds[at] ?? []
    const ratiosOf = (figure: 'rate' | 'cpu'): number[] =>
      own.map((one, round) => one[figure] / (first[round]?.[figure] ?? Number.NaN))
    const [ratios, cpuRatios] = [ratiosOf('rate'), ratiosOf('cpu')]
    return {
      ...{ what, rate: median(own.map(({ rate }) => rate)), ratio: median(ratios), cpuRatio: median(cpuRatios) },
      figures:
        at === 0
          ? []
          : [toFigure('fan-out', 'higher', ratios), toFigure('fan-out, processor time', 'higher', cpuRatios)],
    }
  })
}

export async function openFeed(connections: number, kind: 'looking' | 'quiet'): Promise<Contender> {
  const server = start('feed-server', kind)
  const { port, key, root = '' } = await next(server, listening)
  const state = await openState(pathsIn(root))
  const opened = await openClient(server, port, connections, requestOf('/v1/stream', key))
  return {
    ...opened,
    what: 'the feed',
    async draw() {
      const head = await state.head()
      const { framed } = drawChunk((head?.seq ?? 0) + 1, stamp())
      const send = async (): Promise<void> => {
        await publishEvents(state, 1, { at: AT, statement: stamp() })
        if (kind === 'quiet') server.send('release')
      }
      return { bytes: framed.length, send }
    },
    async close() {
      await state.close()
      await opened.close()
    },
  }
}

async function openBare(kind: 'http' | 'raw', connections: number): Promise<Contender> {
  const server = start('feed-bare', kind)
  const { port } = await next(server, listening)
  const opened = await openClient(server, port, connections, requestOf('/'))
  let seq = 0
  return {
    ...opened,
    what: kind === 'raw' ? 'a loop over raw sockets' : 'bare node:http',
    async draw() {
      seq += 1
      const { framed } = drawChunk(seq, stamp())
      const send = async (): Promise<void> => {
        const { framed, plain } = drawChunk(seq, stamp())
        server.send({ write: String(kind === 'raw' ? framed : plain) })
      }
      return { bytes: framed.length, send }
    },
  }
}

async function openClient(server: ChildProcess, port: number, connections: number, request: string) {
  const client = start('feed-client')
  const before = await ask(server, 'usage', usage)
  const open = next(client, z.literal('open'))
  client.send({ port, connections, request })
  await open
  const after = await ask(server, 'usage', usage)
  return {
    ...{ server, client, memory: (after.memory - before.memory) / connections },
    async close() {
      for (const child of [client, server]) {
        const ended = once(child, 'exit')
        child.disconnect()
        await ended
      }
    },
  }
}

function drawChunk(seq: number, statement: string): Chunk {
  return toChunk([eventFrame(drawEvent(EPOCH, seq, AT, undefined, statement), EPOCH)])
}

/** Of one length. */
function stamp(): string {
  return STAMP + String(process.hrtime.bigint()).padStart(20, '0')
}

/** A process of one of the files beside this one, compiled or not. */
function start(name: string, ...args: string[]): ChildProcess {
  const own = fileURLToPath(import.meta.url)
  return fork(own.replace(/feed(\.[jt]s)$/, `${name}$1`), args)
}

/** Its next message of this kind. */
export function next<Message>(child: ChildProcess, kind: z.ZodType<Message>): Promise<Message> {
  return new Promise((resolve, reject) => {
    const exited = (): void => reject(new Error(`a process of the bench ended: ${child.spawnargs.join(' ')}`))
    const look = (message: unknown): void => {
      const { success, data } = kind.safeParse(message)
      if (!success) return
      child.off('message', look).off('exit', exited)
      resolve(data)
    }
    child.on('message', look).on('exit', exited)
  })
}

export function ask<Message>(child: ChildProcess, question: string, kind: z.ZodType<Message>): Promise<Message> {
  const answer = next(child, kind)
  child.send(question)
  return answer
}
