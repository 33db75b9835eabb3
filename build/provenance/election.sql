-- The source lines behind an election, by its id or its slug.
SELECT 'election' AS what, election.name AS value, election.source_id, election.file, election.line
FROM core.election AS election
JOIN out.election_body AS body USING (election_key)
WHERE CAST(body.id AS VARCHAR) = $id OR body.slug = $id
ORDER BY source_id, file, line;
