-- out.street: one row per street of a state, ZIP code and city, as the sources spell them. Ids ascend with the names.
CREATE OR REPLACE TABLE out.street AS
WITH street AS (
  SELECT name, state, zip, city, prefix, suffix, postfix FROM core.address_point
  UNION
  SELECT name, state, zip, city, prefix, suffix, postfix FROM core.street_range
)
SELECT
  row_number() OVER (ORDER BY name, state, zip, city, prefix, suffix, postfix) AS street_id,
  dense_rank() OVER (ORDER BY name) AS name_id,
  -- True if an earlier street has the same name.
  row_number() OVER (PARTITION BY name ORDER BY state, zip, city, prefix, suffix, postfix) > 1 AS named_before,
  *
FROM street
ORDER BY street_id;

-- out.packed_point, out.packed_range: core's rows with their street's id, one row per street and core row.
CREATE OR REPLACE TABLE out.packed_point AS
SELECT street.street_id, street.name_id, point.source_id, point.file, point.line, point.points AS packed
FROM core.address_point AS point
JOIN out.street AS street USING (name, state, zip, city, prefix, suffix, postfix)
ORDER BY street.street_id, point.source_id, point.file, point.line;

CREATE OR REPLACE TABLE out.packed_range AS
SELECT street.street_id, street.name_id, range.source_id, range.file, range.line, range.ranges AS packed
FROM core.street_range AS range
JOIN out.street AS street USING (name, state, zip, city, prefix, suffix, postfix)
ORDER BY street.street_id, range.source_id, range.file, range.line;
