// Follows the state: a new publication, and any change of a key, account or plan, is in force within milliseconds.

import type { State } from '../data/store/state/state.ts'
import type { Bundles } from './bundles.ts'
import type { Grants } from './http/auth.ts'

const POLL_MS = 5
/** After a failure, so that a bundle that cannot be opened is not tried at every turn. */
const RETRY_MS = 500
const WRITE_USES_MS = 60_000

type Tell = (fault: unknown) => void

export interface Watch {
  /** Writes down which keys were used, too. */
  stop(): Promise<void>
}

/**
 * Reads the state once before it returns, then follows. Throws where the keys cannot be read: none would be let in.
 * @param tell a fault of one turn; the next one tries again
 */
export async function watch(
  state: Pick<State, 'version' | 'head'>,
  bundles: Pick<Bundles, 'open'>,
  grants: Pick<Grants, 'load' | 'writeUses'>,
  tell: Tell,
): Promise<Watch> {
  const openHead = async (): Promise<void> => {
    const head = await state.head()
    if (head) await bundles.open(head.bundle)
  }
  await grants.load()
  // Each at its own pace: a revocation waits for no bundle to open.
  const followers = [follow(() => grants.load(), tell), follow(openHead, tell)]
  const settle = async (): Promise<void> => {
    for (const follower of followers) await follower.settled()
  }

  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let turn: Promise<void> = Promise.resolve()
  const look = async (): Promise<void> => {
    let delay = POLL_MS
    try {
      const version = await state.version()
      for (const follower of followers) follower.see(version)
    } catch (fault) {
      tell(fault)
      delay = RETRY_MS
    }
    if (stopped) return
    timer = setTimeout(() => {
      turn = look()
    }, delay)
    timer.unref()
  }
  let written: Promise<void> = Promise.resolve()
  const writeUses = (): void => {
    written = written.then(() => grants.writeUses()).catch(tell)
  }

  await look()
  await settle()
  const writing = setInterval(writeUses, WRITE_USES_MS)
  writing.unref()
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      clearInterval(writing)
      await turn
      await settle()
      writeUses()
      await written
    },
  }
}

interface Follower {
  /** Acts on a version that it has not acted on; not while it is still at work. */
  see(version: number): void
  /** It is not at work. */
  settled(): Promise<void>
}

function follow(act: () => Promise<void>, tell: Tell): Follower {
  let done = Number.NaN
  let resting = false
  let work: Promise<void> | undefined
  const rest = (): void => {
    resting = true
    setTimeout(() => {
      resting = false
    }, RETRY_MS).unref()
  }
  return {
    see(version) {
      if (version === done || resting || work) return
      work = act()
        .then(
          () => {
            done = version
          },
          (fault: unknown) => {
            tell(fault)
            rest()
          },
        )
        .finally(() => {
          work = undefined
        })
    },
    settled: async () => work,
  }
}
