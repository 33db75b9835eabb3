// The result of one check, and its line for people.

import { nextStep } from '../../exit.ts'

export interface Finding {
  check: string
  status: 'ok' | 'warn' | 'fail'
  found: string
  /** The command to run next. */
  next?: string
}

const MARKS = { ok: 'ok  ', warn: 'warn', fail: 'FAIL' } as const

export function formatFinding({ status, check, found, next }: Finding): string {
  return `${MARKS[status]}  ${check.padEnd(14)}  ${found}${next ? `\n      ${nextStep(next)}` : ''}`
}
