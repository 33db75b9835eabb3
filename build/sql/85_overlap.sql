-- out.overlap: one row per area that a location may name, district there, and role of the district. Rules:
-- build/boundaries/overlap-rule.ts, build/boundaries/districts-of-areas.ts; docs/rules.md#zip-codes-and-cities. Sizes are those of the area's
-- part inside the district's boundaries.
CREATE OR REPLACE TABLE out.overlap AS
WITH drawn AS (
  SELECT
    overlap.area_layer, overlap.area_ocd_id, overlap.area_vintage, overlap.role, overlap.covers, overlap.size,
    district.id AS district_id
  FROM out.line_overlap AS overlap
  JOIN out.district AS district USING (ocd_id, vintage)
),
-- A county or a city lies entirely in its state, although two sources draw a border along water differently.
district_area AS (
  SELECT
    'district:' || area.id AS area_key, drawn.district_id, drawn.role, drawn.covers OR is_statewide AS covers,
    CASE WHEN is_statewide THEN area_line.size ELSE drawn.size END AS size
  FROM (
    SELECT
      drawn.*, district.state,
      role = 'lines' AND (district.type = 'state' OR district.ocd_id LIKE '%/cd:at-large') AS is_statewide
    FROM drawn
    JOIN out.district AS district ON district.id = drawn.district_id
  ) AS drawn
  JOIN out.district AS area
    ON area.ocd_id = drawn.area_ocd_id AND area.vintage = drawn.area_vintage AND area.state = drawn.state
  JOIN out.line AS area_line ON area_line.ocd_id = area.ocd_id AND area_line.vintage = area.vintage
  WHERE drawn.area_layer <> 'zcta'
),
-- A district lies entirely in its state.
state_area AS (
  SELECT
    'district:' || state.id AS area_key, district.id AS district_id, 'lines' AS role,
    line.rings = state_line.rings OR district.ocd_id = state.ocd_id || '/cd:at-large' AS covers,
    least(line.size, state_line.size) AS size
  FROM out.district AS state
  JOIN out.line AS state_line ON state_line.ocd_id = state.ocd_id AND state_line.vintage = state.vintage
  JOIN out.district AS district ON district.state = state.state
  JOIN out.line AS line ON line.ocd_id = district.ocd_id AND line.vintage = district.vintage
  WHERE state.type = 'state'
  UNION ALL
  SELECT 'district:' || state.id, district.id, 'near', false, NULL
  FROM out.district AS state
  JOIN out.district AS district ON district.state = state.state
  JOIN out.line_near AS near ON near.ocd_id = district.ocd_id AND near.vintage = district.vintage
  WHERE state.type = 'state'
),
zip_shape AS (
  SELECT
    name AS zip, ocd_id, vintage, count(*) OVER (PARTITION BY name) AS shapes,
    bool_or(lines_precision = 'generalised') OVER (PARTITION BY name) AS vague
  FROM out.line
  WHERE layer = 'zcta'
),
-- The lists of ZIP areas are exact, so generalized boundaries of one reach only into its listed states and counties.
vague_zip AS (
  SELECT
    DISTINCT county.zip, county.state, county.county_geoid,
    count(DISTINCT county.state) OVER (PARTITION BY county.zip) AS states,
    count(DISTINCT county.county_geoid) OVER (PARTITION BY county.zip) AS counties
  FROM out.zip_county AS county
  WHERE county.recorded AND county.zip IN (SELECT zip FROM zip_shape WHERE vague)
),
vague_county AS (
  SELECT vague_zip.zip, county.id AS district_id, county.state, counties = 1 AS covers
  FROM vague_zip
  JOIN out.district AS county ON county.county_geoid = vague_zip.county_geoid
),
-- A ZIP code drawn more than once (by each state that it lies in) is covered by districts that cover each of its shapes.
drawn_zip AS (
  SELECT
    shape.zip, drawn.district_id, drawn.role, any_value(district.state) AS state,
    any_value(district.type) AS type, any_value(district.county_geoid) IS NOT NULL AS is_county,
    count_if(drawn.covers) = any_value(shape.shapes) AS covers,
    CAST(sum(drawn.size) AS BIGINT) AS size
  FROM drawn
  JOIN zip_shape AS shape ON shape.ocd_id = drawn.area_ocd_id AND shape.vintage = drawn.area_vintage
  JOIN out.district AS district ON district.id = drawn.district_id
  WHERE drawn.area_layer = 'zcta'
  GROUP BY shape.zip, drawn.district_id, drawn.role
),
zip_area AS (
  SELECT
    * REPLACE (CASE
      WHEN is_county AND zip IN (SELECT zip FROM vague_county)
        THEN role = 'lines' AND (zip, district_id) IN (SELECT (zip, district_id) FROM vague_county WHERE covers)
      ELSE covers AND zip NOT IN (SELECT zip FROM vague_zip WHERE states > 1)
    END AS covers)
  FROM drawn_zip
  WHERE (zip NOT IN (SELECT zip FROM vague_zip) OR (zip, state) IN (SELECT (zip, state) FROM vague_zip))
    AND (
      NOT is_county OR (zip, state) NOT IN (SELECT (zip, state) FROM vague_county)
      OR (zip, district_id) IN (SELECT (zip, district_id) FROM vague_county)
    )
  UNION ALL
  SELECT zip, district_id, 'near', state, 'county', true, false, NULL
  FROM vague_county
  WHERE (zip, district_id) NOT IN (SELECT (zip, district_id) FROM drawn_zip)
),
-- The boundaries used for each county: the county's own, or the state's if it has no counties (DC, four territories). Null if
-- none are held.
county_like AS (
  SELECT id, state, county_geoid FROM out.district WHERE type = 'county' OR county_geoid IS NOT NULL
  UNION ALL
  SELECT id, state, NULL
  FROM out.district
  WHERE type = 'state' AND state NOT IN (SELECT state FROM out.district WHERE type = 'county')
),
zip_county AS (
  SELECT zip_county.zip, zip_county.state, zip_county.recorded, county.id AS district_id
  FROM out.zip_county AS zip_county
  LEFT JOIN county_like AS county
    ON county.state = zip_county.state AND coalesce(county.county_geoid, zip_county.county_geoid) = zip_county.county_geoid
),
-- A ZIP code is resolved by the boundaries of its ZIP area. In a state that these do not reach, or if there are none, its
-- counties are used. Address ranges alone add no state to a drawn ZIP area.
undrawn AS (
  SELECT zip, state
  FROM zip_county
  WHERE recorded OR zip NOT IN (SELECT zip FROM zip_area)
  UNION
  SELECT zip, state FROM core.zip
  UNION
  SELECT zip, state FROM out.territory_zip
  EXCEPT
  SELECT zip, state FROM zip_area WHERE type = 'state'
),
-- A ZIP code with no boundaries for any of its counties in a state lies somewhere in that state.
zip_part AS (
  SELECT zip, state, district_id
  FROM zip_county
  WHERE district_id IS NOT NULL AND (zip, state) IN (SELECT (zip, state) FROM undrawn)
  UNION
  SELECT undrawn.zip, undrawn.state, state.id
  FROM undrawn
  JOIN out.district AS state ON state.type = 'state' AND state.state = undrawn.state
  WHERE (undrawn.zip, undrawn.state) NOT IN (SELECT (zip, state) FROM zip_county WHERE district_id IS NOT NULL)
),
zip_known AS (
  SELECT
    zip, count(DISTINCT state) AS states, count(DISTINCT district_id) AS parts, zip IN (SELECT zip FROM zip_area) AS drawn,
    zip NOT IN (SELECT zip FROM zip_county WHERE district_id IS NULL) AS held
  FROM zip_part
  GROUP BY zip
),
-- Covered by districts that cover each of its counties, if the boundaries of all are held, and by those that cover its only
-- state.
undrawn_zip_area AS (
  SELECT
    'zip:' || part.zip AS area_key, area.district_id, area.role,
    NOT any_value(known.drawn) AND (
      any_value(known.held) AND count_if(area.covers) = any_value(known.parts)
      OR any_value(known.states) = 1 AND bool_or(statewide.covers IS NOT NULL)
    ) AS covers,
    CAST(NULL AS BIGINT) AS size
  FROM zip_part AS part
  JOIN zip_known AS known USING (zip)
  JOIN (FROM district_area UNION ALL FROM state_area) AS area ON area.area_key = 'district:' || part.district_id
  JOIN out.district AS district ON district.id = area.district_id AND district.state = part.state
  LEFT JOIN state_area AS statewide
    ON statewide.district_id = area.district_id AND statewide.role = area.role AND statewide.covers
  GROUP BY part.zip, area.district_id, area.role
)
SELECT area_key, district_id, role, bool_or(covers) AS covers, max(size) AS size
FROM (
  FROM district_area
  UNION ALL FROM state_area
  UNION ALL FROM undrawn_zip_area
  UNION ALL
  SELECT
    'zip:' || zip, district_id, role, covers AND zip NOT IN (SELECT zip FROM undrawn),
    CASE WHEN zip NOT IN (SELECT zip FROM undrawn) THEN size END
  FROM zip_area
)
GROUP BY area_key, district_id, role
ORDER BY area_key, district_id, role;

-- out.area_size: one row per area whose boundaries are all held; for a ZIP code drawn more than once, all shapes together.
CREATE OR REPLACE TABLE out.area_size AS
SELECT area_key, CAST(sum(size) AS BIGINT) AS size
FROM (
  SELECT 'district:' || district.id AS area_key, line.size
  FROM out.line AS line
  JOIN out.district AS district USING (ocd_id, vintage)
  WHERE line.layer IN ('state', 'county', 'place')
  UNION ALL
  SELECT 'zip:' || name, size
  FROM out.line
  WHERE layer = 'zcta'
)
WHERE area_key IN (SELECT area_key FROM out.overlap WHERE role = 'lines' GROUP BY area_key HAVING count(size) = count(*))
GROUP BY area_key
ORDER BY area_key;
