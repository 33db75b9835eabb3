-- out.shape: one row per drawn district (or ZIP area) and plan from a source, with its OCD id, existing or minted.
CREATE OR REPLACE TABLE out.shape AS
WITH division_geoid AS (
  SELECT split_part(census_geoid, '-', 2) AS geoid, split_part(census_geoid, '-', 1) AS layer, min(ocd_id) AS ocd_id
  FROM core.division
  WHERE census_geoid IS NOT NULL
  GROUP BY ALL
),
-- The Census omits the kind from a county's name; division ids include it: Wake County, Orleans Parish.
county_name AS (
  SELECT ocd_id, min(name) AS name
  FROM core.division
  WHERE census_geoid IS NOT NULL
  GROUP BY ocd_id
),
named AS (
  SELECT
    shape.* REPLACE (CASE WHEN shape.layer = 'county' THEN coalesce(county_name.name, shape.name) ELSE shape.name END AS name),
    coalesce(shape.ocd_id, division.ocd_id) AS found_ocd_id,
    state.ocd_id
      || '/' || CASE shape.layer WHEN 'congressional' THEN 'cd' WHEN 'state_upper' THEN 'sldu' WHEN 'state_lower' THEN 'sldl' WHEN 'school' THEN 'school_district' ELSE shape.layer END
      || ':' || regexp_replace(folded(shape.name), '[^a-z0-9.~-]+', '_', 'g') AS minted_ocd_id
  FROM core.shape AS shape
  JOIN out.state AS state ON state.code = shape.state
  LEFT JOIN county_name ON county_name.ocd_id = shape.ocd_id
  LEFT JOIN division_geoid AS division
    ON division.geoid = shape.census_geoid
    AND division.layer = 'place' AND shape.layer IN ('place', 'county')
),
-- A census designated place that shares the name of another place, or of a division such as the town that it lies in, is identified by its
-- GEOID. Division ids identify cities by their counties.
identified AS (
  SELECT
    * EXCLUDE (ocd_id),
    coalesce(
      found_ocd_id,
      minted_ocd_id || CASE
        WHEN layer = 'place' AND (
          count(DISTINCT census_geoid) OVER (PARTITION BY layer, coalesce(found_ocd_id, minted_ocd_id), vintage) > 1
          OR (class LIKE 'U%' AND minted_ocd_id IN (SELECT ocd_id FROM core.division))
        ) THEN '_~' || census_geoid || '~'
        ELSE ''
      END
    ) AS ocd_id
  FROM named
),
source AS (SELECT source_id, published_on FROM core.source_read),
-- Every incorporated place of a state. A city that this file lacks has dissolved since an earlier one, or has another GEOID.
listed_city AS (
  SELECT state, census_geoid
  FROM core.shape
  WHERE source_id LIKE 'places-2024-%'
),
shape AS (
  SELECT
    layer, state, ocd_id, vintage, census_geoid, name, class, valid_from, valid_to, lines_precision, error_m, rings
  FROM identified
  LEFT JOIN source USING (source_id)
  WHERE layer <> 'place' OR coalesce(class, '') NOT LIKE 'C%'
    OR state NOT IN (SELECT state FROM listed_city)
    OR census_geoid IN (SELECT census_geoid FROM listed_city)
  -- Two shapes of one division and plan would be one record: keep the more exact one, then the one of the newer file, then (a place
  -- listed twice) the first by GEOID.
  QUALIFY row_number() OVER (
    PARTITION BY layer, ocd_id, vintage
    ORDER BY error_m, published_on DESC, census_geoid, name, source_id, line
  ) = 1
),
-- The Census draws a city outside all counties twice: as a place, and as a county with a GEOID of its own.
as_county AS (
  SELECT ocd_id, min(census_geoid) AS geoid
  FROM shape
  WHERE layer = 'county'
  GROUP BY ocd_id
)
SELECT
  shape.* EXCLUDE (rings),
  CASE layer WHEN 'county' THEN census_geoid WHEN 'place' THEN as_county.geoid END AS county_geoid,
  rings
FROM shape
LEFT JOIN as_county USING (ocd_id)
-- Such a city is one record, that of the place.
WHERE layer <> 'county' OR ocd_id NOT IN (SELECT ocd_id FROM shape WHERE layer = 'place')
ORDER BY layer, state, ocd_id, vintage;
