// The tables of a part: one of an earlier version may lack some.

import type { OpenPart } from '../../data/store/bundle.ts'
import { memoizePerPart } from './per-part-cache.ts'

export const loadTables = memoizePerPart((part: OpenPart): ReadonlySet<string> => {
  const rows = part.statement<{ name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
  return new Set(rows.map(({ name }) => name))
})
