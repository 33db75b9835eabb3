-- Agreement of positions (docs/rules.md#agreement), over all endorsers, or over the pairs of those that a changes build replaces.

-- out.compared_position: one row per served position. Positions in a contest agree if they have the same `side`.
CREATE OR REPLACE TABLE out.compared_position AS
WITH position AS (
  SELECT
    election_id, contest_id, endorser_id,
    -- Only a ranking has ranks: its first choice is compared, or all its picks if none has rank 1.
    coalesce(list(choice_id ORDER BY choice_id) FILTER (rank = 1), list(choice_id ORDER BY choice_id)) AS choice_ids
  FROM out.endorsement
  GROUP BY election_id, contest_id, endorser_id
)
SELECT *, dense_rank() OVER (PARTITION BY contest_id ORDER BY choice_ids) AS side
FROM position
ORDER BY contest_id, endorser_id;

-- out.endorser_agreement: one row per election and pair of endorsers that share at least two contests in it; the endorser with the
-- lower id is the first.
CREATE OR REPLACE TABLE out.endorser_agreement AS
WITH compared AS (
  SELECT election_id, contest_id, endorser_id, side FROM out.compared_position
  UNION ALL
  SELECT election_id, contest_id, endorser_id, side FROM out.compared_elsewhere
),
paired AS (
  SELECT
    own.election_id,
    least(own.endorser_id, other.endorser_id) AS endorser_id,
    greatest(own.endorser_id, other.endorser_id) AS other_id,
    count(*) AS shared_contests,
    count(*) FILTER (own.side = other.side) AS agreed_contests
  FROM (FROM compared SEMI JOIN out.paired_endorser ON paired_endorser.id = endorser_id) AS own
  JOIN compared AS other USING (contest_id)
  WHERE own.endorser_id < other.endorser_id
    OR (own.endorser_id > other.endorser_id AND other.endorser_id NOT IN (SELECT id FROM out.paired_endorser))
  GROUP BY ALL
  HAVING count(*) >= 2
)
SELECT
  *,
  round(agreed_contests / shared_contests, 4) AS agreement,
  round(wilson_centre(agreed_contests, shared_contests) - wilson_half(agreed_contests, shared_contests), 4) AS interval_low,
  round(wilson_centre(agreed_contests, shared_contests) + wilson_half(agreed_contests, shared_contests), 4) AS interval_high
FROM paired
ORDER BY election_id, endorser_id, other_id;

-- out.contest_agreement: one row per contest with at least two positions, with the JSON that the API serves, per language.
CREATE OR REPLACE MACRO contest_agreement_struct(counted, contest, sides) AS {
  'contest': contest,
  'position_count': counted.position_count,
  'pair_count': counted.pair_count,
  'agreeing_pair_count': counted.agreeing_pair_count,
  'agreement': counted.agreement,
  'sides': sides
};

CREATE OR REPLACE TABLE out.contest_agreement AS
WITH side AS (
  SELECT contest_id, side, choice_ids, count(*) AS position_count
  FROM out.compared_position
  GROUP BY ALL
),
chosen AS (
  SELECT side.contest_id, side.side, choice.ballot_order, choice.id, choice.summary_en, choice.summary_es
  FROM (SELECT contest_id, side, unnest(choice_ids) AS choice_id FROM side) AS side
  JOIN out.choice_body AS choice ON choice.id = side.choice_id
),
labelled AS (
  SELECT
    contest_id, side,
    list(id ORDER BY ballot_order, id) AS choice_ids,
    list(summary_en.label ORDER BY ballot_order, id) AS labels_en,
    list(summary_es.label ORDER BY ballot_order, id) AS labels_es
  FROM chosen
  GROUP BY contest_id, side
),
counted AS (
  SELECT
    contest_id,
    CAST(sum(position_count) AS BIGINT) AS position_count,
    CAST(sum(position_count) * (sum(position_count) - 1) // 2 AS BIGINT) AS pair_count,
    CAST(sum(position_count * (position_count - 1) // 2) AS BIGINT) AS agreeing_pair_count,
    round(agreeing_pair_count / pair_count, 4) AS agreement,
    list(
      {'choice_ids': labelled.choice_ids, 'labels': labels_en, 'position_count': position_count}
      ORDER BY position_count DESC, labelled.choice_ids
    ) AS sides_en,
    list(
      {'choice_ids': labelled.choice_ids, 'labels': labels_es, 'position_count': position_count}
      ORDER BY position_count DESC, labelled.choice_ids
    ) AS sides_es
  FROM side
  JOIN labelled USING (contest_id, side)
  GROUP BY contest_id
  HAVING sum(position_count) >= 2
)
SELECT
  counted.contest_id, contest.election_id, contest.election_slug, contest.state, position_count, pair_count, agreeing_pair_count, agreement,
  to_json(contest_agreement_struct(counted, contest.summary_en, sides_en)) AS body_en,
  to_json(contest_agreement_struct(counted, contest.summary_es, sides_es)) AS body_es
FROM counted
JOIN out.contest_body AS contest ON contest.id = counted.contest_id
ORDER BY counted.contest_id;
