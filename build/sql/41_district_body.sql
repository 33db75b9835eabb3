-- out.district_body: one row per district, with the JSON that the API serves.
CREATE OR REPLACE TABLE out.district_body AS
WITH website AS (
  SELECT census_geoid, min(website_url) AS website_url
  FROM core.municipality
  WHERE website_url IS NOT NULL
  GROUP BY census_geoid
)
SELECT
  id, ocd_id, vintage, state, level, level_rank(level) AS level_rank, type, name, folded(name) AS name_folded,
  district.census_geoid AS census_geoid, retired, CAST(valid_from AS VARCHAR) AS valid_from, CAST(valid_to AS VARCHAR) AS valid_to, has_boundary, minted, website_url,
  {
    'id': id, 'name': name, 'level': level, 'ocd_id': ocd_id, 'state': state, 'type': type, 'lines_precision': lines_precision
  } AS summary_struct,
  to_json(summary_struct) AS summary,
  to_json({
    'id': id,
    'name': name,
    'level': level,
    'type': type,
    'ocd_id': ocd_id,
    'ocd_id_minted': minted,
    'census_geoid': district.census_geoid,
    'census_geoids': census_geoids,
    'state': state,
    'has_boundary': has_boundary,
    'retired': retired,
    'valid_from': CAST(valid_from AS VARCHAR),
    'valid_to': CAST(valid_to AS VARCHAR),
    'lines_precision': lines_precision,
    'website_url': website_url
  }) AS body
FROM out.district
-- One equality: with a second condition, DuckDB would compare each district with each website.
LEFT JOIN website ON website.census_geoid = CASE WHEN district.type = 'place' THEN district.census_geoid[:2] || district.census_geoid[-5:] END
ORDER BY id;
