// States as people write them.

import { placeFolded } from './folded-name.ts'
import { STATES, type UsState } from './states.ts'

const BY_WORDS: ReadonlyMap<string, UsState> = new Map([
  ...STATES.flatMap((state): [string, UsState][] => [
    [placeFolded(state.code), state],
    [placeFolded(state.name), state],
    [placeFolded(state.name).replace(/^us /, ''), state],
  ]),
])

/** The longest is `us virgin islands`. */
export const STATE_WORDS_MAX = 3

/** @param words a code or a name, folded like place names */
export function findStateByWords(words: string): UsState | undefined {
  return BY_WORDS.get(words)
}
