// Acts on each version of the state, one at a time.

/** After a failure, so that a bundle that cannot be opened is not tried at every turn. */
const REST_MS = 500

export interface Follower {
  /** Acts on a version that it has not acted on; not while it is at work, nor soon after a failure. */
  see(version: number): void
  /** Acts on whatever there is, once more where it is at work. */
  again(): void
  /** It is not at work. */
  settled(): Promise<void>
}

/** @param tell of a failure; a later turn tries again */
export function follow(act: () => Promise<void>, tell: (fault: unknown) => void): Follower {
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
