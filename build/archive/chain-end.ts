// Checks the end of the log. A log that was cut or rewritten at its end is still a valid chain; only a record kept beside it
// (mark or head) reveals the change.

import { CHAIN_START, eventId, formatHead } from '../../data/schema/event.ts'
import { endedEpochs, type FoundMark, type Mark } from '../../data/store/feed-mark.ts'
import type { Head } from '../../data/store/state/publications.ts'
import { type ChainLocation, hashOf } from './chain.ts'
import type { ChainFault } from './chain-fault.ts'

/** The head that an operator saved after a publication. */
export type ExpectedHead = Pick<Head, 'seq' | 'chain'>

/** Events by requested number, in log order. After a restore of an older state, one number may have two events. */
export type Seen = ReadonlyMap<number, readonly ChainLocation[]>

interface LogEnd {
  /** Undefined if nothing is published. */
  head: Head | undefined
  seen: Seen
  isArchived: boolean
}

const LOG = 'state'
const NO_EPOCH = '0'.repeat(16)

export function compareEnd(mark: Mark | undefined, expected: ExpectedHead | undefined, end: LogEnd): ChainFault | null {
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
      ...{ kind: 'missing', id: eventId(epoch, from), where: head ? `${LOG}, after event ${head.seq}` : LOG },
      ...{ expected: from === seq ? `event ${seq}, ${as}` : `events ${from} to ${seq}, ${as}` },
      got: head ? 'none' : 'none: nothing is published',
    }
  if (!head) return null
  if (endedEpochs(mark).includes(head.epoch))
    return {
      ...{ kind: 'tampered', id: eventId(epoch, seq), where: `${LOG}, its head` },
      ...{ expected: `epoch ${epoch}, ${as}`, got: `epoch ${head.epoch}, which has ended` },
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
export function listTakenBack(found: FoundMark | undefined, { head, seen }: LogEnd): string[] {
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

function placesOf(seen: Seen, seq: number): SeenPlace[] {
  if (seq === 0) return [{ where: `${LOG}, before event 1`, id: undefined, hash: CHAIN_START }]
  return (seen.get(seq) ?? []).flatMap(({ where, id, link }) =>
    link ? [{ where, id: id?.text, hash: hashOf(link) }] : [],
  )
}
