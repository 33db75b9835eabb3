-- The pairs of endorsers of each contest, and how many of them agree.
WITH side AS (
  SELECT contest_id, endorser_slug, coalesce(max(choice_id) FILTER (rank = 1)::VARCHAR, string_agg(choice_id, ' ' ORDER BY choice_id)) AS side
  FROM endorsement
  GROUP BY ALL
)
SELECT contest_id, count(*) AS pairs, count(*) FILTER (one.side = other.side) AS agreeing
FROM side AS one
JOIN side AS other USING (contest_id)
WHERE one.endorser_slug < other.endorser_slug
GROUP BY ALL
ORDER BY contest_id
