// The other end of remote.ts, in the primary: counts for the workers.

import type { LimitDecision, MeterRequest } from '../http/limits.ts'
import { gather } from './batch-per-turn.ts'
import type { Owner } from './owner.ts'
import type { MeterBatch, MeterBatchReply } from './remote.ts'

/** What one worker asks, and the streams that it holds. */
export interface WorkerMeter {
  /** Never rejects: what the owner cannot decide is told, and answered as uncounted. */
  answer(asked: MeterBatch): Promise<MeterBatchReply>
  /** The worker has ended, and its streams with it; what it has asked and not heard yet holds none either. */
  close(): void
}

/**
 * What all workers ask within one turn of the event loop is decided together and written once.
 * @returns opens a desk for a worker
 */
export function createAnswerer(owner: Pick<Owner, 'decide'>, tell: (sentence: string) => void): () => WorkerMeter {
  const decide = (requests: readonly MeterRequest[]): readonly LimitDecision[] | undefined => {
    try {
      return owner.decide(requests)
    } catch (fault) {
      tell(`The requests of this turn could not be counted: ${fault instanceof Error ? fault.message : String(fault)}.`)
      return undefined
    }
  }
  const answer = gather((asks: readonly (readonly MeterRequest[])[]): readonly (readonly LimitDecision[] | null)[] => {
    const taken = decide(asks.flat())
    let at = 0
    return asks.map(({ length }) => {
      at += length
      return taken?.slice(at - length, at) ?? null
    })
  })

  return () => {
    const held = new Map<string, MeterRequest>()
    let closed = false
    const release = (): void => {
      if (held.size > 0) decide([...held.values()])
      held.clear()
    }
    return {
      async answer({ turn, asked }) {
        const taken = await answer(asked)
        for (const [at, request] of asked.entries()) {
          if (request.kind === 'close') held.delete(request.stream)
          // One that could not be counted is none that was refused.
          const refused = taken?.[at]?.refusal !== undefined
          if (request.kind === 'open' && !refused) held.set(request.stream, { ...request, kind: 'close' })
        }
        if (closed) release()
        return { turn, taken }
      },
      close() {
        closed = true
        release()
      },
    }
  }
}
