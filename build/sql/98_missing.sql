-- out.missing: one row per kind of location or layer of boundaries, with the states that have none of it: what cannot be queried there.
CREATE OR REPLACE TABLE out.missing AS
WITH state AS (SELECT DISTINCT state FROM out.district WHERE type = 'state'),
available AS (
  SELECT 'street addresses' AS what, state FROM core.address_point
  UNION
  SELECT 'street addresses', state FROM core.street_range
  UNION
  SELECT layer_name.what, line.state
  FROM out.line AS line
  JOIN (
    VALUES ('zcta', 'ZIP areas'), ('place', 'city boundaries'), ('county', 'county boundaries'), ('congressional', 'congressional boundaries'),
      ('state_upper', 'state senate boundaries'), ('state_lower', 'state house boundaries'), ('school', 'school district boundaries'),
      ('council', 'city council boundaries'), ('county_council', 'county commission boundaries')
  ) AS layer_name(layer, what) ON layer_name.layer = line.layer
  UNION
  -- The state itself is its one county, or its one chamber's boundaries are the upper chamber's.
  SELECT 'county boundaries', state FROM state WHERE state IN ('AS', 'DC', 'GU', 'MP', 'VI')
  UNION
  SELECT unnest(['state senate boundaries', 'state house boundaries']), 'DC'
  UNION
  SELECT 'state house boundaries', 'NE'
)
SELECT
  what.what,
  coalesce(list(state.state ORDER BY state.state) FILTER (available.state IS NULL), []) AS states,
  coalesce(list(state.state ORDER BY state.state) FILTER (available.state IS NOT NULL), []) AS available
FROM (SELECT unnest([
  'street addresses', 'ZIP areas', 'city boundaries', 'county boundaries', 'congressional boundaries', 'state senate boundaries', 'state house boundaries',
  'school district boundaries', 'city council boundaries', 'county commission boundaries'
]) AS what, unnest(range(1, 11)) AS nth) AS what
CROSS JOIN state
LEFT JOIN available ON available.what = what.what AND available.state = state.state
GROUP BY what.what, what.nth
HAVING count(*) FILTER (available.state IS NULL) > 0
ORDER BY what.nth;
