// The views of the schema `api`: one for each resource, with the names, ids and descriptions of the API. A nested record is flat here:
// `election.slug` of a contest is the column `election_slug`.

import { choice } from '../../data/schema/choice.ts'
import { contest } from '../../data/schema/contest.ts'
import { coverage } from '../../data/schema/coverage.ts'
import { district } from '../../data/schema/district.ts'
import { election } from '../../data/schema/election.ts'
import { officeholder } from '../../data/schema/officeholder.ts'
import {
  type ApiView,
  column,
  contestAgreementView,
  endorsementView,
  endorserAgreementView,
  endorserCoverageView,
  endorserView,
  evidenceView,
  fieldsOf,
  SPANISH,
  stanceView,
} from './endorsement-views.ts'

/** @setting Version of the tables of the schema `api` and of the exports: the first number changes if a column is renamed or removed. */
export const TABLES_VERSION = '1.1.0'

const electionView: ApiView = {
  name: 'election',
  comment: 'Elections: one state on one day.',
  key: ['id'],
  columns: [
    ...fieldsOf(election, ['id', 'slug', 'name', 'date', 'state', 'type', 'short_name', 'primary_system', 'info_url'], {
      name: 'of_contest_en.name',
      date: 'CAST(date AS DATE)',
      short_name: 'of_contest_en.short_name',
      primary_system: 'of_contest_en.primary_system',
      info_url: 'of_contest_en.info_url',
    }),
    ...fieldsOf(election, ['details', 'listed_in', 'contest_count', 'endorsement_count'], {
      details: 'of_contest_en.details',
      listed_in: `from_json(body_en->'listed_in', '["VARCHAR"]')`,
      endorsement_count: 'coalesce(counted.endorsement_count, 0)',
    }),
    ...fieldsOf(election, ['contest_levels', 'contest_basis', 'contests_with_lines', 'missing'], {
      contest_levels: 'to_json(contest_levels)',
      contest_basis: 'to_json(contest_basis)',
      missing: "body_en->'missing'",
    }),
    column('name_es', 'of_contest_es.name', `Name of the election ${SPANISH}`),
    column('listed', 'lacking.reason IS NULL', 'Whether all contests of its ballots are here, as far as sources say.'),
    column(
      'missing_reason',
      'lacking.reason',
      'Why contests are absent, or may be: not_published, not_read or unknown, of the first kind that lacks any; null if `listed`. `missing` has each kind.',
    ),
    column(
      'missing_districts',
      'coalesce(lacking.districts, CAST([] AS VARCHAR[]))',
      'OCD ids of the divisions whose contest is known to be absent, also those of U.S. House districts without lines here.',
    ),
  ],
  from: `out.election_body
LEFT JOIN out.election_count AS counted ON counted.election_id = election_body.id
LEFT JOIN out.election_missing AS lacking ON lacking.election_key = election_body.election_key`,
}

const contestView: ApiView = {
  name: 'contest',
  comment: 'Contests: races, measures and retentions.',
  key: ['id'],
  columns: [
    ...fieldsOf(contest, ['id', 'title', 'short_title', 'kind', 'vote_method', 'votes_allowed', 'ranks_allowed'], {
      title: 'summary_en.title',
      short_title: 'summary_en.short_title',
    }),
    ...fieldsOf(contest, ['measure_code', 'description', 'level', 'ballot_order', 'party', 'source_url', 'details'], {
      measure_code: 'summary_en.measure_code',
      description: "body_en->>'description'",
      party: "body_en->>'party'",
      source_url: "body_en->>'source_url'",
      details: "body_en->'details'",
    }),
    column('election_id', 'election_id', 'Its election: `api.election.id`.'),
    column('election_slug', 'election_slug', 'Slug of its election.'),
    column('election_date', 'CAST(election_date AS DATE)', 'Day of its election.'),
    column('state', 'state', 'Postal code of the state of its election.'),
    column('district_id', 'district_id', 'The district that votes: `api.district.id`.'),
    column('district_ocd_id', 'district_ocd_id', 'OCD id of the district that votes.'),
    column(
      'seat',
      'seat.seat',
      'Equal for contests of several elections that are of one office, or are measures or retentions of one district, at elections of one type and, in a primary, of one party.',
    ),
    column('title_es', 'summary_es.title', `Title ${SPANISH}`),
    column('description_es', "body_es->>'description'", `The measure's text ${SPANISH}`),
    column(
      'listed',
      'lacking.reason IS NULL',
      'Whether all contests of its kind in its election are here, as far as sources say. If false, do not count seats: `missing_districts` of its election names those known to be absent.',
    ),
    column(
      'missing_reason',
      'lacking.reason',
      'Why contests of its kind are absent from its election, or may be: not_published, not_read or unknown; null if `listed`.',
    ),
  ],
  from: `out.contest_body
JOIN (SELECT contest_id, seat FROM out.contest_seat) AS seat ON seat.contest_id = id
LEFT JOIN out.contest_missing AS lacking ON lacking.contest_key = contest_body.contest_key`,
}

