-- Every contest has a district record.
SELECT contest.contest_key, contest.ocd_id
FROM core.contest AS contest
LEFT JOIN out.contest_body AS body USING (contest_key)
WHERE body.id IS NULL
ORDER BY contest.contest_key;
