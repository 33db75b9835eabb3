// Follows the state. New publications, releases, and changes of keys, accounts and plans take effect within milliseconds.

import { KEY_USE_WRITE_MS } from '../../data/store/state/keys.ts'
import type { Released } from '../../data/store/state/leases.ts'
import { LEASE_RENEW_MS } from '../../data/store/state/leases.ts'
import type { Head } from '../../data/store/state/publications.ts'
import { type ServiceStore, STATE_AWAY_MS, StateUnavailable, StateUnwritable } from '../../data/store/state/state.ts'
import type { Feed } from '../feed/feed.ts'
import type { Streams } from '../feed/stream.ts'
import type { Grants } from '../http/auth.ts'
import type { Bundles, FileCheck, PublishedBundle } from './bundles.ts'
import type { Degradation } from './health.ts'
import type { OwnRelease } from './release.ts'

/** @setting Milliseconds between two checks of the state's version. */
export const STATE_POLL_MS = 5

// Act on each version of the state, one at a time.

/** Milliseconds after a failure, so that a bundle that cannot be opened is not retried every turn. */
const REST_MS = 500

/** @param warn reports a failure; a later turn retries */
function followVersions(act: () => Promise<void>, warn: (fault: unknown) => void) {
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
          warn(fault)
          rest()
        },
      )
      .finally(() => {
        work = undefined
        if (wanted && !resting) start(version)
      })
  }
  return {
    /** Acts on a version not seen before, unless it is busy or has just failed. */
    see(version: number) {
      if (version !== done && !resting && !work) start(version)
    },
    /** Acts on the current version; if busy, acts once more afterwards. */
    again() {
      if (work) wanted = true
      else if (!resting) start(done)
    },
    /** Resolves when no action is running. */
    async settled(): Promise<void> {
      while (work) await work
    },
  }
}

/** Milliseconds after a failure, so that an unreadable state is not queried every turn. */
const RETRY_MS = 500

export interface Watched {
  state: Pick<ServiceStore, 'version' | 'head' | 'released' | 'publicationsOf'>
  bundles: Pick<Bundles, 'open' | 'lease' | 'kept'>
  /** Resolves when the current bundle must be fetched, which may take minutes: the server listens before it is here. */
  fetching?: Promise<void> | undefined
  grants: Pick<Grants, 'load' | 'writeUses'>
  release: Pick<OwnRelease, 'expect' | 'serve' | 'renew'>
  feed: Pick<Feed, 'advance'>
  streams: Pick<Streams, 'sweep'>
  /** Milliseconds since 1970. */
  now(): number
  degradation: Degradation
  /** Reports the error of one turn; the next turn retries. */
  warn(fault: unknown): void
}

/** The current publication cannot be opened. Already reported. */
class Unopened extends Error {}

export type Watch = Awaited<ReturnType<typeof followState>>

/**
 * Reads the state once, then follows it. On return the current bundle is open, and the other servers know it. Throws if the
 * keys cannot be read, because every caller would be refused.
 */
