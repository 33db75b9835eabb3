// From a change of an endorsement to its event: the frozen JSON, what filters look at, and its place in the chain.

import { builtEndorsement } from '../data/schema/endorsement.ts'
import { type ChangingFields, chainHash, type Event, type EventFacets, eventId } from '../data/schema/event.ts'
import type { ChangeKind } from '../data/schema/vocabulary.ts'
import type { ChainedEvent, Head } from '../data/store/state/state.ts'
import { type Bodies, parseFields } from './diff.ts'

/** An endorsement with what filters look at: of a deleted one as it was. */
export interface Told extends Omit<EventFacets, 'kind'> {
  kind: ChangeKind
  bodies: Bodies
  /** Null unless it was updated. */
  previous: Partial<ChangingFields> | null
}

/** Where the next event stands: after this one. */
export type ChainEnd = Pick<Head, 'epoch' | 'seq' | 'chain'> & { occurred_at: string }

/** The clock may fall behind the last event's; the feed's does not. */
export function occurredAt(now: Date, head: Pick<Head, 'occurred_at'>): string {
  const at = now.toISOString()
  return head.occurred_at !== null && head.occurred_at > at ? head.occurred_at : at
}

export function toEvent({ kind, bodies, previous, ...facets }: Told, end: ChainEnd): ChainedEvent {
  const { epoch, chain, occurred_at } = end
  const seq = end.seq + 1
  const { endorser, contest, election, choice, ...own } = builtEndorsement.parse(JSON.parse(bodies.body_en))
  const event: Event = {
    id: eventId(epoch, seq),
    type: `endorsement.${kind}`,
    occurred_at,
    endorsement: { id: own.id, ...parseFields(bodies) },
    previous,
    ...{ endorser, contest: { ...contest, level: facets.level }, election, choice },
  }
  return { ...facets, kind, seq, occurred_at, body: JSON.stringify(event), chain_before: chain }
}

/** Where the event after this one stands. */
export function endAfter({ seq, body, chain_before, occurred_at }: ChainedEvent, epoch: string): ChainEnd {
  return { epoch, seq, occurred_at, chain: chainHash(chain_before, body) }
}
