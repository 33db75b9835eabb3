// Editions of congressional boundaries that are left out, and localities that publish boundaries of a plan themselves.
// data/reference/plans.csv has the plans.

import type { StateCode } from '../schema/vocabulary.ts'

interface DoubtfulBoundaries {
  state: StateCode
  /** The year of the Census Bureau's edition. */
  edition: number
  source: string
}

/** Boundaries that are left out, because their publisher doubts that they are those of the election. */
const DOUBTFUL: readonly DoubtfulBoundaries[] = [
  {
    state: 'MO',
    edition: 2026,
    source: "the Bureau warns that its lines of 2026 may not be those of Missouri's election of November 2026",
  },
]

/** The reason to leave out a state's congressional boundaries in an edition. */
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
