// Defines a source: a registry entry, a pure reader from bytes to rows, and the reader's inputs and outputs.

import type { CoreRows, CoreTable, ElectionRow } from '../../data/core/rows.ts'
import type { LicenceName } from '../../data/reference/licences.ts'
import {
  type ContestKind,
  type MeasureAnswer,
  STATE_CODES,
  type StateCode,
  type VoteMethod,
} from '../../data/schema/vocabulary.ts'
import type { Issue, Listing } from '../../data/store/source-read.ts'

/** One file of a source: its location at the publisher and inside a mirror. */
export interface SourceFile {
  url: string
  /** Relative path inside a mirror. The fetcher unpacks `.gz`. */
  mirror: string
  /** Personal columns of the source that are absent from this file's layout; all others must be present. */
  lacks?: readonly string[]
  /** Replaces the source's `personal` for this file. Sources that share a file must give the same list. */
  personal?: readonly string[]
  /**
   * Set where the file has more than may be kept, and its bytes cannot be blanked: only the transcript is kept, and the reader gets it
   * under the file's own name. `personal` is then not blanked.
   */
  transcript?: Transcript
  /** The date of the file that the kept bytes state, YYYY-MM-DD; otherwise the publisher's server or the day of retrieval dates it. */
  statedOn?: (file: FetchedFile) => string | undefined
  /** The form that a POST to `url` sends. Without it, `url` is requested with GET. Another place of the file gets no form. */
  form?: FileForm
  /** Set if the publisher has this file only when it has something to list. That it does not exist is then no failure of its source. */
  optional?: true
  /**
   * Checks the bytes as their publisher sends them. Throws FileRefused for another file in their place, e.g. a page that asks whether
   * the client is a person; FileGone if the file is there before its content is. A web page needs it: the fetcher recognizes other files.
   */
  recognise?(file: Pick<FetchedFile, 'name' | 'bytes'>): void | Promise<void>
  /** Set where a small request tells whether the file has changed: the file itself is then fetched only if it has. */
  revision?: FileRevision
  /** Of this file, if it is one of several editions. */
  vintage?: string
  /**
   * Set where the publisher may zip the file: the extensions, without the dot, of the one member that is the file. The fetcher unpacks it,
   * as it unpacks `.gz`.
   */
  zipped?: readonly string[]
  /** Set for a layer of an ArcGIS server: `url` is the layer's address, and the file is made from its answers. */
  layer?: LayerQuery
  /** Set where the file is an archive: the extensions, without the dot, of its files that are kept. Default: all that can be blanked. */
  members?: readonly string[]
  /** Of its text, where that is not UTF-8 and the file itself does not say so. Default: UTF-8. */
  encoding?: TextEncoding
  /** Where the operator says that the file is: neither `url` nor a mirror is then asked. It does not change what is served. */
  location?: FileLocation
}

/** The features and the fields of a layer that are asked for. */
export interface LayerQuery {
  /** Default: all features. */
  where?: string | undefined
  /** Null for all fields but those that `leave_out` names. */
  columns: readonly string[] | null
  leave_out(field: string): boolean
}

export type TextEncoding = 'utf-8' | 'windows-1252' | 'latin1'

export interface FileRevision {
  /** Files may share it: it is requested once a run. */
  url: string
  /**
   * The file's revision, from the answer of `url` or from the file itself. Throws FileGone if there is no such file, SourceError for an answer
   * that is none.
   */
  read(answer: Pick<FetchedFile, 'name' | 'bytes'>): string
}

/** The wanted columns of a published file: a workbook, a web page, a PDF, or a table of mostly personal columns. */
export interface Transcript<Column extends string = string> {
  columns: readonly Column[]
  /** Goes up when the same file gives other lines. If it or the columns change, the file is fetched again. */
  version: number
  /**
   * Gives the lines of the file, and an issue for each line that cannot be read, without its content. Pure. Throws SourceError if the file
   * lacks a column: nothing is then kept.
   */
  read(
    file: FetchedFile,
    sink: Pick<Sink, 'issue'>,
  ): Iterable<TranscriptLine<Column>> | AsyncIterable<TranscriptLine<Column>>
}

export interface TranscriptLine<Column extends string> {
  /** The line of the published file; of a PDF, the number of the printed line. */
  line: number
  record: Record<Column, string>
}

export interface FileForm {
  fields: Readonly<Record<string, string>>
  /** The page with the form: some publishers refuse a request that does not name it. */
  page: string
}

/**
 * A path, or an address. `privateNetwork`: it may be one of this machine or of a private network. `headerEnv`: for each header the variable
 * of the environment with its value, which is a secret.
 */
