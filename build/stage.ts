// Stages the events of a publication above the head, in short transactions: readers go on, and see none of them yet.

import type { Head, Staged, State } from '../data/store/state/state.ts'
import { type Change, findPrevious } from './diff.ts'
import { type ChainEnd, endAfter, occurredAt, type Told, toEvent } from './event.ts'
import type { ServedEndorsements } from './served.ts'

/** Events of one transaction: some milliseconds. */
const STAGED_AT_ONCE = 300

export interface Compared {
  before: ServedEndorsements
  after: ServedEndorsements
  /** In the order of the feed; at least one. */
  changes: readonly Change[]
}

/** Throws a sentence where another publisher comes first. */
export async function stageChanges(
  state: Pick<State, 'beginStage' | 'stageEvents'>,
  { before, after, changes }: Compared,
  head: Head,
  now: () => Date,
): Promise<Staged> {
  const stage = await state.beginStage()
  let end: ChainEnd = { ...head, occurred_at: occurredAt(now(), head) }
  for (let at = 0; at < changes.length; at += STAGED_AT_ONCE) {
    const events = changes.slice(at, at + STAGED_AT_ONCE).map((change) => {
      const event = toEvent(tell(change, before, after), end)
      end = endAfter(event, end.epoch)
      return event
    })
    const refusal = await state.stageEvents(stage, events)
    if (refusal) throw new Error(`${refusal.refused}; run: hustings publish`)
  }
  return { stage, seq: end.seq, occurred_at: end.occurred_at, chain: end.chain }
}

function tell({ kind, id }: Change, before: ServedEndorsements, after: ServedEndorsements): Told {
  const from = kind === 'deleted' ? before : after
  const bodies = from.loadBodies(id)
  const previous = kind === 'updated' ? (findPrevious(before.loadBodies(id), bodies) ?? null) : null
  return { ...from.loadFacets(id), kind, bodies, previous }
}
