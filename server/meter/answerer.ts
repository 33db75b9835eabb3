// The other end of remote.ts, in the primary: counts for the workers.

import { gather } from './gather.ts'
import type { MeterRequest, Taken } from './meter.ts'
import type { Owner } from './owner.ts'
import type { Answered, Asked } from './remote.ts'

/**
 * What all workers ask within one turn of the event loop is decided together and written once. It never rejects: what the owner cannot
 * decide is told, and answered as uncounted.
 */
export function createAnswerer(
  owner: Pick<Owner, 'decide'>,
  tell: (sentence: string) => void,
): (asked: Asked) => Promise<Answered> {
  const answer = gather((asks: readonly (readonly MeterRequest[])[]): readonly (readonly Taken[] | null)[] => {
    try {
      const taken = owner.decide(asks.flat())
      let at = 0
      return asks.map(({ length }) => {
        at += length
        return taken.slice(at - length, at)
      })
    } catch (fault) {
      tell(`The requests of this turn could not be counted: ${fault instanceof Error ? fault.message : String(fault)}.`)
      return asks.map(() => null)
    }
  })
  return async ({ turn, asked }) => ({ turn, taken: await answer(asked) })
}
