-- out.place_name: one row per name that a location string may use and area that it names; and of kind unheld, one per name of a
-- municipality or post office whose lines are not held, so that no other place is taken for it.
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
),
-- Municipalities and townships, by the OCD project's names.
municipality AS (
  SELECT
    coalesce(upper(regexp_extract(ocd_id, '/(?:state|district|territory):([a-z]+)/', 1)), '') AS state,
    regexp_replace(
      regexp_replace(name, '( \(.*|,.*| [A-Z]{2})$', ''), ' (city|town|village|borough|township|plantation|municipality)$', ''
    ) AS name,
    regexp_matches(name, ' (city|town|village|borough)$') AS incorporated
  FROM core.division
  WHERE regexp_matches(ocd_id, '/place:[^/]*$')
),
place AS (
  SELECT
    district.state, district.name, district.census_geoid, 'district:' || district.id AS area_key,
    coalesce(line.class, 'C') LIKE 'C%' AS incorporated,
    replace(regexp_extract(district.ocd_id, '/place:([^~/]+)', 1), '_', ' ') AS division_name
  FROM out.district AS district
  JOIN out.line AS line USING (ocd_id, vintage)
  WHERE district.type = 'place' AND district.has_boundary
),
-- A city of no county is published as a county.
county AS (
  SELECT
    state, name, census_geoid, 'district:' || id AS area_key, regexp_matches(name, ' [Cc]ity$') AS independent,
    regexp_replace(
      name, ' (County|Parish|City and Borough|Borough|Census Area|Municipality|Municipio|Planning Region|city)$', ''
    ) AS plain_name
  FROM out.district
  WHERE type = 'county'
),
alias AS (
  SELECT state, name, unnest(string_split(coalesce(areas, ''), ';')) AS geoid, string_split(coalesce(also, ''), ';') AS also
  FROM out.place_alias
),
-- A census designated place has often the name of the town around it, whose lines are others.
shadowed AS (
  SELECT state, place_key(name) AS key FROM place
  INTERSECT
  SELECT state, place_key(name) FROM municipality WHERE incorporated
  EXCEPT
  SELECT state, place_key(name) FROM place WHERE incorporated
),
-- A city as its lines are held; own is the name that its label has.
city AS (
  SELECT
    state, name || CASE WHEN (state, place_key(name)) IN (SELECT (state, key) FROM shadowed) THEN ' CDP' ELSE '' END AS own,
    area_key, incorporated, census_geoid, division_name
  FROM place
  UNION ALL
  SELECT state, plain_name, area_key, true, census_geoid, name
  FROM county
  WHERE independent AND (state, place_key(name)) NOT IN (SELECT (state, place_key(name)) FROM place)
    AND (state, place_key(plain_name)) NOT IN (SELECT (state, place_key(name)) FROM place)
  UNION ALL
  SELECT county.state, alias.name, county.area_key, true, NULL, alias.name
  FROM alias
  JOIN county ON county.census_geoid = alias.geoid
  WHERE (alias.state, place_key(alias.name)) NOT IN (SELECT (state, place_key(name)) FROM place)
),
-- Of namesakes in one state each is told by a county where no other one is.
namesake AS (
  SELECT city.area_key, city.state, place_key(city.own) AS key, county.name AS county
  FROM city
  JOIN out.overlap AS overlap ON overlap.area_key = city.area_key AND overlap.role = 'lines'
  JOIN out.district AS county ON county.id = overlap.district_id AND county.type = 'county'
  WHERE (city.state, place_key(city.own)) IN (
    SELECT (state, place_key(own)) FROM city GROUP BY ALL HAVING count(DISTINCT census_geoid) > 1
  )
),
told AS (
  SELECT area_key, min(county) AS county
  FROM namesake
  WHERE NOT EXISTS (
    FROM namesake AS other
    WHERE other.state = namesake.state AND other.key = namesake.key AND other.county = namesake.county
      AND other.area_key <> namesake.area_key
  )
  GROUP BY area_key
),
-- A place that no county tells from a city of its name is told by what it is.
known AS (
  SELECT
    city.*, told.county,
    told.county IS NULL AND NOT incorporated AND own NOT LIKE '% CDP' AND area_key IN (SELECT area_key FROM namesake) AS untold
  FROM city
  LEFT JOIN told USING (area_key)
),
labelled AS (
  SELECT
    state, own || CASE WHEN untold THEN ' CDP' ELSE '' END AS own, area_key, incorporated, census_geoid, division_name, untold,
    own || CASE WHEN untold THEN ' CDP' ELSE coalesce(', ' || county, '') END || ', ' || state AS label
  FROM known
),
city_name AS (
  SELECT state, own AS name, area_key, label, 1 AS rank FROM labelled
  UNION ALL
  SELECT state, 'city of ' || own, area_key, label, 1 FROM labelled WHERE incorporated
  UNION ALL
  SELECT state, division_name, area_key, label, 2 FROM labelled WHERE incorporated AND division_name <> ''
  UNION ALL
  SELECT place.state, place.name || ' CDP', area_key, labelled.label, 1
  FROM place
  JOIN labelled USING (area_key)
  WHERE NOT place.incorporated
  UNION ALL
  SELECT place.state, place.name, area_key, labelled.label, 1
  FROM place
  JOIN labelled USING (area_key)
  WHERE NOT untold
  UNION ALL
  -- `Louisville/Jefferson County metro government (balance)`, with ever less of it.
  SELECT state, unnest([plain, short, split_part(short, '/', 1)]), area_key, label, 2
  FROM (
    SELECT
      *, trim(replace(own, '(balance)', '')) AS plain,
      regexp_replace(
        plain, ' (city|((metro|metropolitan|consolidated|unified) )?government)$', ''
      ) AS short
    FROM labelled
    WHERE own LIKE '%(balance)'
  )
  UNION ALL
  SELECT labelled.state, unnest(list_concat(alias.also, list_transform(alias.also, lambda name: 'city of ' || name))), labelled.area_key, label, 2
  FROM labelled
  JOIN alias ON alias.state = labelled.state AND (alias.geoid = labelled.census_geoid OR alias.name = labelled.own)
),
held AS (
  SELECT 'state' AS kind, code AS name, code AS state, 'district:' || id AS area_key, name AS label, 1 AS rank FROM state
  UNION ALL
  SELECT 'state', name, code, 'district:' || id, name, 1 FROM state
  UNION ALL
  SELECT 'county', plain_name, state, area_key, name || ', ' || state, 1
  FROM county
  WHERE NOT independent
  UNION ALL
  SELECT 'city', name, state, area_key, label, rank FROM city_name
),
named AS (
  SELECT DISTINCT kind, place_key(name) AS name_folded, state, area_key, label, 'area' AS basis
  FROM held
  WHERE place_key(name) NOT IN ('', 'cityof')
  -- A name of its own is nobody else's other name.
  QUALIFY rank = min(rank) OVER (PARTITION BY kind, state, place_key(name))
),
unheld AS (
  SELECT state, name FROM municipality
  UNION ALL
  SELECT state, place_name FROM core.zip
  UNION ALL
  SELECT municipality.state, unnest(alias.also)
  FROM municipality
  JOIN alias USING (state, name)
)
SELECT kind, name_folded, state, area_key, label, basis
FROM named
UNION ALL
SELECT 'zip', zip, state, 'zip:' || zip, 'ZIP ' || zip, CASE WHEN drawn THEN 'area' ELSE 'county' END
FROM zip
WHERE 'zip:' || zip IN (SELECT area_key FROM out.overlap)
UNION ALL
SELECT DISTINCT 'unheld', place_key(name), state, '', '', 'area'
FROM unheld
WHERE place_key(name) <> ''
  AND state IN (SELECT code FROM state)
  AND (
    (state, place_key(name)) NOT IN (SELECT (state, name_folded) FROM named WHERE kind = 'city')
    OR (state, place_key(name)) IN (SELECT (state, key) FROM shadowed)
  )
  -- A municipality that is a county of its own.
  AND (state, place_key(name)) NOT IN (
    SELECT (state, place_key(plain_name))
    FROM county
    WHERE regexp_matches(name, '(City and Borough|Municipality|Municipio)$')
  )
ORDER BY kind, name_folded, state, area_key;
