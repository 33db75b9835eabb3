// Follows the state: a new publication, what is released, and any change of a key, account or plan, is in force within milliseconds.

import { type Head, type Released, type ServiceStore, StateUnwritable } from '../../data/store/state/state.ts'
import { KEY_USE_WRITE_MS, LEASE_RENEW_MS, STATE_POLL_MS } from '../constants.ts'
import type { Feed } from '../feed/feed.ts'
import type { Streams } from '../feed/streams.ts'
import type { Grants } from '../http/auth.ts'
import type { Bundles, PublishedBundle } from './bundles.ts'
import type { Degradation } from './degraded.ts'
import type { OwnRelease } from './release.ts'

// Acts on each version of the state, one at a time.

/** After a failure, so that a bundle that cannot be opened is not tried at every turn. */
const REST_MS = 500

interface Follower {
  /** Acts on a version that it has not acted on; not while it is at work, nor soon after a failure. */
  see(version: number): void
  /** Acts on whatever there is, once more where it is at work. */
  again(): void
  /** It is not at work. */
  settled(): Promise<void>
}

/** @param tell of a failure; a later turn tries again */
function followVersions(act: () => Promise<void>, tell: (fault: unknown) => void): Follower {
  let done = Number.NaN
  let resting = false
  let wanted = false
  let work: Promise<void> | undefined
  const rest = (): void => {
    resting = true
    setTimeout(() => {
      resting = false
    }, REST_MS).unref()
  }
  const start = (version: number): void => {
    wanted = false
    work = act()
      .then(
        () => {
          done = version
        },
        (fault: unknown) => {
          done = Number.NaN
          tell(fault)
          rest()
        },
      )
      .finally(() => {
        work = undefined
        if (wanted && !resting) start(version)
      })
  }
  return {
    see(version) {
      if (version !== done && !resting && !work) start(version)
    },
    again() {
      if (work) wanted = true
      else if (!resting) start(done)
    },
    async settled() {
      while (work) await work
    },
  }
}

/** After a failure, so that a state that cannot be read is not asked at every turn. */
const RETRY_MS = 500

export interface Watched {
  state: Pick<ServiceStore, 'version' | 'head' | 'released' | 'publicationsOf'>
  bundles: Pick<Bundles, 'open' | 'lease' | 'kept'>
  grants: Pick<Grants, 'load' | 'writeUses'>
  release: Pick<OwnRelease, 'expect' | 'serve' | 'renew'>
  feed: Pick<Feed, 'advance'>
  streams: Pick<Streams, 'sweep'>
  /** Milliseconds since 1970. */
  now(): number
  degradation: Degradation
  /** Of a fault of one turn; the next one tries again. */
  tell(fault: unknown): void
}

/** What is current cannot be opened; it is reported already. */
class Unopened extends Error {}

export interface Watch {
  /** Opens what is current once more: a file of it has been replaced. */
  reopen(): void
  /** Writes down which keys were used, too. */
  stop(): Promise<void>
}

/**
 * Reads the state once before it returns, then follows: by then what is current is open, and the other servers know it. Throws where
 * the keys cannot be read: none would be let in.
 */
