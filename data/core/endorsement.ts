// Normalised rows of endorsers, endorsements and their evidence.

import type { Stance, StateCode } from '../schema/vocabulary.ts'

export interface EndorserRow {
  /** The endorser's key. */
  endorser_slug: string
  name: string
  /** Slug from data/reference/endorser-categories.ts. */
  category: string
  state: StateCode | 'national'
  description: string | null
  website_url: string | null
}

/** One endorser's pick of one choice. */
export interface EndorsementRow {
  /** endorser/choice */
  endorsement_key: string
  endorser_slug: string
  contest_key: string
  choice_key: string
  /** 1, 2, 3, … for a ranked choice; otherwise null. */
  rank: number | null
  statement: string | null
  statement_es: string | null
  source_url: string | null
  published_on: string | null
  /** The revision of the page that it was read from, if its source has revisions. */
  evidence_url: string | null
}

/** Why an endorser has no position in a contest. */
export interface StanceRow {
  /** endorser/contest */
  stance_key: string
  endorser_slug: string
  contest_key: string
  stance: Stance
  source_url: string | null
  published_on: string | null
}

/** What the announced page of an endorsement said when it was captured. At most one row per endorsement. */
export interface EvidenceRow {
  endorsement_key: string
  /** The captured page. The evidence counts only while the endorsement names it. */
  source_url: string
  /** Of the kept bytes. */
  sha256: string
  /** An instant. */
  retrieved_at: string
  quote: string | null
  quote_found: boolean
  /** The instant of the first check at which the page no longer stated the endorsement. */
  missing_since: string | null
}
