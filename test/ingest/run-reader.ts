// Runs the reader of a source over files in memory, and gives its rows by table.

import { CORE_COLUMNS } from '../../data/core/columns.ts'
import type { CoreRows, CoreTable } from '../../data/core/rows.ts'
import type { StateCode } from '../../data/schema/vocabulary.ts'
import type { Issue, SourceRow } from '../../data/store/source-read.ts'
import { type CollectingSink, collectSink } from '../../ingest/engine/sink.ts'
import { toDivisions } from '../../ingest/engine/source-dependencies.ts'
import type { FetchedFile, NeededRows, Source } from '../../ingest/read/source.ts'
import { noBallots } from './no-ballots.ts'

export type Tables = { [Table in CoreTable]: CoreRows[Table][] }

export interface Ran extends Tables {
  issues: readonly Issue[]
  /** `code value` of each issue. */
  codes: string[]
  sink: CollectingSink
}

export const noDivisions = toDivisions([])

export function toTables(rows: readonly SourceRow[]): Tables {
  const of = (table: string) => rows.flatMap((one) => (one.table === table ? [one.row] : []))
  return Object.fromEntries(Object.keys(CORE_COLUMNS).map((table) => [table, of(table)])) as unknown as Tables
}

/** The rows of other sources are none, and the states all that the source has, unless `given` says otherwise. */
export async function runReader(
  source: Source,
  files: readonly FetchedFile[],
  given: Partial<NeededRows> & { states?: readonly StateCode[] | undefined } = {},
): Promise<Ran> {
  const { states = source.states, divisions = noDivisions, ballots = noBallots, endorsers = [], outlines = [] } = given
  const sink = collectSink()
  await source.read(files, { source, states: new Set(states), divisions, outlines, ballots, endorsers }, sink)
  const codes = sink.issues.map(({ code, value }) => `${code} ${value}`)
  return { ...toTables(sink.rows), issues: sink.issues, codes, sink }
}

export function fileOf(name: string, content: string | Uint8Array | object = ''): FetchedFile {
  const text = typeof content === 'string' ? content : JSON.stringify(content, null, 1)
  const bytes = content instanceof Uint8Array ? content : Buffer.from(text)
  return { name, url: `https://example.org/${name}`, bytes }
}
