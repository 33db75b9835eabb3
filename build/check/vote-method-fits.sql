-- A contest's allowed marks fit its vote method: one vote, up to N votes, up to N ranks, or yes/no.
SELECT source_id, file, line, contest_key AS key, kind, vote_method, votes_allowed, ranks_allowed
FROM core.contest
WHERE votes_allowed < 1
  OR (vote_method IN ('plurality', 'yes_no') AND votes_allowed <> 1)
  OR (vote_method = 'multi_seat' AND votes_allowed < 2)
  OR ((vote_method = 'ranked_choice') <> (ranks_allowed IS NOT NULL))
  OR ((kind IN ('measure', 'retention')) <> (vote_method = 'yes_no'))
ORDER BY key, source_id;
