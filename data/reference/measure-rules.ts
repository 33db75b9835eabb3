// State laws on local questions: who levies a tax, and how questions are numbered.

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
