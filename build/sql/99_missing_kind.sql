-- out.missing_kind: one row per election and kind of contest of which contests are absent, or may be: out.contest_gap, and the seats of the U.S.
-- House whose districts are drawn nowhere. `districts`: the divisions whose contest is known to be absent. Rule: docs/rules.md#what-is-missing.
CREATE OR REPLACE TABLE out.missing_kind AS
WITH regular AS (
  SELECT election_key, state, date, (year(date) - 2) // 10 AS apportionment
  FROM out.election
  WHERE type = 'general' AND month(date) = 11 AND year(date) % 2 = 0
),
held AS (
  SELECT DISTINCT regular.state, regular.apportionment, regular.date, contest.ocd_id, regexp_extract(contest.ocd_id, '/cd:(.+)$', 1) AS code
  FROM out.contest AS contest
  JOIN regular USING (election_key, state)
  WHERE ballot_kind(contest.level, contest.kind, contest.district_type, contest_key) = 'us_house'
    AND contest.ocd_id LIKE '%/cd:%'
    AND NOT contest_key LIKE '%/unexpired'
),
-- A state has the same number of seats until the next apportionment, and numbers them from 1.
seat AS (
  SELECT DISTINCT state, apportionment, ocd_id
  FROM held
  UNION
  SELECT state, apportionment, regexp_replace(any_value(ocd_id), '/cd:.+$', '') || '/cd:' || unnest(range(1, max(TRY_CAST(code AS INTEGER)) + 1))
  FROM held
  WHERE TRY_CAST(code AS INTEGER) IS NOT NULL
  GROUP BY state, apportionment
),
absent AS (
  SELECT regular.election_key, list(seat.ocd_id ORDER BY seat.ocd_id) AS districts
  FROM regular
  JOIN seat USING (state, apportionment)
  WHERE NOT EXISTS (FROM held WHERE held.state = regular.state AND held.date = regular.date AND held.ocd_id = seat.ocd_id)
  GROUP BY regular.election_key
),
-- Returns of every seat of the House are published; those that are absent were not read.
missing AS (
  SELECT election_key, kind, reason, coalesce(districts, []) AS districts
  FROM out.contest_gap
  WHERE kind <> 'us_house' OR election_key NOT IN (SELECT election_key FROM absent)
  UNION ALL
  SELECT election_key, 'us_house', 'not_read', districts
  FROM absent
)
SELECT missing.*
FROM missing
JOIN out.election USING (election_key)
ORDER BY election_key, ballot_kind_rank(kind);

-- out.contest_missing: one row per contest of an election that lacks, or may lack, others of its kind.
CREATE OR REPLACE TABLE out.contest_missing AS
SELECT contest.contest_key, missing.reason
FROM out.contest AS contest
JOIN out.missing_kind AS missing
  ON missing.election_key = contest.election_key
  AND missing.kind = ballot_kind(contest.level, contest.kind, contest.district_type, contest.contest_key)
ORDER BY contest.contest_key;

-- out.election_missing: one row per election that lacks, or may lack, contests.
CREATE OR REPLACE TABLE out.election_missing AS
SELECT
  election_key,
  arg_min(reason, ballot_kind_rank(kind)) AS reason,
  flatten(list(districts ORDER BY ballot_kind_rank(kind))) AS districts
FROM out.missing_kind
GROUP BY election_key
ORDER BY election_key;
