// Summarizes the normalized rows by source: their number, and the kinds of data and states that they are of.

import { CORE_COLUMNS } from '../../data/core/columns.ts'
import { DATA_KINDS, type DataKind, STATE_CODES, type StateCode } from '../../data/schema/vocabulary.ts'
import type { Warehouse } from '../../data/store/warehouse.ts'

export interface SourceRows {
  /** Over all tables. */
  rows: number
  gives: readonly GivenKind[]
}

/** The states of which a source has rows of one kind. */
export interface GivenKind {
  kind: DataKind
  states: readonly StateCode[]
}

/** The source and the state of every row of a kind. An endorsement's state is its contest's. */
const ROWS_OF: Partial<Record<DataKind, string>> = {
  ballots: 'SELECT source_id, state FROM core.contest',
  endorsements: `SELECT endorsement.source_id, contest.state
    FROM core.endorsement AS endorsement
    JOIN core.contest AS contest USING (contest_key)`,
  officeholders: 'SELECT source_id, state FROM core.officeholder',
  lines: 'SELECT source_id, state FROM core.shape',
}

/** By source id. */
export async function summarizeRows(warehouse: Warehouse): Promise<ReadonlyMap<string, SourceRows>> {
  const gives = await findGiven(warehouse)
  const union = Object.keys(CORE_COLUMNS).map((table) => `SELECT source_id FROM core.${table}`)
  const counted = await warehouse.all<{ source_id: string; rows: number }>(
    `SELECT source_id, count(*) AS rows FROM (${union.join(' UNION ALL ')}) GROUP BY source_id ORDER BY source_id`,
  )
  return new Map(counted.map(({ source_id, rows }) => [source_id, { rows, gives: gives.get(source_id) ?? [] }]))
}

async function findGiven(warehouse: Warehouse): Promise<Map<string, GivenKind[]>> {
  const union = Object.entries(ROWS_OF).map(
    ([kind, rows]) => `SELECT DISTINCT source_id, '${kind}' AS kind, state FROM (${rows})`,
  )
  const found = await warehouse.all<{ source_id: string; kind: DataKind; state: StateCode }>(union.join(' UNION ALL '))
  const held = new Set(found.map(({ source_id, kind, state }) => `${source_id} ${kind} ${state}`))
  const ids = [...new Set(found.map(({ source_id }) => source_id))]
  const statesOf = (id: string, kind: DataKind) => STATE_CODES.filter((state) => held.has(`${id} ${kind} ${state}`))
  return new Map(
    ids.map((id) => {
      const kinds = DATA_KINDS.map((kind) => ({ kind, states: statesOf(id, kind) }))
      return [id, kinds.filter(({ states }) => states.length > 0)]
    }),
  )
}
