// What has just been released, to all streams that have caught up: filtered once for each distinct filter, and written in order.

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FeedEvent } from '../../data/schema/event.ts'
import { FEED_PAGE, type Feed } from './feed.ts'
import { type Selection, select } from './selection.ts'
import type { SharedFilter } from './shared-filter.ts'

/** Then other work has its turn. */
const WRITES_PER_TURN = 500
/** More at once is left to each reader's own pace. */
const LIVE_BYTES_MAX = 256 * 1024

export interface Member {
  epoch: string
  /** The last event that it has sent or skipped. */
  at(): number
  take(selection: Selection): void
  /** There is much: it reads on by itself, and joins again. */
  fallBack(): void
  /** There is no going on from where it is: its epoch has ended, or events after its position are gone. */
  lose(): void
}

export interface FanOut {
  /** In the turn in which the member has caught up with what is released. @returns ends it */
  join(filter: SharedFilter, member: Member): () => void
}

interface Delivery {
  events: readonly FeedEvent[]
  epoch: string
}

export function createFanOut(feed: Feed): FanOut {
  const groups = new Map<SharedFilter, Set<Member>>()
  const deliveries: Delivery[] = []
  let delivering = false
  let unfollow: (() => void) | undefined

  const deliver = async (): Promise<void> => {
    let writes = 0
    for (let delivery = deliveries.shift(); delivery; delivery = deliveries.shift())
      for (const [filter, members] of groups) {
        const hand = handOf(delivery, filter)
        for (const member of members) {
          hand(member)
          writes += 1
          if (writes % WRITES_PER_TURN === 0) await nextTurn()
        }
      }
    delivering = false
  }
  const start = (): void => {
    unfollow = feed.follow((events, { epoch }) => {
      deliveries.push({ events, epoch })
      if (delivering) return
      delivering = true
      // The first of them in this turn.
      void deliver()
    })
  }
  return {
    join(filter, member) {
      if (!unfollow) start()
      const members = groups.get(filter) ?? new Set()
      groups.set(filter, members)
      members.add(member)
      return () => {
        members.delete(member)
        if (members.size > 0 || groups.get(filter) !== members) return
        groups.delete(filter)
        if (groups.size > 0) return
        unfollow?.()
        unfollow = undefined
      }
    },
  }
}

/** What one delivery does to a member of one filter's group. */
function handOf({ events, epoch }: Delivery, { matches }: SharedFilter): (member: Member) => void {
  const first = events[0]?.seq
  const last = events.at(-1)?.seq
  let selection: Selection | undefined
  return (member) => {
    if (member.epoch !== epoch) return member.lose()
    const at = member.at()
    // Who came after the release, or began ahead of it, has nothing of it or a part.
    if (first === undefined || last === undefined || at >= last) return
    if (at < first - 1) return member.lose()
    if (at >= first)
      return member.take(
        select(
          events.filter(({ seq }) => seq > at),
          matches,
          epoch,
        ),
      )
    selection ??= select(events, matches, epoch)
    const bytes = selection.chunk?.plain.length ?? 0
    if (bytes > LIVE_BYTES_MAX || (bytes > 0 && events.length === FEED_PAGE)) member.fallBack()
    else member.take(selection)
  }
}
