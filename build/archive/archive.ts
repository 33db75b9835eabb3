// Events that the feed no longer keeps go to a file a day before the state forgets them: a crash in between neither loses nor repeats one.

import { DAY } from '../../data/schema/duration.ts'
import { chainHash } from '../../data/schema/event.ts'
import type { Paths } from '../../data/store/paths.ts'
import type { ChainedEvent, ServiceStore } from '../../data/store/state/state.ts'
import { appendLines, findLastLine, listArchive, mendEnd, parseLine, readArchive, toLine } from './archive-file.ts'

/** Events that are moved at a time: so long does a publication wait for it at most. */
const BATCH = 1000

interface PruneOptions {
  paths: Pick<Paths, 'events' | 'root'>
  state: ServiceStore
  now: Date
  /** How long events stay in the feed. */
  retentionDays: number
}

/** Moves events older than the window to the archive; one process at a time. @returns how many */
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
 * The hashes of events that are in the archive though the state has them still: it was killed after it wrote them, or the state is
 * an older one that was restored.
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

/** The UTC day, YYYY-MM-DD. */
function dayOf({ occurred_at }: ChainedEvent): string {
  return occurred_at.slice(0, 10)
}
