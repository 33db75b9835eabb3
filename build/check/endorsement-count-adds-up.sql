-- Every endorsement is served in one position and counted once (by election, by endorser), except those of overfull positions.
WITH total AS (
  SELECT
    (SELECT count(*) FROM out.told_endorsement AS told WHERE NOT EXISTS (
      FROM out.overfull_position AS overfull
      WHERE overfull.endorser_slug = told.endorser_slug AND overfull.contest_key = told.contest_key
    )) AS told,
    (SELECT count(*) FROM out.endorsement_json) AS served,
    (SELECT count(*) FROM out.pick_json) AS picked,
    (SELECT count(*) FROM out.endorsement_elsewhere) AS elsewhere,
    (SELECT CAST(coalesce(sum(endorsement_count), 0) AS BIGINT) FROM out.election_count) AS counted_by_election,
    (
      SELECT count(*)
      FROM out.endorsement_elsewhere
      SEMI JOIN out.endorser_body AS endorser ON endorser.id = endorser_id
    ) AS elsewhere_by_these,
    (SELECT CAST(coalesce(sum(endorsement_count), 0) AS BIGINT) FROM out.endorser_body) AS counted_by_endorser
)
SELECT *
FROM total
WHERE served <> told OR picked <> told OR counted_by_election <> told + elsewhere
  OR counted_by_endorser <> told + elsewhere_by_these;
