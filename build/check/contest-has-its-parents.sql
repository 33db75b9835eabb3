-- A contest's election, and a choice's and a listed county's contest, are there.
SELECT 'contest without election' AS what, contest_key AS key
FROM core.contest
WHERE election_key NOT IN (SELECT election_key FROM core.election)
UNION ALL
SELECT 'choice without contest', choice_key
FROM core.choice
WHERE contest_key NOT IN (SELECT contest_key FROM core.contest)
UNION ALL
SELECT 'county of no contest', contest_key || ' ' || county_ocd_id
FROM core.contest_county
WHERE contest_key NOT IN (SELECT contest_key FROM core.contest)
ORDER BY what, key;
