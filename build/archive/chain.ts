// Reads the event chain in order: the archive's files first, then the events still in the state.

import { z } from 'zod'
import { electionSummary } from '../../data/schema/election.ts'
import { endorserSummary } from '../../data/schema/endorser.ts'
import { chainHash, event, eventContest, type FeedEvent, parseEventId } from '../../data/schema/event.ts'
import type { Paths } from '../../data/store/paths.ts'
import type { ChainedEvent } from '../../data/store/state/events.ts'
import type { ServiceStore } from '../../data/store/state/state.ts'
import { type Link, listArchive, parseLine, readArchive } from './archive.ts'

export interface ChainSource {
  paths: Pick<Paths, 'events' | 'root'>
  state: ServiceStore
  /** The head's sequence when reading began; later events are ignored. */
  through: number
}

/** A line or row of the log; without link and id if it cannot be parsed. */
export interface ChainLocation {
  /** Location, such as `2028-03-01.ndjson:12` or `state, event 12`. */
  where: string
  archived: boolean
  link: Link | undefined
  id: { text: string; epoch: string; seq: number } | undefined
  /** A filter column of the state's row that differs from the body. */
  column?: { name: string; expected: string; got: string } | undefined
}

const PAGE = 1000
const COLUMNS = [
  ...(['kind', 'occurred_at', 'contest_kind', 'category', 'endorser_slug', 'endorser_state'] as const),
  ...(['state', 'election_slug', 'level'] as const),
] satisfies (keyof FeedEvent)[]
const identified = z.object({ id: z.string() })
/** Bodies of version 0.1.0 lack the level of the contest's office. */
const told = z.object({
  ...event.pick({ type: true, occurred_at: true }).shape,
  endorser: endorserSummary.pick({ slug: true, category: true, state: true }),
  contest: eventContest.pick({ kind: true, level: true }),
  election: electionSummary.pick({ slug: true, state: true }),
})

export function hashOf({ chain_before, body }: Link): string {
  return chainHash(chain_before, body)
}

/** An event in both places (the process that moved it was killed) is listed once, as archived. */
export async function* listPlaces({ paths, state, through }: ChainSource): AsyncGenerator<ChainLocation, undefined> {
  const [first] = await state.chain(0, 1)
  const firstHash = first && hashOf(first)
  const both = new Set<string>()
  for await (const { where, text } of readArchive(listArchive(paths))) {
    const link = parseLine(text)
    const hash = link && hashOf(link)
    if (hash !== undefined && (both.size > 0 || hash === firstHash)) both.add(hash)
    yield { where, archived: true, link, id: findId(link) }
  }
  for (let after = 0; ; ) {
    const events = await state.chain(after, PAGE)
    if (events.length === 0) return undefined
    for (const row of events) {
      after = row.seq
      if (after > through) return undefined
      if (both.size > 0 && both.has(hashOf(row))) continue
      const found = { link: row, id: findId(row), column: findColumn(row) }
      yield { where: `state, event ${row.seq}`, archived: false, ...found }
    }
  }
}

/** The last location of an event with this number. @param until the location to stop before */
export async function findEventLocation(
  source: ChainSource,
  seq: number,
  until?: string,
): Promise<ChainLocation | undefined> {
  let found: ChainLocation | undefined
  for await (const place of listPlaces(source)) {
    if (place.where === until) break
    if (place.id?.seq === seq) found = place
  }
  return found
}

function findId(link: Link | undefined): ChainLocation['id'] {
  const { data } = identified.safeParse(link && parseJson(link.body))
  const parsed = data && parseEventId(data.id)
  return parsed && { ...parsed, text: data.id }
}

function findColumn(row: ChainedEvent): ChainLocation['column'] {
  const { data } = told.safeParse(parseJson(row.body))
  if (!data) return undefined
  const { endorser, contest, election, occurred_at } = data
  const body = {
    kind: data.type.replace('endorsement.', ''),
    occurred_at,
    contest_kind: contest.kind,
    category: endorser.category.slug,
    endorser_slug: endorser.slug,
    endorser_state: endorser.state,
    state: election.state,
    election_slug: election.slug,
    level: contest.level ?? row.level,
  } satisfies Record<Exclude<keyof FeedEvent, 'seq' | 'body'>, string>
  const name = COLUMNS.find((column) => row[column] !== body[column])
  return name && { name, expected: body[name], got: row[name] }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
