-- out.city_county: one row per county of a municipality or post office, with or without boundaries; used to resolve cities
-- without boundaries.
-- Meaning of a name in its state (`sought`), best first:
-- - the municipalities of the highest class (city, borough or village, town, township) in a county of the post office of
--   that name;
-- - if there are none, cities, boroughs, villages or towns, and the post office, which is then another place;
-- - if there are none of these, every township of that name.
CREATE OR REPLACE TABLE out.city_county AS
WITH post AS (
  SELECT DISTINCT named.state, named.key, named.name, named.home, zip_county.county_geoid
  FROM core.zip AS zip
  JOIN (
    SELECT
      state, place_key(regexp_replace(place_name, '^(City|Town|Village|Township) Of ', '', 'i')) AS key, min(place_name) AS name,
      mode(county_geoid ORDER BY county_geoid) AS home
    FROM core.zip
    GROUP BY ALL
  ) AS named
    ON named.state = zip.state AND named.key = place_key(regexp_replace(zip.place_name, '^(City|Town|Village|Township) Of ', '', 'i'))
  JOIN out.zip_county AS zip_county ON zip_county.zip = zip.zip AND zip_county.state = zip.state
  WHERE named.key <> ''
),
-- The Census Bureau's names without the class.
published AS (
  SELECT
    census_geoid,
    min(regexp_replace(
      regexp_replace(
        regexp_replace(name, '( \(.*|,.*| [A-Z]{2})$', ''),
        '( Town)? (city and borough|city|town|village|borough|(charter )?township|plantation|municipality|corporation|urban county|(unified|consolidated|metropolitan|metro) government)$',
        ''
      ),
      '^(City|Town|Village) of ', ''
    )) AS name
  FROM core.division
  WHERE census_geoid LIKE 'place-%'
  GROUP BY census_geoid
),
county_name AS (
  SELECT
    state, county_geoid,
    place_key(regexp_replace(county_name(type, name), ' (County|Parish|City and Borough|Borough|Census Area|Municipality|Municipio|Planning Region)$', '')) AS key
  FROM out.district
  WHERE county_geoid IS NOT NULL
),
-- A county's consolidated government without its own place is the county itself.
government AS (
  SELECT
    filed.* EXCLUDE (name), filed.name AS filed_name, coalesce(place.name, subdivision.name, filed.name) AS name,
    CASE filed.class WHEN 'city' THEN 1 WHEN 'borough' THEN 2 WHEN 'village' THEN 2 WHEN 'town' THEN 3 WHEN 'plantation' THEN 3 ELSE 4 END AS class_rank
  FROM core.municipality AS filed
  LEFT JOIN published AS place ON place.census_geoid = 'place-' || filed.census_geoid
  LEFT JOIN published AS subdivision ON subdivision.census_geoid = 'place-' || filed.county_geoid || filed.census_geoid[3:]
  WHERE coalesce(place.name, subdivision.name) IS NOT NULL OR filed.class <> 'city'
    OR (filed.county_geoid, place_key(filed.name)) NOT IN (SELECT (county_geoid, key) FROM county_name)
),
-- A municipality may be filed without `City` or `Village` in its name. It then also gets the filed name, if no other
-- municipality has it, and no county has it either; the latter does not matter if its county's post office has the name.
municipality AS (
  SELECT state, name, place_key(name) AS key, class, census_geoid, county_geoid AS home, class_rank
  FROM government
  UNION
  SELECT state, name, place_key(filed_name), class, census_geoid, county_geoid, class_rank
  FROM government
  WHERE (state, place_key(filed_name)) NOT IN (SELECT (state, place_key(name)) FROM government)
    AND (
      (state, place_key(filed_name)) NOT IN (SELECT (state, key) FROM county_name)
      OR (state, place_key(filed_name), county_geoid) IN (SELECT (state, key, county_geoid) FROM post)
    )
),
-- The county under which it is filed, and the others that it reaches into.
reach AS (
  SELECT state, key, class, home, home AS county_geoid
  FROM municipality
  UNION
  SELECT municipality.state, municipality.key, municipality.class, home, unnest(string_split(several.counties, ';'))
  FROM municipality
  JOIN out.city_in_counties AS several
    ON several.state = municipality.state AND several.class = municipality.class
    AND place_key(several.name) = municipality.key AND list_contains(string_split(several.counties, ';'), home)
),
-- Namesakes of one class in one county cannot be told apart, and share one answer.
own AS (
  SELECT
    state, key, class, home, any_value(name ORDER BY name) AS name, min(census_geoid) AS census_geoid,
    any_value(class_rank) AS class_rank, count(DISTINCT census_geoid) = 1 AS sole,
    bool_or((state, key, county_geoid) IN (SELECT (state, key, county_geoid) FROM post)) AS has_post
  FROM municipality
  JOIN reach USING (state, key, class, home)
  GROUP BY state, key, class, home
),
ranked AS (
  SELECT
    *, min(CASE WHEN has_post THEN class_rank END) OVER name_of AS best_with_post, min(class_rank) OVER name_of AS best,
    min(class_rank) OVER (PARTITION BY state, key, home) AS best_at_home
  FROM own
  WINDOW name_of AS (PARTITION BY state, key)
),
sought AS (
  SELECT
    *,
    CASE
      WHEN best_with_post IS NOT NULL AND (best_with_post < 4 OR best = 4) THEN has_post AND class_rank = best_with_post
      ELSE class_rank = best AND (best < 4 OR (state, key) NOT IN (SELECT (state, key) FROM post))
    END AS sought
  FROM ranked
)
SELECT state, key, name, class, census_geoid, sole, home, class_rank = best_at_home AS first_at_home, sought, has_post, county_geoid
FROM (
  SELECT sought.*, reach.county_geoid
  FROM sought
  JOIN reach USING (state, key, class, home)
  UNION
  -- If its own county has no boundaries, the counties of its post office are used.
  SELECT sought.*, post.county_geoid
  FROM sought
  JOIN post ON post.state = sought.state AND post.key = sought.key
  WHERE sought.sought AND sought.has_post
    AND sought.home NOT IN (SELECT county_geoid FROM out.district WHERE county_geoid IS NOT NULL)
)
UNION ALL
SELECT state, key, name, 'post office', NULL, true, home, true, true, true, county_geoid
FROM post
WHERE (state, key) NOT IN (SELECT (state, key) FROM sought WHERE sought AND has_post)
ORDER BY ALL;
