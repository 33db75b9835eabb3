-- A natural key names one row: two sources, or two lines of one, must not speak of the same thing under the same key.
-- Elections alone are named by each source and file that has contests of theirs; all must say the same of them.
SELECT 'election' AS kind, election_key AS key, count(*) AS rows, list(DISTINCT source_id ORDER BY source_id) AS sources
FROM core.election
SEMI JOIN (SELECT election_key FROM out.election GROUP BY election_key HAVING count(*) > 1) USING (election_key)
GROUP BY election_key
UNION ALL
SELECT 'contest', contest_key, count(*), list(DISTINCT source_id ORDER BY source_id)
FROM core.contest
GROUP BY contest_key
HAVING count(*) > 1
UNION ALL
SELECT 'choice', choice_key, count(*), list(DISTINCT source_id ORDER BY source_id)
FROM core.choice
GROUP BY choice_key
HAVING count(*) > 1
UNION ALL
SELECT 'officeholder', officeholder_key, count(*), list(DISTINCT source_id ORDER BY source_id)
FROM core.officeholder
GROUP BY officeholder_key
HAVING count(*) > 1
ORDER BY kind, key;
