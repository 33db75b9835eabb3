// The filters of a list, as clauses of its statement.

import { folded } from '../../data/schema/folded-name.ts'
import type { StatementParams } from '../../data/store/bundle.ts'

/** Part of a WHERE. A statement contains only the filters of the request, so that each can use its index. */
export interface Clause {
  sql: string
  params: StatementParams
}

/** @param column a name from the code, never from a request */
export function isIn(
  column: string,
  parameter: string,
  values: readonly (string | number)[] | undefined,
): Clause | undefined {
  if (values === undefined) return undefined
  return {
    sql: `${column} IN (SELECT value FROM json_each($${parameter}))`,
    params: { [parameter]: JSON.stringify(values) },
  }
}

/** Of a table whose rows have a folded name. @param text as requested */
export function nameContains(text: string | undefined): Clause | undefined {
  return text === undefined ? undefined : { sql: 'instr(name_folded, $q) > 0', params: { q: folded(text) } }
}

/**
 * @param filters by column (a name from the code), most selective first. The first filter that is set finds rows by its
 * index. The others are written `+column`, which disables their index, so that they only test those rows. Otherwise SQLite
 * may choose a worse index.
 */
export function isInEach(filters: Readonly<Record<string, readonly (string | number)[] | undefined>>): Clause[] {
  const [first, ...others] = Object.entries(filters).flatMap(([column, values]) => (values ? [{ column, values }] : []))
  if (!first) return []
  return [
    isOneOf(first.column, first.values),
    ...others.map(({ column, values }) => isIn(`+${column}`, column, values)),
  ].filter((clause) => clause !== undefined)
}

/** A single value keeps the index's order of ids, so that a page needs no sort. */
function isOneOf(column: string, values: readonly (string | number)[]): Clause | undefined {
  const [only, ...others] = values
  return only !== undefined && others.length === 0
    ? { sql: `${column} = $${column}`, params: { [column]: only } }
    : isIn(column, column, values)
}

export function joinClauses(clauses: readonly (Clause | undefined)[]): Clause {
  const present = clauses.filter((clause) => clause !== undefined)
  return {
    sql: present.length === 0 ? 'TRUE' : present.map((clause) => clause.sql).join('\n  AND '),
    params: Object.assign({}, ...present.map((clause) => clause.params)),
  }
}
