// Why this server does less than it should although it answers: for `/readyz` and for the log.

import type { Degraded, DegradedCode } from '../../data/schema/health.ts'

/** A reason that lasts is logged again after so long. */
const REPEAT_MS = 60_000

export interface Degradation {
  /**
   * A reason begins or lasts. Logged when it begins or its detail changes, and once a minute while it is reported again.
   * @param message for anybody who asks `/readyz`: no path, no data
   * @param detail for the operator's log, in place of the message
   */
  begin(code: DegradedCode, message: string, detail?: string): void
  /** Logged where the reason was there. */
  end(code: DegradedCode): void
  /** By code. */
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
      if (known && reasons.delete(code)) tell(`No longer so: ${known.detail}`)
    },
    list: () =>
      [...reasons].map(([code, { message }]) => ({ code, message })).sort((a, b) => (a.code < b.code ? -1 : 1)),
  }
}
