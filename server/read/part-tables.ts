// The tables of a part: one of an earlier version may lack some.

import type { OpenPart } from '../../data/store/bundle.ts'
import { defineTable } from './bundle-cache.ts'

const NAME_BYTES = 100

export const loadTables = defineTable('tables', {
  load(part: OpenPart): ReadonlySet<string> {
    const rows = part.statement<{ name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
    return new Set(rows.map(({ name }) => name))
  },
  bytesOf: ({ size }) => size * NAME_BYTES,
})
