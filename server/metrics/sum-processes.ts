// The page `/metrics`: the numbers of every process, added up, and those of the folder, in the text format of Prometheus.

import { setTimeout as wait } from 'node:timers/promises'
import { AggregatorRegistry, collectDefaultMetrics, Registry } from 'prom-client'
import { z } from 'zod'
import { recognize } from '../limits/ask-primary.ts'
import type { Meter } from '../limits/meter.ts'
import { gauge, type Metric } from './metrics.ts'

type Collect = () => Promise<Metric[]>

/** The numbers of every process that answers, one list a process. @param own those of this process */
type Gather = (own: Collect) => Promise<readonly (readonly Metric[])[]>

/** One process is all there is. */
export const gatherOwn: Gather = async (own) => [await own()]

/** The whole text, collected at each call. */
export function createPage({ own, folder, gather }: { own: Collect; folder: Collect; gather: Gather }) {
  const collect = withRuntime(own)
  return {
    /** For another process, which adds them up. */
    collect,
    render: async (): Promise<string> => {
      const [lists, shared] = await Promise.all([gather(collect), folder()])
      return await addUp([...lists, shared]).metrics()
    },
  }
}

function addUp(lists: readonly (readonly Metric[])[]): Registry {
  return AggregatorRegistry.aggregate(lists.map((list) => [...list]))
}

async function addUpLists(lists: readonly (readonly Metric[])[]): Promise<Metric[]> {
  return metrics.parse(await addUp(lists).getMetricsAsJSON())
}

/** Node.js, memory and the event loop: once a process, however many servers it has started. */
let runtime: Registry | undefined

/** @returns a function that adds the numbers of the process itself to others */
function withRuntime(collect: Collect): Collect {
  return async () => {
    if (!runtime) {
      runtime = new Registry()
      collectDefaultMetrics({ register: runtime })
    }
    const own = metrics.parse(await runtime.getMetricsAsJSON())
    return [...own.filter(isWellNamed).map(withoutUnknown), ...(await collect())]
  }
}

/** `_total` is the name of a counter. These gauges of prom-client are the sums of others, such as `nodejs_active_handles`. */
function isWellNamed({ name, type }: Metric): boolean {
  return type === 'counter' || !name.endsWith('_total')
}

const label = z.union([z.string(), z.number()])
const sample = z.object({
  labels: z.record(z.string(), label),
  value: z.number().or(z.nan()),
  metricName: z.string().optional(),
})
const metrics = z.array(
  z.object({
    name: z.string(),
    help: z.string(),
    type: z.enum(['counter', 'gauge', 'histogram']),
    // The worst process counts: a mean would hide one that is blocked.
    aggregator: z.enum(['sum', 'min', 'max']).catch('max'),
    values: z.array(sample),
  }),
)

/** A delay of which nothing has been measured since the last look is no number. */
function withoutUnknown(metric: Metric): Metric {
  return { ...metric, values: metric.values.filter(({ value }) => Number.isFinite(value)) }
}

// Gathers the metrics of all workers. Any worker may be asked for the page: it asks the primary, which collects the numbers of every worker
// and of itself. A counter never falls when a worker ends: its last numbers stay in the sum.

/** Milliseconds after which a worker that does not answer counts with the numbers that it last gave. */
const COLLECT_MS = 1000
/** Milliseconds after which a worker gives up on the primary. */
const GATHER_MS = 3000

/** The process that does for all workers what only one may do, as a worker sees it. */
export interface Primary {
  meter: Meter
  gather: Gather
  /** Answers the primary with these numbers from now on. */
  offer(collect: Collect): void
}

/** From the primary to a worker: give your numbers, or here are those of all. */
export type GatheringMessage = { collect: number } | { gathered: number; lists: readonly (readonly Metric[])[] }
/** From a worker to the primary. */
type MemberMessage = { wanted: number } | { collected: number; metrics: readonly Metric[] }

const isMemberMessage = recognize<MemberMessage>('wanted', 'collected')
const isCollect = recognize<{ collect: number }>('collect')
const isGathered = recognize<Extract<GatheringMessage, { gathered: number }>>('gathered')

interface Joined {
  send(message: GatheringMessage): void
  last: readonly Metric[]
}

/** @param count running workers, without those that are being replaced */
export function createGathering(count: () => number) {
  const members = new Set<Joined>()
  /** For each collection, the workers that have not answered. */
  const open = new Map<number, { missing: Set<Joined>; finish(): void }>()
  /** Counters of the workers that have ended. */
  let past: Promise<readonly Metric[]> = Promise.resolve([])
  let rounds = 0
  const collectOwn = withRuntime(async () => [
    gauge('hustings_workers', 'Worker processes that run; 0 if one process answers.', count()),
  ])

  const collectAll = async (): Promise<void> => {
    const round = ++rounds
    const missing = new Set(members)
    const late = new AbortController()
    open.set(round, { missing, finish: () => late.abort() })
    for (const { send } of members) send({ collect: round })
    if (missing.size > 0) await wait(COLLECT_MS, undefined, { signal: late.signal }).catch(() => undefined)
    open.delete(round)
  }
  const noteAnswer = (round: number, member: Joined): void => {
    const collection = open.get(round)
    collection?.missing.delete(member)
    if (collection?.missing.size === 0) collection.finish()
  }
  return {
    /** The primary's side of one worker. */
    join(send: Joined['send']) {
      const member: Joined = { send, last: [] }
      members.add(member)
      return {
        /** Ignores the messages of others. */
        hear(message: unknown) {
          if (!isMemberMessage(message)) return
          if ('collected' in message) {
            member.last = message.metrics
            noteAnswer(message.collected, member)
            return
          }
          const { wanted } = message
          void collectAll().then(async () => {
            const lists = [await collectOwn(), await past, ...[...members].map(({ last }) => last)]
            send({ gathered: wanted, lists })
          })
        },
        leave() {
          members.delete(member)
          past = past.then((before) => addUpLists([before, member.last.filter(({ type }) => type !== 'gauge')]))
          for (const round of open.keys()) noteAnswer(round, member)
        },
      }
    },
  }
}

// A worker's side.

/** The members of `process` that this file uses. */
interface Channel {
  send?(message: MemberMessage, handle: undefined, options: undefined, sent: (fault: Error | null) => void): boolean
  on(event: 'message', listener: (message: unknown) => void): unknown
}

/** @param primary the channel to the primary: `process` in a worker */
export function createRemoteGathering(primary: Channel): Pick<Primary, 'gather' | 'offer'> {
  const waiting = new Map<number, (lists: readonly (readonly Metric[])[]) => void>()
  let asked = 0
  // A failure means that the primary is gone: this worker ends then.
  const send = (message: MemberMessage): void => {
    primary.send?.(message, undefined, undefined, () => undefined)
  }
  primary.on('message', (message) => {
    if (isGathered(message)) waiting.get(message.gathered)?.(message.lists)
  })
  return {
    async gather() {
      const wanted = ++asked
      const late = new AbortController()
      try {
        return await Promise.race([
          new Promise<readonly (readonly Metric[])[]>((resolve) => {
            waiting.set(wanted, resolve)
            send({ wanted })
          }),
          wait(GATHER_MS, undefined, { signal: late.signal }).then(() => {
            throw new Error('the primary did not reply in time')
          }),
        ])
      } finally {
        waiting.delete(wanted)
        late.abort()
      }
    },
    offer(collect) {
      primary.on('message', (message) => {
        if (!isCollect(message)) return
        void collect().then((metrics) => send({ collected: message.collect, metrics }))
      })
    },
  }
}
