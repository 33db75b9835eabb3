// Records that are left out, counted by reason: one issue for each, for a file may hold thousands, and none may quote an address.

import type { Sink } from '../engine/source.ts'

const REASONS = {
  'ragged-line': 'have too many or too few fields',
  'no-house-number': 'have no house number that is one',
  'no-street': 'have no street',
  'no-point': 'have no point',
  'no-line': 'have no line',
  'no-range': 'have house numbers at only one end, or of two kinds',
} as const
type Reason = keyof typeof REASONS

export interface LeftOutFault {
  reason: Reason
  field: string | null
}

export interface LeftOut {
  /** @param line of the file; null where it has none */
  count(fault: LeftOutFault, line: number | null): void
  /** Once, when the file is read. */
  tell(): void
}

export function countLeftOut(sink: Pick<Sink, 'issue'>, file: string): LeftOut {
  const counts = new Map<Reason, { count: number; field: string | null; line: number | null }>()
  return {
    count({ reason, field }, line) {
      const counted = counts.get(reason)
      if (counted) counted.count++
      else counts.set(reason, { count: 1, field, line })
    },
    tell() {
      for (const [code, { count, field, line }] of counts)
        sink.issue({
          ...{ file, line, field, code, value: null, severity: 'ignored' },
          message: `${count} records ${REASONS[code]}, this one first; left out`,
        })
    },
  }
}
