// Compares two bundles record by record, in memory one kind of record at a time.

import type { Bundle } from '../../data/store/bundle.ts'
import { compareTexts } from '../publish/diff.ts'
import { type ComparedRecord, RECORD_KINDS, RECORD_SOURCES, type RecordKind, type Row } from './records.ts'

export interface RecordChange extends Omit<ComparedRecord, 'values'> {
  kind: RecordKind
  change: 'added' | 'removed' | 'changed'
  /** For a change: the values that differ. */
  differences: { field: string; before: Value; after: Value }[]
}

type Value = string | number | boolean | null

/**
 * Changes by state, election, contest, kind and name. A difference that none of the compared values shows, such as a corrected
 * district of a contest's candidate, is no change.
 * @param states only these; default: all
 */
export function compareBundles(before: Bundle, after: Bundle, states?: ReadonlySet<string>): RecordChange[] {
  return RECORD_KINDS.flatMap((kind) => [...compareKind(kind, before, after)])
    .filter(({ state }) => states?.has(state) ?? true)
    .sort(
      (a, b) =>
        compareTexts(a.state, b.state) ||
        compareTexts(a.election ?? '~', b.election ?? '~') ||
        compareTexts(a.contest ?? '', b.contest ?? '') ||
        RECORD_KINDS.indexOf(a.kind) - RECORD_KINDS.indexOf(b.kind) ||
        compareTexts(a.name, b.name),
    )
}

function* compareKind(kind: RecordKind, before: Bundle, after: Bundle): Generator<RecordChange> {
  const { rows, parse } = RECORD_SOURCES[kind]
  const olds = new Map(rows(before).map((row) => [row.key, row]))
  const toChange = ({ text }: Row, change: 'added' | 'removed'): RecordChange => {
    const { values: _, ...record } = parse(text)
    return { kind, change, ...record, differences: [] }
  }
  for (const row of rows(after)) {
    const old = olds.get(row.key)
    olds.delete(row.key)
    if (!old) yield toChange(row, 'added')
    else if (old.text !== row.text) {
      const [was, { values, ...record }] = [parse(old.text), parse(row.text)]
      const differences = Object.entries(values)
        .map(([field, value]) => ({ field, before: was.values[field] ?? null, after: value }))
        .filter((one) => one.before !== one.after)
      if (differences.length > 0) yield { kind, change: 'changed', ...record, differences }
    }
  }
  for (const row of olds.values()) yield toChange(row, 'removed')
}
