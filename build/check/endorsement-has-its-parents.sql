-- An endorsement's endorser, contest and choice are there, the choice is one of the contest, and its key names the two.
SELECT 'no endorser' AS what, endorsement_key AS key, endorser_slug AS names
FROM core.endorsement
WHERE endorser_slug NOT IN (SELECT endorser_slug FROM core.endorser)
UNION ALL
SELECT 'no contest', endorsement_key, contest_key
FROM core.endorsement
WHERE contest_key NOT IN (SELECT contest_key FROM core.contest)
UNION ALL
SELECT 'no choice of the contest', endorsement_key, choice_key
FROM core.endorsement AS endorsement
WHERE NOT EXISTS (
  FROM core.choice AS choice
  WHERE choice.choice_key = endorsement.choice_key AND choice.contest_key = endorsement.contest_key
)
UNION ALL
SELECT 'another key', endorsement_key, endorser_slug || '/' || choice_key
FROM core.endorsement
WHERE endorsement_key <> endorser_slug || '/' || choice_key
ORDER BY what, key;
