import type { Ballots } from '../../ingest/engine/source.ts'

/** Nothing is known. */
export const noBallots: Ballots = { elections: () => [], listings: () => [], contests: () => [] }
