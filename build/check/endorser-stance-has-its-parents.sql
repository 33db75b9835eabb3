-- A stance's endorser and contest exist, and the key names both.
SELECT source_id, file, line, stance_key AS key, 'no endorser' AS what, endorser_slug AS names
FROM core.stance
WHERE endorser_slug NOT IN (SELECT endorser_slug FROM core.endorser)
UNION ALL
SELECT source_id, file, line, stance_key, 'no contest', contest_key
FROM core.stance
WHERE contest_key NOT IN (SELECT contest_key FROM out.contest UNION ALL SELECT contest_key FROM out.no_such_district)
UNION ALL
SELECT source_id, file, line, stance_key, 'another key', endorser_slug || '/' || contest_key
FROM core.stance
WHERE stance_key <> endorser_slug || '/' || contest_key
ORDER BY what, key, source_id;
