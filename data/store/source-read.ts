// What ingest writes of one source: its read record, its rows and its issues.

import type { CoreRows, CoreTable } from '../core/rows.ts'
import type { ContestKind, Level } from '../schema/vocabulary.ts'

/** The signature of a source that has lost rows since it was read. */
export const STALE = ''

/** What a source was when its rows were last read; tells whether it must be read again, and goes into the manifest. */
export interface SourceRead {
  source_id: string
  family: 'public' | 'sample'
  /** Changes when the bytes, the code, the registry entry or the states asked for change. STALE: the source must be read again. */
  signature: string
  publisher: string
  licence: string
  vintage: string
  published_on: string
  url: string
  states: readonly string[]
  rows_in: number
  files: readonly FileRead[]
  /** Absent where its registry entry does not say. */
  lists?: Listing
}

/** Which contests a source gives of its elections. */
export interface Listing {
  kinds: readonly ContestKind[]
  /** Default: all. */
  levels?: readonly Level[]
  /**
   * OCD ids of the areas whose ballots it lists whole: a contest of these kinds and levels that it lacks is on no ballot there.
   * Empty: it names some contests, and says nothing of others.
   */
  whole_in: readonly string[]
}

export interface FileRead {
  name: string
  url: string
  sha256: string
  /** Of a file that stands alone: what its rows depend on, its records, and how many rows it gave. */
  alone?: { signature: string; rows_in: number; rows: number }
}

export type SourceRow = {
  [Table in CoreTable]: { table: Table; row: CoreRows[Table]; file: string; line: number | null }
}[CoreTable]

export interface IssueRow {
  file: string
  line: number | null
  field: string | null
  code: string
  value: string | null
  message: string
  severity: string
}
