-- Compares contest by contest, without groups or ranks of positions: each pick of one against each pick of the other.
WITH compared AS (
  SELECT * FROM endorsement
  QUALIFY rank IS NOT DISTINCT FROM 1
    OR NOT bool_or(rank IS NOT DISTINCT FROM 1) OVER (PARTITION BY endorser_slug, contest_id)
),
size AS (SELECT endorser_slug, contest_id, count(*) AS picks FROM compared GROUP BY ALL),
contest_pair AS (
  SELECT one.election_slug, one.contest_id, one.endorser_slug AS first, other.endorser_slug AS second,
    count(*) FILTER (one.choice_id = other.choice_id) AS common
  FROM compared AS one
  JOIN compared AS other ON one.contest_id = other.contest_id AND one.endorser_slug < other.endorser_slug
  GROUP BY ALL
),
agreed AS (
  SELECT election_slug, first, second, common = a.picks AND common = b.picks AS same
  FROM contest_pair
  JOIN size AS a ON a.endorser_slug = first AND a.contest_id = contest_pair.contest_id
  JOIN size AS b ON b.endorser_slug = second AND b.contest_id = contest_pair.contest_id
)
SELECT election_slug, first, second, count(*) AS shared, count(*) FILTER (same) AS agreed
FROM agreed
GROUP BY ALL
HAVING count(*) >= 2
ORDER BY ALL
