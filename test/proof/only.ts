// Tests that `make proof` alone runs: their subject is covered by quicker tests too, and they would take minutes of each `make test-all`.

/** Why such a test is skipped; null under PROOF=1. */
export const PROOF_ONLY = process.env.PROOF === '1' ? null : 'skipped: minutes, which make proof runs'
