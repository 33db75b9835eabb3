// What one check of `doctor` says.

export interface Finding {
  check: string
  status: 'ok' | 'warn' | 'fail'
  found: string
  /** The command that helps. */
  next?: string
}

export function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? ''
}
