-- The source lines behind a served contest: the contest, its election, its choices, its area and its endorsements.
WITH chosen AS (
  SELECT body.contest_key, body.election_slug AS election_key, body.district_ocd_id AS ocd_id
  FROM out.contest_body AS body
  WHERE CAST(body.id AS VARCHAR) = $id
),
-- Lines of the election's plan: the contest's own, or those of the divisions within which it is voted.
drawn AS (
  SELECT DISTINCT line.layer, line.state, line.ocd_id, line.drawn_from, line.census_geoid, district.census_geoids
  FROM chosen
  JOIN out.contest_extent AS extent USING (contest_key)
  JOIN out.line AS line ON line.ocd_id = extent.ocd_id AND line.vintage = extent.vintage
  JOIN out.district AS district ON district.ocd_id = extent.ocd_id AND district.vintage = extent.vintage
),
ballot AS (
  SELECT source_id, file, contest_key FROM core.contest
  UNION ALL
  SELECT source_id, file, contest_key FROM core.choice
  UNION ALL
  SELECT source_id, file, contest_key FROM core.contest_county
),
listing AS (
  SELECT DISTINCT source_id FROM ballot WHERE contest_key IN (SELECT contest_key FROM chosen)
),
-- A file without contests of its own may describe contests of neighboring files: withdrawals, names of offices.
beside AS (
  SELECT read.source_id, unnest(from_json(read.files, '[{"name":"VARCHAR","alone":"JSON"}]')) AS file
  FROM core.source_read AS read
  JOIN listing USING (source_id)
),
said AS (
  SELECT 1 AS place, 'contest' AS what, title AS value, source_id, file, line
  FROM core.contest
  WHERE contest_key IN (SELECT contest_key FROM chosen)
  UNION ALL
  SELECT 1, 'basis', basis, contest.source_id, contest.file, contest.line
  FROM core.contest AS contest
  JOIN out.contest_source USING (contest_key, source_id)
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
  SELECT 4, 'beside', 'its statements about contests of other files', source_id, file.name, NULL
  FROM beside
  WHERE file.alone IS NULL AND (source_id, file.name) NOT IN (SELECT (source_id, file) FROM ballot)
  UNION ALL
  SELECT 5, 'county', county_ocd_id, source_id, file, line
  FROM core.contest_county
  WHERE contest_key IN (SELECT contest_key FROM chosen)
  UNION ALL
  SELECT 6, 'division', division.name, division.source_id, division.file, division.line
  FROM core.division AS division
  JOIN chosen USING (ocd_id)
  UNION ALL
  SELECT 7, 'lines', shape.name || ' (' || shape.vintage || ')', shape.source_id, shape.file, shape.line
  FROM core.shape AS shape
  JOIN drawn
    ON shape.state = drawn.state AND list_contains(string_split(drawn.drawn_from, ' '), shape.vintage) AND (
      (shape.layer = drawn.layer AND (shape.ocd_id = drawn.ocd_id OR (shape.ocd_id IS NULL AND shape.census_geoid = drawn.census_geoid)))
      OR (shape.layer = 'county' AND list_contains(drawn.census_geoids, shape.census_geoid))
    )
  UNION ALL
  SELECT 8, 'endorsement', endorser_slug || ': ' || list_last(string_split(choice_key, '/')), source_id, file, line
  FROM core.endorsement
  WHERE contest_key IN (SELECT contest_key FROM chosen)
)
SELECT what, value, source_id, file, line
FROM said
ORDER BY place, source_id, file, line, what DESC, value;
