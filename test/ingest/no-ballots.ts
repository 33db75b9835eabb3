import type { Ballots } from '../../ingest/read/source.ts'

/** Nothing is known. */
export const noBallots: Ballots = { elections: () => [], listings: () => [], contests: () => [] }
