// Gives readers the rows of other sources that their entries declare, and drops loaded rows when those sources change.

import type { CoreTable, DivisionRow } from '../../data/core/rows.ts'
import type { StateCode } from '../../data/schema/vocabulary.ts'
import { BALLOT_TABLES, digestFeedBallots } from '../../data/store/feed-ballot-digest.ts'
import type { SourceRead } from '../../data/store/source-read.ts'
import { quoteText, type SourceTable, type Warehouse } from '../../data/store/warehouse.ts'
import { hash } from '../fetch/kept-bytes.ts'
import {
  type Divisions,
  type FetchedFile,
  type Need,
  type NeededRows,
  type Outline,
  type ReadContext,
  type Source,
  SourceError,
} from '../read/source.ts'
import {
  type ContestIndex,
  type EndorserRows,
  indexContests,
  loadBallotRows,
  loadEndorserRows,
  openBallots,
  toEndorsers,
} from './ballot-rows.ts'
import { addNeeded, ownSignature } from './signature.ts'
import { type CollectingSink, collectSink } from './sink.ts'

export interface Known {
  /** Reads a source whole, with the rows that it needs. */
  read(source: Source, files: readonly FetchedFile[], states: ReadonlySet<StateCode>): Promise<CollectingSink>
  /** Adds a hash of the rows that the source needs to its own signature. */
  sign(source: Source, signature: string): string
  /** Must be called for each source whose rows were replaced. @param written the tables whose rows changed */
  replace(read: SourceRead, written: ReadonlySet<SourceTable>): Promise<void>
  /** Hashes of the ballots that feeds create (data/store/feed-ballot-digest.ts), from the current rows. */
  feedBallots(): ReadonlyMap<string, string>
}

/** Loaded rows, each with the signatures of their sources. A long-running process keeps this from run to run. */
export interface Memory {
  divisions?: { of: string; divisions: Divisions }
  contests?: { of: string; index: ContestIndex }
  endorsers?: { of: string; rows: EndorserRows }
  /** Hashes of the rows after the last run, for a build under the same lock. */
  feedBallots?: ReadonlyMap<string, string>
}

interface KnownOptions {
  warehouse: Warehouse
  /** Last good reads by source id. */
  reads: Map<string, SourceRead>
  /** Ids in reading order. A source sees only the ballots of earlier sources, so runs do not depend on each other. */
  order: readonly string[]
  isSample: boolean
  memory: Memory
}

/** True for the sources behind `context.divisions`; they are read first. */
export function givesDivisions(sourceId: string): boolean {
  return /^ocd(-|$)/.test(sourceId)
}

