// Events as a publisher stages them, with their chain.

import { CHAIN_START, chainHash, eventId } from '../../../data/schema/event.ts'
import type { ChainedEvent } from '../../../data/store/state/events.ts'
import type { Staged } from '../../../data/store/state/publications.ts'
import type { ServiceStore } from '../../../data/store/state/state.ts'

interface Wanted {
  count: number
  /** Sequence number of the event before the first. */
  after?: { seq: number; chain: string }
  epoch?: string
  /** Time of the first event; the others follow every `every` milliseconds. */
  from?: string
  every?: number
  /** Null: like events of 0.1.0, whose body has no level. */
  level?: 'state' | null
}

/** @returns `staged` without its stage */
export function makeEvents({
  count,
  after = { seq: 0, chain: CHAIN_START },
  epoch = '0123456789abcdef',
  from = '2028-03-01T12:00:00.000Z',
  every = 1000,
  level = 'state',
}: Wanted): { events: ChainedEvent[]; staged: Omit<Staged, 'stage'> } {
  let { seq, chain } = after
  let occurred_at = from
  const events: ChainedEvent[] = []
  for (let index = 0; index < count; index++) {
    seq += 1
    occurred_at = new Date(Date.parse(from) + index * every).toISOString()
    // The parts of an Event that verify and lists read. The line separator breaks a careless reader of lines.
    const body = JSON.stringify({
      ...{ id: eventId(epoch, seq), type: 'endorsement.created', occurred_at },
      endorsement: { id: seq, statement: `“${seq}”\u2028` },
      endorser: { slug: 'afl-cio', state: 'NC', category: { slug: 'unions', name: 'Unions' } },
      ...{
        contest: { kind: 'candidate', ...(level && { level }) },
        election: { slug: 'nc-2028-11-07-general', state: 'NC' },
      },
    })
    events.push({
      ...{ seq, kind: 'created', occurred_at, category: 'unions', endorser_slug: 'afl-cio', endorser_state: 'NC' },
      ...{ state: 'NC', election_slug: 'nc-2028-11-07-general', contest_kind: 'candidate', level: 'state' },
      ...{ body, chain_before: chain },
    })
    chain = chainHash(chain, body)
  }
  return { events, staged: { seq, occurred_at, chain } }
}

/** Begins a stage with this many events after the head; a refusal is an error. */
export async function stageNext(
  state: ServiceStore,
  wanted: Omit<Wanted, 'after' | 'epoch'>,
): Promise<{ events: ChainedEvent[]; staged: Staged }> {
  const head = await state.head()
  const { events, staged } = makeEvents({ ...wanted, ...(head && { after: head, epoch: head.epoch }) })
  const stage = await state.beginStage()
  const refusal = await state.stageEvents(stage, events)
  if (refusal) throw new Error(refusal.refused)
  return { events, staged: { stage, ...staged } }
}

/** Stages and publishes this many events with the bundle; a refusal is an error. */
export async function publishEvents(
  state: ServiceStore,
  bundle: string,
  wanted: Omit<Wanted, 'after' | 'epoch'>,
): Promise<void> {
  const head = await state.head()
  const { staged } = await stageNext(state, wanted)
  const result = await state.publish({
    ...{ expectedPublication: head?.publication ?? null, bundle, published_at: staged.occurred_at },
    staged: wanted.count === 0 ? null : staged,
  })
  if ('refused' in result) throw new Error(result.refused)
}
