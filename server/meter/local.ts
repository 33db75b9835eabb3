import { createCounts } from './counts.ts'
import type { Meter } from './meter.ts'

/** Counts in this process. @param now milliseconds since 1970 */
export function createLocalMeter(now: () => number): Meter {
  const counts = createCounts()
  return {
    ask: async (request) => counts.decide(request, now()),
    close: async () => undefined,
  }
}