export type FileLocation =
  | { path: string }
  | { address: string; privateNetwork?: true; headerEnv?: Readonly<Record<string, string>> }

/** Seconds between two requests for a feed that has a URL; or a folder of which every file is read. */
export type Following = { everySeconds: number } | { folder: string }

/** Everything in a registry entry but the reader and its needs. */
export interface SourceEntry {
  /** kebab-case and unique, e.g. `nc-candidates-2024`. Rows, issues and the report refer to it. */
  id: string
  publisher: string
  /** The publisher's web page. */
  url: string
  licence: LicenceName
  vintage: string
  /** The publisher's date of these bytes, YYYY-MM-DD; becomes `updated_at`. */
  published_on: string
  /**
   * Set if the publisher replaces the files at their addresses. `vintage` and `published_on` then describe the files of a mirror; files
   * that are fetched have the date that the publisher states, or else the day on which these bytes were first retrieved.
   */
  living?: true
  /** Set if the publisher may not have published the files yet: that they do not exist is then no failure. */
  awaited?: true
  /** Set if no address is known to have the file: without a mirror, the source is left out. */
  mirrored?: true
  /** No file of this layout is available: the reader follows a description of it. `sources check` reports it. */
  seen?: false
  /** The states that the source covers. A national file lists all; its reader drops states that are not selected. */
  states: readonly StateCode[]
  files: readonly SourceFile[]
  /**
   * Set if the files are editions of one file, newest first, each with its vintage. Only the newest one that the publisher has is read, and
   * the source takes its vintage. Newer ones are asked for again every week.
   */
  editions?: true
  /** Sources of the same boundaries, more exact or newer. Once they have been read, this source is left out and loses its rows. */
  replacedBy?: readonly string[]
  /**
   * Personal data, blanked before the bytes are hashed and kept: columns (each must be in every file, unless `lacks` names it), XML
   * elements, JSON members and YAML keys at any depth (`blankKeys` defines the names of list items). In a tar or zip, files of
   * these kinds are blanked and all others are left out.
   */
  personal: readonly string[]
  /** `public` and `sample` sources are never in the same database. */
  family: 'public' | 'sample'
  /** Set if its publisher asks for one request after the other. */
  inSeries?: true
  /**
   * Set if each file's rows depend on no other file. An unchanged file is not read again and keeps its rows; a missing file loses
   * its rows; a file that cannot be read does not stop the others.
   */
  filesStandAlone?: true
  /** Set if a file without records is usual: otherwise it gives an issue, because it may be truncated. */
  mayBeEmpty?: true
  /**
   * Set on a source of contests. Without it, the source is assumed to list everything, and no feed adds contests to its elections.
   */
  lists?: Listing
  /** Set if exports and snapshots may not have its rows. */
  private?: true
  /** How `watch` follows the source beyond its files. It does not change what is served. */
  follow?: Following
  /** The area that the districts of the source divide: its id, or the number of the Census Bureau, as in the rows of boundaries. */
  area?: { ocd_id: string } | { census_geoid: string }
  /** The reader's settings in sources.yaml. A change reads the source again. */
  settings?: Readonly<Record<string, unknown>>
}

/**
 * `needs` declares the rows of other sources that the reader gets; without it, the reader gets none. A change of those rows reads
 * the source again. The compiler refuses a reader that takes more than `needs` declares.
 */
export type DeclaredReader =
  | { needs?: never; read: SourceReader }
  | { needs: readonly ['divisions']; read: SourceReader<'divisions'> }
  | { needs: readonly ['outlines']; read: SourceReader<'outlines'> }
  | { needs: readonly ['ballots']; read: SourceReader<'ballots'> }
  | { needs: readonly ['ballots', 'endorsers']; read: SourceReader<'ballots' | 'endorsers'> }

/** A feed of ballots, which needs divisions alone. */
export type BallotFeed = SourceEntry & Extract<DeclaredReader, { needs: readonly ['divisions'] }>

/** A registry entry. */
export type Source = SourceEntry & DeclaredReader

/** A source that its publisher adds every year, or in some years. */
export interface YearlySource {
  /** The first year that its publisher has. */
  first: number
  /** Empty for a year without one. Each id has `-<year>` at its end, or before a last word: `-2026`, `-2026-primary`. */
  of(year: number): readonly Source[]
}

