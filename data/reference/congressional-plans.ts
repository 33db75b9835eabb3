// States whose congressional lines were new in the 119th Congress; every other kept the plan of the 118th.

import type { StateCode } from '../schema/vocabulary.ts'

interface NewPlan {
  state: StateCode
  /** Who drew it, and when. */
  source: string
}

const NEW_PLANS: readonly NewPlan[] = [
  { state: 'AL', source: 'ordered by the federal court in Allen v. Milligan, October 2023' },
  { state: 'GA', source: "drawn by the legislature after a federal court's order, December 2023" },
  { state: 'LA', source: "drawn by the legislature after a federal court's order, January 2024" },
  { state: 'NC', source: 'Session Law 2023-145, October 2023' },
  { state: 'NY', source: 'drawn by the legislature, February 2024' },
]

export function isNewPlan(state: string): boolean {
  return NEW_PLANS.some((plan) => plan.state === state)
}
