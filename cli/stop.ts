// Turns Ctrl-C or a service manager's stop into a request to end between two steps.

export interface Stop {
  signal: AbortSignal
  /** After this, a signal ends the process at once. */
  close(): void
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const

/** Only the first signal is graceful: a second one finds no listener and ends the process. */
export function openStop(): Stop {
  const stop = new AbortController()
  const abort = (): void => stop.abort()
  for (const signal of SIGNALS) process.once(signal, abort)
  return {
    signal: stop.signal,
    close() {
      for (const signal of SIGNALS) process.off(signal, abort)
    },
  }
}
