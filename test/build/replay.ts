// The data of a client that lists one bundle and then applies every committed event, and the data that a bundle serves, to compare the two.

import { expect } from 'vitest'
import { openServed } from '../../build/publish/bundle-reader.ts'
import { parseBodies, parseFields } from '../../build/publish/diff.ts'
import { CHAIN_START, type ChangingFields, chainHash, changingFields, event, eventId } from '../../data/schema/event.ts'
import { loadManifest } from '../../data/store/manifest.ts'
import type { Paths } from '../../data/store/paths.ts'
import type { ChainedEvent } from '../../data/store/state/events.ts'
import type { ServiceStore } from '../../data/store/state/state.ts'

/** By endorsement id. */
export type Held = Map<number, ChangingFields>

export function servedIn(paths: Paths, bundle: string): Held {
  const served = openServed(paths, loadManifest(paths, bundle).bundle)
  try {
    return new Map([...served.walk()].map((one) => [one.id, fieldsOf(parseFields(parseBodies(one)))]))
  } finally {
    served.close()
  }
}

/** Every committed event, in order. Checks their chain, numbers and times. */
export async function committed(state: ServiceStore): Promise<ChainedEvent[]> {
  const head = await state.head()
  if (!head) return []
  const events: ChainedEvent[] = []
  for (;;) {
    const more = await state.chain(events.length, 5000)
    if (more.length === 0) break
    events.push(...more)
  }
  let [chain, occurred_at] = [CHAIN_START, '']
  for (const [at, one] of events.entries()) {
    // Compared without `expect`, which would take most of the time.
    if (one.seq !== at + 1 || one.chain_before !== chain || one.occurred_at < occurred_at)
      expect([one.seq, one.chain_before, one.occurred_at], `event ${at + 1}`).toEqual([at + 1, chain, 'not earlier'])
    if (!one.body.startsWith(`{"id":"${eventId(head.epoch, one.seq)}"`))
      expect(one.body).toContain(eventId(head.epoch, one.seq))
    chain = chainHash(chain, one.body)
    occurred_at = one.occurred_at
  }
  expect({ seq: events.length, chain, occurred_at: events.length === 0 ? null : occurred_at }).toEqual({
    ...{ seq: head.seq, chain: head.chain, occurred_at: head.occurred_at },
  })
  return events
}

/** Throws at an event that contradicts the client's data. */
export function replay(held: Held, events: readonly Pick<ChainedEvent, 'body'>[]): Held {
  for (const { body } of events) {
    const { type, endorsement: told, previous } = event.parse(JSON.parse(body))
    const [had, fields] = [held.get(told.id), fieldsOf(told)]
    const fits =
      type === 'endorsement.created'
        ? had === undefined
        : same(had, type === 'endorsement.deleted' ? fields : changingFields.parse({ ...fields, ...previous }))
    if (!fits) throw new Error(`${body} does not fit to ${JSON.stringify(had)}`)
    if (type === 'endorsement.deleted') held.delete(told.id)
    else held.set(told.id, fields)
  }
  return held
}

function fieldsOf({ rank, statement, statement_es = null, source_url, published_on }: ChangingFields): ChangingFields {
  return { rank, statement, statement_es, source_url, published_on }
}

function same(a: ChangingFields | undefined, b: ChangingFields): boolean {
  return a !== undefined && JSON.stringify(a) === JSON.stringify(fieldsOf(b))
}