export async function followState(watched: Watched) {
  const { state, bundles, fetching, grants, release, feed, streams, now, degradation, warn } = watched
  let serving = 0
  let stopped = false
  let released: Released | undefined
  /** The numbers of the publications whose bundle could not be opened. */
  const refused = new Set<number>()
  /** A released publication stays released while no lease is valid. */
  const advance = async (): Promise<void> => {
    const found = await state.released()
    if (!found || (found.publication === released?.publication && found.epoch === released.epoch)) return
    await feed.advance(found)
    released = found
  }
  const releases = followVersions(advance, warn)
  /** Keeps the open bundle in service; at start, opens the newest earlier publication that can be opened. */
  const goOnWithout = async (head: Head, fault: unknown): Promise<void> => {
    const open = findPublished() ?? (await openEarlier(head))
    refused.add(head.publication)
    const why = `Publication ${head.publication} cannot be opened`
    const instead = open
      ? `publication ${open.publication} is served instead, and the feed waits`
      : 'no earlier one can be opened either, so no data requests are answered'
    degradation.begin(
      'older_publication',
      `${why}: ${instead}.`,
      `${why}: bundle ${head.bundle} is refused (${fault instanceof Error ? fault.message : String(fault)}): ${instead}. Next: hustings doctor`,
    )
    if (!open) return
    serving = open.publication
    await orUnwritable(() => release.serve(open.publication, true))
    releases.again()
  }
  /** If the disk takes no writes, only the feed waits. */
  const orUnwritable = async <Result>(act: () => Promise<Result>): Promise<Result | undefined> => {
    try {
      return await act()
    } catch (fault) {
      if (fault instanceof StateUnavailable) {
        const what = `publishing, key changes and the feed wait; data requests are answered for at most ${STATE_AWAY_MS / 1000} s`
        degradation.begin(
          'state_unavailable',
          `The database of the state cannot be reached: ${what}.`,
          `${fault.message}: ${what}. Next: hustings doctor`,
        )
        return undefined
      }
      if (!(fault instanceof StateUnwritable)) throw fault
      const what = 'publishing, key changes and the feed wait; data requests are answered'
      degradation.begin(
        'state_unwritable',
        `The disk cannot be written: ${what}.`,
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
        await bundles.open(earlier, 'disk')
        return earlier
      } catch {
        // This one is damaged too, or shares the damaged file: try the one before it.
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
        if (!stopped) await goOnWithout(head, fault)
        throw new Unopened()
      }
      serving = head.publication
      degradation.end('older_publication')
      const refusal = await orUnwritable(() => release.serve(serving))
      if (!refusal) break
      // A newer publication came during the opening, and all other servers have it open.
      if (serving === refused) throw new Error(refusal.refused)
    }
    releases.again()
  }
  const loadGrants = async (): Promise<void> => {
    if (await grants.load()) streams.sweep(now())
  }
  await grants.load()
  // Each runs at its own pace: a revocation does not wait for a bundle to open.
  const heads = followVersions(openHead, (fault) => {
    if (!(fault instanceof Unopened)) warn(fault)
  })
  const followers = [followVersions(loadGrants, warn), heads, releases]
  const settle = async (): Promise<void> => {
    for (const follower of followers) await follower.settled()
  }

  let timer: NodeJS.Timeout | undefined
  let turn: Promise<void> = Promise.resolve()
  const look = async (): Promise<void> => {
    let delay = STATE_POLL_MS
    try {
      const version = await state.version()
      for (const follower of followers) follower.see(version)
      // A server that is behind may be gone. The end of its lease is not a commit, so check again.
      if (released && released.publication < serving) releases.again()
    } catch (fault) {
      warn(fault)
      delay = RETRY_MS
    }
    if (stopped) return
    timer = setTimeout(() => {
      turn = look()
    }, delay)
    timer.unref()
  }
  const renew = async (): Promise<void> => {
    // First: even if the renewal fails, an expired key reads no further.
    streams.sweep(now())
    const renewed = await orUnwritable(async () => {
      await release.renew()
      return true
    })
    if (renewed) for (const code of ['state_unavailable', 'state_unwritable'] as const) degradation.end(code)
    releases.again()
  }
  let renewed: Promise<void> = Promise.resolve()
  let written: Promise<void> = Promise.resolve()
  const writeUses = (): void => {
    written = written.then(() => grants.writeUses()).catch(warn)
  }

  await look()
  await (fetching ? Promise.race([settle(), fetching]) : settle())
  const timers = [
    setInterval(() => {
      renewed = renew().catch(warn)
    }, LEASE_RENEW_MS),
    setInterval(writeUses, KEY_USE_WRITE_MS),
  ]
  for (const one of timers) one.unref()
  return {
    /** Reopens the current bundle after one of its files was replaced. */
    reopen: heads.again,
    /** Number of publications whose bundle could not be opened, since the start. */
    refused: () => refused.size,
    /** Also saves which keys were used. */
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

// Hashes each file of the bundle in service again once per period (a day), because a disk may corrupt bytes long after they
// were opened. Files are hashed one at a time, spread over the period. A damaged file is reported and stays in service: a
// flipped bit affects one record, while an older publication would be wrong in every later change. The server cannot repair
// a file. An intact copy put in its place (`hustings build` writes one) is opened at once.

/** Milliseconds between checks of a damaged file. It is not read while it does not change. */
const LOOK_MS = 1000

interface ScrubOptions {
  bundles: Pick<Bundles, 'files' | 'check'>
  /** Milliseconds. */
  period: number
  /** Milliseconds since 1970. */
  now(): number
  degradation: Degradation
  /** A file of the bundle in service can be reopened. */
  reopen(): void
}

export function startScrub({ bundles, period, now, degradation, reopen }: ScrubOptions) {
  /** By hash: the period in which a file was last read. Opening a file also reads it. */
  const turns = new Map<string, number>()
  const faults = new Map<string, string>()
  let busy = false

  const checkFile = async (name: string, sha256: string, again: boolean): Promise<void> => {
    const check = await bundles.check(sha256, again).catch(nameFault)
    const file = `Part ${name} (${sha256.slice(0, 12)})`
    const fault = sayFault(file, check)
    if (fault !== undefined) faults.set(sha256, fault)
    else if (faults.delete(sha256) || check === 'replaced') reopen()
  }
  const look = async (): Promise<void> => {
    const files = bundles.files()
    const served = new Set(files.map(({ sha256 }) => sha256))
    for (const known of [turns, faults])
      for (const sha256 of known.keys()) if (!served.has(sha256)) known.delete(sha256)
    for (const { name, sha256 } of files) {
      const turn = turnOf(sha256, now(), period)
      const last = turns.get(sha256)
      turns.set(sha256, turn)
      const isDue = last !== undefined && last !== turn
      if (isDue || faults.has(sha256)) await checkFile(name, sha256, isDue)
    }
    if (faults.size > 0) degradation.begin('part_damaged', [...faults.values()].join(' '))
    else degradation.end('part_damaged')
  }
  const timer = setInterval(
    () => {
      if (busy) return
      busy = true
      void look().finally(() => {
        busy = false
      })
    },
    Math.min(LOOK_MS, period),
  )
  timer.unref()
  return { stop: () => clearInterval(timer) }
}

/**
 * The current period of a file. Each file's period starts at its own offset, equal in all processes, so that they read the
 * disk once.
 */
function turnOf(sha256: string, now: number, period: number): number {
  const offset = Number.parseInt(sha256.slice(0, 8), 16) / 2 ** 32
  return Math.floor(now / period - offset)
}

/** No path: anyone can read `/readyz`. */
function nameFault(fault: unknown): string {
  return /\bE[A-Z]{2,}\b/.exec(String(fault))?.[0] ?? 'the read failed'
}

function sayFault(file: string, check: FileCheck | string): string | undefined {
  switch (check) {
    case 'whole':
    case 'replaced':
      return undefined
    case 'damaged':
      return `${file} is damaged: its bytes differ from the published ones, so answers from it may be wrong. Next: hustings build`
    case 'missing':
      return `${file} is missing: this server still answers from its open copy, but cannot restart with it. Next: hustings build`
    default:
      return `${file} cannot be read: ${check}. Next: hustings doctor`
  }
}
