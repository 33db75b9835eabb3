// Stages the events of a publication above the head in short transactions. Readers continue, and do not see the events yet.

import { builtEndorsement } from '../../data/schema/endorsement.ts'
import { chainHash, type Event, type EventFacets, eventId } from '../../data/schema/event.ts'
import type { ChainedEvent, Head, Staged } from '../../data/store/state/publications.ts'
import type { ServiceStore } from '../../data/store/state/state.ts'
import { STAGED_EVENTS_PER_TRANSACTION } from '../constants.ts'
import type { ServedEndorsements } from './bundle-reader.ts'
import { type Bodies, type EndorsementChange, parseBodies, parseFields } from './diff.ts'

// Convert a change to its event: the frozen JSON, the filter values, and its place in the chain.

/** An endorsement with its filter values; a deleted one with its last values. */
export interface Told extends Omit<EventFacets, 'kind'>, Pick<EndorsementChange, 'kind' | 'previous'> {
  bodies: Bodies
  /** A report of an error in it is public, and waits to be fixed. */
  isReported: boolean
}

/** Position of the last event; the next one follows it. */
export type ChainEnd = Pick<Head, 'epoch' | 'seq' | 'chain'> & { occurred_at: string }

/** If the clock is behind the last event, that event's time is used. */
function occurredAt(now: Date, head: Pick<Head, 'occurred_at'>): string {
  const at = now.toISOString()
  return head.occurred_at !== null && head.occurred_at > at ? head.occurred_at : at
}

export function toEvent({ kind, bodies, previous, isReported, ...facets }: Told, end: ChainEnd): ChainedEvent {
  const { epoch, chain, occurred_at } = end
  const seq = end.seq + 1
  const parsed = parseBodies(bodies)
  const { id, endorser, contest, election, choice } = builtEndorsement.parse(parsed.body_en)
  const event: Event = {
    id: eventId(epoch, seq),
    type: `endorsement.${kind}`,
    occurred_at,
    endorsement: { id, ...parseFields(parsed) },
    previous,
    ...(kind === 'updated' && isReported && { reason: 'correction' as const }),
    ...{ endorser, contest: { ...contest, level: facets.level }, election, choice },
  }
  return { ...facets, kind, seq, occurred_at, body: JSON.stringify(event), chain_before: chain }
}

/** Position after this event. */
export function endAfter({ seq, body, chain_before, occurred_at }: ChainedEvent, epoch: string): ChainEnd {
  return { epoch, seq, occurred_at, chain: chainHash(chain_before, body) }
}

interface Compared {
  before: ServedEndorsements
  after: ServedEndorsements
  /** In feed order; at least one. */
  changes: readonly EndorsementChange[]
}

/** Throws a sentence if another publisher comes first. */
export async function stageChanges(
  state: Pick<ServiceStore, 'beginStage' | 'stageEvents' | 'reportedEndorsements'>,
  { before, after, changes }: Compared,
  head: Head,
  now: () => Date,
): Promise<Staged> {
  const stage = await state.beginStage()
  const reported = new Set(await state.reportedEndorsements())
  let end: ChainEnd = { ...head, occurred_at: occurredAt(now(), head) }
  for (let at = 0; at < changes.length; at += STAGED_EVENTS_PER_TRANSACTION) {
    const events = changes.slice(at, at + STAGED_EVENTS_PER_TRANSACTION).map(({ kind, id, previous }) => {
      const from = kind === 'deleted' ? before : after
      const event = toEvent(
        { ...from.loadFacets(id), kind, previous, bodies: from.loadBodies(id), isReported: reported.has(id) },
        end,
      )
      end = endAfter(event, end.epoch)
      return event
    })
    const refusal = await state.stageEvents(stage, events)
    if (refusal) throw new Error(`${refusal.refused}; run: hustings publish`)
  }
  return { stage, seq: end.seq, occurred_at: end.occurred_at, chain: end.chain }
}
