-- The source lines behind an officeholder, by person_id.
SELECT 'officeholder' AS what, name || ', ' || office_title AS value, source_id, file, line
FROM core.officeholder
WHERE person_id = $id
ORDER BY source_id, file, line;
