// Records which publication this server serves, and finds the released one: the feed must never lead any reader.

import { setTimeout as wait } from 'node:timers/promises'
import pLimit from 'p-limit'
import type { Refusal } from '../../data/store/state/engine.ts'
import { LEASE_MS } from '../../data/store/state/leases.ts'
import { type ServiceStore, STATE_AWAY_MS, StateUnavailable } from '../../data/store/state/state.ts'

/** @setting Milliseconds after which a server reports that the feed still waits for another server. */
const RELEASE_ALARM_MS = 60_000
/** @setting Milliseconds within which a server must have opened a publication. */
const PUBLICATION_OPEN_MS = 10_000

/** @setting Milliseconds for which a data request waits for the state while this server's lease is not valid. */
const STANDING_WAIT_MS = 1000

/** The lease ends this much earlier here than in the store. */
const MARGIN_MS = 500

/** This server's claim to serve a publication, held under a lease (docs/rules.md#publications). */
export type Release = Pick<OwnRelease, 'holds' | 'confirm'>

export type OwnRelease = ReturnType<typeof createRelease>

export interface ReleaseOptions {
  state: Pick<ServiceStore, 'renewLease' | 'findStanding' | 'endLease' | 'newestLease' | 'isReachable'>
  /** Unique among all servers, past and present. */
  server: string
  /** Milliseconds on a clock that never jumps. */
  steady(): number
  /** Milliseconds on the store's clock. If it jumps ahead, leases end. */
  wall(): number
  warn(fault: unknown): void
  /** Must succeed once before the first lease is taken. */
  prepare?(): Promise<void>
}

export function createRelease({ state, server, steady, wall, warn, prepare }: ReleaseOptions) {
  let serving: number | undefined
  let isBehind = false
  let missing: { publication: number; since: number } | undefined
  /** Both clocks just before the last successful renewal; undefined if this server holds no lease. */
  let renewed: { steady: number; wall: number } | undefined
  let alarmed = Number.NEGATIVE_INFINITY
  let ended = false
  let isPrepared = prepare === undefined
  let wasAlone = false
  /** False once the store has said that something newer was released, until it says otherwise. */
  let mayAnswer = true
  /** On the steady clock: the store last answered. */
  let reachedAt = steady()
  /** One at a time, so that an older claim never overwrites a newer one. */
  const inTurn = pLimit(1)

  const holds = (): boolean => {
    const left = LEASE_MS - MARGIN_MS
    return renewed !== undefined && steady() - renewed.steady < left && wall() - renewed.wall < left
  }
  const take = async (publication: number): Promise<Refusal | undefined> => {
    if (!isPrepared) await prepare?.()
    isPrepared = true
    const before = { steady: steady(), wall: wall() }
    const refusal = await state.renewLease({ server, publication, behind: isBehind })
    reachedAt = steady()
    mayAnswer = refusal === undefined
    renewed = refusal ? undefined : before
    return refusal
  }
  const giveUp = async (): Promise<void> => {
    // Set first, so that no request is answered once the other servers move on.
    renewed = undefined
    mayAnswer = false
    await state.endLease(server)
  }
  /** While the database is away. */
  const goesOn = (): boolean => mayAnswer && steady() - reachedAt < STATE_AWAY_MS
  const alarm = (sentence: string): void => {
    if (steady() - alarmed < RELEASE_ALARM_MS) return
    alarmed = steady()
    warn(new Error(sentence))
  }

  return {
    /** The lease is valid, measured on a clock that never jumps. Data requests are answered only then. */
    holds,
    /**
     * Called for a request while the lease is not valid, for example on a full disk. Returns true if the store shows that no
     * reader was given anything newer than this server's publication. If the file of the store cannot be read either: true if this
     * server was alone. If the database of the store is away: true for STATE_AWAY_MS since the last contact, unless something newer
     * was released by then. Readers of other servers may then know of a newer publication.
     */
    async confirm(): Promise<boolean> {
      if (serving === undefined || ended) return false
      // A database that is known to be away may keep the request waiting for seconds.
      if (!state.isReachable()) return goesOn()
      try {
        const standing = await Promise.race([
          state.findStanding({ server, publication: serving, behind: isBehind }),
          // A network that loses everything is noticed after several seconds.
          wait(STANDING_WAIT_MS, undefined, { ref: false }),
        ])
        if (!standing) return goesOn()
        ;({ mayAnswer, isAlone: wasAlone } = standing)
        reachedAt = steady()
        return mayAnswer
      } catch (fault) {
        return fault instanceof StateUnavailable ? goesOn() : mayAnswer && wasAlone
      }
    },
    /** This publication is current and must be opened. */
    expect(publication: number) {
      if (publication === serving) missing = undefined
      else missing = { publication, since: missing?.since ?? steady() }
    },
    /**
     * Announces that this publication is open. Refused if another one is already released.
     * @param behind no newer one can be opened; refused only while live servers serve something newer
     */
    serve: (publication: number, behind = false): Promise<Refusal | undefined> =>
      inTurn(async () => {
        const known = publication === serving && holds()
        serving = publication
        isBehind = behind
        if (!behind) missing = undefined
        return known || ended ? undefined : take(publication)
      }),
    /** Called every RENEW_MS. Withdraws if the current publication could not be opened for long and another server serves it. */
    renew: (): Promise<void> =>
      inTurn(async () => {
        if (serving === undefined || ended) return
        if (missing === undefined || steady() - missing.since < PUBLICATION_OPEN_MS) {
          await take(serving)
          return
        }
        const late = `Publication ${missing.publication} could not be opened for ${PUBLICATION_OPEN_MS / 1000} s`
        if (((await state.newestLease()) ?? 0) > serving) {
          await giveUp()
          alarm(`${late}, but other servers serve it: this server answers no data requests until it is open.`)
          return
        }
        await take(serving)
        alarm(`${late} by any server: this server keeps serving publication ${serving}, and the feed waits.`)
      }),
    /** Ends the lease permanently. */
    end: (): Promise<void> =>
      inTurn(async () => {
        if (ended) return
        ended = true
        await giveUp()
      }),
  }
}
