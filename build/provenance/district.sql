-- The source lines behind a district: its division, and the shapes of its lines or, if there are none, its contests.
WITH chosen AS (
  SELECT ocd_id, vintage, type, state, census_geoid, census_geoids, county_geoid, has_boundary
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
    ON shape.state = chosen.state AND (
      (shape.layer = chosen.type AND (shape.ocd_id = chosen.ocd_id OR (shape.ocd_id IS NULL AND shape.census_geoid = chosen.census_geoid)))
      OR (shape.layer = 'county' AND list_contains(chosen.census_geoids, shape.census_geoid))
    )
  JOIN out.line AS line
    ON line.ocd_id = chosen.ocd_id AND line.vintage = chosen.vintage
    AND list_contains(string_split(line.drawn_from, ' '), shape.vintage)
  UNION ALL
  -- A district without lines, or with those of its counties, is named by its contests.
  SELECT 3, 'contest', contest.title, contest.source_id, contest.file, contest.line
  FROM core.contest AS contest
  JOIN out.contest_district AS district USING (contest_key)
  JOIN chosen ON chosen.ocd_id = district.ocd_id AND chosen.vintage = district.vintage
  WHERE NOT chosen.has_boundary OR (len(chosen.census_geoids) > 0 AND chosen.county_geoid IS NULL)
)
SELECT what, value, source_id, file, line
FROM said
ORDER BY place, source_id, file, line, value;
