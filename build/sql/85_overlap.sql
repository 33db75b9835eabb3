-- out.overlap: one row per area that a location may name, district there and role of it. Rules: build/overlap.ts,
-- build/line-overlap.ts; data-rules.md section 6. Sizes are of the area's part inside the district's lines.
CREATE OR REPLACE TABLE out.overlap AS
WITH drawn AS (
  SELECT
    overlap.area_layer, overlap.area_ocd_id, overlap.area_vintage, overlap.role, overlap.covers, overlap.size,
    district.id AS district_id
  FROM out.line_overlap AS overlap
  JOIN out.district AS district USING (ocd_id, vintage)
),
district_area AS (
  SELECT 'district:' || area.id AS area_key, drawn.district_id, drawn.role, drawn.covers, drawn.size
  FROM drawn
  JOIN out.district AS area ON area.ocd_id = drawn.area_ocd_id AND area.vintage = drawn.area_vintage
  WHERE drawn.area_layer <> 'zcta'
),
-- All of a district is its state's.
state_area AS (
  SELECT
    'district:' || state.id AS area_key, district.id AS district_id, 'lines' AS role, line.rings = state_line.rings AS covers,
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
  SELECT name AS zip, ocd_id, vintage, count(*) OVER (PARTITION BY name) AS shapes
  FROM out.line
  WHERE layer = 'zcta'
),
-- Drawn more than once (by each state that it lies in), a ZIP is covered by what covers each of its shapes.
zip_area AS (
  SELECT
    shape.zip, drawn.district_id, drawn.role, any_value(district.state) AS state,
    any_value(district.type) AS type, count_if(drawn.covers) = any_value(shape.shapes) AS covers,
    CAST(sum(drawn.size) AS BIGINT) AS size
  FROM drawn
  JOIN zip_shape AS shape ON shape.ocd_id = drawn.area_ocd_id AND shape.vintage = drawn.area_vintage
  JOIN out.district AS district ON district.id = drawn.district_id
  WHERE drawn.area_layer = 'zcta'
  GROUP BY shape.zip, drawn.district_id, drawn.role
),
-- A ZIP in a state that no polygon of it meets: the districts of its counties there.
zip_county AS (
  SELECT zip, county.id AS county_id
  FROM core.zip AS zip
  JOIN out.district AS county ON county.type = 'county' AND county.census_geoid = zip.county_geoid
  UNION
  SELECT listed.zip, county.id
  FROM core.zip_county AS listed
  JOIN out.district AS county
    ON county.type = 'county' AND county.state = listed.state
    AND place_folded(regexp_replace(listed.county_name, ' (County|Parish|Borough|Census Area|Municipality|city)$', ''))
      = place_folded(regexp_replace(county.name, ' (County|Parish|Borough|Census Area|Municipality|city)$', ''))
  UNION
  SELECT point.zip, county.id
  FROM out.zip_point AS point
  JOIN out.district AS county USING (ocd_id, vintage)
  UNION
  -- Residents of the District of Columbia have no county.
  SELECT zip.zip, state.id
  FROM core.zip AS zip
  JOIN out.district AS state ON state.type = 'state' AND state.state = zip.state
  WHERE zip.state = 'DC'
),
zip_state AS (
  SELECT zip, state FROM zip_area WHERE type = 'state'
  UNION
  SELECT zip, state FROM core.zip
  UNION
  SELECT zip, state FROM core.zip_county
  UNION
  SELECT zip_county.zip, county.state
  FROM zip_county
  JOIN out.district AS county ON county.id = zip_county.county_id
),
undrawn AS (
  SELECT zip, state
  FROM zip_state
  WHERE (zip, state) NOT IN (SELECT (zip, state) FROM zip_area WHERE type = 'state')
),
-- Its counties may be more than are known: only what covers the one state that it lies in covers it.
undrawn_zip_area AS (
  SELECT
    'zip:' || zip_county.zip AS area_key, county.district_id, county.role,
    bool_or(statewide.covers IS NOT NULL) AND (SELECT count(*) FROM zip_state WHERE zip_state.zip = zip_county.zip) = 1 AS covers,
    CAST(NULL AS BIGINT) AS size
  FROM zip_county
  JOIN (FROM district_area UNION ALL FROM state_area) AS county ON county.area_key = 'district:' || zip_county.county_id
  JOIN out.district AS district ON district.id = county.district_id
  JOIN undrawn ON undrawn.zip = zip_county.zip AND undrawn.state = district.state
  LEFT JOIN state_area AS statewide
    ON statewide.district_id = county.district_id AND statewide.role = county.role AND statewide.covers
  GROUP BY zip_county.zip, county.district_id, county.role
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

-- out.area_size: one row per area whose lines are all held; of a ZIP drawn more than once, all its shapes together.
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
