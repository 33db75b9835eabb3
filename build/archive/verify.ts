// Verifies the event log: recomputes the chain over all events and stops at the first fault. Then it compares the end with
// the mark beside the state and with a head saved elsewhere, because a log that was cut at its end is a valid chain.

import { CHAIN_START, eventId, formatHead } from '../../data/schema/event.ts'
import { endedEpochs, type FoundMark, findMark, type Mark } from '../../data/store/feed-mark.ts'
import type { Paths } from '../../data/store/paths.ts'
import type { Head } from '../../data/store/state/publications.ts'
import { listArchive } from './archive.ts'
import { type ChainLocation, type ChainSource, findEventLocation, hashOf, listPlaces } from './chain.ts'

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
const NOTHING_SEEN: SeenEvents = new Map()

/** Numbers of the events whose hash is needed. */
function listNumbers(mark: { seq: number; past: readonly (string | { seq: number })[] } | undefined): number[] {
  if (!mark) return []
  return [mark.seq, ...mark.past.flatMap((one) => (typeof one === 'string' ? [] : [one.seq]))]
}

async function walk(
  source: ChainSource,
  head: Head,
  numbers: ReadonlySet<number>,
): Promise<{ report: Walked; seen: SeenEvents }> {
  const restored: string[] = []
  const seen = new Map<number, ChainLocation[]>()
  let position: Position = { seq: 0, hash: CHAIN_START, last: undefined }
  let [events, archived] = [0, 0]
  const ended = (fault: ChainFault | null): { report: Walked; seen: SeenEvents } => {
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

// Checks the end of the log. A log that was cut or rewritten at its end is still a valid chain; only a record kept beside it
// (mark or head) reveals the change.

/** The head that an operator saved after a publication. */
export type ExpectedHead = Pick<Head, 'seq' | 'chain'>

/** Events by requested number, in log order. After a restore of an older state, one number may have two events. */
type SeenEvents = ReadonlyMap<number, readonly ChainLocation[]>

interface LogEnd {
  /** Undefined if nothing is published. */
  head: Head | undefined
  seen: SeenEvents
  isArchived: boolean
}

const LOG = 'state'
const NO_EPOCH = '0'.repeat(16)

function compareEnd(mark: Mark | undefined, expected: ExpectedHead | undefined, end: LogEnd): ChainFault | null {
  const fault = (mark && compareWithMark(mark, end)) ?? (expected && compareWithExpected(expected, end))
  return fault ?? (mark || expected ? null : requireNone(end))
}

/** There is no mark to compare with; correct only if nothing is published. */
function requireNone({ head, isArchived }: LogEnd): ChainFault | null {
  if (head ? head.seq === 0 : !isArchived) return null
  const id = eventId(head?.epoch ?? NO_EPOCH, head?.seq ?? 0)
  return { kind: 'unmarked', id, where: 'feed.mark', expected: 'the mark of the last publication', got: 'no such file' }
}

/** The log may extend past the mark: the publisher may have been killed before it moved the mark. */
function compareWithMark(mark: Mark, { head, seen }: LogEnd): ChainFault | null {
  const as = 'according to feed.mark'
  const { epoch, seq } = mark
  const from = (head?.seq ?? 0) + 1
  if (from <= seq)
    return {
      kind: 'missing',
      id: eventId(epoch, from),
      where: head ? `${LOG}, after event ${head.seq}` : LOG,
      expected: from === seq ? `event ${seq}, ${as}` : `events ${from} to ${seq}, ${as}`,
      got: head ? 'none' : 'none: nothing is published',
    }
  if (!head) return null
  if (endedEpochs(mark).includes(head.epoch))
    return {
      kind: 'tampered',
      id: eventId(epoch, seq),
      where: `${LOG}, its head`,
      expected: `epoch ${epoch}, ${as}`,
      got: `epoch ${head.epoch}, which has ended`,
    }
  const last = placesOf(seen, seq).at(-1)
  if (mark.hash === undefined || last === undefined || last.hash === mark.hash) return null
  const expected = `event ${seq} with the hash ${mark.hash}, ${as}`
  return { kind: 'tampered', id: last.id ?? eventId(epoch, seq), where: last.where, expected, got: last.hash }
}

function compareWithExpected({ seq, chain }: ExpectedHead, { head, seen }: LogEnd): ChainFault | null {
  const places = placesOf(seen, seq)
  if (places.some(({ hash }) => hash === chain)) return null
  const last = places.at(-1)
  const expected = `event ${seq} with the hash ${chain}, according to --expect`
  const id = last?.id ?? eventId(head?.epoch ?? NO_EPOCH, seq)
  if (last) return { kind: 'tampered', id, where: last.where, expected, got: last.hash }
  const got = head ? `the head ${formatHead(head)}` : 'none: nothing is published'
  return { kind: 'missing', id, where: LOG, expected, got }
}

/** One sentence for each end of an epoch that the log lacks. */
function listTakenBack(found: FoundMark | undefined, { head, seen }: LogEnd): string[] {
  if (!found || !head) return []
  const sentences = found.mark.past.flatMap((one) => {
    if (typeof one === 'string' || placesOf(seen, one.seq).some(({ hash }) => hash === one.hash)) return []
    const { epoch, seq, hash } = one
    return [
      `Epoch ${epoch} ended at ${formatHead({ seq, chain: hash })}, which is not in the log: an older state was restored, or the end of the log was removed, before the next epoch began.`,
    ]
  })
  if (found.copied && found.mark.epoch === head.epoch)
    sentences.push(
      'The folder was restored from a copy, or moved to another disk: the next hustings publish or serve begins a new epoch of the feed.',
    )
  return sentences
}

interface SeenPlace {
  where: string
  id: string | undefined
  hash: string
}

function placesOf(seen: SeenEvents, seq: number): SeenPlace[] {
  if (seq === 0) return [{ where: `${LOG}, before event 1`, id: undefined, hash: CHAIN_START }]
  return (seen.get(seq) ?? []).flatMap(({ where, id, link }) =>
    link ? [{ where, id: id?.text, hash: hashOf(link) }] : [],
  )
}

// Describes the first event that breaks the chain.

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
interface Position {
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

async function diagnose({ source, head, position, place, after }: Misfit): Promise<ChainFault> {
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
          ...tampered,
          id: last.id?.text ?? expectedId,
          where: last.where,
          expected: `a chain_before and body with the hash ${link.chain_before}`,
          got: position.hash,
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
function diagnoseEnd(head: Head, { seq, hash, last }: Position): ChainFault | null {
  const where = last?.where ?? 'state'
  const epoch = last?.id?.epoch ?? head.epoch
  if (seq < head.seq)
    return {
      kind: 'missing',
      id: eventId(epoch, seq + 1),
      where,
      expected: `events ${seq + 1} to ${head.seq} after it`,
      got: 'none',
    }
  if (hash === head.chain) return null
  return {
    kind: 'tampered',
    id: last?.id?.text ?? eventId(epoch, seq),
    where,
    expected: `a chain_before and body with the hash ${head.chain}, as in the head`,
    got: hash,
  }
}
