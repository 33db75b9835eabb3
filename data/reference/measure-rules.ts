// State laws on questions to voters: who levies a tax, how local questions are numbered, and which numbers are the state's.

import type { StateCode } from '../schema/vocabulary.ts'

/** Sources: O.C.G.A. §§ 48-8-82, -110.1, -140, -260 (the special districts are the counties); S.C. Code §§ 4-10-20, -330, -470, 4-37-30. */
const SALES_TAX_BY_COUNTY: ReadonlySet<StateCode> = new Set(['GA', 'SC'])
/** Source: Or. Rev. Stat. § 254.108: each county clerk has numbers that no other one gives, such as 26-249. */
const NUMBERED_BY_STATE: ReadonlySet<StateCode> = new Set(['OR'])

/** Whether only counties ask their voters for a sales tax. */
export function taxesByCounty(state: StateCode): boolean {
  return SALES_TAX_BY_COUNTY.has(state)
}

/** Whether one number is one question, whichever counties list it and in whatever words. */
export function numbersOnce(state: StateCode): boolean {
  return NUMBERED_BY_STATE.has(state)
}

// Numbers that a state's law keeps for propositions of the whole state.

/** First and last number. Source: Ariz. Rev. Stat. § 19-125(B); local questions have 400 and more. */
const NUMBERS: Readonly<Partial<Record<StateCode, readonly [number, number]>>> = { AZ: [100, 399] }

export function isStateProposition(state: StateCode, number: number): boolean {
  const [first, last] = NUMBERS[state] ?? [0, -1]
  return number >= first && number <= last
}
