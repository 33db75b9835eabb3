// Numbers that a state's law keeps for propositions of the whole state.

import type { StateCode } from '../schema/vocabulary.ts'

/** First and last number. Source: Ariz. Rev. Stat. § 19-125(B); local questions have 400 and more. */
const NUMBERS: Readonly<Partial<Record<StateCode, readonly [number, number]>>> = { AZ: [100, 399] }

export function isStateProposition(state: StateCode, number: number): boolean {
  const [first, last] = NUMBERS[state] ?? [0, -1]
  return number >= first && number <= last
}
