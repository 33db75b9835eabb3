-- Two keys must not share an integer id. To resolve it, add a line `kind,key,1` to data/reference/salts.csv.
SELECT 'district' AS kind, id, list(ocd_id || '/' || vintage ORDER BY ocd_id, vintage) AS keys
FROM out.district
GROUP BY id
HAVING count(*) > 1
UNION ALL
SELECT 'election', id, list(election_key ORDER BY election_key)
FROM out.election_body
GROUP BY id
HAVING count(*) > 1
UNION ALL
SELECT 'contest', id, list(contest_key ORDER BY contest_key)
FROM out.contest_body
GROUP BY id
HAVING count(*) > 1
UNION ALL
SELECT 'choice', record_id('choice', choice_key), list(choice_key ORDER BY choice_key)
FROM out.choice
GROUP BY ALL
HAVING count(*) > 1
UNION ALL
SELECT 'candidate', record_id('candidate', choice_key), list(choice_key ORDER BY choice_key)
FROM out.choice
WHERE candidate_name IS NOT NULL
GROUP BY ALL
HAVING count(*) > 1
UNION ALL
SELECT 'officeholder', record_id('officeholder', officeholder_key), list(officeholder_key ORDER BY officeholder_key)
FROM core.officeholder
GROUP BY ALL
HAVING count(*) > 1
ORDER BY kind, id;
