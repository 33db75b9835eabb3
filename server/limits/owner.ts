// Decides on requests in memory, writes the counts to usage.sqlite, and only then lets the replies leave. Limits therefore survive
// any end of the process. One process owns the counts.

import { DAY, HOUR, MINUTE } from '../../data/schema/scalar.ts'
import { USAGE_DAYS_KEPT, USAGE_MINUTES_KEPT, type Usage, type UsageCount } from '../../data/store/usage.ts'
import { createCounts } from './counters.ts'
import type { LimitDecision, Meter, MeterRequest } from './meter.ts'

/** @setting Milliseconds before a failed write of counts to usage.sqlite is retried. */
const USAGE_RETRY_MS = 1000

type Owner = ReturnType<typeof createOwner>

/** An owner of the counts of several servers together, which must ask the database first. */
export interface SharedOwner {
  decide(requests: readonly MeterRequest[]): Promise<LimitDecision[]>
  close(): Promise<void>
}

export type AnyOwner = Owner | SharedOwner

/**
 * @param now milliseconds since 1970
 * @param warn logs file errors, about once a minute
 */
export function createOwner(
  usage: Pick<Usage, 'latest' | 'ahead' | 'write' | 'prune'>,
  now: () => number,
  warn: (fault: Error) => void,
) {
  /** The last minute and day that may have begun. A later count comes from a clock that ran ahead. */
  const lastAt = (time: number) => ({ minute: Math.floor(time / MINUTE) + 1, day: Math.floor(time / DAY) + 1 })
  const counts = createCounts(usage.latest(lastAt(now())))
  const ledger = createLedger(usage, warn)
  let hour = Number.NaN
  let latest = now()
  const ahead = usage.ahead(lastAt(latest))
  if (ahead.accounts > 0)
    warn(
      new Error(
        `The usage file is up to ${inDays(ahead.minute * MINUTE - latest)} ahead of this clock for ${inAccounts(ahead.accounts)}. These counts are ignored. Check the clock.`,
      ),
    )

  const followClock = (time: number): void => {
    const back = latest - time
    const isEarlier = Math.floor(time / MINUTE) < Math.floor(latest / MINUTE)
    latest = time
    if (!isEarlier) return
    const found = counts.rewind(usage.latest(lastAt(time)), time)
    if (found > 0)
      warn(new Error(`The clock went back by ${inDays(back)}. Later counts of ${inAccounts(found)} are ignored.`))
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
    /**
     * Decides the requests together, in this order. The counts are written on return. A file error refuses nobody (ledger.ts).
     */
    decide(requests: readonly MeterRequest[]): LimitDecision[] {
      const taken = requests.map(take)
      write()
      return taken
    },
    /** Decides one request. Its reply must wait for `write`. */
    take,
    /** Writes the counts of all decisions so far. A file error refuses nobody (ledger.ts). */
    write,
    /** Writes the waiting counts. The caller closes the usage file. */
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

// Writes counts to usage.sqlite. If the file cannot be written (for example on a full disk), requests are still answered and
// counted in memory. The counts wait, writes are retried every second, and the error is logged about once a minute. If the
// process is killed then, only the waiting counts are lost; refusing all requests would do more harm.

const TRIES_PER_TELLING = 60
/** Accounts × minutes. Above this, the oldest minute is dropped; its day's total is in the account's later entries. */
const WAITING_MAX = 100_000

function createLedger(usage: Pick<Usage, 'write' | 'prune'>, warn: (fault: Error) => void) {
  /** By account and minute, in the order of counting. */
  const waiting = new Map<string, UsageCount>()
  let timer: NodeJS.Timeout | undefined
  let tries = 0

  const keep = (counts: readonly UsageCount[]): void => {
    for (const count of counts) waiting.set(`${count.account_id}/${count.minute}`, count)
    for (const oldest of waiting.keys()) {
      if (waiting.size <= WAITING_MAX) return
      waiting.delete(oldest)
    }
  }
  const retry = (): void => {
    timer = undefined
    const fault = attempt(() => usage.write([...waiting.values()]))
    if (fault) {
      postpone(fault)
      return
    }
    waiting.clear()
    tries = 0
    warn(new Error('Usage counts are saved again; none were lost.'))
  }
  const postpone = (fault: Error): void => {
    if (tries % TRIES_PER_TELLING === 0)
      warn(new Error(`Usage counts cannot be saved and are kept in memory only (${fault.message}).`))
    tries += 1
    timer = setTimeout(retry, USAGE_RETRY_MS)
    timer.unref()
  }
  return {
    /** On return, the counts are in the file or waiting for it. */
    write(counts: readonly UsageCount[]) {
      if (counts.length === 0) return
      const fault = timer ? undefined : attempt(() => usage.write(counts))
      if (timer || fault) keep(counts)
      if (fault) postpone(fault)
    },
    prune(before: { minute: number; day: number }) {
      const fault = attempt(() => usage.prune(before))
      if (fault && !timer) warn(new Error(`Old usage cannot be deleted (${fault.message}).`))
    },
    /** Tries once more, and logs any loss. */
    close() {
      clearTimeout(timer)
      const fault = timer && attempt(() => usage.write([...waiting.values()]))
      if (fault) warn(new Error(`Usage counts since the file failed are lost (${fault.message}).`))
    },
  }
}

function attempt(write: () => void): Error | undefined {
  try {
    write()
    return undefined
  } catch (fault) {
    return fault instanceof Error ? fault : new Error(String(fault))
  }
}

/**
 * Collects the requests of one turn of the event loop into one batch.
 * @param decide returns answers in the order of the requests
 */
export function gather<Ask, Answer>(
  decide: (asks: readonly Ask[]) => readonly Answer[] | Promise<readonly Answer[]>,
): (ask: Ask) => Promise<Answer> {
  interface Waiting {
    resolve(answer: Answer): void
    reject(fault: unknown): void
  }
  let asks: Ask[] = []
  let waiting: Waiting[] = []

  const decideTurn = async (): Promise<void> => {
    const [asked, answered] = [asks, waiting]
    asks = []
    waiting = []
    try {
      const decided = decide(asked)
      const answers = decided instanceof Promise ? await decided : decided
      for (const [at, answer] of answers.entries()) answered[at]?.resolve(answer)
    } catch (fault) {
      for (const one of answered) one.reject(fault)
    }
  }
  return (ask) =>
    new Promise((resolve, reject) => {
      // Runs after this turn's sockets have been read, and before the next poll.
      if (asks.length === 0) setImmediate(decideTurn)
      asks.push(ask)
      waiting.push({ resolve, reject })
    })
}