const choiceView: ApiView = {
  name: 'choice',
  comment: 'Choices of the contests: candidates, and the answers of measures.',
  key: ['id'],
  columns: [
    column('id', 'choice_body.id', 'Stable id of the choice.'),
    column('contest_id', 'contest_body.id', 'Its contest: `api.contest.id`.'),
    ...fieldsOf(
      choice,
      ['label', 'measure_answer', 'party', 'party_label', 'option', 'withdrawn', 'ballot_designation'],
      {
        label: 'struct_en.label',
        measure_answer: 'choice_body.measure_answer',
        party: 'struct_en.party',
        party_label: 'struct_en.party_label',
        option: 'struct_en.option',
        withdrawn: 'choice_body.withdrawn',
        ballot_designation: 'struct_en.ballot_designation',
      },
    ),
    column('candidate_id', 'struct_en.candidate.id', "Stable id of the candidate; null for a measure's answer."),
    column(
      'candidate_name',
      'struct_en.candidate.full_name',
      "Name as printed on the ballot; null for a measure's answer.",
    ),
    column('ballot_order', 'choice_body.ballot_order', 'Position of the choice in its contest.'),
    column('label_es', 'struct_es.label', `The choice ${SPANISH}`),
  ],
  from: 'out.choice_body JOIN out.contest_body USING (contest_key)',
}

const districtView: ApiView = {
  name: 'district',
  comment: 'Districts with their lines: an area that elects, between two election days.',
  key: ['id'],
  columns: [
    ...fieldsOf(
      district,
      [
        'id',
        'name',
        'level',
        'type',
        'ocd_id',
        'ocd_id_minted',
        'census_geoid',
        'census_geoids',
        'state',
        'has_boundary',
        'valid_from',
        'valid_to',
        'lines_precision',
        'website_url',
      ],
      {
        ocd_id_minted: 'minted',
        census_geoids: `from_json(body->'census_geoids', '["VARCHAR"]')`,
        valid_from: 'CAST(valid_from AS DATE)',
        valid_to: 'CAST(valid_to AS DATE)',
        lines_precision: 'summary_struct.lines_precision',
      },
    ),
    column('retired', 'retired', 'Whether the lines of another plan follow after valid_to.'),
  ],
  from: 'out.district_body',
}

const officeholderView: ApiView = {
  name: 'officeholder',
  comment: 'Holders of seats: one row for each seat. The public contact data of their offices is that of the source.',
  key: ['person_id', 'office', 'district_ocd_id'],
  columns: [
    ...fieldsOf(officeholder, ['person_id', 'name', 'given_name', 'family_name', 'office', 'office_title', 'level'], {
      given_name: "body->>'given_name'",
      family_name: "body->>'family_name'",
      office_title: "body->>'office_title'",
    }),
    ...fieldsOf(officeholder, ['state', 'party', 'phone', 'email', 'website', 'photo', 'district'], {
      party: "body->>'party'",
      phone: "body->>'phone'",
      email: "body->>'email'",
      website: "body->>'website'",
      photo: "body->>'photo'",
      district: "body->>'district'",
    }),
    ...fieldsOf(officeholder, ['district_id', 'district_ocd_id', 'census_geoid', 'offices', 'social', 'source_urls'], {
      census_geoid: "body->>'census_geoid'",
      offices: "body->'offices'",
      social: "body->'social'",
      source_urls: `from_json(body->'source_urls', '["VARCHAR"]')`,
    }),
    ...fieldsOf(officeholder, ['updated_at'], { updated_at: "CAST(body->>'updated_at' AS TIMESTAMP)" }),
    column(
      'term_start',
      "CAST(body->'term'->>'start' AS DATE)",
      'First day of the term; null if the source gives none.',
    ),
    column('term_end', "CAST(body->'term'->>'end' AS DATE)", 'Last day of the term; null if the source gives none.'),
  ],
  from: 'out.officeholder_body',
}

