-- After the rows: indexes, clustered tables, prepared JSON, statistics.

CREATE TABLE part AS
SELECT area_id, ST_Subdivide(geom, 64) AS geom
FROM shape;
CREATE INDEX part_geom ON part USING gist (geom);
CLUSTER part USING part_geom;
DROP TABLE shape;

CREATE TABLE district_json AS
SELECT id, left(facts::text, -1) AS opening
FROM district;
ALTER TABLE district_json ADD PRIMARY KEY (id);

CREATE TABLE contest_json AS
SELECT id, substr((facts || jsonb_build_object(
  'choices', (SELECT coalesce(jsonb_agg(facts ORDER BY ordinal), '[]') FROM choice WHERE contest_id = contest.id),
  'endorsements', (SELECT coalesce(jsonb_agg(facts ORDER BY ordinal), '[]') FROM position WHERE contest_id = contest.id),
  'stances', (SELECT coalesce(jsonb_agg(facts ORDER BY ordinal), '[]') FROM stance WHERE contest_id = contest.id)
))::text, 2) AS rest
FROM contest;
ALTER TABLE contest_json ADD PRIMARY KEY (id);

CREATE INDEX area_contest_area ON area_contest (area_id, election_slug);
CLUSTER area_contest USING area_contest_area;
