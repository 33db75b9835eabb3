// The result of one check.

export interface Finding {
  check: string
  status: 'ok' | 'warn' | 'fail'
  found: string
  /** The command to run next. */
  next?: string
}
