// Writes counts to usage.sqlite. If the file cannot be written (for example on a full disk), requests are still answered and
// counted in memory. The counts wait, writes are retried every second, and the error is logged about once a minute. If the
// process is killed then, only the waiting counts are lost; refusing all requests would do more harm.

import type { Usage, UsageCount } from '../../data/store/usage.ts'
import { USAGE_RETRY_MS } from '../constants.ts'

const TRIES_PER_TELLING = 60
/** Accounts × minutes. Above this, the oldest minute is dropped; its day's total is in the account's later entries. */
const WAITING_MAX = 100_000

interface Ledger {
  /** On return, the counts are in the file or waiting for it. */
  write(counts: readonly UsageCount[]): void
  prune(before: { minute: number; day: number }): void
  /** Tries once more, and logs any loss. */
  close(): void
}

export function createLedger(usage: Pick<Usage, 'write' | 'prune'>, tell: (fault: Error) => void): Ledger {
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
    tell(new Error('Usage counts are saved again; none were lost.'))
  }
  const postpone = (fault: Error): void => {
    if (tries % TRIES_PER_TELLING === 0)
      tell(new Error(`Usage counts cannot be saved and are kept in memory only (${fault.message}).`))
    tries += 1
    timer = setTimeout(retry, USAGE_RETRY_MS)
    timer.unref()
  }
  return {
    write(counts) {
      if (counts.length === 0) return
      const fault = timer ? undefined : attempt(() => usage.write(counts))
      if (timer || fault) keep(counts)
      if (fault) postpone(fault)
    },
    prune(before) {
      const fault = attempt(() => usage.prune(before))
      if (fault && !timer) tell(new Error(`Old usage cannot be deleted (${fault.message}).`))
    },
    close() {
      clearTimeout(timer)
      const fault = timer && attempt(() => usage.write([...waiting.values()]))
      if (fault) tell(new Error(`Usage counts since the file failed are lost (${fault.message}).`))
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
