-- out.place_name: one row per name that a location string may use and area that it names. Kinds in addition to the API's,
-- all answered as cities: `township`, the meaning of `Name, ST` if no city or post office has the name; `within`, with the
-- county's name after a comma; `largest`, the meaning of a bare name; and `unheld`, without an area: a municipality whose
-- boundaries and county are unknown, so that no other place is used for it.
CREATE OR REPLACE TABLE out.place_name AS
WITH state AS (
  SELECT state.code, state.name, district.id
  FROM out.state AS state
  JOIN out.district AS district ON district.ocd_id = state.ocd_id AND district.type = 'state'
),
zip_state AS (
  SELECT shape.name AS zip, state.state, 0 AS weight
  FROM out.line_overlap AS overlap
  JOIN out.line AS shape ON shape.ocd_id = overlap.area_ocd_id AND shape.vintage = overlap.area_vintage
  JOIN out.district AS state ON state.ocd_id = overlap.ocd_id AND state.vintage = overlap.vintage
  WHERE shape.layer = 'zcta' AND state.type = 'state'
  UNION ALL
  SELECT zip, state, 1 FROM out.zip_county
  UNION ALL
  SELECT zip, state, 1 FROM out.territory_zip
  UNION ALL
  SELECT zip, state, 1000 FROM core.zip
),
-- The post office's state if it lies there, else the state with most of its counties.
zip AS (
  SELECT zip, first(state ORDER BY weight DESC, state) AS state
  FROM (
    SELECT zip, state, sum(weight) AS weight
    FROM zip_state
    GROUP BY zip, state
  )
  GROUP BY zip
),
-- Without sizes, resolved by counties, in at least some state.
zip_area AS (
  SELECT area_key, bool_or(size IS NOT NULL) AS drawn
  FROM out.overlap
  WHERE starts_with(area_key, 'zip:')
  GROUP BY area_key
),
-- Municipalities and townships, with the OCD project's names.
municipality AS (
  SELECT
    coalesce(upper(regexp_extract(ocd_id, '/(?:state|district|territory):([a-z]+)/', 1)), '') AS state,
    regexp_replace(
      regexp_replace(name, '( \(.*|,.*| [A-Z]{2})$', ''), ' (city|town|village|borough|(charter )?township|plantation|municipality)$', ''
    ) AS name,
    regexp_matches(name, ' (city|town|village|borough)$') AS incorporated
  FROM core.division
  WHERE regexp_matches(ocd_id, '/place:[^/]*$')
),
-- `Islamorada, Village of Islands` is known by what stands before the comma.
place AS (
  SELECT
    district.state, split_part(district.name, ',', 1) AS name, district.census_geoid, 'district:' || district.id AS area_key,
    coalesce(line.class, 'C') LIKE 'C%' AS incorporated,
    replace(regexp_extract(district.ocd_id, '/place:([^~/]+)', 1), '_', ' ') AS division_name
  FROM out.district AS district
  JOIN out.line AS line USING (ocd_id, vintage)
  WHERE district.type = 'place' AND district.has_boundary AND NOT coalesce(line.class, '') LIKE 'T%'
),
-- Towns and townships with boundaries, by the state's FIPS code and their own, as in the list of governments.
town AS (
  SELECT min(district.id) AS id, district.census_geoid[:2] || district.census_geoid[-5:] AS census_geoid
  FROM out.district AS district
  JOIN out.line AS line USING (ocd_id, vintage)
  WHERE line.class LIKE 'T%'
  GROUP BY ALL
),
-- A city outside all counties is published as a county, too.
county AS (
  SELECT
    state, county_name(type, name) AS name, county_geoid, 'district:' || id AS area_key,
    regexp_matches(county_name(type, name), ' [Cc]ity$') AS independent,
    regexp_replace(
      county_name(type, name), ' (County|Parish|City and Borough|Borough|Census Area|Municipality|Municipio|Planning Region|city)$', ''
    ) AS plain_name
  FROM out.district
  WHERE type = 'county' OR county_geoid IS NOT NULL
),
alias AS (
  SELECT state, name, unnest(string_split(coalesce(areas, ''), ';')) AS geoid, string_split(coalesce(also, ''), ';') AS also
  FROM out.place_alias
),
-- A census designated place often has the name of the surrounding town, whose boundaries differ.
shadowed AS (
  SELECT state, place_key(name) AS key FROM place
  INTERSECT
  (
    SELECT state, place_key(name) FROM municipality WHERE incorporated
    UNION
    SELECT state, key FROM out.city_county WHERE sought AND class NOT IN ('township', 'post office')
  )
  EXCEPT
  SELECT state, place_key(name) FROM place WHERE incorporated
),
-- A city with boundaries; `own` is the name in its label.
city AS (
  SELECT
    state, name || CASE WHEN (state, place_key(name)) IN (SELECT (state, key) FROM shadowed) THEN ' CDP' ELSE '' END AS own,
    area_key, incorporated, census_geoid, division_name
  FROM place
  -- A county's name means the county, even if its consolidated government is drawn as a place.
  WHERE (state, place_key(name)) NOT IN (SELECT (state, place_key(name)) FROM county WHERE NOT independent)
  UNION ALL
  SELECT state, plain_name, area_key, true, county_geoid, name
  FROM county
  WHERE independent AND (state, place_key(name)) NOT IN (SELECT (state, place_key(name)) FROM place)
    AND (state, place_key(plain_name)) NOT IN (SELECT (state, place_key(name)) FROM place)
  UNION ALL
  SELECT county.state, alias.name, county.area_key, true, NULL, alias.name
  FROM alias
  JOIN county ON county.county_geoid = alias.geoid
  WHERE (alias.state, place_key(alias.name)) NOT IN (SELECT (state, place_key(name)) FROM place)
),
-- Namesakes in one state are distinguished by a county that no other namesake lies in.
namesake AS (
  SELECT city.area_key, city.state, place_key(city.own) AS key, county.name AS county
  FROM city
  JOIN out.overlap AS overlap ON overlap.area_key = city.area_key AND overlap.role = 'lines'
  JOIN out.district AS county
    ON county.id = overlap.district_id AND county.type = 'county' AND NOT regexp_matches(county.name, ' [Cc]ity$')
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
-- If no county distinguishes a place from a city of the same name, its class does.
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
  -- `Richmond city` is also the name of a county.
  SELECT labelled.state, county.name, labelled.area_key, label, 1
  FROM labelled
  JOIN county ON county.independent AND county.state = labelled.state AND place_key(county.plain_name) = place_key(labelled.own)
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
    -- The name means the town, if its county is known.
    AND ((place.state, place_key(place.name)) NOT IN (SELECT (state, key) FROM shadowed)
      OR (place.state, place_key(place.name)) NOT IN (SELECT (state, key) FROM out.city_county WHERE sought))
  UNION ALL
  -- `Louisville/Jefferson County metro government (balance)`, and shorter forms of it.
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
  -- So does the short form of such a place's name.
  SELECT 'city', name, state, area_key, label, rank
  FROM city_name
  WHERE (state, place_key(name)) NOT IN (SELECT (state, place_key(name)) FROM county WHERE NOT independent)
),
named AS (
  SELECT DISTINCT kind, place_key(name) AS name_folded, state, area_key, label, 'area' AS basis
  FROM held
  WHERE place_key(name) NOT IN ('', 'cityof')
  -- A place's own name takes precedence over another place's alternative name.
  QUALIFY rank = min(rank) OVER (PARTITION BY kind, state, place_key(name))
),
-- A municipality that is a county of its own.
own_county AS (
  SELECT state, plain_name FROM county WHERE regexp_matches(name, '(City and Borough|Municipality|Municipio)$')
),
-- Municipalities and post offices without boundaries, resolved by their counties.
by_county AS (
  SELECT
    city.*, coalesce('district:' || town.id, 'district:' || county.id, 'county:' || city.county_geoid) AS area_key,
    CASE WHEN town.id IS NULL THEN 'county' ELSE 'area' END AS basis,
    regexp_replace(home.name, ' city$', '') AS home_name, home.plain_name AS home_plain,
    count(DISTINCT city.home) FILTER (city.sought) OVER (PARTITION BY city.state, city.key) AS meanings,
    (city.state, city.key) IN (
      SELECT (state, name_folded) FROM named WHERE kind = 'city'
      UNION ALL
      SELECT (state, place_key(plain_name)) FROM own_county
    ) AS is_held
  FROM (
    SELECT * FROM out.city_county
    UNION ALL
    SELECT city.* REPLACE (place_key(also) AS key)
    FROM out.city_county AS city
    JOIN (SELECT state, name, unnest(also) AS also FROM alias) AS alias ON alias.state = city.state AND place_key(alias.name) = city.key
    WHERE also <> ''
  ) AS city
  LEFT JOIN town ON town.census_geoid = city.census_geoid AND city.sole
  LEFT JOIN out.district AS county ON county.county_geoid = city.county_geoid
  LEFT JOIN county AS home ON home.county_geoid = city.home
  WHERE city.state IN (SELECT code FROM state)
    -- The county's own name.
    AND (city.state, city.key) NOT IN (SELECT (state, place_key(name)) FROM county WHERE NOT independent)
    -- The boundaries of a place from before it was incorporated are not those of the city.
    AND coalesce(city.census_geoid, '') NOT IN (SELECT census_geoid FROM place WHERE census_geoid IS NOT NULL AND incorporated)
),
-- A name shared by several places, or with a place that has boundaries, is distinguished by the county. A township, or the lesser
-- of two places in one county, is distinguished by its class. All names of a municipality have the label of its first name.
by_county_labelled AS (
  SELECT
    *, first(own_label ORDER BY key = place_key(name) DESC, key) OVER (PARTITION BY state, coalesce(census_geoid, key), home) AS label
  FROM (
    SELECT
      *,
      name
        || CASE
          WHEN class = 'township' AND NOT (sought AND has_post AND NOT is_held) THEN ' Township'
          WHEN NOT first_at_home THEN ' ' || class
          ELSE ''
        END
        || CASE WHEN sought AND meanings = 1 AND NOT is_held THEN '' ELSE coalesce(', ' || home_name, '') END || ', ' || state AS own_label,
      bool_or(class = 'post office') OVER (PARTITION BY state, key, home) AS has_post_office
    FROM by_county
    WHERE NOT (is_held AND class IN ('city', 'post office'))
    -- At least one of its counties has boundaries here.
    QUALIFY bool_or(area_key LIKE 'district:%') OVER (PARTITION BY state, key, class, home)
  )
),
by_county_name AS (
  SELECT CASE WHEN class = 'township' AND NOT has_post THEN 'township' ELSE 'city' END AS kind, key AS name_folded, state, area_key, label, basis
  FROM by_county_labelled
  WHERE sought AND NOT is_held
  UNION
  -- `Town of Rochester`, `Franklin township`
  SELECT 'city', class || 'of' || key, state, area_key, label, basis
  FROM by_county_labelled
  WHERE class <> 'post office'
    AND (state, class || 'of' || key) NOT IN (SELECT (state, name_folded) FROM named WHERE kind = 'city')
  UNION
  -- `City of` is accepted for any municipality.
  SELECT 'city', 'cityof' || key, state, area_key, label, basis
  FROM by_county_labelled
  WHERE sought AND NOT is_held AND class NOT IN ('city', 'township', 'post office')
    AND (state, key) NOT IN (SELECT (state, key) FROM by_county_labelled WHERE class = 'city')
  UNION
  SELECT 'within', key || ',' || place_key(home_plain), state, area_key, label, basis
  FROM by_county_labelled
  WHERE home_plain IS NOT NULL AND first_at_home AND NOT (class = 'township' AND has_post_office)
  UNION
  SELECT 'within', class || 'of' || key || ',' || place_key(home_plain), state, area_key, label, basis
  FROM by_county_labelled
  WHERE home_plain IS NOT NULL AND class <> 'post office'
),
unheld AS (
  SELECT state, name FROM municipality
  UNION ALL
  SELECT state, place_name FROM core.zip
  UNION ALL
  SELECT municipality.state, unnest(alias.also)
  FROM municipality
  JOIN alias USING (state, name)
),
place_row AS (
  SELECT kind, name_folded, state, area_key, label, basis
  FROM named
  UNION ALL
  SELECT kind, name_folded, state, area_key, label, basis
  FROM by_county_name
),
-- A bare name means the city with five times the population of the next of its name (docs/rules.md#place-names), by the
-- populations of cities of 50,000 and more. A namesake missing from the population table has fewer than 10,000 people.
namesakes AS (
  SELECT
    place.name_folded, place.state, max(population.population) AS population, count(DISTINCT place.label) AS labels
  FROM (SELECT DISTINCT name_folded, state, label FROM place_row WHERE kind IN ('city', 'township')) AS place
  LEFT JOIN out.city_population AS population
    ON population.state = place.state AND place_key(population.name) = place.name_folded
  GROUP BY place.name_folded, place.state
),
largest AS (
  SELECT name_folded, state
  FROM (
    SELECT
      *, row_number() OVER by_size AS nth,
      lead(coalesce(population, 10000)) OVER by_size AS next
    FROM namesakes
    WINDOW by_size AS (PARTITION BY name_folded ORDER BY coalesce(population, 10000) DESC, state)
  )
  WHERE nth = 1 AND labels = 1 AND population >= 50000 AND population >= 5 * coalesce(next, 0)
)
SELECT kind, name_folded, state, area_key, label, basis
FROM place_row
UNION ALL
SELECT 'largest', name_folded, state, area_key, label, basis
FROM place_row
JOIN largest USING (name_folded, state)
WHERE kind IN ('city', 'township')
UNION ALL
SELECT 'zip', zip, state, area_key, 'ZIP ' || zip, CASE WHEN drawn THEN 'area' ELSE 'county' END
FROM zip
JOIN zip_area ON zip_area.area_key = 'zip:' || zip
UNION ALL
SELECT DISTINCT 'unheld', place_key(name), state, '', '', 'area'
FROM unheld
WHERE place_key(name) <> ''
  AND state IN (SELECT code FROM state)
  AND (
    (state, place_key(name)) NOT IN (SELECT (state, name_folded) FROM place_row WHERE kind IN ('city', 'township'))
    OR (
      (state, place_key(name)) IN (SELECT (state, key) FROM shadowed)
      AND (state, place_key(name)) NOT IN (SELECT (state, key) FROM out.city_county WHERE sought)
    )
  )
  AND (state, place_key(name)) NOT IN (SELECT (state, place_key(plain_name)) FROM own_county)
ORDER BY kind, name_folded, state, area_key, label;
