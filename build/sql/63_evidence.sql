-- out.evidence: one row per served endorsement whose announced page was captured, with the JSON that the API serves. A capture of
-- another page than the one that the endorsement names does not count.
CREATE OR REPLACE TABLE out.evidence AS
SELECT
  endorsement.id AS endorsement_id, endorsement.contest_id, position.ordinal, endorsement.choice_id, evidence.quote_found,
  CAST(to_json({
    'sha256': evidence.sha256,
    'retrieved_at': evidence.retrieved_at,
    'quote': evidence.quote,
    'quote_found': evidence.quote_found,
    'method': 'capture',
    'missing_since': evidence.missing_since
  }) AS VARCHAR) AS body
FROM core.evidence AS evidence
JOIN out.endorsement AS endorsement USING (endorsement_key, source_url)
JOIN out.position AS position USING (contest_id, endorser_id)
ORDER BY endorsement_id;
