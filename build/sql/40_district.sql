-- out.district: one row per district record (division and plan), drawn or not. county_geoid: of a county, and of a city outside all
-- counties, which the Census counts as one (docs/rules.md#independent-cities).
CREATE OR REPLACE TABLE out.district AS
WITH drawn AS (
  SELECT
    line.ocd_id, line.vintage, line.layer AS type, line.state, line.name, line.census_geoid, line.valid_from, line.valid_to,
    line.lines_precision, true AS has_boundary,
    coalesce(joined.level, CASE line.layer
      WHEN 'congressional' THEN 'federal'
      WHEN 'county' THEN 'county'
      WHEN 'place' THEN 'city'
      WHEN 'ward' THEN 'city'
      WHEN 'anc' THEN 'city'
      WHEN 'smd' THEN 'city'
      WHEN 'council' THEN 'city'
      WHEN 'county_council' THEN 'county'
      WHEN 'school' THEN 'school'
      WHEN 'school_board' THEN 'school'
      WHEN 'special' THEN 'special'
      ELSE 'state'
    END) AS level,
    CASE
      WHEN line.layer = 'place' AND line.county_geoid IS NOT NULL THEN [line.county_geoid]
      ELSE coalesce(joined.geoids, [])
    END AS census_geoids,
    line.county_geoid
  FROM out.line AS line
  LEFT JOIN out.county_union AS joined
    ON joined.ocd_id = line.ocd_id AND joined.layer = line.layer AND joined.valid_from IS NOT DISTINCT FROM line.valid_from
  WHERE line.layer <> 'zcta'
),
-- A court of several whole counties that a listing names, without boundaries of its own.
court_county AS (
  SELECT chosen.ocd_id, chosen.vintage, list(DISTINCT line.county_geoid ORDER BY line.county_geoid) AS census_geoids
  FROM out.contest_extent AS extent
  JOIN out.contest_district AS chosen USING (contest_key)
  JOIN out.contest AS contest USING (contest_key)
  JOIN out.line AS line
    ON line.ocd_id = extent.ocd_id AND line.vintage = extent.vintage AND line.county_geoid IS NOT NULL
  WHERE contest.district_type = 'court' AND NOT chosen.lines_held
  GROUP BY ALL
  HAVING bool_and(extent.rule = 'certain')
),
-- If contests name one division differently, the first name wins. The order uses only these values, because the places
-- part's fingerprint covers nothing else of a contest.
named AS (
  SELECT
    chosen.ocd_id, chosen.vintage,
    min({
      'name': contest.district_name, 'type': contest.district_type, 'level': contest.district_level, 'state': contest.state
    }) AS said,
    min(chosen.plan_from) AS valid_from, max(chosen.plan_to) AS valid_to,
    min(election.date) AS first_contest, max(election.date) AS last_contest
  FROM out.contest_district AS chosen
  JOIN out.contest AS contest USING (contest_key)
  JOIN out.election AS election USING (election_key)
  WHERE NOT chosen.lines_held
  GROUP BY chosen.ocd_id, chosen.vintage
),
span AS (
  SELECT
    ocd_id, min(valid_from) AS first_day,
    CASE WHEN count(valid_to) = count(*) THEN max(valid_to) END AS last_day
  FROM drawn
  GROUP BY ocd_id
),
-- `place-4205981248`: the kind of a published GEOID is not part of it.
published AS (
  SELECT ocd_id, min(split_part(census_geoid, '-', 2)) AS census_geoid
  FROM core.division
  WHERE census_geoid IS NOT NULL
  GROUP BY ocd_id
),
undrawn AS (
  SELECT
    ocd_id, vintage, said.type AS type, said.state AS state, said.name AS name, published.census_geoid,
    -- Contests before or after all drawn boundaries of the division have other ones.
    coalesce(valid_from, CASE WHEN vintage = 'unheld' AND first_contest > span.last_day THEN span.last_day + 1 END) AS valid_from,
    coalesce(valid_to, CASE WHEN vintage = 'unheld' AND last_contest < span.first_day THEN span.first_day - 1 END) AS valid_to,
    CAST(NULL AS VARCHAR) AS lines_precision, false AS has_boundary, said.level AS level
  FROM named
  LEFT JOIN span USING (ocd_id)
  LEFT JOIN published USING (ocd_id)
),
district AS (
  SELECT
    ocd_id, vintage, type, state, name, census_geoid, census_geoids, county_geoid, valid_from, valid_to, lines_precision, has_boundary, level
  FROM drawn
  UNION ALL
  SELECT
    ocd_id, vintage, type, state, name, census_geoid, coalesce(court_county.census_geoids, CAST([] AS VARCHAR[])),
    CASE WHEN type = 'county' THEN census_geoid END, valid_from, valid_to, lines_precision, has_boundary, level
  FROM undrawn
  LEFT JOIN court_county USING (ocd_id, vintage)
)
SELECT
  record_id('district', district.ocd_id || '/' || district.vintage) AS id,
  district.*,
  -- Replaced by later boundaries of the same division or, for statewide plans, of the same layer, after valid_to.
  EXISTS (
    FROM district AS later
    WHERE later.valid_from > district.valid_to
      AND later.state = district.state AND later.type = district.type
      AND (later.ocd_id = district.ocd_id OR later.type IN ('county', 'congressional', 'state_upper', 'state_lower', 'ward', 'anc', 'smd'))
  ) AS retired,
  NOT EXISTS (FROM core.division AS division WHERE division.ocd_id = district.ocd_id) AS minted
FROM district
ORDER BY ocd_id, vintage;
