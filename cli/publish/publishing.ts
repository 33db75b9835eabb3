// The turn to publish, which one process at a time has among all machines that share a state.

import { hostname } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import type { ServiceStore } from '../../data/store/state/state.ts'
import { LOCK_WAIT_MS } from '../constants.ts'
import { CommandError, EXIT } from '../exit.ts'
import { logToStderr } from '../output.ts'

const LOOK_AGAIN_MS = 500

export interface Turn {
  /** Without its options, such as `nightly`. */
  command: string
  /** The command to run if the turn does not come. */
  next: string
  stop?: AbortSignal
}

/** Waits for another publisher. Throws CommandError if it does not finish. */
export async function publishInTurn<Result>(
  state: Pick<ServiceStore, 'beginPublishing' | 'endPublishing'>,
  { command, next, stop }: Turn,
  publish: () => Promise<Result>,
): Promise<Result> {
  const publisher = `hustings ${command} (process ${process.pid} on ${hostname()})`
  for (let waited = 0; ; waited += LOOK_AGAIN_MS) {
    const refusal = await state.beginPublishing(publisher)
    if (!refusal) break
    if (waited >= LOCK_WAIT_MS)
      throw new CommandError(`${refusal.refused}. Only one process may publish at a time.`, next, EXIT.locked)
    if (waited === 0) logToStderr(`${refusal.refused}: waiting for it to finish.`)
    await delay(LOOK_AGAIN_MS, undefined, stop && { signal: stop })
  }
  try {
    return await publish()
  } finally {
    await state.endPublishing()
  }
}
