-- The source lines behind an endorsement: the endorsement, its endorser and its choice.
WITH chosen AS (
  SELECT told.endorsement_key, told.endorser_slug, told.choice_key, told.contest_key
  FROM out.told_endorsement AS told
  JOIN out.endorsement AS body USING (endorsement_key)
  WHERE CAST(body.id AS VARCHAR) = $id
),
said AS (
  SELECT
    1 AS place,
    CASE
      WHEN source_id <> 'desk' AND endorser_slug IN (SELECT endorser_slug FROM out.desk_endorser) THEN 'not served: the desk decides'
      ELSE 'endorsement'
    END AS what,
    endorser_slug || ': ' || list_last(string_split(choice_key, '/')) AS value, source_id, file, line
  FROM core.endorsement
  WHERE endorsement_key IN (SELECT endorsement_key FROM chosen)
  UNION ALL
  SELECT 1, 'evidence', evidence_url, source_id, file, line
  FROM core.endorsement
  WHERE endorsement_key IN (SELECT endorsement_key FROM chosen) AND evidence_url IS NOT NULL
  UNION ALL
  SELECT 2, 'endorser', name, source_id, file, line
  FROM core.endorser
  WHERE endorser_slug IN (SELECT endorser_slug FROM chosen)
  UNION ALL
  SELECT 3, 'contest', title, source_id, file, line
  FROM core.contest
  WHERE contest_key IN (SELECT contest_key FROM chosen)
  UNION ALL
  SELECT 4, 'choice', label, source_id, file, line
  FROM core.choice
  WHERE choice_key IN (SELECT choice_key FROM chosen)
)
SELECT what, value, source_id, file, line
FROM said
ORDER BY place, source_id, file, line, value;
