// The machine that a figure was measured on, as its operating system describes it.

import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'

/** Cores, memory and processor, and the load that other programs caused. */
export function describeMachine(): string {
  const model = cpus()[0]?.model.trim() || `a processor without a model name (${process.arch})`
  const gigabytes = Math.round(totalmem() / 2 ** 30)
  return `${availableParallelism()} cores, ${gigabytes} GB of memory, ${model}, Node.js ${process.versions.node}`
}

/** Programs that ran or waited for a core at this moment, over the last minute. */
export const loadAtStart = (loadavg()[0] ?? 0).toFixed(1)

export function today(): string {
  return new Date().toISOString().slice(0, 10)
}
