// Compares measured figures with the kept ones: `make bench COMPARE=1`.

import { type BenchFigure, type BenchTable, printTables } from './table.ts'

/** A smaller change is noise, however little the rounds differ: of the kept value. */
const LEAST_CHANGE = 0.05

export interface Change {
  what: string
  is: 'better' | 'worse' | 'within noise' | 'new' | 'missing'
  kept: number | undefined
  now: number | undefined
  /** The largest difference that counts as noise; undefined if there is nothing to compare. */
  noise: number | undefined
}

/**
 * A figure changed if its two medians differ by more than the spreads of both runs' rounds together, and by more than 5 %.
 * @returns the kept figures in their order, then the new ones
 */
export function findChanges(kept: readonly BenchTable[], measured: readonly BenchTable[]): Change[] {
  const [before, after] = [figuresOf(kept), figuresOf(measured)]
  const changes = [...before.values()].map((one) => toChange(one, after.get(one.what)))
  const added = [...after.values()].filter(({ what }) => !before.has(what))
  return [
    ...changes,
    ...added.map(({ what, value }): Change => ({ what, is: 'new', kept: undefined, now: value, noise: undefined })),
  ]
}

/** The changes of the first run, in which a figure is worse only if it is worse in the second run too. */
export function confirmWorse(first: readonly Change[], second: readonly Change[]): Change[] {
  const again = new Map(second.map((change) => [change.what, change]))
  return first.map((change) => (change.is === 'worse' ? (again.get(change.what) ?? change) : change))
}

/** @returns true if a figure is worse */
export function printChanges(changes: readonly Change[]): boolean {
  const show = (value: number | undefined): string => (value === undefined ? '' : value.toPrecision(3))
  printTables([
    {
      ...{ title: 'Figures compared with the kept ones', columns: ['figure', 'kept', 'now', 'noise', ''], skipped: [] },
      rows: changes.map(({ what, is, kept, now, noise }) => [what, show(kept), show(now), show(noise), is]),
    },
  ])
  const counts = new Map<Change['is'], number>()
  for (const { is } of changes) counts.set(is, (counts.get(is) ?? 0) + 1)
  console.log([...counts].map(([is, count]) => `${count} ${is}`).join(', ') || 'no figures')
  return counts.has('worse')
}

/** By their names. @throws if two of a part have one name */
function figuresOf(tables: readonly BenchTable[]): Map<string, BenchFigure> {
  const figures = tables.flatMap(({ figures = [] }) => figures)
  const named = new Map(figures.map((figure) => [figure.what, figure]))
  if (named.size < figures.length)
    throw new Error(`two figures have one name: ${figures.map(({ what }) => what).join('; ')}`)
  return named
}

function toChange(kept: BenchFigure, measured: BenchFigure | undefined): Change {
  const { what, better, value } = kept
  if (!measured) return { what, is: 'missing', kept: value, now: undefined, noise: undefined }
  const noise = Math.max(kept.spread + measured.spread, LEAST_CHANGE * value)
  const gain = (better === 'higher' ? 1 : -1) * (measured.value - value)
  const is = Math.abs(gain) <= noise ? 'within noise' : gain > 0 ? 'better' : 'worse'
  return { what, is, kept: value, now: measured.value, noise }
}
