// Verifies the event log: recomputes the chain over all events and stops at the first fault. Then it compares the end with
// the mark beside the state and with a head saved elsewhere, because a log that was cut at its end is a valid chain.

import { CHAIN_START, formatHead } from '../../data/schema/event.ts'
import { findMark } from '../../data/store/feed-mark.ts'
import type { Paths } from '../../data/store/paths.ts'
import type { Head } from '../../data/store/state/publications.ts'
import { listArchive } from './archive-file.ts'
import { type ChainLocation, type ChainSource, findEventLocation, hashOf, listPlaces } from './chain.ts'
import { compareEnd, type ExpectedHead, listTakenBack, type Seen } from './chain-end.ts'
import { type ChainFault, diagnose, diagnoseEnd, type Position } from './chain-fault.ts'

export interface VerifyReport {
  /** Number of events checked. */
  events: number
  /** Number of these in the archive. */
  archived: number
  /** End of the log according to the state, `SEQ:HASH`; null if nothing is published. */
  head: string | null
  /** One sentence for each restore of an older state after which another epoch continued. */
  restored: readonly string[]
  fault: ChainFault | null
}

interface VerifyOptions extends Omit<ChainSource, 'through' | 'paths'> {
  paths: Pick<Paths, 'events' | 'root' | 'mark'>
  /** A head saved elsewhere. */
  expected?: ExpectedHead | undefined
}

export async function verifyEvents({ paths, state, expected }: VerifyOptions): Promise<VerifyReport> {
  const findFirst = async (): Promise<number | undefined> => (await state.chain(0, 1))[0]?.seq
  const readMark = (): string => JSON.stringify(findMark(paths))
  // Pruning or publishing during the check may look like a fault; then the check runs again.
  for (;;) {
    // Read the mark before the head: a publisher commits first, then moves the mark.
    const [first, marked, found] = [await findFirst(), readMark(), findMark(paths)]
    const head = await state.head()
    const numbers = new Set([...listNumbers(found?.mark), ...(expected ? [expected.seq] : [])])
    const walked = head
      ? await walk({ paths, state, through: head.seq }, head, numbers)
      : { report: EMPTY, seen: NOTHING_SEEN }
    const end = { head, seen: walked.seen, isArchived: listArchive(paths).length > 0 }
    const report: VerifyReport = {
      ...walked.report,
      head: head ? formatHead(head) : null,
      restored: [...walked.report.restored, ...listTakenBack(found, end)],
      fault: walked.report.fault ?? compareEnd(found?.mark, expected, end),
    }
    if (report.fault === null || ((await findFirst()) === first && readMark() === marked)) return report
  }
}

type Walked = Omit<VerifyReport, 'head'>

const EMPTY: Walked = { events: 0, archived: 0, restored: [], fault: null }
const NOTHING_SEEN: Seen = new Map()

/** Numbers of the events whose hash is needed. */
function listNumbers(mark: { seq: number; past: readonly (string | { seq: number })[] } | undefined): number[] {
  if (!mark) return []
  return [mark.seq, ...mark.past.flatMap((one) => (typeof one === 'string' ? [] : [one.seq]))]
}

async function walk(
  source: ChainSource,
  head: Head,
  numbers: ReadonlySet<number>,
): Promise<{ report: Walked; seen: Seen }> {
  const restored: string[] = []
  const seen = new Map<number, ChainLocation[]>()
  let position: Position = { seq: 0, hash: CHAIN_START, last: undefined }
  let [events, archived] = [0, 0]
  const ended = (fault: ChainFault | null): { report: Walked; seen: Seen } => {
    const { last } = position
    // Only a later event shows that a body was changed.
    if (fault?.kind !== 'tampered' || fault.where !== last?.where)
      return { report: { events, archived, restored, fault }, seen }
    return { report: { events: events - 1, archived: archived - (last.archived ? 1 : 0), restored, fault }, seen }
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
    if (numbers.has(id.seq)) seen.set(id.seq, [...(seen.get(id.seq) ?? []), place])
    events += 1
    if (place.archived) archived += 1
  }
  const end = await findTakenBack(source, head, position)
  if (end === undefined) return ended(diagnoseEnd(head, position))
  restored.push(end)
  return ended(null)
}
/** An epoch that continues from an earlier event than the last shows that an older state was restored. */
async function findRestored(
  source: ChainSource,
  { last, seq }: Position,
  { link, id, where }: ChainLocation,
): Promise<string | undefined> {
  if (!link || !id || !last?.id || id.epoch === last.id.epoch || id.seq > seq) return undefined
  if ((await hashAt(source, id.seq - 1, where)) !== link.chain_before) return undefined
  return `At ${where} epoch ${id.epoch} continues from event ${id.seq - 1}: an older state was restored, so events ${id.seq} to ${seq} of epoch ${last.id.epoch} were undone.`
}

/**
 * The archive is ahead of the head, and the head matches one of its events: an older state was restored, and nothing was
 * published since.
 */
async function findTakenBack(source: ChainSource, head: Head, { seq }: Position): Promise<string | undefined> {
  if (seq <= head.seq || (await hashAt(source, head.seq)) !== head.chain) return undefined
  return `The state is at event ${head.seq}: an older state was restored, so events ${head.seq + 1} to ${seq} were undone.`
}

async function hashAt(source: ChainSource, seq: number, until?: string): Promise<string | undefined> {
  if (seq === 0) return CHAIN_START
  const link = (await findEventLocation(source, seq, until))?.link
  return link && hashOf(link)
}
