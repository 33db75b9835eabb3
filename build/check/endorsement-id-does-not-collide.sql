-- Two endorsers or endorsements must not share an integer id. To resolve it, add `kind,key,1` to data/reference/salts.csv.
WITH endorsement AS (
  SELECT id, endorsement_key FROM out.endorsement
  UNION ALL
  SELECT id, endorsement_key FROM out.endorsement_elsewhere SEMI JOIN out.endorsement USING (id)
)
SELECT 'endorser' AS kind, id, list(slug ORDER BY slug) AS keys
FROM (SELECT id, slug FROM out.endorser_body UNION ALL SELECT id, slug FROM out.endorser_elsewhere)
GROUP BY id
HAVING count(*) > 1
UNION ALL
SELECT 'endorsement', id, list(endorsement_key ORDER BY endorsement_key)
FROM endorsement
GROUP BY id
HAVING count(*) > 1
ORDER BY kind, id;
