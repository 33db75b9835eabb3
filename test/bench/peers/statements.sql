-- The SQL of a ballot, in parts. Every statement finds the same districts and contests; they differ in how the JSON is made.

-- part: at a point
SELECT DISTINCT area_id AS id
FROM part
WHERE ST_Intersects(geom, ST_MakePoint($3, $4))

-- part: found. $1 slugs of elections, $2 the day, then the areas' parameters; the districts are `listed`, the contests `voted`.
WITH here AS MATERIALIZED (
  {areas}
), own AS MATERIALIZED (
  SELECT area.id, district_id, role
  FROM here
  JOIN area USING (id)
  WHERE state = (
    SELECT state
    FROM here
    JOIN area USING (id)
    WHERE type = 'state' AND role = 'lines'
    ORDER BY id
    LIMIT 1
  )
), said AS (
  SELECT contest_id, bool_or(rule = 'certain') AS certain, bool_or(rule = 'possible') AS possible,
    bool_or(rule = 'listed') AND bool_or(rule = 'inside') AS inside, bool_or(rule = 'listed') AND bool_or(rule = 'near') AS near
  FROM own
  JOIN area_contest ON area_contest.area_id = own.id AND election_slug = ANY($1)
  GROUP BY contest_id
), voted AS MATERIALIZED (
  SELECT contest.id, election_date, election_slug, level_rank, ballot_order, district_id,
    CASE WHEN certain OR (inside AND NOT near) THEN 'certain' ELSE 'possible' END AS match
  FROM said
  JOIN contest ON contest.id = said.contest_id
  WHERE certain OR possible OR inside OR near
), next AS (
  SELECT coalesce(min(election_date), $2) AS day
  FROM voted
), certain AS (
  SELECT DISTINCT district_id AS id
  FROM voted, next
  WHERE match = 'certain' AND election_date = day
), met AS (
  SELECT coalesce(certain.id, own.id) AS id, certain.id IS NOT NULL AS is_certain, coalesce(is_inside, false) AS is_inside
  FROM certain
  FULL JOIN (
    SELECT district_id AS id, bool_and(role = 'lines') AS is_inside
    FROM own
    GROUP BY district_id
  ) AS own USING (id)
), listed AS (
  SELECT *, CASE WHEN is_certain OR is_inside THEN 'certain' ELSE 'possible' END AS match,
    CASE WHEN is_next THEN 'next_ballot' ELSE 'current_seat' END AS lines
  FROM (
    SELECT district.*, is_certain, is_inside,
      is_certain OR (coalesce(valid_from <= day, true) AND coalesce(day <= valid_to, true)) AS is_next
    FROM next, met
    JOIN district USING (id)
  ) AS met
  WHERE is_next OR is_seat
)

-- part: from rows. JSON, as one value.
SELECT jsonb_build_object('data', jsonb_build_object(
  'location', jsonb_build_object('exact', true, 'kind', 'coordinates', 'basis', 'point', 'state', (SELECT state FROM own JOIN area USING (id) LIMIT 1)),
  'districts', (
    SELECT coalesce(jsonb_agg(facts || jsonb_build_object('lines', lines, 'match', match) ORDER BY level_rank, type, ocd_id, id), '[]')
    FROM listed
  ),
  'contests', (
    SELECT coalesce(jsonb_agg(contest.facts || jsonb_build_object(
      'match', voted.match,
      'choices', (SELECT coalesce(jsonb_agg(facts ORDER BY ordinal), '[]') FROM choice WHERE contest_id = voted.id),
      'endorsements', (SELECT coalesce(jsonb_agg(facts ORDER BY ordinal), '[]') FROM position WHERE contest_id = voted.id),
      'stances', (SELECT coalesce(jsonb_agg(facts ORDER BY ordinal), '[]') FROM stance WHERE contest_id = voted.id)
    ) ORDER BY voted.election_date, voted.election_slug, voted.level_rank, voted.ballot_order, voted.id), '[]')
    FROM voted
    JOIN contest USING (id)
  )
)) AS ballot

-- part: prepared. JSON, joined as text.
SELECT concat(
  '{"data":{"location":{"exact":true,"kind":"coordinates","basis":"point","state":"', (SELECT state FROM own JOIN area USING (id) LIMIT 1), '"},"districts":[',
  (
    SELECT string_agg(concat(opening, ',"lines":"', lines, '","match":"', match, '"}'), ',' ORDER BY level_rank, type, ocd_id, id)
    FROM listed
    JOIN district_json USING (id)
  ),
  '],"contests":[',
  (
    SELECT string_agg(concat('{"match":"', match, '",', rest), ',' ORDER BY election_date, election_slug, level_rank, ballot_order, id)
    FROM voted
    JOIN contest_json USING (id)
  ),
  ']}}'
) AS ballot

-- part: areas. Those at a point alone, as text, which costs less than an array: $1 and $2 are its longitude and latitude in microdegrees.
SELECT array_agg(DISTINCT area_id)::text AS areas
FROM part
WHERE ST_Intersects(geom, ST_MakePoint($1, $2))
