// Records why this server is degraded although it answers, for `/readyz` and the log.

import type { Degraded, DegradedCode } from '../../data/schema/health.ts'

/** Milliseconds between log lines for a reason that persists. */
const REPEAT_MS = 60_000

export interface Degradation {
  /**
   * Reports a reason that begins or persists. It is logged when it begins, when its detail changes, and then once a minute.
   * @param message shown to anyone in `/readyz`: no path, no data
   * @param detail replaces the message in the operator's log
   */
  begin(code: DegradedCode, message: string, detail?: string): void
  /** Logged if the reason was active. */
  end(code: DegradedCode): void
  /** Ordered by code. */
  list(): readonly Degraded[]
}

/** @param steady milliseconds on a clock that never jumps */
export function createDegradation(steady: () => number, tell: (sentence: string) => void): Degradation {
  const reasons = new Map<DegradedCode, { message: string; detail: string; told: number }>()
  return {
    begin(code, message, detail = message) {
      const known = reasons.get(code)
      const isNew = known?.detail !== detail || steady() - known.told >= REPEAT_MS
      if (isNew) tell(detail)
      reasons.set(code, { message, detail, told: isNew ? steady() : known.told })
    },
    end(code) {
      const known = reasons.get(code)
      if (known && reasons.delete(code)) tell(`Resolved: ${known.detail}`)
    },
    list: () =>
      [...reasons].map(([code, { message }]) => ({ code, message })).sort((a, b) => (a.code < b.code ? -1 : 1)),
  }
}
