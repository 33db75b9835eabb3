-- The source lines behind a contest as it is served: itself, its election, its choices, where it is voted, and who endorses.
WITH chosen AS (
  SELECT body.contest_key, body.election_slug AS election_key, district.ocd_id, district.type, district.state, district.census_geoid
  FROM out.contest_body AS body
  JOIN out.district AS district ON district.id = body.district_id
  WHERE CAST(body.id AS VARCHAR) = $id
),
said AS (
  SELECT 1 AS place, 'contest' AS what, title AS value, source_id, file, line
  FROM core.contest
  WHERE contest_key IN (SELECT contest_key FROM chosen)
  UNION ALL
  SELECT 2, 'election', name, source_id, file, line
  FROM core.election
  WHERE election_key IN (SELECT election_key FROM chosen)
  UNION ALL
  SELECT 3, 'choice', label, source_id, file, line
  FROM core.choice
  WHERE contest_key IN (SELECT contest_key FROM chosen)
  UNION ALL
  SELECT 4, 'county', county_ocd_id, source_id, file, line
  FROM core.contest_county
  WHERE contest_key IN (SELECT contest_key FROM chosen)
  UNION ALL
  SELECT 5, 'division', division.name, division.source_id, division.file, division.line
  FROM core.division AS division
  JOIN chosen USING (ocd_id)
  UNION ALL
  SELECT 6, 'lines', shape.name || ' (' || shape.vintage || ')', shape.source_id, shape.file, shape.line
  FROM core.shape AS shape
  JOIN chosen
    ON shape.layer = chosen.type AND shape.state = chosen.state
    AND (shape.ocd_id = chosen.ocd_id OR (shape.ocd_id IS NULL AND shape.census_geoid = chosen.census_geoid))
  UNION ALL
  SELECT 7, 'endorsement', endorser_slug || ': ' || list_last(string_split(choice_key, '/')), source_id, file, line
  FROM core.endorsement
  WHERE contest_key IN (SELECT contest_key FROM chosen)
)
SELECT what, value, source_id, file, line
FROM said
ORDER BY place, source_id, file, line, value;
