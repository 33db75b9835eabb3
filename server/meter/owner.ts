// The one that counts. It decides in memory, writes what was taken through to usage.sqlite, and only then answers: limits
// survive the process, however it ends.

import { USAGE_DAYS_KEPT, USAGE_MINUTES_KEPT } from '../../data/schema/account.ts'
import { DAY, HOUR, MINUTE } from '../../data/schema/duration.ts'
import type { Usage } from '../../data/store/usage.ts'
import { createCounts } from './counts.ts'
import { gather } from './gather.ts'
import { createLedger } from './ledger.ts'
import type { Meter, MeterRequest, Taken } from './meter.ts'

export interface Owner {
  /** Together, in this order; what was taken is written down when it returns. A file that fails refuses nobody (ledger.ts). */
  decide(requests: readonly MeterRequest[]): Taken[]
  /** Writes what still waits; whoever opened the usage closes it. */
  close(): void
}

/**
 * @param now milliseconds since 1970
 * @param tell of trouble with the file, about once a minute
 */
export function createOwner(
  usage: Pick<Usage, 'latest' | 'write' | 'prune'>,
  now: () => number,
  tell: (fault: Error) => void,
): Owner {
  const counts = createCounts(usage.latest())
  const ledger = createLedger(usage, tell)
  let hour = Number.NaN

  /** Once an hour; a jump of the clock deletes nothing. */
  const prune = (time: number): void => {
    const before = hour
    hour = Math.floor(time / HOUR)
    if (hour !== before + 1) return
    const [minute, day] = [Math.floor(time / MINUTE), Math.floor(time / DAY)]
    ledger.prune({ minute: minute - USAGE_MINUTES_KEPT, day: day - USAGE_DAYS_KEPT })
  }
  return {
    decide(requests) {
      const time = now()
      const taken = requests.map((request) => counts.decide(request, time))
      ledger.write(counts.changed())
      prune(time)
      return taken
    },
    close: () => ledger.close(),
  }
}

/** Asks the owner in this same process. */
export function createLocalMeter(owner: Owner): Meter {
  return {
    ask: gather((requests: readonly MeterRequest[]) => owner.decide(requests)),
    close: async () => owner.close(),
  }
}
