-- The parents of these rows exist: the election of a contest, and the contest of a choice or a listed county.
SELECT source_id, file, line, contest_key AS key, 'contest without election' AS what
FROM core.contest
WHERE election_key NOT IN (SELECT election_key FROM core.election)
UNION ALL
SELECT source_id, file, line, choice_key, 'choice without contest'
FROM core.choice
WHERE contest_key NOT IN (SELECT contest_key FROM core.contest)
UNION ALL
SELECT source_id, file, line, contest_key, 'county of no contest: ' || county_ocd_id
FROM core.contest_county
WHERE contest_key NOT IN (SELECT contest_key FROM core.contest)
ORDER BY what, key, source_id;
