-- out.unheld: one row per kind of location or layer of lines, with the states that have none of it: what cannot be queried there.
CREATE OR REPLACE TABLE out.unheld AS
WITH state AS (SELECT DISTINCT state FROM out.district WHERE type = 'state'),
held AS (
  SELECT 'street addresses' AS what, state FROM core.address_point
  UNION
  SELECT 'street addresses', state FROM core.street_range
  UNION
  SELECT layer_name.what, line.state
  FROM out.line AS line
  JOIN (
    VALUES ('zcta', 'ZIP areas'), ('place', 'city lines'), ('county', 'county lines'), ('congressional', 'congressional lines'),
      ('state_upper', 'state senate lines'), ('state_lower', 'state house lines'), ('school', 'school district lines'),
      ('council', 'city council lines'), ('county_council', 'county commission lines')
  ) AS layer_name(layer, what) ON layer_name.layer = line.layer
  UNION
  -- The state itself is its one county, or its one chamber's lines are the upper chamber's.
  SELECT 'county lines', state FROM state WHERE state IN ('AS', 'DC', 'GU', 'MP', 'VI')
  UNION
  SELECT unnest(['state senate lines', 'state house lines']), 'DC'
  UNION
  SELECT 'state house lines', 'NE'
)
SELECT
  what.what,
  coalesce(list(state.state ORDER BY state.state) FILTER (held.state IS NULL), []) AS states,
  coalesce(list(state.state ORDER BY state.state) FILTER (held.state IS NOT NULL), []) AS held
FROM (SELECT unnest([
  'street addresses', 'ZIP areas', 'city lines', 'county lines', 'congressional lines', 'state senate lines', 'state house lines',
  'school district lines', 'city council lines', 'county commission lines'
]) AS what, unnest(range(1, 11)) AS nth) AS what
CROSS JOIN state
LEFT JOIN held ON held.what = what.what AND held.state = state.state
GROUP BY what.what, what.nth
HAVING count(*) FILTER (held.state IS NULL) > 0
ORDER BY what.nth;
