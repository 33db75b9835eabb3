// The form of a view of the schema `api`; and the views of endorsers, their endorsements and stances, and what is computed from these.

import type { z } from 'zod'
import { contestAgreement, endorserAgreement } from '../../data/schema/agreement.ts'
import { endorsement } from '../../data/schema/endorsement.ts'
import { endorser, endorserCoverage } from '../../data/schema/endorser.ts'
import { evidence } from '../../data/schema/evidence.ts'
import { endorserStance } from '../../data/schema/position.ts'

/** A view of the schema `api`. */
export interface ApiView {
  name: string
  /** A sentence. */
  comment: string
  /** The columns that identify a row. */
  key: readonly string[]
  /** Each column with its SQL expression and a sentence on it. */
  columns: readonly ApiColumn[]
  /** The FROM clause and what follows it. */
  from: string
}

interface ApiColumn {
  name: string
  sql: string
  comment: string
}

/** Columns of the API's fields, described by the API's schema. @param sql by field; default: the column of the same name */
export function fieldsOf<Shape extends Record<string, z.ZodType>>(
  { shape }: z.ZodObject<Shape>,
  names: readonly (keyof Shape & string)[],
  sql: Partial<Record<keyof Shape & string, string>> = {},
): ApiColumn[] {
  return names.map((name) => {
    const comment = shape[name]?.meta()?.description
    if (comment === undefined) throw new Error(`the API's schema has no description of "${name}"`)
    return { name, sql: sql[name] ?? name, comment }
  })
}

export function column(name: string, sql: string, comment: string): ApiColumn {
  return { name, sql, comment }
}

export const SPANISH = 'in Spanish; the English text where the source gives no Spanish one.'

export const endorserView: ApiView = {
  name: 'endorser',
  comment: 'Organizations, newspapers, parties and persons that endorse.',
  key: ['id'],
  columns: [
    ...fieldsOf(endorser, ['id', 'slug', 'name', 'state', 'description', 'website_url', 'endorsement_count'], {
      description: "body_en->>'description'",
      website_url: "body_en->>'website_url'",
    }),
    column('category', 'category', 'Slug of the endorser category.'),
  ],
  from: 'out.endorser_body',
}

export const endorsementView: ApiView = {
  name: 'endorsement',
  comment: 'Endorsements: one pick of one choice by one endorser.',
  key: ['id'],
  columns: [
    ...fieldsOf(endorsement, ['id', 'rank', 'statement', 'source_url', 'published_on'], {
      statement: 'statement_en',
      published_on: 'CAST(published_on AS DATE)',
    }),
    column('source_id', 'source_id', 'The source: `api.source.id`.'),
    column('endorser_id', 'endorser_id', 'The endorser: `api.endorser.id`.'),
    column('endorser_slug', 'endorser_slug', 'Slug of the endorser.'),
    column('contest_id', 'contest_id', 'The contest: `api.contest.id`.'),
    column('choice_id', 'choice_id', 'The endorsed choice: `api.choice.id`.'),
    column('election_id', 'election_id', 'The election: `api.election.id`.'),
    column('election_slug', 'election_slug', 'Slug of the election.'),
    column('state', 'state', 'Postal code of the state of the election.'),
    column('statement_es', 'statement_es', `The statement ${SPANISH}`),
  ],
  from: 'out.endorsement',
}

/** The file of a source that lists the endorsement; of the desk, the endorser's. Null if a source has several. */
const OF_SOURCE = `CASE
    WHEN endorsement.source_id = 'desk'
      THEN list_filter(from_json(source.files, '[{"name": "VARCHAR", "sha256": "VARCHAR"}]'), lambda file: ends_with(file.name, '/' || endorsement.endorser_slug || '.json'))[1].sha256
    WHEN json_array_length(source.files) = 1 THEN source.files->0->>'sha256'
  END`

const METHOD = `CASE
    WHEN captured.quote_found IS NOT NULL THEN 'capture'
    WHEN endorsement.source_id = 'desk' THEN 'desk'
    ELSE 'feed'
  END`