const contestDistrictView: ApiView = {
  name: 'contest_district',
  comment:
    'Districts whose voters vote in a contest: its own district, and the areas that stand for lines that are not held.',
  key: ['contest_id', 'district_id'],
  columns: [
    column('contest_id', 'contest_id', 'The contest: `api.contest.id`.'),
    column('district_id', 'district_id', 'The district: `api.district.id`.'),
    column(
      'match',
      'rule',
      'certain: every voter of the district votes in the contest. possible: only some of them do.',
    ),
  ],
  from: "out.contest_area WHERE role = 'lines'",
}

const coverageView: ApiView = {
  name: 'coverage',
  comment: 'The data held for each state. The next election is missing here, because it depends on the day.',
  key: ['state'],
  columns: fieldsOf(
    coverage,
    [
      'state',
      'name',
      'election_count',
      'contest_count',
      'measure_count',
      'endorser_count',
      'endorsement_count',
      'endorsed_contest_count',
      'first_election',
      'last_election',
      'updated_at',
    ],
    {
      state: 'state.code',
      name: 'state.name',
      election_count: 'coalesce(election_count, 0)',
      contest_count: 'coalesce(contest_count, 0)',
      measure_count: 'coalesce(measure_count, 0)',
      endorser_count: 'coalesce(endorser_count, 0)',
      endorsement_count: 'coalesce(endorsement_count, 0)',
      endorsed_contest_count: 'coalesce(endorsed_contest_count, 0)',
      updated_at: 'CAST(greatest(coverage.updated_at, endorsement_coverage.updated_at) AS TIMESTAMP)',
    },
  ),
  from: `out.state
LEFT JOIN (
  SELECT state, count(*) AS election_count, CAST(sum(contest_count) AS BIGINT) AS contest_count, CAST(sum(measure_count) AS BIGINT) AS measure_count,
    min(CAST(date AS DATE)) AS first_election, max(CAST(date AS DATE)) AS last_election
  FROM out.election_body
  GROUP BY state
) AS ballots ON ballots.state = state.code
LEFT JOIN (
  SELECT state, count(DISTINCT endorser_id) AS endorser_count, count(*) AS endorsement_count,
    count(DISTINCT contest_id) AS endorsed_contest_count
  FROM out.endorsement
  GROUP BY state
) AS endorsed ON endorsed.state = state.code
LEFT JOIN out.coverage ON coverage.state = state.code
LEFT JOIN out.endorsement_coverage ON endorsement_coverage.state = state.code`,
}

const sourceView: ApiView = {
  name: 'source',
  comment: "Sources: publishers' files with license, date and number of rows.",
  key: ['id'],
  columns: [
    column('id', 'source_id', 'Id of the source; `source_id` of other tables refers to it.'),
    column('publisher', 'publisher', 'Publisher of the files.'),
    column('licence', 'licence', 'License of the files.'),
    column('vintage', 'vintage', 'Vintage of the content, in the words of the publisher; null if it has none.'),
    column('published_on', 'published_on', 'Day of the bytes.'),
    column('url', 'url', 'Address of the files.'),
    column('states', `from_json(states, '["VARCHAR"]')`, 'Postal codes of the states that the source covers.'),
    column('rows_in', 'rows_in', 'Number of records that were read.'),
    column('files', 'files', 'Files with address and SHA-256.'),
  ],
  from: 'core.source_read',
}

/** In the order of the page. */
export const apiViews: readonly ApiView[] = [
  electionView,
  contestView,
  choiceView,
  contestDistrictView,
  districtView,
  endorserView,
  endorsementView,
  evidenceView,
  stanceView,
  endorserCoverageView,
  endorserAgreementView,
  contestAgreementView,
  officeholderView,
  coverageView,
  sourceView,
]
