// The mass-change guard: one bad upstream file must not delete most of the served data. A run judges each source as it is read, and holds
// back the one that has lost too much (cli/publish/held-back.ts); a publication judges the sources of its bundle by the same rule, which finds
// a loss of our own.

import type { Manifest } from '../../data/schema/manifest.ts'

/** @setting Minimum rows of a source for the shrinking guard. */
const GUARD_ROWS_MIN = 100
/** @setting Percent of its rows that a source may lose in one publication. */
const GUARD_SHRUNK_PERCENT = 20
/** @setting Percent of its rows that a source of endorsements may lose in one publication, from GUARD_VANISHED_MIN rows. */
const GUARD_VANISHED_PERCENT = 5
/** @setting Rows that a source of endorsements may always lose, up to GUARD_SHRUNK_PERCENT. */
const GUARD_VANISHED_MIN = 25
/** @setting Rows that an operator's list of candidates may always lose: about three contests of two candidates. */
const GUARD_LIST_LOST_MIN = 9

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

/** The facts of a source that decide which loss is too much. */
export interface GuardFacts {
  /** The ids of the sources that replace it. */
  replacedBy(id: string): readonly string[]
  /** Whether the operator, or this version, has removed it on purpose. */
  isRetired(id: string): boolean
  /** Whether its rows are endorsements. */
  isFeed(id: string): boolean
  /** Whether it is a list of candidates of sources.yaml, which may have fewer rows than other sources. */
  isList(id: string): boolean
  /** The rows down to which an operator has accepted a loss. */
  acceptedRows: ReadonlyMap<string, number>
}

/** Knows nothing of the sources, so that the strictest rule decides. */
export const NO_FACTS: GuardFacts = {
  replacedBy: () => [],
  isRetired: () => false,
  isFeed: () => true,
  isList: () => false,
  acceptedRows: new Map(),
}

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

/**
 * Whether a source of at least 100 rows lost more than 20 % of them; or one of endorsements at least 25 rows and more than 5 %. Small
 * sources are exempt: they change by a large share every day. Of a small list of candidates, 9 rows and more than 20 % are too many. An
 * accepted loss counts from the accepted number of rows.
 */
export function hasShrunk(
  { source_id, rows_before, rows }: Shrunk,
  { isFeed, isList, acceptedRows }: Pick<GuardFacts, 'isFeed' | 'isList' | 'acceptedRows'>,
): boolean {
  const before = Math.min(rows_before, acceptedRows.get(source_id) ?? rows_before)
  const lost = before - rows
  const percent = isFeed(source_id) && lost >= GUARD_VANISHED_MIN ? GUARD_VANISHED_PERCENT : GUARD_SHRUNK_PERCENT
  const isLarge = before >= GUARD_ROWS_MIN || (isList(source_id) && lost >= GUARD_LIST_LOST_MIN)
  return isLarge && lost * 100 > before * percent
}

/**
 * Finds the sources of the current bundle that have shrunk in the next one; a missing source counts as empty. A source that another one
 * has replaced, or that is retired, is no loss. Returns undefined if there is none.
 */
export function findLoss(
  current: Manifest,
  next: Manifest,
  deleted: number,
  facts: GuardFacts = NO_FACTS,
): Loss | undefined {
  const rows = new Map(next.sources.map((source) => [source.id, source.rows]))
  const isGone = (id: string): boolean =>
    !rows.has(id) && (facts.isRetired(id) || facts.replacedBy(id).some((other) => rows.has(other)))
  const shrunk = current.sources
    .filter(({ id }) => !isGone(id))
    .map((source) => ({ source_id: source.id, rows_before: source.rows, rows: rows.get(source.id) ?? 0 }))
    .filter((source) => hasShrunk(source, facts))
  return shrunk.length === 0 ? undefined : { shrunk, deleted }
}

/** One sentence for each retired source whose rows the publication removes. */
export function describeRetired(current: Manifest, next: Manifest, { isRetired }: GuardFacts): string[] {
  const left = new Set(next.sources.map(({ id }) => id))
  return current.sources
    .filter(({ id, rows }) => rows > 0 && !left.has(id) && isRetired(id))
    .map(({ id, rows }) => `${id} is retired: its ${rows} rows were removed.`)
}
