-- Every contest is voted in at least one area with lines, so that a ballot can list it, unless its plan has no such district.
SELECT contest.source_id, contest.file, contest.line, contest.contest_key AS key, contest.ocd_id, contest.within_ocd_id
FROM core.contest AS contest
WHERE contest.contest_key NOT IN (SELECT contest_key FROM out.contest_extent)
  AND contest.contest_key NOT IN (SELECT contest_key FROM out.no_such_district)
ORDER BY key, source_id;
