-- An edition of boundaries shows the districts of the plan that data/reference/plans.csv gives its elections.
SELECT
  source.source_id, source.file, source.line,
  conflict.state || ' ' || conflict.layer || ': the edition ' || conflict.edition || ' shows other districts than the edition '
    || conflict.other || ', which draws the plan ' || conflict.plan || ': ' || conflict.districts AS key
FROM out.edition_conflict AS conflict
JOIN (
  SELECT layer, state, vintage, source_id, min(file) AS file, min(line) AS line
  FROM core.shape
  GROUP BY layer, state, vintage, source_id
) AS source ON source.layer = conflict.layer AND source.state = conflict.state AND source.vintage = conflict.edition
ORDER BY key, source.source_id;
