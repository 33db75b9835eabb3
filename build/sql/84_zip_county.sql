-- out.zip_county: one row per ZIP code and county that it lies in (docs/rules.md#zip-codes-and-cities), from the lists of
-- ZIP areas and of address ranges, the GeoNames record, and the county that contains the GeoNames point. recorded is false
-- if only address ranges give the pair.
--
-- A range's ZIP code may be mistyped. Of pairs from ranges only, these are dropped:
-- - a county with no ZIP point within 150 km of the ZIP code's own point;
-- - a ZIP code without other data, if most of its counties lie in states where no other ZIP code has its first three digits.
CREATE OR REPLACE TABLE out.zip_county AS
WITH recorded AS (
  SELECT zip, county_geoid FROM core.zip_county WHERE range_count IS NULL
  UNION
  SELECT zip, county_geoid FROM core.zip WHERE county_geoid IS NOT NULL
  UNION
  SELECT point.zip, district.county_geoid
  FROM out.zip_point AS point
  JOIN out.district AS district USING (ocd_id, vintage)
  WHERE district.county_geoid IS NOT NULL
),
ranged AS (
  SELECT zip, county_geoid, range_count
  FROM core.zip_county
  WHERE range_count IS NOT NULL AND (zip, county_geoid) NOT IN (SELECT (zip, county_geoid) FROM recorded)
),
unrecorded AS (
  SELECT *, (zip[1:3], county_geoid[1:2]) IN (SELECT (zip[1:3], county_geoid[1:2]) FROM recorded) AS fits
  FROM ranged
  WHERE zip NOT IN (SELECT zip FROM recorded)
),
-- For a ZIP code that is not recorded at all: the county with most ranges.
heaviest AS (
  SELECT zip, county_geoid
  FROM unrecorded
  WHERE fits AND zip IN (SELECT zip FROM unrecorded GROUP BY zip HAVING 2 * count_if(fits) >= count(*))
  QUALIFY row_number() OVER (PARTITION BY zip ORDER BY range_count DESC, county_geoid) = 1
),
county_point AS (
  SELECT county_geoid, radians(lat) AS lat, radians(lng) AS lng FROM core.zip WHERE county_geoid IS NOT NULL
),
-- For a ZIP code without a point: the points of its counties.
zip_point AS (
  SELECT zip, radians(lat) AS lat, radians(lng) AS lng FROM core.zip
  UNION ALL
  SELECT known.zip, point.lat, point.lng
  FROM (FROM recorded UNION ALL FROM heaviest) AS known
  JOIN county_point AS point USING (county_geoid)
  WHERE known.zip NOT IN (SELECT zip FROM core.zip)
),
-- Null if there is no point.
distance AS (
  SELECT
    ranged.zip, ranged.county_geoid,
    min(6371 * acos(least(1, sin(own.lat) * sin(other.lat) + cos(own.lat) * cos(other.lat) * cos(own.lng - other.lng)))) AS km
  FROM ranged
  LEFT JOIN zip_point AS own ON own.zip = ranged.zip
  LEFT JOIN county_point AS other ON other.county_geoid = ranged.county_geoid
  WHERE ranged.zip IN (SELECT zip FROM recorded UNION SELECT zip FROM heaviest)
  GROUP BY ranged.zip, ranged.county_geoid
)
SELECT known.zip, known.county_geoid, state.code AS state, known.recorded
FROM (
  SELECT zip, county_geoid, true AS recorded FROM recorded
  UNION ALL
  SELECT zip, county_geoid, false FROM distance WHERE coalesce(km <= 150, true)
) AS known
JOIN out.state AS state ON state.fips = known.county_geoid[1:2]
ORDER BY known.zip, known.county_geoid;
