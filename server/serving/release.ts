// What this server answers from, and what every server answers from: the feed never leads any reader.

import { LEASE_MS } from '../../data/schema/constants.ts'
import type { Refusal, ServiceStore } from '../../data/store/state/state.ts'
import { PUBLICATION_OPEN_MS, RELEASE_ALARM_MS } from '../constants.ts'

/** Its word ends here before it ends in the store. */
const MARGIN_MS = 500

/** Of this server's own word, kept under a lease (docs/rules.md#publications). */
export interface Release {
  /** Whether its word still holds, on a clock that never jumps: then data requests are answered. */
  holds(): boolean
  /**
   * Asked for a request that comes while its word does not hold, such as on a full disk: whether the store shows that nothing newer than
   * what this server answers from has been released to any reader. Where the store cannot be read, either: whether this server was alone.
   */
  confirm(): Promise<boolean>
}

export interface OwnRelease extends Release {
  /** This publication is current: it is to be opened. */
  expect(publication: number): void
  /**
   * This publication is open: says so at once. Refused where another one is released already.
   * @param behind nothing newer can be opened: refused only while live servers answer from something newer
   */
  serve(publication: number, behind?: boolean): Promise<Refusal | undefined>
  /** Each RENEW_MS. Gives its word up where the current publication could not be opened for long and another server answers from it. */
  renew(): Promise<void>
  /** For good. */
  end(): Promise<void>
}

export interface ReleaseOptions {
  state: Pick<ServiceStore, 'renewLease' | 'findStanding' | 'endLease' | 'newestLease'>
  /** Unique among all servers there ever were. */
  server: string
  /** Milliseconds on a clock that never jumps. */
  steady(): number
  /** Milliseconds on the store's clock: where that jumps ahead, leases end. */
  wall(): number
  tell(fault: unknown): void
  /** Must succeed once before the first lease is taken. */
  prepare?(): Promise<void>
}

export function createRelease({ state, server, steady, wall, tell, prepare }: ReleaseOptions): OwnRelease {
  let serving: number | undefined
  let isBehind = false
  let missing: { publication: number; since: number } | undefined
  /** Both clocks before the renewal that last succeeded; undefined: this server has no word to keep. */
  let renewed: { steady: number; wall: number } | undefined
  let alarmed = Number.NEGATIVE_INFINITY
  let ended = false
  let isPrepared = prepare === undefined
  let wasAlone = false
  let turn: Promise<unknown> = Promise.resolve()

  /** One at a time: what says less never comes after what says more. */
  const inTurn = <Result>(act: () => Promise<Result>): Promise<Result> => {
    const result = turn.then(act)
    turn = result.catch(() => undefined)
    return result
  }
  const holds = (): boolean => {
    const left = LEASE_MS - MARGIN_MS
    return renewed !== undefined && steady() - renewed.steady < left && wall() - renewed.wall < left
  }
  const take = async (publication: number): Promise<Refusal | undefined> => {
    if (!isPrepared) await prepare?.()
    isPrepared = true
    const before = { steady: steady(), wall: wall() }
    const refusal = await state.renewLease({ server, publication, behind: isBehind })
    renewed = refusal ? undefined : before
    return refusal
  }
  const giveUp = async (): Promise<void> => {
    // First, so that nobody is answered once the others go on.
    renewed = undefined
    await state.endLease(server)
  }
  const alarm = (sentence: string): void => {
    if (steady() - alarmed < RELEASE_ALARM_MS) return
    alarmed = steady()
    tell(new Error(sentence))
  }

  return {
    holds,
    async confirm() {
      if (serving === undefined || ended) return false
      try {
        const { mayAnswer, isAlone } = await state.findStanding({ server, publication: serving, behind: isBehind })
        wasAlone = isAlone
        return mayAnswer
      } catch {
        return wasAlone
      }
    },
    expect(publication) {
      if (publication === serving) missing = undefined
      else missing = { publication, since: missing?.since ?? steady() }
    },
    serve: (publication, behind = false) =>
      inTurn(async () => {
        const known = publication === serving && holds()
        serving = publication
        isBehind = behind
        if (!behind) missing = undefined
        return known || ended ? undefined : take(publication)
      }),
    renew: () =>
      inTurn(async () => {
        if (serving === undefined || ended) return
        if (missing === undefined || steady() - missing.since < PUBLICATION_OPEN_MS) {
          await take(serving)
          return
        }
        const late = `Publication ${missing.publication} could not be opened for ${PUBLICATION_OPEN_MS / 1000} s`
        if (((await state.newestLease()) ?? 0) > serving) {
          await giveUp()
          alarm(`${late}, and others answer from it: this server answers no data request until it is open.`)
          return
        }
        await take(serving)
        alarm(`${late}, by no server: this one goes on with publication ${serving}, and the feed waits.`)
      }),
    end: () =>
      inTurn(async () => {
        if (ended) return
        ended = true
        await giveUp()
      }),
  }
}
