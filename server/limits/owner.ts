// Decides on requests in memory, writes the counts to usage.sqlite, and only then lets the replies leave. Limits therefore survive
// any end of the process. One process owns the counts.

import { USAGE_DAYS_KEPT, USAGE_MINUTES_KEPT } from '../../data/access/constants.ts'
import { DAY, HOUR, MINUTE } from '../../data/schema/duration.ts'
import type { Usage } from '../../data/store/usage.ts'
import type { LimitDecision, Meter, MeterRequest } from '../http/limits.ts'
import { gather } from './batch-per-turn.ts'
import { createCounts } from './counters.ts'
import { createLedger } from './ledger.ts'

export interface Owner {
  /**
   * Decides the requests together, in this order. The counts are written on return. A file error refuses nobody (ledger.ts).
   */
  decide(requests: readonly MeterRequest[]): LimitDecision[]
  /** Decides one request. Its reply must wait for `write`. */
  take(request: MeterRequest): LimitDecision
  /** Writes the counts of all decisions so far. A file error refuses nobody (ledger.ts). */
  write(): void
  /** Writes the waiting counts. The caller closes the usage file. */
  close(): void
}

/** An owner of the counts of several servers together, which must ask the database first. */
export interface SharedOwner {
  decide(requests: readonly MeterRequest[]): Promise<LimitDecision[]>
  close(): Promise<void>
}

export type AnyOwner = Owner | SharedOwner

/**
 * @param now milliseconds since 1970
 * @param tell logs file errors, about once a minute
 */
export function createOwner(
  usage: Pick<Usage, 'latest' | 'ahead' | 'write' | 'prune'>,
  now: () => number,
  tell: (fault: Error) => void,
): Owner {
  /** The last minute and day that may have begun. A later count comes from a clock that ran ahead. */
  const lastAt = (time: number) => ({ minute: Math.floor(time / MINUTE) + 1, day: Math.floor(time / DAY) + 1 })
  const counts = createCounts(usage.latest(lastAt(now())))
  const ledger = createLedger(usage, tell)
  let hour = Number.NaN
  let latest = now()
  const ahead = usage.ahead(lastAt(latest))
  if (ahead.accounts > 0)
    tell(
      new Error(
        `The usage file is up to ${inDays(ahead.minute * MINUTE - latest)} ahead of this clock for ${inAccounts(ahead.accounts)}. These counts are ignored. Check the clock.`,
      ),
    )

  const followClock = (time: number): void => {
    const back = latest - time
    latest = Math.max(latest, time)
    if (back < MINUTE) return
    latest = time
    const found = counts.rewind(usage.latest(lastAt(time)), time)
    if (found > 0)
      tell(new Error(`The clock went back by ${inDays(back)}. Later counts of ${inAccounts(found)} are ignored.`))
  }

  /** Runs once an hour. A jump of the clock deletes nothing. */
  const prune = (time: number): void => {
    const before = hour
    hour = Math.floor(time / HOUR)
    if (hour !== before + 1) return
    const [minute, day] = [Math.floor(time / MINUTE), Math.floor(time / DAY)]
    ledger.prune({ minute: minute - USAGE_MINUTES_KEPT, day: day - USAGE_DAYS_KEPT })
  }
  const take = (request: MeterRequest): LimitDecision => {
    const time = now()
    followClock(time)
    return counts.decide(request, time)
  }
  const write = (): void => {
    ledger.write(counts.changed())
    prune(now())
  }
  return {
    decide(requests) {
      const taken = requests.map(take)
      write()
      return taken
    },
    take,
    write,
    close: () => ledger.close(),
  }
}

function inDays(milliseconds: number): string {
  return `${Number((milliseconds / DAY).toFixed(1))} days`
}

function inAccounts(count: number): string {
  return count === 1 ? '1 account' : `${count} accounts`
}

/** The meter for an owner in the same process. */
export function createLocalMeter(owner: AnyOwner): Meter {
  return 'take' in owner ? createOwnMeter(owner) : createSharedMeter(owner)
}

function createOwnMeter(owner: Owner): Meter {
  let isWritten = true
  let waiting: (() => void)[] = []
  const write = (): void => {
    const replies = waiting
    waiting = []
    isWritten = true
    owner.write()
    for (const reply of replies) reply()
  }
  return {
    ask(request) {
      // Runs after this turn's sockets have been read, and before the next poll.
      if (isWritten) setImmediate(write)
      isWritten = false
      return owner.take(request)
    },
    afterWrite(reply) {
      if (isWritten) reply()
      else waiting.push(reply)
    },
    async close() {
      owner.write()
      owner.close()
    },
  }
}

function createSharedMeter(owner: SharedOwner): Meter {
  return {
    ask: gather((requests: readonly MeterRequest[]) => owner.decide(requests)),
    afterWrite: (reply) => reply(),
    close: () => owner.close(),
  }
}
