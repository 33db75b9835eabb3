-- Only a pick in a ranked choice has a rank, and ranks count from 1.
SELECT
  endorsement.source_id, endorsement.file, endorsement.line, endorsement.endorsement_key AS key, endorsement.rank,
  contest.vote_method
FROM core.endorsement AS endorsement
JOIN out.contest AS contest USING (contest_key)
WHERE endorsement.rank IS NOT NULL AND (contest.vote_method <> 'ranked_choice' OR endorsement.rank < 1)
ORDER BY key, endorsement.source_id;
