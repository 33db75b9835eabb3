// The page `/metrics`: the numbers of every process, added up, and those of the folder, in the text format of Prometheus.

import { AggregatorRegistry, collectDefaultMetrics, Registry } from 'prom-client'
import { z } from 'zod'
import type { Metric } from './metric.ts'

export type Collect = () => Promise<Metric[]>

/** The numbers of every process that answers, one list a process. @param own those of this process */
export type Gather = (own: Collect) => Promise<readonly (readonly Metric[])[]>

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

export async function addUpLists(lists: readonly (readonly Metric[])[]): Promise<Metric[]> {
  return metrics.parse(await addUp(lists).getMetricsAsJSON())
}

/** Node.js, memory and the event loop: once a process, however many servers it has started. */
let runtime: Registry | undefined

/** @returns a function that adds the numbers of the process itself to others */
export function withRuntime(collect: Collect): Collect {
  return async () => {
    if (!runtime) {
      runtime = new Registry()
      collectDefaultMetrics({ register: runtime })
    }
    const own = metrics.parse(await runtime.getMetricsAsJSON())
    return [...own.map(withoutUnknown), ...(await collect())]
  }
}

const label = z.union([z.string(), z.number()])
const sample = z.object({
  labels: z.record(z.string(), label),
  value: z.number().or(z.nan()),
  metricName: z.string().optional(),
})
const metrics = z.array(
  z.object({
    ...{ name: z.string(), help: z.string(), type: z.enum(['counter', 'gauge', 'histogram']) },
    // The worst process counts: a mean would hide one that is blocked.
    aggregator: z.enum(['sum', 'min', 'max']).catch('max'),
    values: z.array(sample),
  }),
)

/** A delay of which nothing has been measured since the last look is no number. */
function withoutUnknown(metric: Metric): Metric {
  return { ...metric, values: metric.values.filter(({ value }) => Number.isFinite(value)) }
}
