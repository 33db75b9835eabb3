// The versions of every endorsement, from the event log: archive and state. A version lasts from the event that made it to the next one. A
// publication fills api.endorsement_history of the sealed warehouse with them.

import { constants, cpSync, existsSync, rmSync } from 'node:fs'
import { builtEndorsement } from '../data/schema/endorsement.ts'
import { type ChangingFields, changingFields, type Event, event } from '../data/schema/event.ts'
import { replaceBy } from '../data/store/files.ts'
import type { Paths } from '../data/store/paths.ts'
import type { ServiceStore } from '../data/store/state/state.ts'
import { openWarehouse, type Value } from '../data/store/warehouse.ts'
import { type ChainSource, listPlaces } from './archive/chain.ts'
import { openServed, type ServedEndorsements } from './publish/bundle-reader.ts'
import { parseBodies, parseFields } from './publish/diff.ts'
import { createHistory, HISTORY_COLUMNS, HISTORY_TABLE } from './warehouse/seal.ts'

const ROWS_AT_ONCE = 10_000

/** Replaces the warehouse by a copy with the history, so that a reader of the old file is not disturbed. @returns the number of versions */
export async function fillHistory(paths: Paths, state: ServiceStore): Promise<number> {
  const head = await state.head()
  if (!head || !existsSync(paths.warehouse)) return 0
  const beside = `${paths.warehouse}.writing`
  rmSync(beside, { force: true })
  cpSync(paths.warehouse, beside, { mode: constants.COPYFILE_FICLONE })
  const served = openServed(paths, head.bundle)
  try {
    const warehouse = await openWarehouse(beside)
    let count = 0
    try {
      await createHistory(warehouse)
      const versions = readHistory({ paths, state, through: head.seq }, presentVersions(served))
      for await (const rows of inBatches(versions)) {
        await warehouse.append(`api.${HISTORY_TABLE}`, rows)
        count += rows.length
      }
    } finally {
      await warehouse.close()
    }
    replaceBy(paths.warehouse, beside)
    return count
  } finally {
    served.close()
    rmSync(beside, { force: true })
  }
}

function* presentVersions(served: ServedEndorsements): Generator<PresentVersion> {
  for (const one of served.walk()) {
    const bodies = parseBodies(one)
    const endorsement = builtEndorsement.parse(bodies.body_en)
    yield versionOf({ ...endorsement, endorsement }, parseFields(bodies))
  }
}

async function* inBatches(versions: AsyncIterable<EndorsementVersion>): AsyncGenerator<Value[][]> {
  let rows: Value[][] = []
  for await (const version of versions) {
    rows.push(HISTORY_COLUMNS.map(([name]) => version[name]))
    if (rows.length < ROWS_AT_ONCE) continue
    yield rows
    rows = []
  }
  if (rows.length > 0) yield rows
}

export interface EndorsementVersion {
  endorsement_id: number
  /** When it was published, ISO 8601; null if that was before the log begins. */
  valid_from: string | null
  /** When it was replaced or deleted; null if the log does not say. */
  valid_to: string | null
  /** Whether the present publication has it. */
  current: boolean
  rank: number | null
  statement: string | null
  statement_es: string | null
  source_url: string | null
  published_on: string | null
  endorser_id: number
  endorser_slug: string
  contest_id: number
  choice_id: number
  election_id: number
  election_slug: string
  state: string
}

/** An endorsement of the present publication, without the times of a version. */
export type PresentVersion = Omit<EndorsementVersion, 'valid_from' | 'valid_to' | 'current'>

/**
 * Ended versions in the order of their ends, then the open ones. A version that the log leaves open, but that the present publication
 * does not have, was lost at the begin of a new epoch: its `valid_to` is null and it is not current.
 * @param present all endorsements of the present publication
 */
export async function* readHistory(
  source: ChainSource,
  present: Iterable<PresentVersion>,
): AsyncGenerator<EndorsementVersion> {
  const open = new Map<number, EndorsementVersion>()
  for await (const one of readEvents(source)) {
    const { id } = one.endorsement
    const before = open.get(id) ?? beforeLog(one)
    if (before) yield { ...before, valid_to: one.occurred_at }
    if (one.type === 'endorsement.deleted') open.delete(id)
    else open.set(id, { ...versionOf(one, one.endorsement), valid_from: one.occurred_at })
  }
  for (const now of present) {
    const known = open.get(now.endorsement_id)
    open.delete(now.endorsement_id)
    const same = known !== undefined && isSame(known, now)
    if (known && !same) yield known
    yield { ...now, valid_from: same ? known.valid_from : null, valid_to: null, current: true }
  }
  yield* open.values()
}

/** The version before the first event of an endorsement; undefined if that event creates it. */
function beforeLog(first: Event): EndorsementVersion | undefined {
  return first.type === 'endorsement.created'
    ? undefined
    : versionOf(first, changingFields.parse({ ...first.endorsement, ...first.previous }))
}

/** @param one an event, or an endorsement as a bundle has it */
function versionOf(
  {
    endorsement,
    endorser,
    contest,
    election,
    choice,
  }: Pick<Event, 'endorser' | 'contest' | 'election' | 'choice'> & { endorsement: { id: number } },
  { rank, statement, statement_es = null, source_url, published_on }: ChangingFields,
): EndorsementVersion {
  return {
    endorsement_id: endorsement.id,
    valid_from: null,
    valid_to: null,
    current: false,
    rank,
    statement,
    statement_es,
    source_url,
    published_on,
    endorser_id: endorser.id,
    endorser_slug: endorser.slug,
    contest_id: contest.id,
    choice_id: choice.id,
    election_id: election.id,
    election_slug: election.slug,
    state: election.state,
  }
}

const FIELDS = ['rank', 'statement', 'statement_es', 'source_url', 'published_on'] as const

function isSame(one: PresentVersion, other: PresentVersion): boolean {
  return FIELDS.every((field) => one[field] === other[field])
}

/** The events that hold, in order. An older state that was restored took back those after it: their numbers were given again. */
async function* readEvents(source: ChainSource): AsyncGenerator<Event> {
  const begins: number[] = []
  let last = Number.MAX_SAFE_INTEGER
  for await (const { id } of listPlaces(source)) {
    if (!id) continue
    if (id.seq <= last) begins.push(id.seq)
    last = id.seq
  }
  let end = 0
  last = Number.MAX_SAFE_INTEGER
  for await (const { id, link } of listPlaces(source)) {
    if (!id || !link) continue
    if (id.seq <= last) {
      begins.shift()
      end = Math.min(...begins)
    }
    last = id.seq
    if (id.seq < end) yield event.parse(JSON.parse(link.body))
  }
}