/** A file as the fetcher returns it: unpacked from `.gz` or a zip of one file, with blank personal columns. */
export interface FetchedFile {
  /** The mirror path without `.gz`, as messages show it. */
  name: string
  bytes: Uint8Array
  url: string
  /** The encoding that the source states; undefined if it states none. */
  encoding?: TextEncoding
  /** When these bytes were first fetched from there, as an ISO time; undefined if that is unknown. */
  retrieved_at?: string
}

/** The rows of other sources that a reader can need. All are plain data, so that readers stay pure. */
export interface NeededRows {
  divisions: Divisions
  /** Of the source's `area`, the most exact first; none if no earlier source has it. */
  outlines: readonly Outline[]
  ballots: Ballots
  /** The endorsers of earlier sources, sorted by slug. */
  endorsers: readonly KnownEndorser[]
}

export type Need = keyof NeededRows

/** The inputs of a reader beside its own bytes. */
export type ReadContext<Needs extends Need = never> = Pick<NeededRows, Needs> & {
  source: Source
  /** The states selected with --only, or all. */
  states: ReadonlySet<StateCode>
}

/** The boundary of a city, county or school district, as an earlier source has it. */
export interface Outline {
  ocd_id: string
  name: string
  /** As data/geometry/polygon.ts encodes them. */
  rings: Uint8Array
}

/** Known OCD divisions, for readers that match names. They come from the OCD source, which is read first. */
export interface Divisions {
  /** True if the OCD project publishes this id; aliases count. */
  has(ocdId: string): boolean
  /** The id that an alias stands for (Carson City is published as a county and as a place); any other id unchanged. */
  canonical(ocdId: string): string
  /** All divisions of a type directly or indirectly under a parent, e.g. every `place` of `…/state:nc`, sorted by id. */
  under(parentOcdId: string, type: string): readonly { ocd_id: string; name: string; census_geoid: string | null }[]
}

/** Elections, contests and choices of earlier sources, for feeds that refer to them. In ballot order. */
export interface Ballots {
  elections(): readonly KnownElection[]
  /** The `lists` entry of each source of this election; undefined for a source without one. */
  listings(electionKey: string): readonly (Listing | undefined)[]
  /** Empty for an unknown election. */
  contests(electionKey: string): readonly KnownContest[]
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

export interface Sink {
  /** @param at `path`: of the item, such as `endorsements[3]`, in a format with items */
  row<Table extends CoreTable>(
    table: Table,
    row: CoreRows[Table],
    at: { file: string; line: number | null; path?: string },
  ): void
  issue(issue: Issue): void
  /** Reports the number of records in a file; ingest/read calls it where the format has records. */
  records?(file: string, count: number): void
}

/** Reads a source whole. Throws SourceError to stop the source, which then keeps its last good rows. */
export type SourceReader<Needs extends Need = never> = (
  files: readonly FetchedFile[],
  context: ReadContext<Needs>,
  sink: Sink,
) => void | Promise<void>

/** Stops one source; the others continue. */
export class SourceError extends Error {
  readonly file: string
  readonly line: number | null
  /** The message without file and line. */
  readonly reason: string
  constructor(reason: string, at: { file: string; line?: number | null }) {
    super(`${at.file}${at.line ? `:${at.line}` : ''}: ${reason}`)
    this.name = 'SourceError'
    this.reason = reason
    this.file = at.file
    this.line = at.line ?? null
  }
}

/** `got the state "Ohio", expected ME`; a long value is cut. @param what with its article, or the name of a column */
export function unexpected(
  what: string,
  got: string,
  expected: string,
  at: { file: string; line?: number | null },
): SourceError {
  return new SourceError(`got ${what} "${got.slice(0, 60)}", expected ${expected}`, at)
}

/** The publisher or the mirror does not have this file. */
export class FileGone extends SourceError {}

/** The publisher refuses this client: a person may fetch the file with a browser. */
export class FileRefused extends SourceError {}

// Sources whose files this service writes itself, one per endorser: the publishing desk, and captured evidence.

/** The parts of an entry that such sources share. @param folder of the files @param names of the files in it, sorted */
export function writtenSource(
  { id, publisher, url }: Pick<Source, 'id' | 'publisher' | 'url'>,
  { folder, names, family }: { folder: string; names: readonly string[]; family: Source['family'] },
) {
  return {
    id,
    publisher,
    url,
    family,
    licence: 'None stated',
    vintage: 'current',
    published_on: '1970-01-01',
    living: true,
    states: STATE_CODES,
    personal: [],
    files: names.map(
      (name): SourceFile => ({
        url: `${url}#${name}`,
        mirror: `${id}/${name}`,
        location: { path: `${folder}/${name}` },
      }),
    ),
    filesStandAlone: true,
    mayBeEmpty: true,
  } as const
}
