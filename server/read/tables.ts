import type { OpenPart } from '../../data/store/bundle.ts'
import { memoizePerPart } from './per-part-cache.ts'

/** Names of a part's tables: a part of an earlier version lacks those that came later. */
export const tablesOf = memoizePerPart((part: OpenPart): ReadonlySet<string> => {
  const rows = part.statement<{ name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
  return new Set(rows.map(({ name }) => name))
})
