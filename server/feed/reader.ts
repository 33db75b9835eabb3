// Where one stream stands: what it has sent or skipped, and when its reader is told so (decisions.md section 6, checkpoint).

import { CHECKPOINT_EVENTS } from '../../data/schema/numbers.ts'
import type { ReconnectReason } from '../../data/schema/vocabulary.ts'
import type { Position } from './feed.ts'
import { checkpointChunk, reconnectChunk } from './frame.ts'
import type { Outlet } from './outlet.ts'
import type { Selection } from './selection.ts'

export interface Reader {
  at(): number
  take(selection: Selection): void
  /** Tells where to go on from, and ends. */
  end(reason: ReconnectReason): void
  /** Sends nothing more. */
  stop(): void
}

/** @param pace milliseconds after which a reader is told that it has moved, where nothing else told it */
export function openReader({ epoch, seq }: Position, outlet: Outlet, pace: number): Reader {
  let at = seq
  /** Since the last id that was sent. */
  let skipped = 0
  let timer: NodeJS.Timeout | undefined

  const stop = (): void => {
    if (timer === undefined) return
    clearTimeout(timer)
    timer = undefined
  }
  const setSkipped = (count: number, anew: boolean): void => {
    skipped = count
    if (anew || count === 0) stop()
    if (count > 0)
      timer ??= setTimeout(() => {
        outlet.write(checkpointChunk({ epoch, seq: at }))
        setSkipped(0, true)
      }, pace)
  }
  return {
    at: () => at,
    stop,
    take({ after, through, leading, trailing, chunk }) {
      const due = skipped + leading >= CHECKPOINT_EVENTS
      if (due) outlet.write(checkpointChunk({ epoch, seq: after + CHECKPOINT_EVENTS - skipped }))
      if (chunk) outlet.write(chunk)
      at = through
      if (chunk) setSkipped(trailing, true)
      else setSkipped(skipped + leading - (due ? CHECKPOINT_EVENTS : 0), due)
    },
    end(reason) {
      stop()
      outlet.end(reconnectChunk({ epoch, seq: at }, reason))
    },
  }
}
