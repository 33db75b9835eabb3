-- The source lines behind an election, by id or slug: the sources' election rows and the state's voting rules that apply.
WITH chosen AS (
  SELECT election.*
  FROM out.election AS election
  JOIN out.election_body AS body USING (election_key)
  WHERE CAST(body.id AS VARCHAR) = $id OR body.slug = $id
),
said AS (
  SELECT 1 AS place, 'election' AS what, name AS value, source_id, file, line
  FROM core.election
  WHERE election_key IN (SELECT election_key FROM chosen)
  UNION ALL
  -- Merged as in 50_election_body.sql: the source's own value wins.
  SELECT
    2, 'rule', concat_ws('; ', rule.rule || coalesce(' ' || rule.runoff_date, ''), rule.note, rule.source),
    'reference', 'data/reference/voting-rules.csv', rule.line
  FROM chosen
  JOIN out.voting_rule AS rule ON
    rule.state = chosen.state
    AND list_contains(rule.types, chosen.type)
    AND chosen.date >= coalesce(rule.first_election, chosen.date)
    AND chosen.date <= coalesce(rule.last_election, chosen.date)
  WHERE NOT EXISTS (FROM core.source_read WHERE family = 'sample')
    AND NOT json_exists(chosen.details, '$.' || CASE rule.rule WHEN 'runoff' THEN 'runoff_date' ELSE rule.rule END)
)
SELECT what, value, source_id, file, line
FROM said
ORDER BY place, source_id, file, line, value;