export const evidenceView: ApiView = {
  name: 'evidence',
  comment: 'Evidence of the endorsements: one row for each, with the strongest, as in `/v1/endorsements`.',
  key: ['endorsement_id'],
  columns: [
    column('endorsement_id', 'endorsement.id', 'The endorsement: `api.endorsement.id`.'),
    ...fieldsOf(evidence, ['method', 'sha256'], {
      method: METHOD,
      sha256: `coalesce(captured.sha256, ${OF_SOURCE})`,
    }),
    column(
      'retrieved_at',
      'CAST(captured.retrieved_at AS TIMESTAMP)',
      'When the page of a capture was first fetched. Null for a feed and the desk: the same bundle can be built from bytes of any day.',
    ),
    ...fieldsOf(evidence, ['quote', 'quote_found', 'missing_since'], {
      quote: 'if(captured.quote_found IS NULL, endorsement.statement_en, captured.quote)',
      quote_found: 'coalesce(captured.quote_found, true)',
      missing_since: 'CAST(captured.missing_since AS TIMESTAMP)',
    }),
    column('election_slug', 'endorsement.election_slug', 'Slug of the election.'),
    column('state', 'endorsement.state', 'Postal code of the state of the election.'),
  ],
  from: `out.endorsement AS endorsement
LEFT JOIN out.evidence AS captured ON captured.endorsement_id = endorsement.id
LEFT JOIN core.source_read AS source ON source.source_id = endorsement.source_id`,
}

export const stanceView: ApiView = {
  name: 'stance',
  comment: 'Endorsers that looked at a contest and have no position in it, and why.',
  key: ['contest_id', 'endorser_id'],
  columns: [
    column('endorser_id', 'endorser_id', 'The endorser: `api.endorser.id`.'),
    column('endorser_slug', 'endorser_slug', 'Slug of the endorser.'),
    column('contest_id', 'contest_id', 'The contest: `api.contest.id`.'),
    ...fieldsOf(endorserStance, ['stance', 'source_url', 'published_on'], {
      published_on: 'CAST(published_on AS DATE)',
    }),
    column('source_id', 'source_id', 'The source: `api.source.id`.'),
    column('election_id', 'election_id', 'The election: `api.election.id`.'),
    column('election_slug', 'election_slug', 'Slug of the election.'),
    column('state', 'state', 'Postal code of the state of the election.'),
  ],
  from: 'out.stance',
}

export const endorserAgreementView: ApiView = {
  name: 'endorser_agreement',
  comment: 'Pairs of endorsers that share at least two contests of an election, and how far their positions agree.',
  key: ['election_id', 'endorser_id', 'other_id'],
  columns: [
    column('election_id', 'election_id', 'The election: `api.election.id`.'),
    column('election_slug', 'election.slug', 'Slug of the election.'),
    column('endorser_id', 'endorser_id', 'The endorser with the lower id: `api.endorser.id`.'),
    column('endorser_slug', 'endorser.slug', 'Slug of this endorser.'),
    column('other_id', 'other_id', 'The endorser with the higher id: `api.endorser.id`.'),
    column('other_slug', 'other.slug', 'Slug of the other endorser.'),
    ...fieldsOf(endorserAgreement, [
      'shared_contests',
      'agreed_contests',
      'agreement',
      'interval_low',
      'interval_high',
    ]),
  ],
  from: `out.endorser_agreement
JOIN out.election_body AS election ON election.id = election_id
JOIN out.endorser_body AS endorser ON endorser.id = endorser_id
JOIN out.endorser_body AS other ON other.id = other_id`,
}

export const contestAgreementView: ApiView = {
  name: 'contest_agreement',
  comment: 'Contests with at least two positions, and how far these positions agree.',
  key: ['contest_id'],
  columns: [
    column('contest_id', 'contest_id', 'The contest: `api.contest.id`.'),
    column('election_id', 'election_id', 'The election: `api.election.id`.'),
    column('election_slug', 'election_slug', 'Slug of the election.'),
    ...fieldsOf(contestAgreement, ['position_count', 'pair_count', 'agreeing_pair_count', 'agreement', 'sides'], {
      sides: "body_en->'sides'",
    }),
  ],
  from: 'out.contest_agreement',
}

export const endorserCoverageView: ApiView = {
  name: 'endorser_coverage',
  comment:
    'On how many contests an endorser has spoken in an election, and on how many of those that it usually covers.',
  key: ['endorser_id', 'election_id'],
  columns: [
    column('endorser_id', 'endorser_id', 'The endorser: `api.endorser.id`.'),
    column('endorser_slug', 'endorser.slug', 'Slug of the endorser.'),
    column('election_id', 'election_id', 'The election: `api.election.id`.'),
    column('election_slug', 'election.slug', 'Slug of the election.'),
    column('state', 'election.state', 'Postal code of the state of the election.'),
    ...fieldsOf(endorserCoverage, [
      'position_count',
      'stance_count',
      'usual_contest_count',
      'covered_contest_count',
      'share',
    ]),
  ],
  from: `out.endorser_coverage
JOIN out.election_body AS election ON election.id = election_id
JOIN out.endorser_body AS endorser ON endorser.id = endorser_id`,
}
