// On which UTC day each key was last used: noted in memory at each request, written to the state once a while.

import { DAY } from '../../data/schema/duration.ts'
import type { KeyGrant, State } from '../../data/store/state/state.ts'

export interface KeyUse {
  /** @param now milliseconds since 1970 */
  note(grant: Pick<KeyGrant, 'id' | 'last_used_on'>, now: number): void
  /** Writes what has been noted since; what cannot be written waits for the next time. */
  write(): Promise<void>
}

export function createKeyUse(state: Pick<State, 'keysUsed'>): KeyUse {
  /** By key: whole days since 1970. */
  const last = new Map<number, number>()
  let noted = new Map<number, string>()
  return {
    note({ id, last_used_on }, now) {
      const day = Math.floor(now / DAY)
      const before = last.get(id)
      if (before !== undefined && before >= day) return
      last.set(id, day)
      const on = toDate(day)
      if (last_used_on === null || last_used_on < on) noted.set(id, on)
    },
    async write() {
      if (noted.size === 0) return
      const uses = noted
      noted = new Map()
      try {
        await state.keysUsed(Array.from(uses, ([id, on]) => ({ id, on })))
      } catch (error) {
        noted = new Map([...uses, ...noted])
        throw error
      }
    },
  }
}

function toDate(day: number): string {
  return new Date(day * DAY).toISOString().slice(0, 10)
}
