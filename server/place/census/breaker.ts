// A circuit breaker: what has failed too often is left alone for a while, and then tried by one request first.

const FAILURES_MAX = 5
const REST_MS = 30_000
/** While one tries. */
const TRIAL_MS = 1000

export interface Breaker {
  /** Milliseconds to wait; 0 lets the caller through, who then says how it went. */
  enter(): number
  succeeded(): void
  /** Milliseconds that others have to wait now. */
  failed(): number
}

/** @param steady milliseconds on a clock that never jumps */
export function createBreaker(steady: () => number): Breaker {
  let failures = 0
  /** Until then nobody passes. */
  let rest: number | undefined
  let trying = false
  const left = (): number => (rest === undefined ? 0 : Math.max(0, rest - steady()))
  return {
    enter() {
      if (rest === undefined || left() > 0) return left()
      if (trying) return TRIAL_MS
      trying = true
      return 0
    },
    succeeded() {
      failures = 0
      rest = undefined
      trying = false
    },
    failed() {
      failures += 1
      // Those that set out before it opened do not open it again.
      if (failures >= FAILURES_MAX && (rest === undefined || trying)) {
        rest = steady() + REST_MS
        trying = false
      }
      return left()
    },
  }
}
