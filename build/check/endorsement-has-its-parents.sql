-- An endorsement's endorser, contest and choice exist, the choice is of the contest, and the key names endorser and choice.
SELECT source_id, file, line, endorsement_key AS key, 'no endorser' AS what, endorser_slug AS names
FROM core.endorsement
WHERE endorser_slug NOT IN (SELECT endorser_slug FROM core.endorser)
UNION ALL
SELECT source_id, file, line, endorsement_key, 'no contest', contest_key
FROM core.endorsement
WHERE contest_key NOT IN (SELECT contest_key FROM out.contest UNION ALL SELECT contest_key FROM out.no_such_district)
UNION ALL
SELECT source_id, file, line, endorsement_key, 'no choice of the contest', choice_key
FROM core.endorsement AS endorsement
WHERE NOT EXISTS (
  FROM out.choice AS choice
  WHERE choice.choice_key = endorsement.choice_key AND choice.contest_key = endorsement.contest_key
)
AND contest_key NOT IN (SELECT contest_key FROM out.no_such_district)
UNION ALL
SELECT source_id, file, line, endorsement_key, 'another key', endorser_slug || '/' || choice_key
FROM core.endorsement
WHERE endorsement_key <> endorser_slug || '/' || choice_key
ORDER BY what, key, source_id;
