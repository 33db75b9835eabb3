-- A natural key names one row: two sources, or two lines of one source, must not use one key for different rows.
-- Exception: each source and file with contests of an election names the election, and all must agree. If most sources agree,
-- the others break the rule.
WITH election AS (
  SELECT source_id, file, line, election_key AS key, hash(*COLUMNS(* EXCLUDE (source_id, file, line))) AS said
  FROM core.election
),
variant AS (
  SELECT
    key, said, count(DISTINCT source_id) AS sources, count(*) OVER (PARTITION BY key) AS variants,
    sum(count(DISTINCT source_id)) OVER (PARTITION BY key) AS all_sources
  FROM election
  GROUP BY key, said
)
SELECT source_id, file, line, key, 'election' AS kind
FROM election
JOIN variant USING (key, said)
WHERE variants > 1 AND 2 * sources <= all_sources
UNION ALL
SELECT source_id, file, line, contest_key, 'contest'
FROM core.contest
QUALIFY count(*) OVER (PARTITION BY contest_key) > 1
UNION ALL
SELECT source_id, file, line, choice_key, 'choice'
FROM core.choice
QUALIFY count(*) OVER (PARTITION BY choice_key) > 1
UNION ALL
SELECT source_id, file, line, officeholder_key, 'officeholder'
FROM core.officeholder
QUALIFY count(*) OVER (PARTITION BY officeholder_key) > 1
ORDER BY kind, key, source_id, file, line;
