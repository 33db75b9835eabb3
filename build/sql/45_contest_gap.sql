-- out.regular_general: one row per state and federal election day (2 U.S.C. 7) of which no election is held, from the first to the last
-- year for which data/reference/plans.csv speaks of all states.
CREATE OR REPLACE TABLE out.regular_general AS
SELECT code AS state, day.date
FROM out.state
CROSS JOIN (
  SELECT make_date(year, 11, CAST(2 + (8 - dayofweek(make_date(year, 11, 1))) % 7 AS INTEGER)) AS date
  FROM (SELECT CAST(unnest(range(2012, 2032, 2)) AS INTEGER) AS year)
) AS day
WHERE NOT EXISTS (FROM out.election AS election WHERE election.state = code AND election.date = day.date)
ORDER BY ALL;

-- out.contest_gap: one row per election, or regular general election, and kind of contest that its ballots lack, or may lack. Rule: docs/rules.md#what-is-missing. `districts`: the
-- divisions whose contest is absent; null where any may be. `listed_in`: areas of which a source lists all contests of the kind.
CREATE OR REPLACE TABLE out.contest_gap AS
WITH election AS (
  SELECT
    election.election_key, election.state, election.date, year(election.date) AS year, state.ocd_id AS state_ocd_id,
    election.type = 'general' AND month(election.date) = 11 AS is_regular
  FROM (
    SELECT election_key, state, date, type FROM out.election
    UNION ALL
    SELECT lower(state) || '-' || date || '-general', state, date, 'general' FROM out.regular_general
  ) AS election
  JOIN out.state AS state ON state.code = election.state
),
held AS (
  SELECT DISTINCT election_key, state, date, ballot_kind(level, contest.kind, district_type, contest_key) AS kind, ocd_id
  FROM out.contest AS contest
  JOIN election USING (election_key, state)
),
-- What a source must list for its silence to mean that there is none.
need AS (
  SELECT kind, unnest(levels) AS level, contest_kind
  FROM (
    VALUES
      ('president', ['federal'], 'candidate'), ('us_senate', ['federal'], 'candidate'), ('us_house', ['federal'], 'candidate'),
      ('state_office', ['state'], 'candidate'), ('state_upper', ['state'], 'candidate'), ('state_lower', ['state'], 'candidate'),
      ('court', ['state'], 'candidate'), ('court', ['state'], 'retention'), ('state_measure', ['state'], 'measure'),
      ('county', ['county'], 'candidate'), ('city', ['city'], 'candidate'), ('school', ['school'], 'candidate'),
      ('special', ['special'], 'candidate'), ('local_measure', ['county', 'city', 'school', 'special'], 'measure')
  ) AS kind(kind, levels, contest_kind)
),
listing AS (
  SELECT DISTINCT
    core_election.state, core_election.date,
    unnest(CASE WHEN source.lists IS NULL THEN [state.ocd_id] ELSE from_json(source.lists -> 'whole_in', '["VARCHAR"]') END) AS ocd_id,
    source.lists, state.ocd_id AS state_ocd_id
  FROM core.election AS core_election
  JOIN core.source_read AS source USING (source_id)
  JOIN out.state AS state ON state.code = core_election.state
),
area AS (
  SELECT DISTINCT state, date, ocd_id, state_ocd_id
  FROM listing
  WHERE ocd_id = state_ocd_id OR starts_with(ocd_id, state_ocd_id || '/')
),
-- Sources of a day add up, and one of the whole state counts in each of its areas. Judges are retained only in some states.
listed AS (
  SELECT area.state, area.date, area.ocd_id, area.ocd_id = area.state_ocd_id AS is_whole, need.kind
  FROM area
  CROSS JOIN need
  WHERE (need.contest_kind <> 'retention' OR area.state IN (SELECT state FROM out.contest WHERE kind = 'retention'))
    -- A list of which a contest is left out is not whole.
    AND NOT EXISTS (
      FROM out.no_such_district AS lost
      WHERE lost.state = area.state AND lost.date = area.date AND lost.kind = need.kind
    )
  GROUP BY ALL
  HAVING bool_and(EXISTS (
    FROM listing
    WHERE listing.state = area.state AND listing.date = area.date AND listing.ocd_id IN (area.ocd_id, area.state_ocd_id)
      AND (
        listing.lists IS NULL
        OR (
          json_contains(listing.lists -> 'kinds', json_quote(need.contest_kind))
          AND ((listing.lists -> 'levels') IS NULL OR json_contains(listing.lists -> 'levels', json_quote(need.level)))
        )
      )
  ))
),
open AS (
  SELECT
    election.*, kind.kind, EXISTS (FROM held WHERE held.election_key = election.election_key AND held.kind = kind.kind) AS is_held,
    known.reason, known.part IS NOT NULL AS is_part,
    coalesce(
      (
        SELECT list(DISTINCT ocd_id ORDER BY ocd_id)
        FROM listed
        WHERE listed.state = election.state AND listed.date = election.date AND listed.kind = kind.kind
      ),
      []
    ) AS listed_in
  FROM election
  CROSS JOIN (SELECT DISTINCT kind FROM need) AS kind
  LEFT JOIN out.known_gap AS known ON known.state = election.state AND known.date = election.date AND known.kind = kind.kind
  WHERE coalesce(known.reason, '') <> 'none'
    AND NOT EXISTS (
      FROM listed
      WHERE listed.state = election.state AND listed.date = election.date AND listed.kind = kind.kind AND listed.is_whole
    )
),
-- Drawn districts of Congress and of a legislature on the day of a regular election, and those whose seat is due; null if none is drawn.
seat AS (
  SELECT DISTINCT
    open.election_key, open.kind, turn.is_known, district.ocd_id,
    turn.code IS NULL OR turn.code = split_part(list_last(string_split(district.ocd_id, '/')), ':', 2) AS is_due,
    held.ocd_id IS NOT NULL AS is_held
  FROM open
  JOIN out.seat_turn AS turn
    ON turn.state = open.state AND turn.type = district_type_of(open.kind) AND (open.year - turn.year) % turn.every = 0
  LEFT JOIN out.district AS district
    ON district.state = open.state AND district.type = turn.type AND district.has_boundary
    AND coalesce(district.valid_from <= open.date, true) AND coalesce(district.valid_to >= open.date, true)
  LEFT JOIN held
    ON held.state = open.state AND held.date = open.date AND held.kind = open.kind AND held.ocd_id = district.ocd_id
  WHERE open.is_regular
),
chamber AS (
  SELECT
    election_key, kind, bool_and(is_known) AS is_known, count(DISTINCT ocd_id) AS drawn,
    count(DISTINCT ocd_id) FILTER (is_due) AS due,
    coalesce(list(DISTINCT ocd_id ORDER BY ocd_id) FILTER (ocd_id IS NOT NULL AND is_due AND NOT is_held), []) AS absent
  FROM seat
  GROUP BY ALL
),
due AS (
  SELECT election_key, kind, coalesce(reason, 'unknown') AS reason, CAST(NULL AS VARCHAR[]) AS districts, listed_in
  FROM open
  WHERE CASE
    -- A voter has one contest of these at most, unless a row of the table says that there is another.
    WHEN kind IN ('president', 'us_senate')
      THEN (reason IS NOT NULL AND (is_part OR NOT is_held))
        OR (
          is_regular AND NOT is_held
          AND (
            (kind = 'president' AND year % 4 = 0 AND state NOT IN ('AS', 'GU', 'MP', 'PR', 'VI'))
            OR (kind = 'us_senate' AND EXISTS (FROM out.senate_class AS class WHERE class.state = open.state AND (open.year - class.year) % 6 = 0))
          )
        )
    WHEN kind IN ('us_house', 'state_upper', 'state_lower') THEN false
    ELSE true
  END
  UNION ALL
  SELECT
    open.election_key, open.kind, coalesce(reason, 'unknown'),
    CASE WHEN is_held OR (is_known AND due < drawn) THEN absent END, listed_in
  FROM open
  JOIN chamber USING (election_key, kind)
  -- Where seats take turns in an unknown order, a held contest says nothing about the others.
  WHERE CASE WHEN is_held THEN is_known AND len(absent) > 0 ELSE drawn = 0 OR len(absent) > 0 END
),
-- A contest that is left out is missing on any day, such as that of a primary.
gap AS (
  FROM due
  UNION ALL
  SELECT election_key, kind, 'unknown', NULL, listed_in
  FROM open
  SEMI JOIN out.no_such_district USING (election_key, kind)
  ANTI JOIN due USING (election_key, kind)
)
SELECT
  -- Held contests of a kind of which one part is known to be absent, or of which nothing is known: some may be absent.
  gap.election_key, gap.kind,
  CASE WHEN open.is_held AND NOT open.is_part THEN 'unknown' ELSE gap.reason END AS reason,
  gap.districts, gap.listed_in
FROM gap
JOIN open USING (election_key, kind)
ORDER BY gap.election_key, ballot_kind_rank(gap.kind);

-- out.regular_general_gap: one row per regular general election of which none is held.
CREATE OR REPLACE TABLE out.regular_general_gap AS
SELECT
  general.state, CAST(general.date AS VARCHAR) AS date,
  to_json(list(contest_gap_struct(kind, reason, districts, listed_in) ORDER BY ballot_kind_rank(kind))) AS missing
FROM out.regular_general AS general
JOIN out.contest_gap AS gap ON gap.election_key = lower(general.state) || '-' || general.date || '-general'
GROUP BY ALL
ORDER BY ALL;
