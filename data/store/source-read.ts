// The output of ingest for one source: its read record, its rows and its issues.

import type { CoreRows, CoreTable } from '../core/rows.ts'
import type { ContestBasis, ContestKind, Level, StateCode } from '../schema/vocabulary.ts'

/** The signature of a source that has lost rows since it was read. */
export const STALE = ''

/** The id of the publishing desk's source. Also named in build/sql/61_endorsement.sql. */
export const DESK_SOURCE = 'desk'

/** The state of a source when its rows were last read. It decides whether to read the source again, and is copied to the manifest. */
export interface SourceRead {
  source_id: string
  family: 'public' | 'sample'
  /** Changes with the bytes, the code, the registry entry or the selected states. STALE: the source must be read again. */
  signature: string
  publisher: string
  licence: string
  vintage: string
  published_on: string
  url: string
  states: readonly string[]
  /** Those of `states` that were selected with --only. Absent in a read by an earlier version. */
  selected_states?: readonly StateCode[]
  rows_in: number
  files: readonly FileRead[]
  /** Absent if its registry entry does not say. */
  lists?: Listing
  /** Set if exports and snapshots may not have its rows. */
  private?: true
}

/** The contests that a source lists of its elections. */
export interface Listing {
  /** Default: candidate_list. */
  basis?: ContestBasis
  kinds: readonly ContestKind[]
  /** Default: all. */
  levels?: readonly Level[]
  /**
   * OCD ids of the areas whose ballots it lists completely: a contest of these kinds and levels that it lacks is on no ballot there.
   * Empty: it lists some contests and says nothing about others.
   */
  whole_in: readonly string[]
}

export interface FileRead {
  name: string
  url: string
  sha256: string
  /** For a file that is read independently: a signature of its inputs, its number of records, and its number of rows. */
  alone?: { signature: string; rows_in: number; rows: number }
}

export type SourceRow = {
  [Table in CoreTable]: { table: Table; row: CoreRows[Table]; file: string; line: number | null }
}[CoreTable]

/** A value or record of a source file that could not be used, or that was corrected. */
export interface Issue {
  file: string
  /** 1-based; null if the format has no lines. */
  line: number | null
  field: string | null
  /** A kebab-case kind, e.g. `unknown-party`, `ragged-line`, `repaired-polygon`. */
  code: string
  /** The invalid value, shortened; never personal data. */
  value: string | null
  /** A sentence: what, got, expected. */
  message: string
  /** `mended`: used after a correction; `ignored`: left out by rule; `refused`: left out, and needs a person's attention. */
  severity: 'mended' | 'ignored' | 'refused'
}
