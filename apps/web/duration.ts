// Times between two instants, in words.

import type { FixTimes } from '../../data/schema/correction.ts'
import { fill } from './sentence.ts'

/** `45 min`, `7 h`, `3 d`: rounded, in the largest unit of which there are at least two. @param seconds not negative */
export function formatDuration(seconds: number): string {
  const minutes = seconds / 60
  if (minutes < 120) return `${Math.round(minutes)} min`
  const hours = minutes / 60
  return hours < 48 ? `${Math.round(hours)} h` : `${Math.round(hours / 24)} d`
}

/** How long it took to fix what people reported. */
export function sayFixTimes(
  words: Readonly<Record<'fixTimes' | 'noFixTimes', string>>,
  { count, p50, p90 }: FixTimes,
): string {
  if (p50 === null || p90 === null) return words.noFixTimes
  return fill(words.fixTimes, { fixed: count, median: formatDuration(p50), p90: formatDuration(p90) })
}
