-- Every contest has a district record.
SELECT contest.source_id, contest.file, contest.line, contest.contest_key AS key, contest.ocd_id
FROM core.contest AS contest
LEFT JOIN out.contest_body AS body USING (contest_key)
WHERE body.id IS NULL
ORDER BY key, source_id;