export async function openKnown({ warehouse, reads, order, isSample, memory }: KnownOptions): Promise<Known> {
  const contestGivers = await findGivers(warehouse, CONTEST_TABLES)
  const outlineGivers = await findGivers(warehouse, ['shape'])
  const feedBallots = await digestFeedBallots(warehouse)
  const endorserGivers = await digestEndorsers(warehouse)

  /** The source itself and those after it. Ids that the registry no longer has count as earlier than all others. */
  const hiddenFrom = ({ id }: Source): ReadonlySet<string> => {
    const at = order.indexOf(id)
    return new Set(at < 0 ? [id] : order.slice(at))
  }
  /** One line for each source that gives rows of a kind: its id, and a hash that changes with these rows. */
  const linesOf: { [Kind in Need]: (hidden: ReadonlySet<string>) => string[] } = {
    divisions: () =>
      [...reads.values()]
        .filter(({ source_id }) => givesDivisions(source_id))
        .map(({ source_id, signature }) => `${source_id} ${signature}`),
    outlines: (hidden) =>
      [...reads.values()]
        .filter(({ source_id }) => outlineGivers.has(source_id) && !hidden.has(source_id))
        .map(({ source_id, signature }) => `${source_id} ${ownSignature(signature)}`),
    // A feed that creates contests is signed by these alone: changes of its endorsements do not affect other readers.
    ballots: (hidden) =>
      [...reads.values()]
        .filter(({ source_id }) => contestGivers.has(source_id) && !hidden.has(source_id))
        .map(({ source_id, signature }) => `${source_id} ${feedBallots.get(source_id) ?? signature}`),
    endorsers: (hidden) =>
      [...endorserGivers]
        .filter(([source_id]) => !hidden.has(source_id))
        .map(([source_id, digest]) => `${source_id} ${digest}`),
  }
  const keyOf = (kind: Need, hidden: ReadonlySet<string> = new Set()): string => linesOf[kind](hidden).sort().join('\n')
  const load: { [Kind in Need]: (source: Source) => Promise<NeededRows[Kind]> } = {
    async divisions() {
      const of = keyOf('divisions')
      if (memory.divisions?.of !== of) memory.divisions = { of, divisions: await loadDivisions(warehouse, isSample) }
      return memory.divisions.divisions
    },
    outlines: (source) => loadOutlines(warehouse, source.area),
    async ballots(source) {
      const of = keyOf('ballots')
      if (memory.contests?.of !== of) memory.contests = { of, index: indexContests(await loadBallotRows(warehouse)) }
      return openBallots(memory.contests.index, { hidden: hiddenFrom(source), reads })
    },
    async endorsers(source) {
      const of = keyOf('endorsers')
      if (memory.endorsers?.of !== of) memory.endorsers = { of, rows: await loadEndorserRows(warehouse) }
      return toEndorsers(memory.endorsers.rows, { hidden: hiddenFrom(source) })
    },
  }
  return {
    async read(source, files, states) {
      const needs = needsOf(source)
      const rows: Partial<NeededRows> = {
        ...(needs.includes('divisions') && { divisions: await load.divisions(source) }),
        ...(needs.includes('outlines') && { outlines: await load.outlines(source) }),
        ...(needs.includes('ballots') && { ballots: await load.ballots(source) }),
        ...(needs.includes('endorsers') && { endorsers: await load.endorsers(source) }),
      }
      const sink = collectSink()
      await source.read(files, toContext(source, states, rows), sink)
      return sink
    },
    sign(source, signature) {
      const needs = needsOf(source)
      const hidden = needs.length === 0 ? undefined : hiddenFrom(source)
      return addNeeded(
        signature,
        needs.map((kind) => keyOf(kind, hidden)),
      )
    },
    async replace(read, written) {
      const { source_id } = read
      reads.set(source_id, read)
      if (written.has('shape')) {
        outlineGivers.delete(source_id)
        for (const id of await findGivers(warehouse, ['shape'], source_id)) outlineGivers.add(id)
      }
      if (CONTEST_TABLES.some((table) => written.has(table))) {
        contestGivers.delete(source_id)
        for (const id of await findGivers(warehouse, CONTEST_TABLES, source_id)) contestGivers.add(id)
      }
      // A source counts as a feed while it has endorsements.
      const isFeed = (await findGivers(warehouse, ['endorsement'], source_id)).has(source_id)
      if (BALLOT_TABLES.some((table) => written.has(table)) || isFeed !== feedBallots.has(source_id))
        await replaceDigest(feedBallots, source_id, (id) => digestFeedBallots(warehouse, id))
      if (written.has('endorser'))
        await replaceDigest(endorserGivers, source_id, (id) => digestEndorsers(warehouse, id))
    },
    feedBallots: () => feedBallots,
  }
}

async function replaceDigest(
  digests: Map<string, string>,
  sourceId: string,
  compute: (sourceId: string) => Promise<ReadonlyMap<string, string>>,
): Promise<void> {
  const digest = (await compute(sourceId)).get(sourceId)
  if (digest === undefined) digests.delete(sourceId)
  else digests.set(sourceId, digest)
}

function needsOf({ needs }: Source): readonly Need[] {
  return needs ?? []
}

/** Throws TypeError if a reader takes rows that its source does not declare. */
function toContext(source: Source, states: ReadonlySet<StateCode>, rows: Partial<NeededRows>): ReadContext<Need> {
  const refuse = (kind: Need): never => {
    throw new TypeError(
      `the reader of "${source.id}" takes ${kind}, but the source's entry has the needs [${needsOf(source).join(', ')}]; ` +
        `expected ${kind} among them`,
    )
  }
  return {
    source,
    states,
    get divisions() {
      return rows.divisions ?? refuse('divisions')
    },
    get outlines() {
      return rows.outlines ?? refuse('outlines')
    },
    get ballots() {
      return rows.ballots ?? refuse('ballots')
    },
    get endorsers() {
      return rows.endorsers ?? refuse('endorsers')
    },
  }
}

const CONTEST_TABLES = ['election', 'contest', 'choice'] as const

async function findGivers(
  warehouse: Warehouse,
  tables: readonly CoreTable[],
  sourceId: string | null = null,
): Promise<Set<string>> {
  const selects = tables.map(
    (table) => `SELECT source_id FROM core.${table} WHERE $source_id IS NULL OR source_id = $source_id`,
  )
  const rows = await warehouse.all<{ source_id: string }>(`${selects.join(' UNION ')} ORDER BY source_id`, {
    source_id: sourceId,
  })
  return new Set(rows.map(({ source_id }) => source_id))
}

