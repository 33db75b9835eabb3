// Gives readers rows of other sources: loads them on the first request and drops them when those rows change.

import type { CoreTable, DivisionRow } from '../../data/core/rows.ts'
import type { StateCode } from '../../data/schema/vocabulary.ts'
import { BALLOT_TABLES, digestFeedBallots } from '../../data/store/feed-ballot-digest.ts'
import type { SourceRead } from '../../data/store/source-read.ts'
import type { SourceTable, Warehouse } from '../../data/store/warehouse.ts'
import { hash } from '../fetch/kept-bytes.ts'
import {
  type BallotRows,
  type ContestIndex,
  indexContests,
  loadContestRows,
  loadEndorserRows,
  openBallots,
  watchBallots,
} from './ballot-rows.ts'
import { missingDivisions, toDivisions, watchDivisions } from './division-rows.ts'
import { addAsked, type UsedDependencies } from './signature.ts'
import { type CollectingSink, collectSink } from './sink.ts'
import type { Ballots, Divisions, FetchedFile, Source } from './source.ts'

export interface Known {
  /** Reads a source whole. `asked` lists the rows of other sources that its own rows depend on. */
  read(
    source: Source,
    files: readonly FetchedFile[],
    states: ReadonlySet<StateCode>,
  ): Promise<{ sink: CollectingSink; asked: UsedDependencies }>
  /** Adds the signatures of the sources in `asked` to the source's own signature. */
  sign(source: Source, signature: string, asked: UsedDependencies): string
  /** Must be called for each source whose rows were replaced. @param written the tables whose rows changed */
  replace(read: SourceRead, written: ReadonlySet<SourceTable>): Promise<void>
  /** Hashes of the ballots that feeds create (data/store/feed-ballot-digest.ts), from the current rows. */
  feedBallots(): ReadonlyMap<string, string>
}

/** Loaded rows, each with the signatures of their sources. A long-running process keeps this from run to run. */
export interface Memory {
  divisions?: { of: string; divisions: Divisions }
  contests?: { of: string; index: ContestIndex }
  endorsers?: { of: string; rows: BallotRows['endorsers'] }
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
  const places = new Map(order.map((id, index) => [id, index]))
  const contestGivers = await findGivers(warehouse, CONTEST_TABLES)
  const feedBallots = await digestFeedBallots(warehouse)
  const endorserGivers = await digestEndorsers(warehouse)

  /** Ids that the registry no longer has count as earlier than all others. */
  const sees = (source: Source) => (other: string) =>
    other !== source.id && (places.get(other) ?? -1) < (places.get(source.id) ?? order.length)
  const signaturesOf = (gives: (id: string) => boolean): string[] =>
    [...reads.values()]
      .filter((read) => gives(read.source_id))
      .map((read) => `${read.source_id} ${read.signature}`)
      .sort()
  /** A feed that creates contests is signed by these alone: changes of its endorsements do not affect other readers. */
  const ballotsOf = (sees: (id: string) => boolean): string[] =>
    [...reads.values()]
      .filter(({ source_id }) => contestGivers.has(source_id) && sees(source_id))
      .map(({ source_id, signature }) => `${source_id} ${feedBallots.get(source_id) ?? signature}`)
      .sort()
  const digestsOf = (gives: (id: string) => boolean): string[] =>
    [...endorserGivers]
      .filter(([id]) => gives(id))
      .map(([id, digest]) => `${id} ${digest}`)
      .sort()

  const loadedDivisions = async (): Promise<Divisions> => {
    const of = signaturesOf(givesDivisions).join('\n')
    if (memory.divisions?.of !== of) memory.divisions = { of, divisions: await loadDivisions(warehouse, isSample) }
    return memory.divisions.divisions
  }
  const contestsOf = (): string => ballotsOf(() => true).join('\n')
  const loadBallots = async (source: Source): Promise<Ballots> => {
    const [of, ofEndorsers] = [contestsOf(), digestsOf(() => true).join('\n')]
    if (memory.contests?.of !== of) memory.contests = { of, index: indexContests(await loadContestRows(warehouse)) }
    if (memory.endorsers?.of !== ofEndorsers)
      memory.endorsers = { of: ofEndorsers, rows: await loadEndorserRows(warehouse) }
    const rows = { ...memory.contests.index, endorsers: memory.endorsers.rows }
    return openBallots(rows, sees(source), (id) => reads.get(id)?.lists)
  }
  return {
    async read(source, files, states) {
      const watched = watchDivisions(await loadedDivisions())
      const readWith = async (ballots: Ballots): Promise<CollectingSink> => {
        const sink = collectSink()
        await source.read(files, { source, states, divisions: watched.divisions, ballots }, sink)
        return sink
      }
      if (memory.contests?.of !== contestsOf())
        try {
          const sink = await readWith(unloadedBallots)
          return { sink, asked: { divisions: watched.asked(), ballots: false, endorsers: false } }
        } catch (error) {
          if (!(error instanceof BallotsAsked)) throw error
        }
      const { ballots, asked } = watchBallots(await loadBallots(source))
      const sink = await readWith(ballots)
      return { sink, asked: { divisions: watched.asked(), ...asked() } }
    },
    sign(source, signature, asked) {
      const seen = sees(source)
      return addAsked(signature, {
        divisions: asked.divisions && signaturesOf(givesDivisions),
        ballots: asked.ballots && ballotsOf(seen),
        endorsers: asked.endorsers && digestsOf(seen),
      })
    },
    async replace(read, written) {
      const { source_id } = read
      reads.set(source_id, read)
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

/** Thrown at a reader's first request for ballots. They are then loaded and the reader starts again: few sources need them. */
class BallotsAsked extends Error {}
const unloadedBallots: Ballots = {
  elections: () => askForBallots(),
  listings: () => askForBallots(),
  contests: () => askForBallots(),
  endorsers: () => askForBallots(),
}
function askForBallots(): never {
  throw new BallotsAsked('the ballots are not loaded yet')
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

async function loadDivisions(warehouse: Warehouse, isSample: boolean): Promise<Divisions> {
  const rows = await warehouse.all<DivisionRow>(
    `SELECT ocd_id, name, census_geoid, same_as, CAST(valid_through AS VARCHAR) AS valid_through
     FROM core.division
     ORDER BY ocd_id, source_id, file, line`,
  )
  return rows.length === 0 && !isSample ? missingDivisions : toDivisions(rows)
}
