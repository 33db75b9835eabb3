// Recomputes the chain over all events there ever were, and stops at the first that does not fit.

import { CHAIN_START } from '../data/schema/event.ts'
import type { Head } from '../data/store/state/state.ts'
import { type ChainSource, findPlace, hashOf, listPlaces, type Place } from './chain.ts'
import { diagnose, diagnoseEnd, type Fault, type Position } from './chain-fault.ts'

export interface VerifyReport {
  /** As they were published, as far as was looked. */
  events: number
  /** How many of them are in the archive. */
  archived: number
  /** Where an older state was restored and another epoch went on from it, a sentence each. */
  restored: readonly string[]
  fault: Fault | null
}

export async function verifyEvents({ paths, state }: Omit<ChainSource, 'through'>): Promise<VerifyReport> {
  const findFirst = async (): Promise<number | undefined> => (await state.chain(0, 1))[0]?.seq
  // Pruning may move events from the state to the archive while they are looked at: then it is looked again.
  for (;;) {
    const [first, head] = [await findFirst(), await state.head()]
    if (!head) return { events: 0, archived: 0, restored: [], fault: null }
    const report = await walk({ paths, state, through: head.seq }, head)
    if (report.fault === null || (await findFirst()) === first) return report
  }
}

async function walk(source: ChainSource, head: Head): Promise<VerifyReport> {
  const restored: string[] = []
  let position: Position = { seq: 0, hash: CHAIN_START, last: undefined }
  let [events, archived] = [0, 0]
  const ended = (fault: Fault | null): VerifyReport => {
    const { last } = position
    // Only what follows an event tells of another body.
    if (fault?.kind !== 'tampered' || fault.where !== last?.where) return { events, archived, restored, fault }
    return { events: events - 1, archived: archived - (last.archived ? 1 : 0), restored, fault }
  }
  const places = listPlaces(source)
  for await (const place of places) {
    const { link, id, column } = place
    const fits = link && id && link.chain_before === position.hash && id.seq === position.seq + 1 && !column
    const sentence = fits ? undefined : await findRestored(source, position, place)
    if (sentence !== undefined) restored.push(sentence)
    else if (!fits) {
      const { value: next } = await places.next()
      return ended(await diagnose({ source, head, position, place, after: next?.link?.chain_before ?? head.chain }))
    }
    if (!link || !id) continue
    position = { seq: id.seq, hash: hashOf(link), last: place }
    events += 1
    if (place.archived) archived += 1
  }
  const end = await findTakenBack(source, head, position)
  if (end === undefined) return ended(diagnoseEnd(head, position))
  restored.push(end)
  return ended(null)
}

/** Another epoch goes on from an event that is not the last: so it looks after an older state was restored. */
async function findRestored(
  source: ChainSource,
  { last, seq }: Position,
  { link, id, where }: Place,
): Promise<string | undefined> {
  if (!link || !id || !last?.id || id.epoch === last.id.epoch || id.seq > seq) return undefined
  if ((await hashAt(source, id.seq - 1, where)) !== link.chain_before) return undefined
  return `At ${where} epoch ${id.epoch} goes on from event ${id.seq - 1}: an older state was restored, and events ${id.seq} to ${seq} of epoch ${last.id.epoch} taken back.`
}

/** The archive is ahead of the head, which stands at one of its events: nothing was published since an older state was restored. */
async function findTakenBack(source: ChainSource, head: Head, { seq }: Position): Promise<string | undefined> {
  if (seq <= head.seq || (await hashAt(source, head.seq)) !== head.chain) return undefined
  return `The state is at event ${head.seq}: an older one was restored, and events ${head.seq + 1} to ${seq} taken back.`
}

async function hashAt(source: ChainSource, seq: number, until?: string): Promise<string | undefined> {
  if (seq === 0) return CHAIN_START
  const link = (await findPlace(source, seq, until))?.link
  return link && hashOf(link)
}