export async function followState(watched: Watched): Promise<Watch> {
  const { state, bundles, grants, release, feed, streams, now, degradation, tell } = watched
  let serving = 0
  let released: Released | undefined
  /** What has been released stays so while nobody's word holds. */
  const advance = async (): Promise<void> => {
    const found = await state.released()
    if (!found || (found.publication === released?.publication && found.epoch === released.epoch)) return
    await feed.advance(found)
    released = found
  }
  const releases = followVersions(advance, tell)
  /** What is open stays in service; after a start that is the newest earlier publication that can be opened. */
  const goOnWithout = async (head: Head, fault: unknown): Promise<void> => {
    const open = findPublished() ?? (await openEarlier(head))
    const why = `Publication ${head.publication} cannot be opened`
    const instead = open
      ? `publication ${open.publication} is served instead, and the feed waits`
      : 'no earlier one can be opened either, so no data request is answered'
    degradation.begin(
      'older_publication',
      `${why}: ${instead}.`,
      `${why} (${fault instanceof Error ? fault.message : String(fault)}): ${instead}. Next: hustings doctor`,
    )
    if (!open) return
    serving = open.publication
    await orUnwritable(() => release.serve(open.publication, true))
    releases.again()
  }
  /** A disk that takes no writes holds back the feed and nothing else. */
  const orUnwritable = async <Result>(act: () => Promise<Result>): Promise<Result | undefined> => {
    try {
      return await act()
    } catch (fault) {
      if (!(fault instanceof StateUnwritable)) throw fault
      const what = 'publishing, keys and the feed wait, and data requests are answered'
      degradation.begin(
        'state_unwritable',
        `The disk takes no writes: ${what}.`,
        `${fault.message.replace('; run: hustings doctor', '')}: ${what}. Next: hustings doctor`,
      )
      return undefined
    }
  }
  const findPublished = (): PublishedBundle | undefined => {
    const lease = bundles.lease()
    lease?.release()
    return lease?.published
  }
  const openEarlier = async (head: Head): Promise<PublishedBundle | undefined> => {
    for (const earlier of await state.publicationsOf(bundles.kept())) {
      if (earlier.publication >= head.publication || earlier.bundle === head.bundle) continue
      try {
        await bundles.open(earlier)
        return earlier
      } catch {
        // It is damaged too, or shares the damaged file: the one before it is tried.
      }
    }
    return undefined
  }
  const openHead = async (): Promise<void> => {
    for (let refused = 0; ; refused = serving) {
      const head = await state.head()
      if (!head) return
      release.expect(head.publication)
      try {
        await bundles.open(head)
      } catch (fault) {
        await goOnWithout(head, fault)
        throw new Unopened()
      }
      serving = head.publication
      degradation.end('older_publication')
      const refusal = await orUnwritable(() => release.serve(serving))
      if (!refusal) break
      // While it was opened a newer one has come, which all others have open.
      if (serving === refused) throw new Error(refusal.refused)
    }
    releases.again()
  }
  const loadGrants = async (): Promise<void> => {
    if (await grants.load()) streams.sweep(now())
  }
  await grants.load()
  // Each at its own pace: a revocation waits for no bundle to open.
  const heads = followVersions(openHead, (fault) => {
    if (!(fault instanceof Unopened)) tell(fault)
  })
  const followers = [followVersions(loadGrants, tell), heads, releases]
  const settle = async (): Promise<void> => {
    for (const follower of followers) await follower.settled()
  }

  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let turn: Promise<void> = Promise.resolve()
  const look = async (): Promise<void> => {
    let delay = STATE_POLL_MS
    try {
      const version = await state.version()
      for (const follower of followers) follower.see(version)
      // Whoever is behind may be gone: that a word no longer holds is no commit.
      if (released && released.publication < serving) releases.again()
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
  const renew = async (): Promise<void> => {
    // First: whatever becomes of the renewal, a key that has expired reads no further.
    streams.sweep(now())
    const renewed = await orUnwritable(async () => {
      await release.renew()
      return true
    })
    if (renewed) degradation.end('state_unwritable')
    releases.again()
  }
  let renewed: Promise<void> = Promise.resolve()
  let written: Promise<void> = Promise.resolve()
  const writeUses = (): void => {
    written = written.then(() => grants.writeUses()).catch(tell)
  }

  await look()
  await settle()
  const timers = [
    setInterval(() => {
      renewed = renew().catch(tell)
    }, LEASE_RENEW_MS),
    setInterval(writeUses, KEY_USE_WRITE_MS),
  ]
  for (const one of timers) one.unref()
  return {
    reopen: heads.again,
    async stop() {
      stopped = true
      clearTimeout(timer)
      for (const one of timers) clearInterval(one)
      await turn
      await renewed
      await settle()
      writeUses()
      await written
    },
  }
}
