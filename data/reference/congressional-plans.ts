// States with new congressional lines in the 119th Congress (all others kept the plan of the 118th), and localities that publish lines
// of that plan themselves.

import type { StateCode } from '../schema/vocabulary.ts'

interface NewPlan {
  state: StateCode
  /** Author and date of the plan. */
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

/**
 * States whose lines for the election of November 2026 are not those of the 119th Congress. Source: the held file of those lines, compared
 * with the Census Bureau's of the 119th: 15 % to 62 % of each of these states lies in another district, at most 0.2 % of any other.
 */
export const REDRAWN_FOR_2026: readonly StateCode[] = ['AL', 'CA', 'FL', 'LA', 'MO', 'NC', 'OH', 'TN', 'TX', 'UT']

interface DoubtfulLines {
  state: StateCode
  /** The year of the Census Bureau's edition. */
  edition: number
  source: string
}

/** Lines that are left out, because their publisher doubts that they are those of the election. */
const DOUBTFUL: readonly DoubtfulLines[] = [
  {
    state: 'MO',
    edition: 2026,
    source: "the Bureau warns that its lines of 2026 may not be those of Missouri's election of November 2026",
  },
]

/** The reason to leave out a state's congressional lines in an edition. */
export function findDoubt(state: string, edition: number): string | undefined {
  return DOUBTFUL.find((doubt) => doubt.state === state && doubt.edition === edition)?.source
}

interface LocalPlan {
  /** Vintage of the shapes: the plan's vintage, `_`, and the locality. */
  vintage: string
  state: StateCode
  /** GEOIDs of the counties in which the locality draws every district. */
  counties: readonly string[]
}

/** New York City's five boroughs are the counties of the Bronx, Kings, New York, Queens and Richmond. */
export const NEW_YORK_CITY: LocalPlan = {
  vintage: 'cd119_nyc',
  state: 'NY',
  counties: ['36005', '36047', '36061', '36081', '36085'],
}

export const LOCAL_PLANS: readonly LocalPlan[] = [NEW_YORK_CITY]
