// Moves old events from the feed to the archive. Each event is written to its day's file before the state deletes it, so
// that a crash neither loses nor repeats one.

import { DAY } from '../../data/schema/duration.ts'
import { chainHash } from '../../data/schema/event.ts'
import type { Paths } from '../../data/store/paths.ts'
import type { ChainedEvent } from '../../data/store/state/publications.ts'
import type { ServiceStore } from '../../data/store/state/state.ts'
import { appendLines, findLastLine, listArchive, mendEnd, parseLine, readArchive, toLine } from './archive-file.ts'

/** Events per batch. A publication waits for at most one batch. */
const BATCH = 1000

interface PruneOptions {
  paths: Pick<Paths, 'events' | 'root'>
  state: ServiceStore
  now: Date
  /** Days that events stay in the feed. */
  retentionDays: number
}

/** Moves events older than the window to the archive; one process at a time. @returns number of events moved */
export async function pruneEvents({ paths, state, now, retentionDays }: PruneOptions): Promise<number> {
  const oldest = new Date(now.getTime() - retentionDays * DAY).toISOString()
  let [pruned, archived]: [number, ReadonlySet<string> | undefined] = [0, undefined]
  for (;;) {
    const events = await state.eventsBefore(oldest, BATCH)
    const [first, last] = [events.at(0), events.at(-1)]
    if (!first || !last) return pruned
    archived ??= await findArchived(paths, first)
    appendEvents(paths, events, archived)
    await state.dropEvents(last.seq)
    pruned += events.length
  }
}

/**
 * Hashes of events that are both in the archive and in the state: the process was killed after it wrote them, or an older
 * state was restored.
 */
async function findArchived(paths: PruneOptions['paths'], first: ChainedEvent): Promise<ReadonlySet<string>> {
  const newest = listArchive(paths).at(-1)
  if (newest === undefined) return new Set()
  mendEnd(newest)
  const end = parseLine(findLastLine(newest) ?? '')
  if (end && chainHash(end.chain_before, end.body) === first.chain_before) return new Set()
  const hashes = new Set<string>()
  for await (const { text } of readArchive(listArchive(paths, dayOf(first)))) {
    const link = parseLine(text)
    if (link) hashes.add(chainHash(link.chain_before, link.body))
  }
  return hashes
}

function appendEvents(
  paths: PruneOptions['paths'],
  events: readonly ChainedEvent[],
  archived: ReadonlySet<string>,
): void {
  const days = new Map<string, string[]>()
  for (const event of events) {
    if (archived.size > 0 && archived.has(chainHash(event.chain_before, event.body))) continue
    const lines = days.get(dayOf(event)) ?? []
    lines.push(toLine(event))
    days.set(dayOf(event), lines)
  }
  for (const [day, lines] of days) appendLines(paths, day, lines)
}

/** The event's UTC day, YYYY-MM-DD. */
function dayOf({ occurred_at }: ChainedEvent): string {
  return occurred_at.slice(0, 10)
}
