-- out.county_union: one row per division that contests name and that consists of whole counties, and its span. A court is one by
-- data/reference/court_districts.csv, a board by its kind and its county's name (data/reference/county_boards.csv). Rules:
-- docs/rules.md#whole-counties.
CREATE OR REPLACE TABLE out.county_union AS
WITH county AS (
  SELECT shape.ocd_id, any_value(shape.census_geoid) AS geoid, min(division.name) AS name
  FROM core.shape AS shape
  LEFT JOIN core.division AS division USING (ocd_id)
  WHERE shape.layer = 'county'
  GROUP BY shape.ocd_id
),
contest AS (
  SELECT DISTINCT
    contest.contest_key, contest.ocd_id, contest.state, contest.district_type, contest.district_level, contest.district_name,
    election.date
  FROM core.contest AS contest
  JOIN core.election AS election USING (election_key)
),
division AS (
  SELECT
    ocd_id, regexp_extract(ocd_id, '^(.+)/([a-z_]+):[^/]+$', ['under', 'kind']) AS part,
    min({'state': state, 'layer': district_type, 'level': district_level, 'name': district_name}) AS said
  FROM contest
  GROUP BY ocd_id
),
-- A contest names a board of its county where the id has the county and the kind, and the name is the county's: none is enough alone.
board AS (
  SELECT DISTINCT division.ocd_id, county.geoid
  FROM division
  JOIN out.county_board AS board ON board.state = division.said.state AND board.kind = division.part.kind
  JOIN county ON county.ocd_id = division.part.under
  WHERE folded(division.said.name) = folded(replace(board.name, '{county}', regexp_replace(county.name, ' (County|Parish|city)$', '')))
    AND NOT list_contains(string_split(coalesce(board.except_counties, ''), ' '), county.geoid)
),
known AS (
  SELECT
    state.ocd_id || '/' || court.court || ':' || court.district AS ocd_id, court.first_election AS valid_from,
    court.last_election AS valid_to, list_sort(string_split(court.counties, ' ')) AS geoids
  FROM out.court_district AS court
  JOIN out.state AS state ON state.code = court.state
  UNION ALL
  SELECT ocd_id, NULL, NULL, [geoid]
  FROM board
)
SELECT
  known.ocd_id, division.said.layer AS layer, division.said.state AS state, division.said.level AS level, division.said.name AS name,
  known.valid_from, known.valid_to, known.geoids
FROM known
JOIN division USING (ocd_id)
-- A source that lists a contest of the division in another county contradicts it.
WHERE NOT EXISTS (
  FROM contest
  JOIN core.contest_county AS listed USING (contest_key)
  LEFT JOIN county ON county.ocd_id = listed.county_ocd_id
  WHERE contest.ocd_id = known.ocd_id
    AND coalesce(contest.date >= known.valid_from, true) AND coalesce(contest.date <= known.valid_to, true)
    AND NOT list_contains(known.geoids, coalesce(county.geoid, ''))
)
ORDER BY known.ocd_id, known.valid_from;
