// Counts left-out records by reason: one issue per reason, because a file may have thousands, and issues must not quote an address.

import type { Sink } from '../read/source.ts'

const REASONS = {
  'ragged-line': 'have too many or too few fields',
  'no-house-number': 'have no valid house number',
  'no-street': 'have no street',
  'no-point': 'have no point',
  'no-line': 'have no line',
  'no-range': 'have a house number at only one end, or two kinds of house numbers',
} as const
type Reason = keyof typeof REASONS

export interface LeftOutFault {
  reason: Reason
  field: string | null
}

export interface LeftOut {
  /** @param line of the file; null if it has none */
  count(fault: LeftOutFault, line: number | null): void
  /** Called once, after the file is read. */
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
          message: `${count} records ${REASONS[code]} and are left out; this is the first`,
        })
    },
  }
}
