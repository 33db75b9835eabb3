-- A natural key names one row: two lines of one source must not use one key. Sources share elections, contests and choices
-- (sql/12_ballot.sql), but no other rows.
SELECT source_id, file, line, contest_key AS key, 'contest' AS kind
FROM core.contest
QUALIFY count(*) OVER (PARTITION BY contest_key, source_id) > 1
UNION ALL
SELECT source_id, file, line, choice_key, 'choice'
FROM core.choice
QUALIFY count(*) OVER (PARTITION BY choice_key, source_id) > 1
UNION ALL
SELECT source_id, file, line, officeholder_key, 'officeholder'
FROM core.officeholder
QUALIFY count(*) OVER (PARTITION BY officeholder_key) > 1
ORDER BY kind, key, source_id, file, line;
