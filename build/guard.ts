// The mass-change guard: one bad upstream file must not empty what is served.

import type { Manifest } from '../data/schema/manifest.ts'

/** Smaller sources change by a large part every day. */
const GUARDED_ROWS = 100
const SHRUNK_PART = 0.2

export interface Shrunk {
  source_id: string
  rows_before: number
  rows: number
}

/** Publishing would lose too much at once; a person should look, and may accept it. */
export class MassChange extends Error {
  readonly shrunk: readonly Shrunk[]
  constructor(shrunk: readonly Shrunk[]) {
    const list = shrunk.map(({ source_id, rows_before, rows }) => `${source_id} from ${rows_before} to ${rows} rows`)
    super(`more than ${SHRUNK_PART * 100} % of a source would vanish: ${list.join('; ')}`)
    this.name = 'MassChange'
    this.shrunk = shrunk
  }
}

/** Sources of at least 100 rows in the current bundle that lost more than a fifth of them, a missing source included. */
export function findShrunk(current: Manifest, next: Manifest): Shrunk[] {
  const rows = new Map(next.sources.map((source) => [source.id, source.rows]))
  return current.sources
    .map((source) => ({ source_id: source.id, rows_before: source.rows, rows: rows.get(source.id) ?? 0 }))
    .filter((source) => source.rows_before >= GUARDED_ROWS && source.rows < source.rows_before * (1 - SHRUNK_PART))
}
