-- out.endorser_coverage: one row per endorser and election in which it spoke, or which has contests that it usually covers
-- (docs/rules.md#usual-contests). It speaks on a contest with a position or a stance. Over all endorsers, or over those that a changes
-- build replaces.
CREATE OR REPLACE TABLE out.endorser_coverage AS
WITH spoken AS (
  SELECT endorser_id, contest_id, true AS has_position FROM out.endorsement
  UNION
  SELECT endorser_id, contest_id, true AS has_position FROM out.endorsement_elsewhere
  UNION
  SELECT endorser_id, contest_id, false AS has_position FROM out.stance
  UNION
  SELECT endorser_id, contest_id, false AS has_position FROM out.stance_elsewhere
),
own AS (
  SELECT spoken.*, seat.* EXCLUDE (contest_id)
  FROM spoken
  SEMI JOIN out.paired_endorser ON paired_endorser.id = endorser_id
  SEMI JOIN out.told_endorser AS endorser ON endorser.id = endorser_id
  JOIN out.contest_seat AS seat USING (contest_id)
),
told AS (
  SELECT
    endorser_id, election_id,
    count(*) FILTER (has_position) AS position_count,
    count(*) FILTER (NOT has_position) AS stance_count
  FROM own
  GROUP BY endorser_id, election_id
),
usual AS (
  SELECT known.endorser_id, seat.election_id, seat.contest_id
  FROM (SELECT endorser_id, seat, min(election_date) AS since FROM own GROUP BY endorser_id, seat) AS known
  JOIN out.contest_seat AS seat ON seat.seat = known.seat AND seat.election_date > known.since
),
counted AS (
  SELECT
    usual.endorser_id, usual.election_id,
    count(*) AS usual_contest_count,
    count(own.contest_id) AS covered_contest_count
  FROM usual
  LEFT JOIN own ON own.endorser_id = usual.endorser_id AND own.contest_id = usual.contest_id
  GROUP BY usual.endorser_id, usual.election_id
),
-- Without an earlier election, nothing is known of what it usually covers.
began AS (
  SELECT endorser_id, min(election_date) AS since
  FROM own
  GROUP BY endorser_id
)
SELECT
  endorser_id, election_id, election.date AS election_date, election.state,
  coalesce(position_count, 0) AS position_count,
  coalesce(stance_count, 0) AS stance_count,
  CASE WHEN election.date > began.since THEN coalesce(usual_contest_count, 0) END AS usual_contest_count,
  CASE WHEN election.date > began.since THEN coalesce(covered_contest_count, 0) END AS covered_contest_count,
  round(covered_contest_count / usual_contest_count, 4) AS share
FROM told
FULL JOIN counted USING (endorser_id, election_id)
JOIN began USING (endorser_id)
JOIN out.election_body AS election ON election.id = election_id
ORDER BY endorser_id, election_date, election_id;
