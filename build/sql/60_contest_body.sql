-- out.contest_body: one row per contest, with its choices and the JSON that the API serves, per language. `choices` must be
-- the last key of the JSON: the server replaces it (server/read/contests.ts).
CREATE OR REPLACE MACRO contest_struct(contest, shown_title, shown_short_title, shown_description, election, choices) AS {
  'id': contest.id,
  'title': shown_title,
  'short_title': shown_short_title,
  'kind': contest.kind,
  'vote_method': contest.vote_method,
  'votes_allowed': contest.votes_allowed,
  'ranks_allowed': contest.ranks_allowed,
  'measure_code': contest.measure_code,
  'level': contest.level,
  'description': shown_description,
  'ballot_order': contest.ballot_order,
  'party': contest.party,
  'source_url': contest.source_url,
  'election': election,
  'district': contest.district,
  'details': contest.all_details,
  'choices': choices
};

-- The contest as part of an event and of a flat endorsement.
CREATE OR REPLACE MACRO contest_summary(contest, shown_title, shown_short_title) AS {
  'id': contest.id,
  'title': shown_title,
  'short_title': shown_short_title,
  'kind': contest.kind,
  'vote_method': contest.vote_method,
  'votes_allowed': contest.votes_allowed,
  'ranks_allowed': contest.ranks_allowed,
  'measure_code': contest.measure_code,
  'district': contest.district
};

CREATE OR REPLACE TABLE out.contest_body AS
WITH choice AS (
  SELECT
    contest_key,
    list(struct_en ORDER BY ballot_order, choice_key) AS choices_en,
    list(struct_es ORDER BY ballot_order, choice_key) AS choices_es,
    bool_or(name_incomplete) AS name_incomplete
  FROM out.choice_body
  GROUP BY contest_key
),
-- For a contest without boundaries: the divisions within which it is voted, according to the source.
within AS (
  SELECT contest_key, list(DISTINCT extent.ocd_id ORDER BY extent.ocd_id) AS voted_within
  FROM out.contest_extent AS extent
  JOIN out.contest_district AS chosen USING (contest_key)
  WHERE NOT chosen.lines_held
  GROUP BY contest_key
),
contest AS (
  SELECT
    contest.*, record_id('contest', contest.contest_key) AS id, chosen.lines_held,
    district.id AS district_id, district.summary_struct AS district,
    election.id AS election_id, election.date AS election_date, election.summary_en AS election_en,
    election.summary_es AS election_es, election.of_contest_en, election.of_contest_es, coalesce(choice.choices_en, []) AS choices_en,
    coalesce(choice.choices_es, []) AS choices_es,
    json_merge_patch(
      coalesce(runoff.details, '{}'),
      contest.details,
      CASE WHEN contest.basis <> 'candidate_list' THEN json_object('basis', contest.basis) ELSE '{}' END,
      CASE WHEN choice.name_incomplete THEN '{"name_incomplete": true}' ELSE '{}' END,
      CASE WHEN within.voted_within IS NULL THEN '{}' ELSE to_json({'voted_within': within.voted_within}) END
    ) AS all_details
  FROM out.contest AS contest
  JOIN out.contest_district AS chosen USING (contest_key)
  JOIN out.district_body AS district ON district.ocd_id = chosen.ocd_id AND district.vintage = chosen.vintage
  JOIN out.election_body AS election USING (election_key)
  LEFT JOIN choice USING (contest_key)
  LEFT JOIN within USING (contest_key)
  LEFT JOIN out.contest_runoff AS runoff USING (contest_key)
)
SELECT
  id, contest_key, election_id, election_key AS election_slug, election_date, state, level, level_rank(level) AS level_rank,
  kind, vote_method, votes_allowed, ranks_allowed, ballot_order, district_id, ocd_id AS district_ocd_id, lines_held,
  election_en, election_es,
  contest_summary(contest, title, short_title) AS summary_en,
  contest_summary(contest, coalesce(title_es, title), coalesce(short_title_es, short_title)) AS summary_es,
  to_json(contest_struct(contest, title, short_title, description, of_contest_en, choices_en)) AS body_en,
  to_json(contest_struct(
    contest, coalesce(title_es, title), coalesce(short_title_es, short_title), coalesce(description_es, description),
    of_contest_es, choices_es
  )) AS body_es
FROM contest
ORDER BY id;

-- out.choice_row: one row per choice of a contest, for answers that reorder or extend the choices.
CREATE OR REPLACE TABLE out.choice_row AS
SELECT
  contest.id AS contest_id, choice.ballot_order, choice.id, choice.withdrawn, choice.measure_answer,
  to_json(choice.struct_en) AS body_en, to_json(choice.struct_es) AS body_es
FROM out.choice_body AS choice
JOIN out.contest_body AS contest USING (contest_key)
ORDER BY contest_id, ballot_order, id;

-- out.contest_seat: one row per contest. Contests of several elections with the same `seat` are those of one office, or all measures or
-- all retentions of a district, at elections of one type and, in a primary, of one party (docs/rules.md#usual-contests).
CREATE OR REPLACE TABLE out.contest_seat AS
SELECT
  body.id AS contest_id, body.election_id, body.election_date, body.state,
  concat_ws(
    ' ', election.type, contest.kind, contest.ocd_id,
    CASE WHEN contest.kind = 'candidate' THEN subject_of(contest_key, contest.election_key, contest.ocd_id) END,
    'of', contest.party
  ) AS seat
FROM out.contest AS contest
JOIN out.contest_body AS body USING (contest_key)
JOIN out.election_body AS election ON election.id = body.election_id
ORDER BY contest_id;
