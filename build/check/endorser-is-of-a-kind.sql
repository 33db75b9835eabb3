-- An endorser is of a category of data/reference/endorser-categories.ts, and its home is a state or national.
SELECT endorser_slug, source_id, category, state
FROM core.endorser
WHERE category NOT IN (SELECT slug FROM out.category)
  OR (state <> 'national' AND state NOT IN (SELECT code FROM out.state))
ORDER BY endorser_slug, source_id;
