import type { Ballots } from '../../ingest/source.ts'

/** Nothing is known. */
export const noBallots: Ballots = { elections: () => [], listings: () => [], contests: () => [], endorsers: () => [] }
