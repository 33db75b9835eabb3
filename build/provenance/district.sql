-- The source lines behind a district: its division, and the lines of every plan that are held of it.
WITH chosen AS (
  SELECT ocd_id, type, state, census_geoid
  FROM out.district
  WHERE CAST(id AS VARCHAR) = $id
),
said AS (
  SELECT 1 AS place, 'division' AS what, division.name AS value, division.source_id, division.file, division.line
  FROM core.division AS division
  JOIN chosen USING (ocd_id)
  UNION ALL
  SELECT 2, 'lines', shape.name || ' (' || shape.vintage || ')', shape.source_id, shape.file, shape.line
  FROM core.shape AS shape
  JOIN chosen
    ON shape.layer = chosen.type AND shape.state = chosen.state
    AND (shape.ocd_id = chosen.ocd_id OR (shape.ocd_id IS NULL AND shape.census_geoid = chosen.census_geoid))
  UNION ALL
  -- A division that nobody publishes is named by the contests that are voted in it.
  SELECT 3, 'contest', contest.title, contest.source_id, contest.file, contest.line
  FROM core.contest AS contest
  JOIN chosen USING (ocd_id)
)
SELECT what, value, source_id, file, line
FROM said
ORDER BY place, source_id, file, line, value;
