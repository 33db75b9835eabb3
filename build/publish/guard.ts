// The mass-change guard: one bad upstream file must not delete most of the served data.

import type { Manifest } from '../../data/schema/manifest.ts'

/** @setting Minimum rows of a source for the shrinking guard. */
const GUARD_ROWS_MIN = 100
/** @setting Percent of its rows that a source may lose in one publication. */
const GUARD_SHRUNK_PERCENT = 20
/** @setting Percent of the endorsements that may vanish in one publication. */
const GUARD_VANISHED_PERCENT = 5
/** @setting Minimum vanished endorsements for the guard. */
const GUARD_VANISHED_MIN = 25

interface Shrunk {
  source_id: string
  rows_before: number
  rows: number
}

/** Data that the publication would remove. */
interface Loss {
  shrunk: readonly Shrunk[]
  /** Endorsements to be deleted, over all sources. */
  deleted: number
}

/** The ids of the sources that replace a source. */
export type ReplacedBy = (id: string) => readonly string[]

/** The publication would remove too much at once. A person should check it, and may accept it. */
export class MassChange extends Error {
  readonly loss: Loss
  constructor(loss: Loss) {
    super(`the publication would remove too much: ${describeLoss(loss)}`)
    this.name = 'MassChange'
    this.loss = loss
  }
}

export function describeLoss({ shrunk, deleted }: Loss): string {
  const list = shrunk.map(({ source_id, rows_before, rows }) => `${source_id} from ${rows_before} to ${rows} rows`)
  return [...list, `${deleted} ${deleted === 1 ? 'endorsement' : 'endorsements'} deleted`].join('; ')
}

/** Decides for one source. Small sources are exempt: they change by a large share every day. */
export function hasShrunk(before: number, rows: number, percent = GUARD_SHRUNK_PERCENT): boolean {
  return before >= GUARD_ROWS_MIN && (before - rows) * 100 > before * percent
}

/**
 * Finds sources with at least 100 rows in the current bundle that lost more than 20 % of them, missing sources included; or
 * a loss of more than 5 % of the endorsements and at least 25. A source that another one has replaced is no loss. Returns undefined if
 * there is none.
 */
export function findLoss(
  current: Manifest,
  next: Manifest,
  deleted: number,
  replacedBy: ReplacedBy = () => [],
): Loss | undefined {
  const percent = deleted >= GUARD_VANISHED_MIN ? GUARD_VANISHED_PERCENT : GUARD_SHRUNK_PERCENT
  const rows = new Map(next.sources.map((source) => [source.id, source.rows]))
  const isReplaced = (id: string): boolean => !rows.has(id) && replacedBy(id).some((other) => rows.has(other))
  const shrunk = current.sources
    .filter(({ id }) => !isReplaced(id))
    .map((source) => ({ source_id: source.id, rows_before: source.rows, rows: rows.get(source.id) ?? 0 }))
    .filter(({ rows_before: before, rows: left }) => hasShrunk(before, left, percent))
  return shrunk.length === 0 ? undefined : { shrunk, deleted }
}
