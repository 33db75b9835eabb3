// The latest changes of an election, from the change feed.

import { type Event, event } from '../../data/schema/event.ts'
import { CHANGES_SEARCHED, EXPLORER_CHANGES_SHOWN } from '../../server/constants.ts'
import type { Host } from '../../server/host.ts'

/** Newest first: those among the last CHANGES_SEARCHED events that every server may answer with. */
export async function findChanges({ state }: Pick<Host, 'state'>, election_slug: string): Promise<Event[]> {
  const released = await state.released()
  if (!released) return []
  const after = Math.max(0, released.seq - CHANGES_SEARCHED)
  const events = await state.events({ after, through: released.seq, limit: CHANGES_SEARCHED })
  return events
    .filter((one) => one.election_slug === election_slug)
    .slice(-EXPLORER_CHANGES_SHOWN)
    .reverse()
    .map(({ body }) => event.parse(JSON.parse(body)))
}
