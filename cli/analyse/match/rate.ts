// Reports progress: rows, rate and remaining time.

import { formatCount, formatNumberOf } from '../../output.ts'

export interface Rate {
  /** @param rows answered so far. @param share of the work that is done, 0 to 1. @returns a sentence, or undefined if the last one is recent */
  report(rows: number, share: number): string | undefined
  /** Rows a second since the start. */
  perSecond(rows: number): number
}

/**
 * @param clock milliseconds
 * @param every milliseconds between two sentences
 */
export function createRate(clock: () => number, every: number): Rate {
  const started = clock()
  let reported = started
  const perSecond = (rows: number): number => Math.round((rows / Math.max(1, clock() - started)) * 1000)
  return {
    report(rows, share) {
      const now = clock()
      if (now - reported < every) return undefined
      reported = now
      const left = share > 0 ? Math.ceil(((now - started) * (1 - share)) / share / 1000) : undefined
      const remaining = left === undefined ? '' : `, ${formatDuration(left)} left`
      return `${formatNumberOf(rows, 'row')}, ${Math.floor(share * 100)} %, ${formatCount(perSecond(rows))} rows/s${remaining}`
    },
    perSecond,
  }
}

/** `45 s`, `2 min 5 s`, `1 h 30 min` */
function formatDuration(seconds: number): string {
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  return minutes < 60 ? `${minutes} min ${seconds % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
