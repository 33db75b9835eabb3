-- Every contest has a district record, unless its plan has no such district.
SELECT contest.source_id, contest.file, contest.line, contest.contest_key AS key, contest.ocd_id
FROM core.contest AS contest
LEFT JOIN out.contest_body AS body USING (contest_key)
WHERE body.id IS NULL
  AND contest_key NOT IN (SELECT contest_key FROM out.no_such_district)
ORDER BY key, source_id;
