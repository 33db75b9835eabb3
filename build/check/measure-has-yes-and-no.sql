-- A measure or a retention question has exactly one yes and one no.
SELECT
  contest.source_id, contest.file, contest.line, contest.contest_key AS key,
  list(choice.measure_answer ORDER BY choice.choice_key) AS answers
FROM core.contest AS contest
LEFT JOIN core.choice AS choice USING (contest_key, source_id)
WHERE contest.vote_method = 'yes_no'
GROUP BY contest.source_id, contest.file, contest.line, contest.contest_key
HAVING count(*) FILTER (WHERE choice.measure_answer = 'yes') <> 1 OR count(*) FILTER (WHERE choice.measure_answer = 'no') <> 1
ORDER BY key, contest.source_id;