/** A digest of each source's endorsers as other sources see them. Changes of endorsements alone do not change it. */
async function digestEndorsers(warehouse: Warehouse, sourceId: string | null = null): Promise<Map<string, string>> {
  const rows = await warehouse.all<{ source_id: string; endorser_slug: string; name: string }>(
    `SELECT source_id, endorser_slug, name
     FROM core.endorser
     WHERE $source_id IS NULL OR source_id = $source_id
     ORDER BY source_id, endorser_slug, file, line`,
    { source_id: sourceId },
  )
  const bySource = new Map<string, string[]>()
  for (const { source_id, endorser_slug, name } of rows) {
    const lines = bySource.get(source_id) ?? []
    bySource.set(source_id, lines)
    lines.push(JSON.stringify([endorser_slug, name]))
  }
  return new Map([...bySource].map(([id, lines]) => [id, hash(Buffer.from(lines.join('\n')))]))
}

/** The layers whose areas have districts of their own. */
const OUTLINE_LAYERS = "'place', 'county', 'school'"

/** Of a layer, the most exact and newest boundary first. */
export async function loadOutlines(warehouse: Warehouse, area: Source['area']): Promise<readonly Outline[]> {
  if (!area) return []
  const own = 'ocd_id' in area ? `ocd_id = ${quoteText(area.ocd_id)}` : `census_geoid = ${quoteText(area.census_geoid)}`
  const type = 'ocd_id' in area ? OUTLINE_LAYERS : "'place'"
  return warehouse.all<Outline>(
    `SELECT ocd_id, name, rings
     FROM core.shape
     WHERE layer IN (${type}) AND ocd_id IS NOT NULL AND ${own}
     ORDER BY error_m, vintage DESC, source_id, file, line`,
  )
}

export async function loadDivisions(warehouse: Warehouse, isSample: boolean): Promise<Divisions> {
  const rows = await warehouse.all<DivisionRow>(
    `SELECT ocd_id, name, census_geoid, same_as, CAST(valid_through AS VARCHAR) AS valid_through
     FROM core.division
     ORDER BY ocd_id, source_id, file, line`,
  )
  return rows.length === 0 && !isSample ? missingDivisions : toDivisions(rows)
}

// Gives readers the Open Civic Data divisions. Answers from division rows.

type NamedDivision = { ocd_id: string; name: string; census_geoid: string | null }

/** `under` leaves out aliases and lists each division once: of two rows it takes the one with a GEOID. */
export function toDivisions(rows: Iterable<DivisionRow>): Divisions {
  const ids = new Set<string>()
  const aliases = new Map<string, string>()
  const found = new Map<string, NamedDivision>()
  for (const { ocd_id, name, census_geoid, same_as } of rows) {
    ids.add(ocd_id)
    if (same_as !== null) aliases.set(ocd_id, same_as)
    if (same_as === null && found.get(ocd_id)?.census_geoid == null) found.set(ocd_id, { ocd_id, name, census_geoid })
  }
  const byType = new Map<string, NamedDivision[]>()
  for (const ocd_id of [...found.keys()].sort()) {
    const division = found.get(ocd_id)
    const type = typeOf(ocd_id)
    const divisions = byType.get(type) ?? []
    if (division) divisions.push(division)
    byType.set(type, divisions)
  }
  const known = new Map<string, readonly NamedDivision[]>()
  return {
    has: (ocdId) => ids.has(ocdId),
    canonical: (ocdId) => aliases.get(ocdId) ?? ocdId,
    under(parentOcdId, type) {
      const key = `${parentOcdId} ${type}`
      let below = known.get(key)
      if (!below) {
        below = (byType.get(type) ?? []).filter(({ ocd_id }) => ocd_id.startsWith(`${parentOcdId}/`))
        known.set(key, below)
      }
      return below
    },
  }
}

/** Used before the divisions are first read. It throws: a reader without divisions would mint an id for each one it cannot find. */
export const missingDivisions: Divisions = {
  has: () => refuse(),
  canonical: () => refuse(),
  under: () => refuse(),
}

function refuse(): never {
  throw new SourceError('the division ids have not been read yet; run `hustings ingest` with their source first', {
    file: 'ocd-division ids',
  })
}

/** `place` of `ocd-division/country:us/state:nc/place:raleigh`. */
function typeOf(ocdId: string): string {
  const last = ocdId.slice(ocdId.lastIndexOf('/') + 1)
  const colon = last.indexOf(':')
  return colon < 0 ? last : last.slice(0, colon)
}
