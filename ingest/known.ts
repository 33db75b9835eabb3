// What readers may know of the rows of other sources: loaded when a reader asks, forgotten when those rows change.

import type { CoreTable, DivisionRow } from '../data/schema/core.ts'
import type { StateCode } from '../data/schema/vocabulary.ts'
import type { SourceRead } from '../data/store/source-read.ts'
import type { Warehouse } from '../data/store/warehouse.ts'
import { type BallotRows, loadBallotRows, toBallots, watchBallots } from './ballots.ts'
import { missingDivisions, toDivisions, watchDivisions } from './divisions.ts'
import { type Asked, addAsked } from './signature.ts'
import { type CollectingSink, collectSink } from './sink.ts'
import type { Ballots, Divisions, FetchedFile, Source } from './source.ts'

export interface Known {
  /** Reads a source whole; `asked` says what else than its own bytes its rows depend on. */
  read(
    source: Source,
    files: readonly FetchedFile[],
    states: ReadonlySet<StateCode>,
  ): Promise<{ sink: CollectingSink; asked: Asked }>
  /** A source's own signature with those of the sources that it asked for. */
  sign(source: Source, signature: string, asked: Asked): string
  /** Must be told of each source whose rows were replaced. */
  replace(read: SourceRead, sink: CollectingSink): void
}

export interface KnownOptions {
  warehouse: Warehouse
  /** Last good reads by source id. */
  reads: Map<string, SourceRead>
  /** Ids in the order of reading: a source sees the ballots of those before it alone, so that runs do not depend on each other. */
  order: readonly string[]
  isSample: boolean
}

/** The rows of these are what `context.divisions` answers from, so they are read first. */
export function givesDivisions(sourceId: string): boolean {
  return /^ocd(-|$)/.test(sourceId)
}

export async function openKnown({ warehouse, reads, order, isSample }: KnownOptions): Promise<Known> {
  const places = new Map(order.map((id, index) => [id, index]))
  const givers = {
    ballots: await findGivers(warehouse, BALLOT_TABLES),
    endorsers: await findGivers(warehouse, ['endorser']),
  }
  let divisions: Divisions | undefined
  let ballotRows: BallotRows | undefined

  /** A source that the registry no longer names stands before all others. */
  const sees = (source: Source) => (other: string) =>
    other !== source.id && (places.get(other) ?? -1) < (places.get(source.id) ?? order.length)
  const loadBallots = async (source: Source): Promise<Ballots> => {
    ballotRows ??= await loadBallotRows(warehouse)
    return toBallots(ballotRows, sees(source))
  }
  return {
    async read(source, files, states) {
      divisions ??= await loadDivisions(warehouse, isSample)
      const watched = watchDivisions(divisions)
      const readWith = async (ballots: Ballots): Promise<CollectingSink> => {
        const sink = collectSink()
        await source.read(files, { source, states, divisions: watched.divisions, ballots }, sink)
        return sink
      }
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
      const ofOthers = (gives: (id: string) => boolean): string[] =>
        [...reads.values()].filter((read) => gives(read.source_id)).map((read) => `${read.source_id} ${read.signature}`)
      const seen = sees(source)
      return addAsked(signature, {
        divisions: asked.divisions && ofOthers(givesDivisions),
        ballots: asked.ballots && ofOthers((id) => givers.ballots.has(id) && seen(id)),
        endorsers: asked.endorsers && ofOthers((id) => givers.endorsers.has(id) && seen(id)),
      })
    },
    replace(read, sink) {
      reads.set(read.source_id, read)
      if (givesDivisions(read.source_id)) divisions = undefined
      for (const [ids, tables] of [
        [givers.ballots, BALLOT_TABLES],
        [givers.endorsers, ['endorser']],
      ] as const) {
        const gives = sink.rows.some(({ table }) => tables.some((name) => name === table))
        if (gives || ids.has(read.source_id)) ballotRows = undefined
        if (gives) ids.add(read.source_id)
        else ids.delete(read.source_id)
      }
    },
  }
}

/** Ballots are many rows and few sources ask for them: the first question stops the reader, and it begins anew with them loaded. */
class BallotsAsked extends Error {}
const unloadedBallots: Ballots = {
  elections: () => askForBallots(),
  contests: () => askForBallots(),
  endorsers: () => askForBallots(),
}
function askForBallots(): never {
  throw new BallotsAsked('the ballots are not loaded yet')
}

const BALLOT_TABLES = ['election', 'contest', 'choice'] as const

async function findGivers(warehouse: Warehouse, tables: readonly CoreTable[]): Promise<Set<string>> {
  const selects = tables.map((table) => `SELECT source_id FROM core.${table}`)
  const rows = await warehouse.all<{ source_id: string }>(`${selects.join(' UNION ')} ORDER BY source_id`)
  return new Set(rows.map(({ source_id }) => source_id))
}

async function loadDivisions(warehouse: Warehouse, isSample: boolean): Promise<Divisions> {
  const rows = await warehouse.all<DivisionRow>(
    `SELECT ocd_id, name, census_geoid, same_as, CAST(valid_through AS VARCHAR) AS valid_through
     FROM core.division
     ORDER BY ocd_id, source_id, file, line`,
  )
  return rows.length === 0 && !isSample ? missingDivisions : toDivisions(rows)
}
