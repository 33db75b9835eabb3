-- An endorser's category is listed in data/reference/endorser-categories.ts, and its home is a state or national.
SELECT source_id, file, line, endorser_slug AS key, category, state
FROM core.endorser
WHERE category NOT IN (SELECT slug FROM out.category)
  OR (state <> 'national' AND state NOT IN (SELECT code FROM out.state))
ORDER BY key, source_id;
