// Describes the first event that breaks the chain.

import { eventId } from '../../data/schema/event.ts'
import type { Head } from '../../data/store/state/publications.ts'
import { type ChainLocation, type ChainSource, findEventLocation, hashOf } from './chain.ts'

export interface ChainFault {
  /** `unmarked`: no mark exists beside the log. */
  kind: 'tampered' | 'missing' | 'out_of_order' | 'unmarked'
  /** Id of the event. */
  id: string
  where: string
  expected: string
  got: string
}

/** State of the chain before the next event. */
export interface Position {
  seq: number
  hash: string
  /** Undefined before the first event. */
  last: ChainLocation | undefined
}

interface Misfit {
  source: ChainSource
  head: Head
  position: Position
  place: ChainLocation
  /** Hash of this event according to the next event, or according to the head for the last event. */
  after: string
}

export async function diagnose({ source, head, position, place, after }: Misfit): Promise<ChainFault> {
  const { link, id, where } = place
  const seq = position.seq + 1
  const expectedId = eventId(position.last?.id?.epoch ?? id?.epoch ?? head.epoch, seq)
  const tampered = { kind: 'tampered', id: expectedId, where } as const
  if (!link) return { ...tampered, expected: '{"chain_before":"…","event":{…}}', got: 'another line' }
  const body = `the body of event ${seq}`
  if (!id) return { ...tampered, expected: body, got: 'a body without an id' }
  if (place.column && id.seq === seq && link.chain_before === position.hash) {
    const { name, expected, got } = place.column
    return { ...tampered, id: id.text, expected: `${name} ${expected}, as in the body`, got }
  }
  if (id.seq === seq) {
    // Of two events that do not match, the intact one is the one whose hash the next event confirms.
    const last = hashOf({ ...link, chain_before: position.hash }) === after ? undefined : position.last
    return last
      ? {
          ...{ ...tampered, id: last.id?.text ?? expectedId, where: last.where },
          ...{ expected: `a chain_before and body with the hash ${link.chain_before}`, got: position.hash },
        }
      : { ...tampered, id: id.text, expected: `chain_before ${position.hash}`, got: link.chain_before }
  }
  if (link.chain_before === position.hash) return { ...tampered, expected: body, got: `the id of event ${id.seq}` }
  if (seq > head.seq)
    return { ...tampered, kind: 'out_of_order', id: id.text, expected: 'no more events', got: `event ${id.seq}` }
  const elsewhere = await findEventLocation(source, seq)
  const got = `event ${id.seq}, ${id.text}`
  return elsewhere
    ? {
        ...tampered,
        kind: 'out_of_order',
        id: id.text,
        expected: `event ${seq}, which is at ${elsewhere.where}`,
        got,
      }
    : { ...tampered, kind: 'missing', expected: `event ${seq}`, got }
}

/** Called after the last event. */
export function diagnoseEnd(head: Head, { seq, hash, last }: Position): ChainFault | null {
  const where = last?.where ?? 'state'
  const epoch = last?.id?.epoch ?? head.epoch
  if (seq < head.seq)
    return {
      ...{ kind: 'missing', id: eventId(epoch, seq + 1), where },
      ...{ expected: `events ${seq + 1} to ${head.seq} after it`, got: 'none' },
    }
  if (hash === head.chain) return null
  return {
    ...{ kind: 'tampered', id: last?.id?.text ?? eventId(epoch, seq), where },
    ...{ expected: `a chain_before and body with the hash ${head.chain}, as in the head`, got: hash },
  }
}
