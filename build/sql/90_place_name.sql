-- out.place_name: one row per name that a location string may use and area that it names.
CREATE OR REPLACE TABLE out.place_name AS
WITH state AS (
  SELECT state.code, state.name, district.id
  FROM out.state AS state
  JOIN out.district AS district ON district.ocd_id = state.ocd_id AND district.type = 'state'
),
zip AS (
  SELECT zip, state, bool_or(drawn) AS drawn
  FROM (
    SELECT shape.name AS zip, state.state, true AS drawn
    FROM out.line_overlap AS overlap
    JOIN out.line AS shape ON shape.ocd_id = overlap.area_ocd_id AND shape.vintage = overlap.area_vintage
    JOIN out.district AS state ON state.ocd_id = overlap.ocd_id AND state.vintage = overlap.vintage
    WHERE shape.layer = 'zcta' AND state.type = 'state'
    UNION ALL
    SELECT zip, state, false FROM core.zip
    UNION ALL
    SELECT zip, state, false FROM core.zip_county
  )
  GROUP BY ALL
)
SELECT 'state' AS kind, place_folded(code) AS name_folded, code AS state, 'district:' || id AS area_key, name AS label, 'area' AS basis
FROM state
UNION ALL
SELECT 'state', place_folded(name), code, 'district:' || id, name, 'area'
FROM state
UNION ALL
SELECT 'county', place_folded(regexp_replace(district.name, ' (County|Parish|Borough|Census Area|Municipality|Planning Region)$', '')), state, 'district:' || id,
  name || ', ' || state, 'area'
FROM out.district AS district
WHERE type = 'county'
UNION ALL
SELECT 'city', place_folded(name), state, 'district:' || id, name || ', ' || state, 'area'
FROM out.district
WHERE type = 'place' AND has_boundary
UNION ALL
SELECT 'zip', zip, state, 'zip:' || zip, 'ZIP ' || zip, CASE WHEN drawn THEN 'area' ELSE 'county' END
FROM zip
WHERE 'zip:' || zip IN (SELECT area_key FROM out.overlap)
ORDER BY kind, name_folded, state, area_key;
