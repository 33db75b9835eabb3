-- For each endorser and each contest of the data, one question: did it speak on a contest of this seat on an earlier day?
WITH spoken AS (
  SELECT DISTINCT endorser_slug, contest_id FROM endorsement UNION SELECT endorser_slug, contest_id FROM stance
),
asked AS (
  SELECT
    who.endorser_slug, contest.id, contest.election_slug, contest.election_date,
    EXISTS (
      FROM spoken JOIN contest AS before ON before.id = spoken.contest_id
      WHERE spoken.endorser_slug = who.endorser_slug
        AND before.seat = contest.seat AND before.election_date < contest.election_date
    ) AS usual,
    EXISTS (FROM spoken WHERE spoken.endorser_slug = who.endorser_slug AND spoken.contest_id = contest.id) AS spoke
  FROM (SELECT DISTINCT endorser_slug FROM spoken) AS who
  CROSS JOIN contest
)
SELECT
  endorser_slug, election_slug, count(*) FILTER (spoke) AS spoken,
  CASE WHEN election_date > (
      SELECT min(first.election_date)
      FROM spoken JOIN contest AS first ON first.id = spoken.contest_id
      WHERE spoken.endorser_slug = asked.endorser_slug
    )
    THEN concat(count(*) FILTER (usual), ' ', count(*) FILTER (usual AND spoke)) END AS usual
FROM asked
GROUP BY endorser_slug, election_slug, election_date
HAVING count(*) FILTER (usual OR spoke) > 0
ORDER BY endorser_slug, election_slug
