// Writes counts through to usage.sqlite. A file that takes nothing, as on a full disk, stops no answer and costs no count:
// memory goes on counting, the counts wait and are tried again every second, and the trouble is told about once a minute.
// What a kill takes with it then is the counts of that time alone; refusing everybody for them would be the greater harm.

import type { Usage, UsageCount } from '../../data/store/usage.ts'
import { USAGE_RETRY_MS } from '../constants.ts'

const TRIES_PER_TELLING = 60
/** Accounts times minutes; beyond it the oldest minute goes, whose day stands in the later ones of its account. */
const WAITING_MAX = 100_000

interface Ledger {
  /** They are in the file when it returns, or wait for it. */
  write(counts: readonly UsageCount[]): void
  prune(before: { minute: number; day: number }): void
  /** Tries once more, and tells what is lost. */
  close(): void
}

export function createLedger(usage: Pick<Usage, 'write' | 'prune'>, tell: (fault: Error) => void): Ledger {
  /** By account and minute, in the order in which they were counted. */
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
    tell(new Error('What accounts took is written down again; nothing was lost.'))
  }
  const postpone = (fault: Error): void => {
    if (tries % TRIES_PER_TELLING === 0)
      tell(new Error(`What accounts took cannot be written down, and is counted in memory alone (${fault.message}).`))
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
      if (fault) tell(new Error(`What accounts took since the file failed is lost (${fault.message}).`))
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
