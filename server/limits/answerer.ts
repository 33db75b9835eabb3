// Runs in the primary and counts requests for the workers; the counterpart of remote.ts.

import type { LimitDecision, MeterRequest } from '../http/limits.ts'
import { gather } from './batch-per-turn.ts'
import type { AnyOwner } from './owner.ts'
import type { MeterBatch, MeterBatchReply } from './remote.ts'

/** The primary's side of one worker: its requests and its open streams. */
export interface WorkerMeter {
  /** Never rejects. If the owner cannot decide, the error is logged and the reply is "uncounted". */
  answer(asked: MeterBatch): Promise<MeterBatchReply>
  /** The worker has ended, and its streams with it. Its unanswered requests hold no streams either. */
  close(): void
}

/**
 * Decides all workers' requests of one turn of the event loop together, and writes them once.
 * @returns a function that creates a WorkerMeter
 */
export function createAnswerer(owner: Pick<AnyOwner, 'decide'>, tell: (sentence: string) => void): () => WorkerMeter {
  const fail = (fault: unknown): undefined => {
    tell(`Requests could not be counted: ${fault instanceof Error ? fault.message : String(fault)}.`)
  }
  /** A promise only if the owner answers with one. */
  const decide = (requests: readonly MeterRequest[]) => {
    try {
      const taken = owner.decide(requests)
      return taken instanceof Promise ? taken.catch(fail) : taken
    } catch (fault) {
      return fail(fault)
    }
  }
  const answer = gather((asks: readonly (readonly MeterRequest[])[]) => {
    const split = (taken: readonly LimitDecision[] | undefined): readonly (readonly LimitDecision[] | null)[] => {
      let at = 0
      return asks.map(({ length }) => {
        at += length
        return taken?.slice(at - length, at) ?? null
      })
    }
    const taken = decide(asks.flat())
    return taken instanceof Promise ? taken.then(split) : split(taken)
  })

  return () => {
    const held = new Map<string, MeterRequest>()
    let closed = false
    const release = (): void => {
      if (held.size > 0) void decide([...held.values()])
      held.clear()
    }
    return {
      async answer({ turn, asked }) {
        const taken = await answer(asked)
        for (const [at, request] of asked.entries()) {
          if (request.kind === 'close') held.delete(request.stream)
          // An uncounted request was not refused.
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
