// Follows the state: a new publication or key is in force within milliseconds.

import type { State } from '../data/store/state/state.ts'
import type { Bundles } from './bundles.ts'
import type { Grants } from './http/auth.ts'

const POLL_MS = 5
/** After a failure, so that a bundle that cannot be opened is not tried at every turn. */
const RETRY_MS = 500

export interface Watch {
  stop(): Promise<void>
}

/** Reads the state once before it returns, then follows. @param tell a fault of one turn; the next one tries again */
export async function watch(
  state: State,
  bundles: Bundles,
  grants: Grants,
  tell: (fault: unknown) => void,
): Promise<Watch> {
  let seen = Number.NaN
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let turn: Promise<void> = Promise.resolve()

  const look = async (): Promise<void> => {
    const version = await state.version()
    if (version === seen) return
    await grants.load()
    const head = await state.head()
    if (head) await bundles.open(head.bundle)
    seen = version
  }
  const next = (delay: number): void => {
    if (stopped) return
    timer = setTimeout(() => {
      turn = look().then(
        () => next(POLL_MS),
        (fault: unknown) => {
          tell(fault)
          next(RETRY_MS)
        },
      )
    }, delay)
    timer.unref()
  }

  await look().then(
    () => next(POLL_MS),
    (fault: unknown) => {
      tell(fault)
      next(RETRY_MS)
    },
  )
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await turn
    },
  }
}
