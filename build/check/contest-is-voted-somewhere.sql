-- Every contest is voted in some area whose lines are held, so that a ballot can list it.
SELECT contest.source_id, contest.file, contest.line, contest.contest_key AS key, contest.ocd_id, contest.within_ocd_id
FROM core.contest AS contest
WHERE contest.contest_key NOT IN (SELECT contest_key FROM out.contest_extent)
ORDER BY key, source_id;
