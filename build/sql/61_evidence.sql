-- out.evidence: one row per served endorsement whose announced page was captured. A capture of another page than the one that the
-- endorsement names does not count.
CREATE OR REPLACE TABLE out.evidence AS
SELECT
  endorsement.id AS endorsement_id, evidence.sha256, evidence.retrieved_at, evidence.quote, evidence.quote_found,
  evidence.missing_since
FROM core.evidence AS evidence
JOIN out.endorsement AS endorsement USING (endorsement_key, source_url)
ORDER BY endorsement_id;

-- The summary that positions and backers show. An endorsement that was not captured is in a file of its source, which states it.
CREATE OR REPLACE MACRO evidence_method(source_id, captured_quote_found) AS
  CASE WHEN captured_quote_found IS NOT NULL THEN 'capture' WHEN source_id = 'desk' THEN 'desk' ELSE 'feed' END;

CREATE OR REPLACE MACRO evidence_summary(source_id, captured_quote_found) AS {
  'method': evidence_method(source_id, captured_quote_found),
  'quote_found': coalesce(captured_quote_found, true)
};
