-- Every endorsement but those of overfull positions is served, in one position, and counted once in its election and by its endorser.
WITH total AS (
  SELECT
    (SELECT count(*) FROM out.told_endorsement AS told WHERE NOT EXISTS (
      FROM out.overfull_position AS overfull
      WHERE overfull.endorser_slug = told.endorser_slug AND overfull.contest_key = told.contest_key
    )) AS told,
    (SELECT count(*) FROM out.endorsement_body) AS served,
    (SELECT count(*) FROM out.pick) AS picked,
    (SELECT count(*) FROM served_endorsement()) AS served_everywhere,
    (SELECT CAST(coalesce(sum(endorsement_count), 0) AS BIGINT) FROM out.election_count) AS counted_by_election,
    (SELECT count(*) FROM served_endorsement() WHERE endorser_id IN (SELECT id FROM out.endorser_body)) AS served_of_endorsers,
    (SELECT CAST(coalesce(sum(endorsement_count), 0) AS BIGINT) FROM out.endorser_body) AS counted_by_endorser
)
SELECT told, served, picked, served_everywhere, counted_by_election, served_of_endorsers, counted_by_endorser
FROM total
WHERE served <> told OR picked <> told OR counted_by_election <> served_everywhere
  OR counted_by_endorser <> served_of_endorsers;
