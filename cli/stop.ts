// Ctrl-C, or a service manager's stop, as the word to end between two steps.

export interface Stop {
  signal: AbortSignal
  /** From now on a signal ends the process as ever. */
  close(): void
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const

/** Only the first signal is gentle: a second one finds no listener, and ends the process. */
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
