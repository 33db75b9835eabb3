// What a source is: one registry entry, a pure reader from bytes to rows, and what the reader may ask for and say.

import type { CoreRows, CoreTable, ElectionRow } from '../../data/core/rows.ts'
import type { LicenceName } from '../../data/reference/licences.ts'
import type { ContestKind, MeasureAnswer, StateCode, VoteMethod } from '../../data/schema/vocabulary.ts'
import type { Listing } from '../../data/store/source-read.ts'

/** One file of a source: where its publisher has it, and where it lies inside a mirror. */
export interface SourceFile {
  url: string
  /** Relative path inside a mirror; `.gz` is unpacked by the fetcher. */
  mirror: string
  /** Personal columns of the source that this file's layout does not have; all others must be there. */
  lacks?: readonly string[]
  /** What holds personal data in this file, in place of the source's `personal`. Sources that share a file give the same. */
  personal?: readonly string[]
}

export interface Source {
  /** kebab-case, unique; names rows, issues and the report, e.g. `nc-candidates-2024`. */
  id: string
  publisher: string
  /** The publisher's page for people. */
  url: string
  licence: LicenceName
  vintage: string
  /** Publisher's date of these bytes, YYYY-MM-DD; becomes `updated_at`. */
  published_on: string
  /** The states it speaks of; a national file names all and readers drop what is not asked for. */
  states: readonly StateCode[]
  files: readonly SourceFile[]
  /**
   * What holds personal data, blanked before the bytes are hashed and kept: columns, of which each must be in every file, see `lacks`;
   * elements of XML, members of JSON and keys of YAML, wherever they stand (`blankKeys` says how items of a list are named). In a tar
   * or zip the files of these kinds are blanked, and all others left out.
   */
  personal: readonly string[]
  /** `public` sources and the `sample` never meet in one database. */
  family: 'public' | 'sample'
  /**
   * Each file is read by itself, and its rows depend on no other file: one that has not changed is not read again and keeps its
   * rows, one that is no longer there loses them, and one that cannot be read stops no other.
   */
  filesStandAlone?: true
  /** Of a source that gives contests; one that does not say is taken to list everything, so that no feed adds to its elections. */
  lists?: Listing
  read: SourceReader
}

/** A file as the fetcher hands it over: unpacked of `.gz`, personal columns blank. */
export interface FetchedFile {
  /** As in messages: the mirror path without `.gz`. */
  name: string
  bytes: Uint8Array
  url: string
}

/** What a reader may know beyond its own bytes; all plain data, so that readers stay pure. */
export interface ReadContext {
  source: Source
  /** The states asked for with --only, or all. */
  states: ReadonlySet<StateCode>
  divisions: Divisions
  ballots: Ballots
}

/** Known OCD divisions, for readers that match names. Filled from the rows of the OCD source, which is read first. */
export interface Divisions {
  /** Whether the OCD project publishes this id (aliases count). */
  has(ocdId: string): boolean
  /** The id that an alias stands for (Carson City is published as a county, and as the place that it is); any other id as it is. */
  canonical(ocdId: string): string
  /** All divisions of a type directly or indirectly under a parent, e.g. every `place` of `…/state:nc`, by id. */
  under(parentOcdId: string, type: string): readonly { ocd_id: string; name: string; census_geoid: string | null }[]
}

/** Elections, contests, choices and endorsers of the sources before this one, for feeds that speak of them. In ballot order. */
export interface Ballots {
  elections(): readonly KnownElection[]
  /** What each source that gives this election declares to list; undefined where one does not say. */
  listings(electionKey: string): readonly (Listing | undefined)[]
  /** Empty for an election that is not known. */
  contests(electionKey: string): readonly KnownContest[]
  /** By slug. */
  endorsers(): readonly KnownEndorser[]
}

export interface KnownEndorser {
  id: number
  endorser_slug: string
  name: string
}

export interface KnownElection extends ElectionRow {
  id: number
}

export interface KnownContest {
  id: number
  contest_key: string
  election_key: string
  title: string
  short_title: string
  kind: ContestKind
  vote_method: VoteMethod
  votes_allowed: number
  ranks_allowed: number | null
  party: string | null
  measure_code: string | null
  ocd_id: string
  choices: readonly KnownChoice[]
}

export interface KnownChoice {
  id: number
  choice_key: string
  label: string
  candidate_name: string | null
  measure_answer: MeasureAnswer | null
  party: string | null
  withdrawn: boolean
}

/** What a source file said that could not be used, or was mended. */
export interface Issue {
  file: string
  /** 1-based; null where the format has no lines. */
  line: number | null
  field: string | null
  /** kebab-case kind, e.g. `unknown-party`, `ragged-line`, `repaired-polygon`. */
  code: string
  /** The value at fault, shortened; never personal data. */
  value: string | null
  /** A sentence: what, got, expected. */
  message: string
  /** `mended`: used after a fix; `ignored`: left out by rule; `refused`: left out, a person should look. */
  severity: 'mended' | 'ignored' | 'refused'
}

export interface Sink {
  row<Table extends CoreTable>(table: Table, row: CoreRows[Table], at: { file: string; line: number | null }): void
  issue(issue: Issue): void
  /** How many records a file holds; ingest/read says so where the format has records. */
  records?(file: string, count: number): void
}

/** Reads a source whole. Throws SourceError to stop the source: its last good rows then stay. */
export type SourceReader = (files: readonly FetchedFile[], context: ReadContext, sink: Sink) => void | Promise<void>

/** Stops one source; the others go on. */
export class SourceError extends Error {
  readonly file: string
  readonly line: number | null
  constructor(message: string, at: { file: string; line?: number | null }) {
    super(`${at.file}${at.line ? `:${at.line}` : ''}: ${message}`)
    this.name = 'SourceError'
    this.file = at.file
    this.line = at.line ?? null
  }
}

/** The publisher, or the mirror, has no such file. */
export class FileGone extends SourceError {}
