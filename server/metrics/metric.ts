// A metric with its samples, in the form of prom-client's JSON, and the histogram behind it. Counting is a plain addition, because every
// request counts.

export interface Sample {
  labels: Readonly<Record<string, string | number>>
  value: number
  /** Of a histogram's samples. */
  metricName?: string | undefined
}

export interface Metric {
  name: string
  help: string
  type: 'counter' | 'gauge' | 'histogram'
  /** How the samples of several processes become one. */
  aggregator: Aggregator
  values: readonly Sample[]
}

export type Aggregator = 'sum' | 'max' | 'min'

/** @param values one number, or samples with labels */
export function counter(
  name: string,
  help: string,
  values: number | readonly Sample[],
  aggregator: Aggregator = 'sum',
): Metric {
  return { name, help, type: 'counter', aggregator, values: toSamples(values) }
}

/** @param values one number, or samples with labels; null for a number that is not known */
export function gauge(
  name: string,
  help: string,
  values: number | null | readonly Sample[],
  aggregator: Aggregator = 'max',
): Metric {
  return { name, help, type: 'gauge', aggregator, values: values === null ? [] : toSamples(values) }
}

function toSamples(values: number | readonly Sample[]): readonly Sample[] {
  return typeof values === 'number' ? [{ labels: {}, value: values }] : values
}

export interface Histogram {
  observe(value: number): void
  samples(name: string, labels?: Sample['labels']): Sample[]
}

/** @param bounds rising */
export function createHistogram(bounds: readonly number[]): Histogram {
  const counts = [...bounds, Number.POSITIVE_INFINITY].map(() => 0)
  let sum = 0
  return {
    observe(value) {
      let at = 0
      while (value > (bounds[at] ?? Number.POSITIVE_INFINITY)) at += 1
      counts[at] = (counts[at] ?? 0) + 1
      sum += value
    },
    samples(name, labels = {}) {
      let total = 0
      const buckets = counts.map((count, at) => {
        total += count
        return { metricName: `${name}_bucket`, labels: { ...labels, le: bounds[at] ?? '+Inf' }, value: total }
      })
      return [
        ...buckets,
        { metricName: `${name}_sum`, labels, value: sum },
        { metricName: `${name}_count`, labels, value: total },
      ]
    },
  }
}

/** @param histograms samples of one histogram, or of several with labels */
export function histogram(name: string, help: string, values: readonly Sample[]): Metric {
  return { name, help, type: 'histogram', aggregator: 'sum', values }
}
